"""Requests that are never completed, and streams that disconnect simultaneously."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from socket import SO_LINGER, SOL_SOCKET, socket
from ssl import SSLError
from struct import pack

Connect = Callable[[], socket]

_GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
_POST = b"POST /new/twelve-step-rummy HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000"
_RESET = pack("ii", 1, 0)

HALVES = {
    "a request and half of the next": _GET + b"GET / HTTP/1.1\r\nHost: local",
    "a request and half a form": _GET + _POST + b"\r\n\r\na=",
    "headers without an end": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: bcdefgh\r\n" * 1700,
    "a space after the length": _POST + b" \r\n\r\na=",
}


@contextmanager
def half_sent(kind: str, number: int, connect: Connect) -> Iterator[None]:
    """So many connections that have sent this part of a request, until the block ends."""
    with ExitStack() as until:
        for wire in _wires(number, connect, until):
            with suppress(ConnectionError, SSLError):
                wire.sendall(HALVES[kind])
        yield


def hang_up_at_once(number: int, connect: Connect, address: str, *, reset: bool) -> None:
    """Open so many streams, and close or reset all of them at once."""
    with ExitStack() as until:
        wires = list(_wires(number, connect, until))
        for wire in wires:
            wire.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        for wire in wires:
            assert b" 200 " in wire.recv(1 << 16)
            if reset:
                wire.setsockopt(SOL_SOCKET, SO_LINGER, _RESET)


@contextmanager
def never_read(number: int, connect: Connect, address: str) -> Iterator[None]:
    """So many unread streams, until the block ends."""
    with ExitStack() as until:
        for wire in _wires(number, connect, until):
            wire.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        yield


def _wires(number: int, connect: Connect, until: ExitStack) -> Iterator[socket]:
    _, most = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (min(most, max(4096, 3 * number)), most))
    return (until.enter_context(connect()) for _ in range(number))
