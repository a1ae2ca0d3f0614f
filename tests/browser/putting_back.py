"""A separate server whose score book is restored while phones are in use."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy

from click.testing import CliRunner
from flask import Flask
from playwright.sync_api import BrowserContext
from sqlalchemy import delete

from companion.app import create_app
from companion.cli.commands import main
from companion.records.models import Game
from companion.records.store.database import write_connection
from tests.browser.phones import Phones, phones_at
from tests.browser.serving import LiveServer, running
from tests.databases import Sqlite
from tests.once import has_the_same_key

_BOOK = "companion.sqlite"


@dataclass
class Club:
    """The folder of a score book and its server, always at the same address."""

    app: Flask
    stack: ExitStack
    port: int = 0
    copies: int = 0
    phones: Phones = field(init=False)

    @property
    def home(self) -> Path:
        return Path(self.app.instance_path)

    @property
    def folder(self) -> Path:
        return self.home.parent

    def starts(self) -> LiveServer:
        server = self.stack.enter_context(running(self.app, port=self.port))
        self.port = int(server.url.rpartition(":")[2])
        return server

    def backs_up(self) -> Path:
        """Run `companion backup` while the server runs."""
        file = self.folder / f"copy-{self.copies}"
        self.copies += 1
        _companion("backup", file, self.home)
        return file

    def restores(self, file: Path) -> None:
        """Move the book away and run `companion restore`, as docs/how-to/backup.md says."""
        with self._stopped():
            self.home.rename(self.folder / f"away-{self.copies}")
            self.copies += 1
            _companion("restore", file, self.home)

    def copies_the_file(self) -> Path:
        """Copy the file of the book while the server is stopped."""
        file = self.folder / f"by-hand-{self.copies}"
        self.copies += 1
        with self._stopped():
            copy(self.home / _BOOK, file)
        return file

    def puts_the_file_back(self, file: Path) -> None:
        """Copy the file back, which keeps the id of the book."""
        with self._stopped():
            for part in self.home.glob(f"{_BOOK}*"):
                part.unlink()
            copy(file, self.home / _BOOK)

    def removes(self, game: str) -> None:
        """Delete a game permanently, as one that was deleted more than a day ago."""
        with self.app.app_context(), write_connection() as connection:
            connection.execute(delete(Game).where(Game.token == game))

    @contextmanager
    def _stopped(self) -> Iterator[None]:
        self.stack.close()
        yield
        self.phones.server = self.starts()


@contextmanager
def club(folder: Path, new_context: Callable[[], BrowserContext]) -> Iterator[Club]:
    """A club with an empty book, and phones for it."""
    home = folder / "home"
    Sqlite().make(home)
    has_the_same_key(home)
    with ExitStack() as stack:
        place = Club(create_app(instance=home), stack)
        server = place.starts()
        with phones_at(server, new_context) as place.phones:
            yield place


def _companion(command: str, file: Path, instance: Path) -> None:
    done = CliRunner().invoke(main, [command, str(file), "--instance", str(instance)])
    assert done.exit_code == 0, done.output
