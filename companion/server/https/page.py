"""The page that shows a device, over plain http, how to trust the certificate of the server.

It answers at every path, so that an older http link leads to the same game. Once the device trusts
the certificate, the page opens the app.
"""

import asyncio
import gettext
import logging
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import uvicorn
from babel import Locale
from jinja2 import Environment, FileSystemLoader
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.server.http_protocol import UVICORN
from companion.server.https import authority
from companion.server.https.authority import LOCALHOST, this_machine
from companion.settings.locale import preferred, tag_of

CERTIFICATE = "/rummy-companion.crt"
_PACKAGE = Path(__file__).parents[2]
_TRANSLATIONS = _PACKAGE / "translations"
_FONTS = ("figures", "letters", "accents")
FILES = {
    "/static/css/companion.css": "text/css; charset=utf-8",
    "/static/css/trust.css": "text/css; charset=utf-8",
    "/static/icons/app.svg": "image/svg+xml",
    "/static/js/pages/trust.js": "text/javascript; charset=utf-8",
    **{f"/static/fonts/besley-pad-{name}.woff2": "font/woff2" for name in _FONTS},
}
"""The files that the page loads, and their media types."""
# In this order: Windows Phone mentions Android, and Android mentions Linux.
_DEVICES = (
    ("iPhone", "ios"),
    ("iPad", "ios"),
    ("Windows", "windows"),
    ("Android", "android"),
    ("Macintosh", "macos"),
)
_ANY_OTHER = "other"


@cache
def content_of(path: str) -> bytes:
    """The file at this path of FILES."""
    return (_assets() / path.removeprefix("/")).read_bytes()


def page(addresses: Sequence[str], fingerprint: str, accepted: str, agent: str) -> str:
    """The page for a browser by its headers: `Accept-Language` and `User-Agent`.

    `addresses` are those of the app, the best one first.
    """
    code = language_of(accepted)
    template = _words_in(code).get_template("home_https/page.html")
    return template.render(
        best=addresses[0],
        others=addresses[1:],
        certificate=CERTIFICATE,
        opened=device_of(agent),
        static="/static",
        direction=Locale.parse(code).text_direction,
        fingerprint=fingerprint,
        tag=tag_of(code),
    )


def language_of(accepted: str) -> str:
    """The code of the language for this `Accept-Language`."""
    codes = [file.parents[1].name for file in _TRANSLATIONS.glob("*/LC_MESSAGES/messages.mo")]
    wanted = parse_accept_header(accepted, LanguageAccept)
    return preferred(["en", *codes], (tag for tag, quality in wanted if quality)) or "en"


def device_of(agent: str) -> str:
    """The kind of device, as named on the page, by its `User-Agent`."""
    return next((device for word, device in _DEVICES if word in agent), _ANY_OTHER)


@cache
def _words_in(code: str) -> Environment:
    words = gettext.translation("messages", _TRANSLATIONS, [code], fallback=True)
    environment = Environment(
        loader=FileSystemLoader(_assets() / "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined] # by the extension
    return environment


def _assets() -> Path:
    """The folder with templates and static files: inside the package in a wheel, else beside it."""
    return _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent


Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Answer = tuple[int, str, bytes]  # status, media type, body

_RENEWAL_SECONDS = 60.0  # a machine may have moved to another network
_OF_CERTIFICATE = "application/x-x509-ca-cert"
_HTML = "text/html; charset=utf-8"
_OF_QUERY = "%/?:@!$&'()*+,;="
_POLICY = "; ".join(
    (
        "default-src 'none'",
        *("script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self'"),
        "connect-src https:",  # to test whether this device trusts the app
        *("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"),
    )
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",  # addresses of games are secret
    "X-Content-Type-Options": "nosniff",
}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Home:
    """The address to listen on, the ports of the steps and of the app, and the authority."""

    host: str
    steps: int
    app: int
    folder: Path


def serve_steps(home: Home) -> None:
    """Serve the page in a thread, as long as this process runs."""
    app = StepsServer(home)
    config = uvicorn.Config(app, **UVICORN, host=home.host, port=home.steps, log_config=None)
    Thread(target=uvicorn.Server(config).run, name="companion-steps", daemon=True).start()


class StepsServer:
    """The application that answers with the page, and renews the certificate meanwhile."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._renewing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or handle the lifespan."""
        if scope["type"] == "lifespan":
            await receive()
            self._renewing = asyncio.create_task(self._renew())
            await send({"type": "lifespan.startup.complete"})
            await receive()
            self._renewing.cancel()
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await _send(send, scope["method"], await asyncio.to_thread(self._answer, scope))

    async def _renew(self) -> None:
        """Renew the certificate when necessary; workers reload it."""
        while True:
            await asyncio.sleep(_RENEWAL_SECONDS)
            machine = this_machine(self._home.host)
            try:
                await asyncio.to_thread(authority.renew, self._home.folder, machine)
            except authority.NoCertificate as trouble:
                _log.error("%s", trouble)

    def _answer(self, scope: Message) -> Answer:
        headers = {name.decode("latin1"): text.decode("latin1") for name, text in scope["headers"]}
        path = scope["path"]
        if path == CERTIFICATE:
            return 200, _OF_CERTIFICATE, self._root()
        if path in FILES:
            return 200, FILES[path], content_of(path)
        if not _is_opened(scope["method"], headers):
            moved = f"The app is at {addresses(self._home.host, self._home.app)[0]}/ now.\n"
            return 503, "text/plain", moved.encode()  # an open page keeps its taps waiting
        return 200, _HTML, self._page(_place(scope), headers).encode()

    def _root(self) -> bytes:
        return ssl.PEM_cert_to_DER_cert((self._home.folder / authority.ROOT).read_text("ascii"))

    def _page(self, place: str, headers: dict[str, str]) -> str:
        return page(
            [f"{root}{place}" for root in addresses(self._home.host, self._home.app)],
            authority.fingerprint(self._home.folder),
            headers.get("accept-language", ""),
            headers.get("user-agent", ""),
        )


def addresses(listening_on: str, port: int) -> list[str]:
    """The addresses of the app over https without a last slash, the most lasting one first."""
    hosts = this_machine(listening_on).hosts or [LOCALHOST]
    return [f"https://{host}:{port}" for host in hosts]


def _place(scope: Message) -> str:
    """The path and the query of the requested address."""
    path, query = scope["path"], scope["query_string"].decode("latin1")
    suffix = f"?{quote(query, safe=_OF_QUERY)}" if query else ""
    return quote(path) + suffix if path.startswith("/") else "/"


def _is_opened(method: str, headers: dict[str, str]) -> bool:
    """Whether this is a navigation, and not a request of an open page."""
    return method in {"GET", "HEAD"} and "text/html" in headers.get("accept", "text/html")


async def _send(send: Send, method: str, answer: Answer) -> None:
    status, kind, body = answer
    length = {"Content-Type": kind, "Content-Length": str(len(body))}
    headers = [(name.encode(), text.encode()) for name, text in (_HEADERS | length).items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
