"""Processes that start quickly, forked from one that has loaded everything.

Starting Python with the app takes two seconds of CPU time, compiling the pages of one server
another, and there are twenty servers.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.pool import Pool
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[1]
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


class ServerProgram:
    """`python -m companion.server` with several workers, which needs a new Python process."""

    def __init__(self, port: int, workers: int, log: Path, **settings: str) -> None:
        at = ("--host", "127.0.0.1", "--port", str(port), "--workers", str(workers))
        command = [sys.executable, "-m", "companion.server", *at, "--app", "tests.once:served"]
        with log.open("wb") as file:
            self._process = subprocess.Popen(
                command, env=os.environ | settings, stdout=file, stderr=file, cwd=_ROOT
            )
        self.pid = self._process.pid

    @property
    def exitcode(self) -> int | None:
        """None while it runs."""
        return self._process.poll()

    def terminate(self) -> None:
        self._process.terminate()

    def join(self, seconds: float | None = None) -> None:
        self._process.wait(seconds)


def companion_server(*arguments: str) -> None:
    """`python -m companion.server` with these arguments, in a forked process."""
    from companion.server import __main__ as server  # noqa: PLC0415

    sys.argv = ["companion.server", *arguments]
    server.main()


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
