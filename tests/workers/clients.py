"""Clients without a browser: persistent connections, and the worker of each."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from socket import socket
from time import monotonic
from urllib.parse import urlencode, urlsplit

from tests.browser.serving import LiveServer

_CSRF = re.compile(r'name="csrf_token" value="([^"]+)"')
_VERSION = re.compile(r'name="version" value="([0-9]+)"')
_CONFLICT = 409
_PATIENCE = 60  # seconds, for a busy machine
HEARTBEAT = 300  # repeats the event as well, but too late for these tests


class Client:
    """One connection, with the cookie of one device."""

    def __init__(self, server: LiveServer, patience: float = _PATIENCE) -> None:
        address, trusted = urlsplit(server.url), getattr(server, "trusted", None)
        by = partial(HTTPSConnection, context=trusted) if trusted else HTTPConnection
        self._server = server
        self._wire = by(address.hostname or "", address.port, timeout=patience)
        self._cookie, self._csrf, self._version = "", "", "0"

    def goes_on_from(self, other: "Client") -> None:
        """The same device in another tab, with the page that the other one has opened."""
        self._cookie, self._csrf, self._version = other._cookie, other._csrf, other._version

    def open(self, path: str) -> int:
        """Open a page, and store the data of its form."""
        answer, html = self._ask("GET", path)
        self._cookie = (answer.getheader("Set-Cookie") or self._cookie).split(";")[0]
        self._csrf = _CSRF.findall(html)[0]
        self._version = next(iter(_VERSION.findall(html)), self._version)
        return answer.status

    def send(self, path: str, **fields: str) -> int:
        """Send a form; returns the HTTP status."""
        body = urlencode({"csrf_token": self._csrf} | fields)
        return self._ask("POST", path, body)[0].status

    def count(self, path: str, total: int, key: str) -> int:
        """Count the hand of this page; after a conflict, load it and try again.

        The same key is written once. Returns the HTTP status.
        """
        hand = {"total": str(total), "down": "yes", "round": "1", "key": key, "then": "stay"}
        while (status := self.send(path, version=self._version, **hand)) == _CONFLICT:
            self.open(path)
        return status

    def listen(self, path: str) -> Iterator[str]:
        """The data of each event; none may be as late as a heartbeat."""
        self._wire.request("GET", path)
        answer = self._wire.getresponse()
        assert answer.status == 200
        while line := answer.readline().decode():
            if line.startswith("data: "):
                yield line.removeprefix("data: ").strip()

    @property
    def worker(self) -> int:
        """The worker process at the other end of this connection."""
        assert self._wire.sock, "nothing was asked yet"
        end = f"socket:[{_inode_of_the_other_end(self._wire.sock)}]"
        until = monotonic() + _PATIENCE
        while monotonic() < until:  # a busy worker may not have accepted it yet
            for pid in workers(self._server):
                if end in _open_files(pid):
                    return pid
        raise LookupError(f"no worker of {workers(self._server)} holds {end}")

    def close(self) -> None:
        """Close the connection."""
        self._wire.close()

    def _ask(self, method: str, path: str, body: str = "") -> tuple[HTTPResponse, str]:
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        headers["Referer"] = f"{self._server.url}{path}"  # Flask-WTF requires it over https
        try:
            self._wire.request(method, path, body, headers)
        except BrokenPipeError:  # closed by the server while it was idle: a browser asks again too
            self._wire.close()
            self._wire.request(method, path, body, headers)
        answer = self._wire.getresponse()
        return answer, answer.read().decode()


def workers(server: LiveServer) -> list[int]:
    """The worker processes of this server, without Python's resource tracker."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in children if "spawn_main" in _command_line(one)]


def _command_line(process: str) -> str:
    """The command of this process; empty once it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _inode_of_the_other_end(wire: socket) -> str:
    """The inode of the socket at the other end of this connection.

    Found by both ports: another server may just have had a client at the same port as ours.
    """
    ends = [wire.getpeername()[1], wire.getsockname()[1]]
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return next(f[9] for f in map(str.split, lines) if [_port(f[1]), _port(f[2])] == ends)


def _port(address: str) -> int:
    return int(address.rpartition(":")[2], 16)


def _open_files(pid: int) -> Iterator[str]:
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            yield str(file.readlink())
