"""Make a score book with the version of the app in the current folder.

`python tests/released_books/make_book.py` writes NNNN.sqlite.gz (NNNN is the schema revision) and
NNNN.json, the data that later versions must reproduce, into this folder. README.md says when to
run it.
"""

import gzip
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path.cwd()))  # takes precedence over an installed version

from evening import Evening, select
from flask_migrate import upgrade

from companion.app import create_app
from companion.records.store.database import db

HERE = Path(__file__).parent
KEY = "signs the cookies of the phones of these books"
RESTORED = "0014"  # the first revision that stores the id of the restored backup


def main() -> None:
    with TemporaryDirectory() as folder:
        app = new_book(Path(folder) / "played")
        evening = Evening(app, revision_of(app))
        evening.play()
        told = {"revision": revision_of(app), "commit": commit(), "secret_key": KEY}
        told |= evening.report()
        if told["revision"] >= RESTORED:
            app = restored(app, Path(folder))
            told["book"] = dict(select("SELECT key, copied_from, as_of FROM book", app)[0]._mapping)
        with app.app_context():
            db.engine.dispose()
        keep(Path(app.instance_path) / "companion.sqlite", told)


def new_book(folder: Path) -> Any:
    """An app with an empty book in this folder."""
    folder.mkdir()
    book = f"sqlite:///{folder / 'companion.sqlite'}"
    at = {"SQLALCHEMY_DATABASE_URI": book, "SECRET_KEY": KEY, "TESTING": True}
    app = create_app(at, folder)
    with app.app_context():
        upgrade()
    return app


def restored(app: Any, folder: Path) -> Any:
    """The same games in a new book, restored from a backup."""
    from companion.book.backup import back_up, restore  # noqa: PLC0415 - not in early versions

    back_up(app, folder / "backup")
    again = new_book(folder / "restored")
    restore(again, folder / "backup")
    return again


def revision_of(app: Any) -> str:
    return str(select("SELECT version_num FROM alembic_version", app)[0][0])


def commit() -> str:
    said = ["git", "log", "-1", "--format=%h of %cs"]
    return subprocess.run(said, capture_output=True, text=True, check=True).stdout.strip()


def keep(file: Path, told: dict[str, Any]) -> None:
    with closing(sqlite3.connect(file)) as book:
        book.execute("VACUUM")
        book.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    packed = gzip.compress(file.read_bytes(), mtime=0)
    (HERE / f"{told['revision']}.sqlite.gz").write_bytes(packed)
    written = json.dumps(told, ensure_ascii=False, indent=2)
    (HERE / f"{told['revision']}.json").write_text(f"{written}\n", "utf-8")
    sys.stdout.write(f"{told['revision']}: {len(packed)} bytes\n")


if __name__ == "__main__":
    main()
