"""The app as `companion run` serves it, and the bare view behind the very same server."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.bare import PATH

HOST = "127.0.0.1"
_ROOT = Path(__file__).parent.parent
_START_SECONDS, _STOP_SECONDS = 120, 10  # on a busy machine
_OURS, _BARE = "companion.server.asgi:make", "bench.bare:make"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its port, and its process, the parent of the workers."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        """The URL of the home page, without a final slash."""
        return f"http://{HOST}:{self.port}"

    @property
    def command(self) -> list[str]:
        """Its command line."""
        return _proc(self.process.pid, "cmdline").rstrip("\0").split("\0")

    @property
    def workers(self) -> list[int]:
        """The process ids of its workers, without Python's resource tracker."""
        pid = self.process.pid
        children = map(int, _proc(pid, f"task/{pid}/children").split())
        return [child for child in children if "spawn_main" in _proc(child, "cmdline")]


@contextmanager
def app_server(instance: Path, database: str = "", **more: str) -> Iterator[Server]:
    """The app, from an empty database, exactly as `companion run` serves it.

    `database` is its URL; without one the games are stored in the folder. `more` is environment.
    """
    port = _free_port()
    run = [sys.executable, "-c", "from companion.cli.commands import main; main()", "run"]
    command = [*run, "--host", HOST, "--port", str(port), "--instance", str(instance)]
    kept_in = {"COMPANION_DATABASE": database} if database else {}
    with _running(command, port, instance, kept_in | more) as server:
        yield server


@contextmanager
def bare_server(instance: Path, like: Server) -> Iterator[Server]:
    """The bare view behind a server with the same settings as `like`."""
    port = _free_port()
    swapped = {_OURS: _BARE, str(like.port): str(port)}
    command = [swapped.get(word, word) for word in like.command]
    database = {PATH: str(instance / "bare.sqlite")}
    with _running(command, port, instance, database) as server:
        yield server


@contextmanager
def _running(
    command: list[str], port: int, instance: Path, more: dict[str, str]
) -> Iterator[Server]:
    environ = {k: v for k, v in os.environ.items() if not k.startswith("COMPANION_")} | more
    with (instance / f"server-{port}.log").open("w+b") as log:
        process = subprocess.Popen(
            command, cwd=_ROOT, env=environ, stdout=log, stderr=log, start_new_session=True
        )
        try:
            _wait_until_it_answers(process, port, Path(log.name))
            yield Server(port, process)
        finally:
            _stop(process)


def _wait_until_it_answers(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    give_up = time.monotonic() + _START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"A server did not start:\n{log.read_text()}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the process and its workers, which form their own session."""
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _proc(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text()
