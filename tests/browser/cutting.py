"""A network that fails: what a phone sends is dropped, held up, answered with 500, or written and
the answer lost. Everything else passes."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Lock, Thread
from time import sleep
from typing import ClassVar
from urllib.parse import urlsplit

_HELD_UP = 0.05  # seconds
_CHUNK = 65_536
_NOT_PASSED = {"connection", "transfer-encoding", "keep-alive", "accept-encoding"}
CUTS = ("drop", "lose", "hold up", "500")


class Weather:
    """What becomes of each command that is sent; `cuts` are those that were cut so far."""

    def __init__(self, seed: int) -> None:
        self.cuts: list[str] = []
        self.is_fair = False
        self._luck, self._lock = Random(seed), Lock()

    def next(self) -> str:
        with self._lock:
            if self.is_fair or self._luck.random() < 0.3:
                return "fair"
            self.cuts.append(self._luck.choice(CUTS))
            return self.cuts[-1]


class _Cutting(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    weather: ClassVar[Weather]
    server_at: ClassVar[str]

    def do_GET(self) -> None:
        with suppress(OSError):
            self._pass_on(None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        weather = self.weather.next() if self.path.endswith("/log") else "fair"
        if weather == "hold up":
            sleep(_HELD_UP)
        if weather == "drop":
            self._hang_up()
        elif weather == "500":
            self.send_response(500)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")
        elif weather == "lose":
            with self._asking(body) as answer:
                answer.read()
            self._hang_up()
        else:
            self._pass_on(body)

    @contextmanager
    def _asking(self, body: bytes | None) -> Iterator[HTTPResponse]:
        with closing(HTTPConnection(urlsplit(self.server_at).netloc)) as server:
            headers = {k: v for k, v in self.headers.items() if k.lower() not in _NOT_PASSED}
            server.request(self.command, self.path, body, headers)
            with server.getresponse() as answer:
                yield answer

    def _pass_on(self, body: bytes | None) -> None:
        with self._asking(body) as answer:
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in {*_NOT_PASSED, "content-length"}:
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            while chunk := answer.read1(_CHUNK):  # a stream as it comes
                self.wfile.write(chunk)
                self.wfile.flush()
        self.close_connection = True

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class _Proxy(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Phones leave in the middle of an answer."""


@contextmanager
def cutting(server_at: str, weather: Weather) -> Iterator[str]:
    """The address of a way to this server that lets through what the weather lets."""
    handler = type("Cutting", (_Cutting,), {"weather": weather, "server_at": server_at})
    with _Proxy(("127.0.0.1", 0), handler) as proxy:
        Thread(target=proxy.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_address[1]}"
        proxy.shutdown()
