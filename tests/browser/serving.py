"""The app as `companion run` serves it, on a free port, with a database of its own."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from flask import Flask
from flask_migrate import upgrade

from companion.app import create_app
from companion.records.database import close_database
from tests.forking import gunicorn, own_program

_HOW = ("--config", "python:companion.workers", "--threads", "128")


@dataclass(frozen=True)
class LiveServer:
    """The address a server answers at, the app on the same score book, and its first process."""

    app: Flask
    url: str
    process: BaseProcess

    def cookie_of(self, device: str) -> dict[str, str]:
        """The cookie by which the app knows this device, as a browser keeps it."""
        signer = self.app.session_interface.get_signing_serializer(self.app)
        value = signer.dumps({"device": device, "_permanent": True})
        return {"name": self.app.config["SESSION_COOKIE_NAME"], "value": value, "url": self.url}


@contextmanager
def serving(
    instance: Path, workers: int = 1, prefix: str = "", port: int = 0, **config: Any
) -> Iterator[LiveServer]:
    """Migrate a fresh database in this folder and serve it until the block ends.

    `prefix` is the path of the host below which it lies; `port` is a free one by default.
    """
    app = create_app(config, instance)
    with app.app_context():
        upgrade()
    with socket.create_server(("127.0.0.1", port)) as door:  # who comes early waits at the door
        server = _start(door, instance, workers, prefix, config)
        try:
            yield LiveServer(app, "http://{}:{}{}".format(*door.getsockname(), prefix), server)
        finally:
            server.terminate()
            server.join()
            with app.app_context():
                close_database()


def _start(
    door: socket.socket, instance: Path, workers: int, prefix: str, config: dict[str, Any]
) -> BaseProcess:
    settings = {"COMPANION_INSTANCE": str(instance), "SCRIPT_NAME": prefix}
    app = f"tests.once:served_app({config!r})"
    return own_program(_serve, door, app, workers, log=instance / "server.log", **settings)


def _serve(door: socket.socket, app: str, workers: int) -> None:
    gunicorn(app, *_HOW, "--workers", str(workers), "--bind", f"fd://{door.fileno()}")
