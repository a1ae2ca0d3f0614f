"""A worker whose threads nobody holds by sending half a request.

gunicorn gives a thread to whoever connects, and it waits there for the rest of the head for ever:
three hundred connections that sent half of it were all that is needed to shut everybody out. Here
a head and the form that follows it are waited for without a thread. A file that is too long to wait
for takes one of a few; what does not say how long it is, as no page does, is turned away.
"""

import re
import select
import socket
import sys
import time
from enum import Enum, auto
from fcntl import ioctl
from termios import FIONREAD
from threading import Semaphore
from typing import Any

from gunicorn.workers.gthread import _DEFER, ThreadWorker

REQUEST_SECONDS = 30  # 32 kB over the weakest network that anybody plays on take half of it
LONG_SECONDS = 300  # a file of many evenings
_PART_FOR_LONG = 16  # a sixteenth of the threads
_AT_ONCE_SECONDS = 0.25  # as a rule a request is there at once: then it goes on in the same thread
_LOOK_SECONDS = 0.5
_LEAVING_SECONDS = 2
_MOST_BYTES = 16 * 1024  # of a head; what is larger gunicorn itself refuses soon
_HELD_BYTES = 48 * 1024  # that have come and that nobody has read yet
_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_SAY_HOW_LONG = b"HTTP/1.1 411 Length Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_HALF = object()
_NO_TLS = (
    "With a certificate of its own this server would keep a thread for each phone that listens, "
    "and for each half a request. Put a proxy that has the certificate in front of it, as "
    "deploy/Caddyfile does: docs/operations.md."
)


class Came(Enum):
    """How much of a request is there."""

    NOTHING = auto()
    HALF = auto()
    WHOLE = auto()
    LONG = auto()
    UNKNOWN = auto()


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """gunicorn's own, but a thread begins with a request that is there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self._half: dict[Any, float] = {}  # connections, and until when they are waited for
        self._leaving: dict[Any, float] = {}  # those that were answered for the last time
        self._long = Semaphore(max(2, self.cfg.threads // _PART_FOR_LONG))
        self._look_at = 0.0

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:  # noqa: ANN401
        """Before there are workers. Raises SystemExit where gunicorn itself is to speak TLS."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise SystemExit(_NO_TLS)

    def handle(self, conn: Any) -> object:  # noqa: ANN401
        """Answer a request, or say that it is not here yet."""
        conn.waited_until = getattr(conn, "waited_until", None)
        came = Came.WHOLE if _has_read_ahead(conn) else _has_come(conn.sock, _AT_ONCE_SECONDS)
        match came:
            case Came.NOTHING:
                return _DEFER  # a connection that a browser keeps ready
            case Came.HALF:
                return _HALF
            case Came.UNKNOWN:
                conn.sock.send(_SAY_HOW_LONG)
                return False
            case Came.LONG:
                return self._handle_long(conn)
        return self._handle_until(conn, REQUEST_SECONDS)

    def _handle_long(self, conn: Any) -> object:  # noqa: ANN401
        if not self._long.acquire(blocking=False):
            conn.waited_until = conn.waited_until or time.monotonic() + LONG_SECONDS
            return _HALF
        try:
            return self._handle_until(conn, LONG_SECONDS)
        finally:
            self._long.release()

    def _handle_until(self, conn: Any, seconds: float) -> object:  # noqa: ANN401
        conn.waited_until = None
        conn.sock.setblocking(True)  # noqa: FBT003 - as gunicorn does
        conn.init()
        if not conn.is_http2:
            conn.parser.unreader.sock = _UntilThen(conn.sock, time.monotonic() + seconds)
        return super().handle(conn)

    def finish_request(self, conn: Any, fs: Any) -> None:  # noqa: ANN401
        """Keep half a request without a thread, and wait for nobody who does not hang up."""
        result = False if fs.cancelled() or fs.exception() else fs.result()
        if result is _HALF:
            until = conn.waited_until or time.monotonic() + REQUEST_SECONDS
            self._half[conn] = conn.waited_until = until
        elif result:
            super().finish_request(conn, fs)
        else:
            self._begin_to_leave(conn)

    def _begin_to_leave(self, conn: Any) -> None:  # noqa: ANN401
        """Say that nothing more comes, so that the last answer arrives whole.

        gunicorn itself waits here, two seconds for each, while nobody else is let in.
        """
        self._leaving[conn] = time.monotonic() + _LEAVING_SECONDS
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._leaving[conn] = 0.0
        self._see_off(conn)

    def _see_off(self, conn: Any) -> None:  # noqa: ANN401
        if _has_hung_up(conn.sock) or self._leaving[conn] < time.monotonic():
            del self._leaving[conn]
            self.nr_conns -= 1
            conn.close()

    def murder_pending(self) -> None:
        """Now and then: what is whole by now gets a thread, who took too long is let go."""
        super().murder_pending()
        now = time.monotonic()
        if now < self._look_at and self.alive:
            return
        self._look_at = now + _LOOK_SECONDS
        for conn in [*self._leaving]:
            self._see_off(conn)
        for conn, until in [*self._half.items()]:
            if until < now or not self.alive:
                del self._half[conn]
                self.nr_conns -= 1
                conn.close()
            elif _has_come(conn.sock, 0) is not Came.HALF:
                del self._half[conn]
                self.enqueue_req(conn)


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


def _has_come(sock: socket.socket, seconds: float) -> Came:
    """What is there of a request; half of it is waited for so long."""
    until, came = time.monotonic() + seconds, Came.NOTHING
    waiting = select.poll()  # which has no limit to the number of a file
    waiting.register(sock, select.POLLIN)
    while waiting.poll(max(0.0, until - time.monotonic()) * 1000):
        try:
            came = _look(sock)
        except OSError:
            return Came.WHOLE  # whatever is wrong with it is found out when it is read
        left = until - time.monotonic()
        if came is not Came.HALF or left <= 0:
            break
        time.sleep(min(left, 0.02))  # it can be read, so there is nothing to wait by
    return came


def _look(sock: socket.socket) -> Came:
    """Head and form are there, or only half of it; nobody waits for what the kernel cannot hold."""
    start = sock.recv(_MOST_BYTES, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    head = start.find(_END)
    if not start or head < 0:  # it was hung up, or no head is as long
        return Came.WHOLE if not start or len(start) == _MOST_BYTES else Came.HALF
    if _CHUNKED.search(start, 0, head + 2):
        return Came.UNKNOWN
    said = _LENGTH.search(start, 0, head + 2)
    length = head + len(_END) + (int(said[1]) if said else 0)
    if length > _HELD_BYTES:
        return Came.LONG
    return Came.WHOLE if _bytes_held(sock) >= length else Came.HALF


def _has_hung_up(sock: socket.socket) -> bool:
    """Whether the other end is closed, or is no more; what it still says nobody reads."""
    try:
        return not sock.recv(_MOST_BYTES, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except (OSError, ValueError):
        return True


def _bytes_held(sock: socket.socket) -> int:
    return int.from_bytes(ioctl(sock, FIONREAD, b"\0" * 4), sys.byteorder)
