"""A TCP proxy to the server that can be cut."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from urllib.parse import urlsplit

_CHUNK = 65_536


class Wire:
    """Forwards all bytes between a browser and the server at this address."""

    def __init__(self, server_at: str) -> None:
        to = urlsplit(server_at)
        self._to = (to.hostname or "", to.port or 80)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._lock = Lock()
        self._is_cut = False
        self.turned_away = 0  # connections while it was cut
        Thread(target=self._let_in, daemon=True).start()

    @property
    def address(self) -> str:
        """The address for the browser."""
        return "http://{}:{}".format(*self._door.getsockname())

    def is_cut(self) -> None:
        """Cut the network."""
        with self._lock:
            self._is_cut = True
            ends, self._ends = self._ends, set()
        for end in ends:
            _hang_up(end)

    def is_whole(self) -> None:
        """Restore the network."""
        with self._lock:
            self._is_cut = False

    def closes(self) -> None:
        """Stop for good."""
        self.is_cut()
        _hang_up(self._door)

    def _let_in(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return
            Thread(target=self._connect, args=(browser,), daemon=True).start()

    def _connect(self, browser: socket.socket) -> None:
        with self._lock:
            if self._is_cut:
                self.turned_away += 1
                return _hang_up(browser)
            server = socket.create_connection(self._to)
            self._ends |= {browser, server}
        Thread(target=self._pass_on, args=(server, browser), daemon=True).start()
        return self._pass_on(browser, server)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while part := one.recv(_CHUNK):
                other.sendall(part)
        with self._lock:
            self._ends -= {one, other}
        _hang_up(one)
        _hang_up(other)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def wire_to(server_at: str) -> Iterator[Wire]:
    """A proxy to this server for the duration of the block."""
    wire = Wire(server_at)
    try:
        yield wire
    finally:
        wire.closes()
