"""Several machines with one book: each a server with its own port and clock."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from shutil import which
from time import monotonic, sleep
from typing import Any

from flask import Flask

from companion.records.store.database import close_database
from tests.books import open_book
from tests.browser.missing import cannot
from tests.forking import ServerProgram
from tests.once import CLOCK, CONFIG
from tests.workers.clients import HEARTBEAT, Client, workers
from tests.workers.ports import free_port

ROOT = Path(__file__).parents[2]
CADDY, CADDYFILE = which("caddy"), ROOT / "deploy" / "Caddyfile.nodes"
PATIENCE = 60  # seconds, on a busy machine
KEY = "one key for all the machines there are"


@dataclass
class Node:
    """A server that may be killed, and its book."""

    app: Flask
    folder: Path
    clock: float = 0  # seconds ahead of the real clock
    port: int = field(default_factory=free_port)
    process: Any = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers, however busy the machine is."""
        at = {name: self.app.config[name] for name in ("SQLALCHEMY_DATABASE_URI", "SECRET_KEY")}
        told = {
            "COMPANION_INSTANCE": str(self.folder),
            CONFIG: repr(at | {"LIVE_HEARTBEAT_SECONDS": HEARTBEAT}),
            CLOCK: str(self.clock),
        }
        log = self.folder / f"{self.port}.log"
        self.process = ServerProgram(self.port, 2, log, **told)
        while not opens(self):
            assert self.process.exitcode is None, log.read_text()
            sleep(0.05)

    def kill(self) -> None:
        """Kill it as by a power failure: no process sends another byte."""
        of_it = [*workers(self), self.process.pid]
        for pid in reversed(of_it):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.join()

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()


def opens(node: Node | str) -> bool:
    """Whether the server answers there."""
    with suppress(HTTPException, OSError), closing(Client(node)) as phone:
        return phone.open("/new/twelve-step-rummy") == 200
    return False


def soon(is_so: Callable[[], bool], seconds: float = PATIENCE) -> float:
    """Wait until the condition holds; returns the seconds."""
    began = monotonic()
    while not is_so():
        assert monotonic() - began < seconds
        sleep(0.05)
    return monotonic() - began


@contextmanager
def two_nodes(
    folder: Path,
    address: str,
    clocks: Sequence[float] = (0, 0),
    ready: Callable[[Flask], object] = lambda _: None,
) -> Iterator[list[Node]]:
    """Two machines with the book at this address, which is migrated when `ready`."""
    app = open_book(folder, address, SECRET_KEY=KEY)
    ready(app)
    nodes = [Node(app, folder, clock) for clock in clocks]
    try:
        for node in nodes:
            node.start()
        yield nodes
    finally:
        for node in nodes:
            if node.process is not None:
                node.stop()
        with app.app_context():
            close_database()


@contextmanager
def proxy_before(nodes: Sequence[Node], folder: Path) -> Iterator[Node]:
    """The shipped Caddyfile for several machines, over plain http."""
    if not CADDY:
        cannot("Caddy is not here: sudo apt install caddy.")
    front = Node(nodes[0].app, folder)
    told = {
        "COMPANION_SITE": front.url,
        "COMPANION_APPS": " ".join(f"127.0.0.1:{node.port}" for node in nodes),
        "COMPANION_HTTP_PORT": str(free_port()),
        "COMPANION_HTTPS_PORT": str(free_port()),
    }
    own = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with (folder / "caddy.log").open("wb") as log:
        front.process = subprocess.Popen(
            [CADDY, "run", "--config", str(CADDYFILE)],
            env=os.environ | own | told,
            stdout=log,
            stderr=log,
        )
    try:
        soon(lambda: opens(front))
        yield front
    finally:
        front.process.terminate()
        front.process.wait()
