"""The app as `companion run` serves it, on a free port, with its own database."""

import socket
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import uvicorn
from flask import Flask

from companion.app import create_app
from companion.records.store.database import close_database
from companion.server.process import Options, settings
from tests.databases import Sqlite
from tests.forking import ServerProgram, own_program
from tests.once import CONFIG, has_the_same_key, served
from tests.workers.ports import free_port


@dataclass(frozen=True)
class LiveServer:
    """A running server: its address, an app on the same score book, and its main process."""

    app: Flask
    url: str
    process: BaseProcess | ServerProgram

    def cookie_of(self, device: str) -> dict[str, str]:
        """The device cookie, in the format of the browser."""
        return self._cookie({"device": device})

    def cookie_with(
        self, chosen: Mapping[str, Any], cookies: Sequence[Mapping[str, Any]]
    ) -> dict[str, str]:
        """Our cookie among these, once the phone has chosen this: a language, large letters."""
        ours = [one["value"] for one in cookies if one["name"] == self._cookie_name]
        held = self._signer.loads(ours[0]) if ours else {}
        return self._cookie(held | chosen)

    def _cookie(self, held: dict[str, Any]) -> dict[str, str]:
        value = self._signer.dumps(held | {"_permanent": True})
        return {"name": self._cookie_name, "value": value, "url": self.url}

    @property
    def _cookie_name(self) -> str:
        return str(self.app.config["SESSION_COOKIE_NAME"])

    @property
    def _signer(self) -> Any:
        return self.app.session_interface.get_signing_serializer(self.app)


@contextmanager
def serving(
    instance: Path, workers: int = 1, prefix: str = "", **config: Any
) -> Iterator[LiveServer]:
    """An empty book in this folder, unless the settings name a database, served until the end.

    `prefix` is its path prefix on the host.
    """
    if "SQLALCHEMY_DATABASE_URI" not in config:
        Sqlite().make(instance)
    has_the_same_key(instance)
    app = create_app(config, instance)
    with running(app, workers, prefix, **config) as live:
        yield live


@contextmanager
def running(
    app: Flask, workers: int = 1, prefix: str = "", port: int = 0, **config: Any
) -> Iterator[LiveServer]:
    """Serve the book of this app until the block ends; `port` is a free one by default."""
    server, port = _start(Path(app.instance_path), workers, prefix, port, config)
    with _ending(app, server):
        yield LiveServer(app, f"http://127.0.0.1:{port}{prefix}", server)


@contextmanager
def serving_without_pdf(instance: Path) -> Iterator[LiveServer]:
    """An empty book, served without the extra `pdf`."""
    Sqlite().make(instance)
    app = create_app({}, instance)
    told = {"COMPANION_INSTANCE": str(instance), "SCRIPT_NAME": "", CONFIG: "{}"}
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = own_program(_serve_without_pdf, door, log=instance / "server.log", **told)
        url = f"http://127.0.0.1:{door.getsockname()[1]}"
    with _ending(app, server):
        yield LiveServer(app, url, server)


@contextmanager
def _ending(app: Flask, server: BaseProcess | ServerProgram) -> Iterator[None]:
    try:
        yield
    finally:
        server.terminate()
        server.join()
        with app.app_context():
            close_database()


def _start(
    instance: Path, workers: int, prefix: str, port: int, config: dict[str, Any]
) -> tuple[BaseProcess | ServerProgram, int]:
    """The process and its port; early connections wait for the first worker."""
    told = {"COMPANION_INSTANCE": str(instance), "SCRIPT_NAME": prefix, CONFIG: repr(config)}
    log = instance / "server.log"
    if workers == 1:
        with socket.create_server(("127.0.0.1", port)) as door:  # the server binds its own
            return own_program(_serve_at, door, log=log, **told), door.getsockname()[1]
    port = port or free_port()
    process = ServerProgram(port, workers, log, **told)
    wait_for(port, process)
    return process, port


def _serve_without_pdf(door: socket.socket) -> None:
    """Serve as if the extra `pdf` were not installed."""
    sys.modules["typst"] = None  # type: ignore[assignment] # Python's mark of a missing module
    _serve_at(door)


def _serve_at(door: socket.socket) -> None:
    """Serve without a supervisor and without starting another Python."""
    config = uvicorn.Config(served, **settings(Options("127.0.0.1", 0, 1)))
    uvicorn.Server(config).run(sockets=[door])


def wait_for(port: int, server: BaseProcess | ServerProgram) -> None:
    """Wait until somebody can connect to this port of the server."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert server.exitcode is None, "the server did not start"
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.02)
    raise AssertionError("nobody listens")
