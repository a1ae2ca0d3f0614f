"""A worker in which a phone that listens holds no thread: its connection is kept here.

A stream begins in a thread, like any answer; `Listeners` speak on it from then on.
"""

import socket
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from companion import slow_clients
from companion.web.http.listeners import HandedOver, Listeners


class Worker(slow_clients.Worker):
    """The same for whoever asks for anything else."""

    listeners: Listeners | None = None  # where streams may go on without a thread

    def handle_request(self, req: Any, conn: Any) -> object:  # noqa: ANN401
        """Answer it; a stream is only begun here."""
        try:
            return super().handle_request(req, conn)
        except HandedOver as stream:
            listener = stream.listener
            listener.send = partial(_send, conn.sock, is_in_chunks=req.version > (1, 0))
            conn.listener = listener
            return True

    def finish_request(self, conn: Any, fs: Any) -> None:  # noqa: ANN401
        """Keep the connection of a stream that has begun."""
        if self.listeners and hasattr(conn, "listener"):
            self._keep(conn, self.listeners)
        else:
            super().finish_request(conn, fs)

    def _keep(self, conn: Any, listeners: Listeners) -> None:  # noqa: ANN401
        """Who listens has nothing more to say: what comes from there is that they hang up."""

        def hangs_up(_: object) -> None:
            self.poller.unregister(conn.sock)
            listeners.left(conn.listener)

        conn.parser = None  # with all that is known of the request
        conn.sock.setblocking(False)  # noqa: FBT003 - as gunicorn does
        self.poller.register(conn.sock, EVENT_READ, hangs_up)
        conn.listener.end = partial(self.method_queue.defer, self._end, conn)
        listeners.add(conn.listener)

    def _end(self, conn: Any) -> None:  # noqa: ANN401
        """Nobody speaks on it any more: only now may another get its number."""
        with suppress(KeyError, ValueError):  # they have hung up
            self.poller.unregister(conn.sock)
        conn.listener.send("")
        self._begin_to_leave(conn)


def _send(sock: socket.socket, text: str, *, is_in_chunks: bool) -> bool:
    """Whether all of it has gone out: who takes nothing in for so long is not waited for.

    Nothing at all is the end of what is sent in chunks.
    """
    data = text.encode()
    framed = b"%X\r\n%b\r\n" % (len(data), data) if is_in_chunks else data
    try:
        return sock.send(framed, socket.MSG_DONTWAIT) == len(framed)
    except OSError:
        return False
