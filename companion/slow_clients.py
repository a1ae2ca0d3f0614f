"""A worker whose threads nobody holds by sending half a request.

gunicorn gives a thread to whoever connects, and it waits there for the rest of the head for ever:
three hundred connections that sent half of it were all that is needed to shut everybody out. Here
a head and the form that follows it are waited for without a thread, and for REQUEST_SECONDS at
most. A proxy in front does the same; at home there is none.
"""

import re
import select
import socket
import sys
import time
from fcntl import ioctl
from termios import FIONREAD
from typing import Any

from gunicorn.workers.gthread import _DEFER, ThreadWorker

REQUEST_SECONDS = 30  # 32 kB over the weakest network that anybody plays on take half of it
_AT_ONCE_SECONDS = 0.25  # as a rule a request is there at once: then it goes on in the same thread
_MOST_BYTES = 16 * 1024  # of a head; what is larger gunicorn itself refuses soon
_HELD_BYTES = 48 * 1024  # that have come and that nobody has read yet
_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})\r\n", re.IGNORECASE)
_HALF = object()


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """gunicorn's own, but a thread begins with a request that is there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self._half: dict[Any, float] = {}  # connections, and until when they are waited for

    def handle(self, conn: Any) -> object:  # noqa: ANN401
        """Answer a request, or say that it is not here yet."""
        if self.cfg.is_ssl:
            return super().handle(conn)
        if not _has_read_ahead(conn):
            came = _has_come(conn.sock, _AT_ONCE_SECONDS)
            if came is None:
                return _DEFER  # a connection that a browser keeps ready
            if not came:
                return _HALF
        conn.sock.setblocking(True)  # noqa: FBT003 - as gunicorn does
        conn.init()
        if not conn.is_http2:
            conn.parser.unreader.sock = _UntilThen(conn.sock, time.monotonic() + REQUEST_SECONDS)
        return super().handle(conn)

    def finish_request(self, conn: Any, fs: Any) -> None:  # noqa: ANN401
        """Keep half a request without a thread."""
        if not fs.cancelled() and fs.exception() is None and fs.result() is _HALF:
            self._half[conn] = time.monotonic() + REQUEST_SECONDS
        else:
            super().finish_request(conn, fs)

    def murder_pending(self) -> None:
        """Once a second: what is whole by now gets a thread, who took too long is let go."""
        super().murder_pending()
        now = time.monotonic()
        for conn, until in [*self._half.items()]:
            if _has_come(conn.sock, 0):
                del self._half[conn]
                self.enqueue_req(conn)
            elif until < now or not self.alive:
                del self._half[conn]
                self.nr_conns -= 1
                conn.close()


class _UntilThen:
    """A socket from which is read until then; what comes later is as good as the end of it."""

    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock, self._until = sock, until

    def recv(self, size: int) -> bytes:
        """Some bytes, as a socket gives them."""
        left = self._until - time.monotonic()
        before = self._sock.gettimeout()
        patience = left if before is None else min(left, before)
        if patience <= 0:
            return b""
        self._sock.settimeout(patience)
        try:
            return self._sock.recv(size)
        except TimeoutError:
            return b""
        finally:
            self._sock.settimeout(before)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._sock, name)


def _has_read_ahead(conn: Any) -> bool:  # noqa: ANN401
    return conn.parser is not None and bool(conn.parser.unreader.buf.getvalue())


def _has_come(sock: socket.socket, seconds: float) -> bool | None:
    """Whether a request is there, or will never be; None where nothing came at all."""
    until, came = time.monotonic() + seconds, None
    waiting = select.poll()  # which has no limit to the number of a file
    waiting.register(sock, select.POLLIN)
    while waiting.poll(max(0.0, until - time.monotonic()) * 1000):
        try:
            if _is_whole(sock):
                return True
        except OSError:
            return True  # whatever is wrong with it is found out when it is read
        came = False
        if (left := until - time.monotonic()) <= 0:
            break
        time.sleep(min(left, 0.02))  # it can be read, so there is nothing to wait by
    return came


def _is_whole(sock: socket.socket) -> bool:
    """Whether head and form are there; nobody waits here for what the kernel would not hold."""
    start = sock.recv(_MOST_BYTES, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    head = start.find(_END)
    if not start or head < 0:
        return not start or len(start) == _MOST_BYTES
    said = _LENGTH.search(start, 0, head + 2)
    length = head + len(_END) + (int(said[1]) if said else 0)
    return length > _HELD_BYTES or _bytes_held(sock) >= length


def _bytes_held(sock: socket.socket) -> int:
    return int.from_bytes(ioctl(sock, FIONREAD, b"\0" * 4), sys.byteorder)
