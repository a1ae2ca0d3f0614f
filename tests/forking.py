"""Processes that start quickly, forked from one that has loaded everything.

Starting Python with the app takes two seconds of CPU time, compiling the pages of one server
another, and there are twenty servers.
"""

import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing import current_process, get_context
from multiprocessing.pool import Pool
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from uvicorn import _subprocess

_CLEAN = get_context("forkserver")
_CLEAN.set_forkserver_preload(
    [
        "tests.computed",
        *("companion.server.serving", "flask_migrate", "sqlalchemy.dialects.postgresql.psycopg"),
        *("companion.server.asgi", "uvicorn.protocols.http.h11_impl", "tests.records.writers"),
    ]
)


def own_processes(number: int) -> Pool:
    """Several independent processes that execute their tasks."""
    return _CLEAN.Pool(number)


def own_process(does: Callable[..., object], *given: Any) -> BaseProcess:
    """A started process that executes this."""
    process = _CLEAN.Process(target=does, args=given, daemon=True)
    process.start()
    return process


def own_program(
    does: Callable[..., object], *given: Any, log: Path, **settings: str
) -> BaseProcess:
    """The same with its own environment, and its output in a file."""
    return own_process(_as_a_program, does, given, log, os.environ | settings)


def _as_a_program(
    does: Callable[..., object], given: tuple[Any, ...], log: Path, environ: Mapping[str, str]
) -> None:
    os.environ.clear()
    os.environ.update(environ)
    with log.open("wb") as file:
        for said in (1, 2):
            os.dup2(file.fileno(), said)
    does(*given)


def companion_server(*arguments: str) -> None:
    """`python -m companion.server` with these arguments, in a forked process."""
    from companion.server import __main__ as server  # noqa: PLC0415

    sys.argv = ["companion.server", *arguments]
    server.main()


def companion_server_of(app: str, port: int, workers: int) -> None:
    """The same for this app and several workers, which are forked as well."""
    current_process()._config["daemon"] = False  # those may have no children
    _subprocess.spawn = get_context("fork")  # type: ignore[assignment]
    at = ("--host", "127.0.0.1", "--port", str(port), "--workers", str(workers))
    companion_server(*at, "--app", app)


def companion_run(*arguments: str) -> None:
    """`companion run` with these arguments, in a forked process."""
    from companion import app  # noqa: PLC0415
    from companion.cli.commands import main  # noqa: PLC0415
    from tests.once import with_pages_compiled  # noqa: PLC0415

    create_app = app.create_app
    app.create_app = lambda *given: with_pages_compiled(create_app(*given))

    def execve(_python: str, command: list[str], environ: Mapping[str, str]) -> None:
        os.environ.clear()
        os.environ.update(environ)
        companion_server(*command[command.index("companion.server") + 1 :])

    os.execve = execve  # type: ignore[assignment]
    main(["run", *arguments])
