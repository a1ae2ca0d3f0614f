"""A small TLS proxy like those in front of a server, and a client of it."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import create_connection
from threading import Thread
from typing import Any
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPSHandler, OpenerDirector, Request, build_opener

HOST = "cards.example"
CERTIFICATE = Path(__file__).with_name(f"{HOST}.pem")  # made for this test only
_PATIENCE = 60
_OF_ONE_WIRE = {"connection", "transfer-encoding", "keep-alive"}


@contextmanager
def proxy(port: int, *, takes_away: str = "", **says: str) -> Iterator[int]:
    """A TLS proxy to this port; returns its own port.

    `takes_away` is a path prefix that it strips; `says` are headers that it adds.
    """

    class Passing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wire = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: value for name, value in self.headers.items() if name != "Host"}
            told = {name.replace("_", "-"): value for name, value in says.items()}
            path = self.path.removeprefix(takes_away)
            wire.request(self.command, path, body, {**headers, "Host": f"127.0.0.1:{port}", **told})
            self._hand_back(wire.getresponse())
            wire.close()

        do_POST = do_GET  # noqa: N815 - so it is called there

        def _hand_back(self, answer: HTTPResponse) -> None:
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _OF_ONE_WIRE:
                    self.send_header(name, value)
            self.end_headers()
            while part := answer.read1():
                self.wfile.write(part)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Passing)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(CERTIFICATE)
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class Visitor:
    """A client of https://cards.example/, which is the proxy at this port."""

    port: int
    cookies: CookieJar = field(default_factory=CookieJar)

    def open(self, address: str, sent: dict[str, str] | None = None, **headers: str) -> Any:
        """The response to a page or a form, after redirects; raises HTTPError for an error."""
        body = None if sent is None else urlencode(sent).encode()
        return self._browser.open(Request(address, body, headers), timeout=_PATIENCE)

    @cached_property
    def _browser(self) -> OpenerDirector:
        port, tls = self.port, ssl.create_default_context(cafile=CERTIFICATE)

        class ToTheProxy(HTTPSConnection):
            def connect(self) -> None:
                wire = create_connection(("127.0.0.1", port), _PATIENCE)
                self.sock = tls.wrap_socket(wire, server_hostname=self.host)

        class Handler(HTTPSHandler):
            def https_open(self, request: Request) -> HTTPResponse:
                return self.do_open(ToTheProxy, request, context=tls)  # type: ignore[arg-type]

        return build_opener(Handler(context=tls), HTTPCookieProcessor(self.cookies))


def at(path: str) -> str:
    """The address of this path."""
    return urljoin(f"https://{HOST}/", path)
