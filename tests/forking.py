"""Processes of their own that start at once: forked from one that has loaded all that they need.

To start Python and load the app takes two seconds of a processor, and there are twenty servers; to
compile the pages that one shows takes another.
"""

import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.pool import Pool
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

_CLEAN = get_context("forkserver")
_CLEAN.set_forkserver_preload(
    [
        *("companion.serving", "flask_migrate", "sqlalchemy.dialects.postgresql.psycopg"),
        *("gunicorn.app.wsgiapp", "gunicorn.workers.gthread", "tests.records.writers"),
    ]
)
_READS_THE_ENVIRONMENT = "companion.workers"  # as soon as it is loaded


def own_processes(number: int) -> Pool:
    """Some that know nothing of this one, and do what they are given."""
    return _CLEAN.Pool(number)


def own_process(does: Callable[..., object], *given: Any) -> BaseProcess:
    """One that does this, and has begun."""
    process = _CLEAN.Process(target=does, args=given, daemon=True)
    process.start()
    return process


def own_program(
    does: Callable[..., object], *given: Any, log: Path, **settings: str
) -> BaseProcess:
    """The same with an environment of its own, and what it says in a file."""
    return own_process(_as_a_program, does, given, log, os.environ | settings)


def _as_a_program(
    does: Callable[..., object], given: tuple[Any, ...], log: Path, environ: Mapping[str, str]
) -> None:
    sys.modules.pop(_READS_THE_ENVIRONMENT, None)
    os.environ.clear()
    os.environ.update(environ)
    with log.open("wb") as file:
        for said in (1, 2):
            os.dup2(file.fileno(), said)
    does(*given)


def gunicorn(*arguments: str) -> None:
    """`gunicorn` on a command line, but for the start of Python."""
    from gunicorn.app.wsgiapp import run  # noqa: PLC0415 - loaded before we are forked

    sys.argv = ["gunicorn", *arguments]
    run(prog="gunicorn")


def companion_run(*arguments: str) -> None:
    """`companion run` on a command line; the server takes its place in the same Python."""
    from companion import app  # noqa: PLC0415
    from companion.cli import main  # noqa: PLC0415
    from tests.once import with_pages_compiled  # noqa: PLC0415

    create_app = app.create_app
    app.create_app = lambda *given: with_pages_compiled(create_app(*given))

    def execve(_python: str, command: list[str], environ: Mapping[str, str]) -> None:
        os.environ.clear()
        os.environ.update(environ)
        gunicorn(*command[command.index("gunicorn") + 1 :])

    os.execve = execve  # type: ignore[assignment]
    main(["run", *arguments])
