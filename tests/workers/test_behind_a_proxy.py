"""`companion run` behind a TLS proxy, at the root of a host or below a path."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit

import pytest
import segno

from tests.browser.serving import wait_for
from tests.forking import companion_run, own_program
from tests.workers.ports import free_port
from tests.workers.proxy import HOST, Visitor, at, proxy

KEY = "0123456789abcdef" * 2
TLS = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": HOST, "X_Forwarded_For": "192.0.2.7"}
OPENED = {"a": "href", "link": "href", "script": "src", "form": "action"}
SENT_TO = {"form": "action", "button": "formaction", "p": "data-stream"}
WAYS = ("at the root", "prefix taken away", "prefix passed on")
TEMPLATES = re.compile(r"<template\b.*?</template>", re.DOTALL)
TAGS = re.compile(r"<(\w+)\b([^>]*)>")
OTHER_GAMES = re.compile("/(new|games|own)/.")
OTHER_NUMBERS = re.compile("[?]players=[^4]")
ASKED_FOR = re.compile(r'(?:import|url)\("(\.\.?/[^"]+)"\)')


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[int]:
    """`companion run`, configured by the environment; yields its port.

    At the end it fails for every traceback in the server's log.
    """
    port, log = free_port(), folder / "server.log"
    where = ["--host", "127.0.0.1", "--port", str(port), "--workers", "1", "--threads", "16"]
    how = [*where, "--instance", str(folder)]
    server = own_program(companion_run, *how, log=log, **settings)
    try:
        wait_for(port, server)
        yield port
    finally:
        server.terminate()
        server.join()
        _, *tracebacks = log.read_text().split("Traceback")
        # A stream that is still open when the server ends is cancelled with a traceback.
        assert [text for text in tracebacks if "graceful shutdown" not in text] == []


def production(folder: Path) -> dict[str, str]:
    book = f"sqlite:///{folder / 'games.sqlite'}"
    keys = {"COMPANION_SECRET_KEY": KEY, "COMPANION_DATABASE": book}
    return {"COMPANION_ENV": "production", **keys, "COMPANION_PROXIES": "1"}


@dataclass(frozen=True)
class Place:
    """The app as seen by a visitor: the proxy's port, and the path prefix."""

    port: int
    prefix: str


@pytest.fixture(scope="module")
def at_the_root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server that learns of a prefix only from request headers."""
    folder: Path = tmp_path_factory.mktemp("server")
    with running(folder, **production(folder)) as port:
        yield port


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server configured with a path prefix."""
    folder: Path = tmp_path_factory.mktemp("below")
    with running(folder, **production(folder), SCRIPT_NAME="/cards") as port:
        yield port


@pytest.fixture(scope="module", params=[pytest.param(WAYS[0], marks=pytest.mark.soak), *WAYS[1:]])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    says, prefix, away = dict(TLS), "/cards", ""
    port = request.getfixturevalue(
        "below" if request.param == "prefix passed on" else "at_the_root"
    )
    match request.param:
        case "at the root":
            prefix = ""
        case "prefix taken away":
            away = says["X_Forwarded_Prefix"] = prefix
    with proxy(port, takes_away=away, **says) as front:
        yield Place(front, prefix)


@pytest.fixture
def visitor(place: Place) -> Visitor:
    return Visitor(place.port)


def read(visitor: Visitor, address: str, sent: dict[str, str] | None = None) -> tuple[str, str]:
    """The final address and its content; sent with a Referer, like a browser."""
    try:
        with visitor.open(address, sent, Referer=at("/")) as answer:
            return answer.url, answer.read().decode(errors="replace")  # fonts are followed, too
    except HTTPError as error:
        error.add_note(address)
        raise


def stamp(html: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html))


def start_a_game(visitor: Visitor, place: Place) -> str:
    """Deal a game with its form; returns the address of its table."""
    new = at(f"{place.prefix}/new/twelve-step-rummy")
    _, html = read(visitor, new)
    typed = {"names-0": "Ann", "names-1": "Ben", "dealer": "0", "title": ""}
    url, html = read(visitor, new, stamp(html) | typed)
    assert re.fullmatch(re.escape(at(f"{place.prefix}/g/")) + r"[\w-]{22}/", url)
    assert "Round\N{NO-BREAK SPACE}1" in html
    return url


def tap(visitor: Visitor, table: str, path: str, **fields: str) -> str:
    """Send a button of the table; returns the final address."""
    _, html = read(visitor, table)
    return read(visitor, urljoin(table, path), stamp(html) | fields)[0]


def addresses_on(url: str, html: str, *, to_open: bool = False) -> Iterator[str]:
    """Every address in a page, or with `to_open` those of links.

    Excludes those in templates, which are filled in before a tap.
    """
    html = TEMPLATES.sub("", html) if to_open else html
    for tag, attributes in TAGS.findall(html):
        is_opened = tag in OPENED and 'method="post"' not in attributes
        name = (OPENED if is_opened else SENT_TO).get(tag)
        found = re.search(f' {name}="([^"]*)"', attributes)
        if found and (is_opened or not to_open):
            yield urljoin(url, unescape(found[1])).partition("#")[0]
    yield from (urljoin(url, module) for module in ASKED_FOR.findall(html))


def follow_everything(visitor: Visitor, start: str) -> tuple[set[str], set[str]]:
    """Request every address found, once; returns those requested, and all found."""
    opened: set[str] = set()
    named, waiting = {start}, [start]
    while waiting:
        url = waiting.pop()
        if url in opened or (OTHER_GAMES.search(url) and "twelve-step" not in url):
            continue  # the games of the catalogue are all alike
        if OTHER_NUMBERS.search(url):
            continue  # so are blank sheets for any number of players
        opened.add(url)
        _, html = read(visitor, url)
        named |= {*addresses_on(url, html)}
        waiting += addresses_on(url, html, to_open=True)
    return opened, named


@pytest.mark.soak
@pytest.mark.parametrize("place", ["prefix passed on", *WAYS[:2]], indirect=True)
def test_every_link_form_and_file_lies_below_the_prefix_and_is_there(
    visitor: Visitor, place: Place
) -> None:
    table = start_a_game(visitor, place)
    tap(visitor, table, "mark", down="0")
    opened, named = follow_everything(visitor, at(f"{place.prefix}/"))
    for url in opened | named:
        assert url.startswith(at(f"{place.prefix}/")), url
        assert "/cards" not in url.removeprefix(at(place.prefix)), url
    pages = {urlsplit(url).path.removeprefix(urlsplit(table).path) for url in opened}
    assert {"", "sheet", "history", "share", "players", "rules", "across"} <= pages
    files = {urlsplit(url).path.rpartition("/")[2] for url in opened if "/static/" in url}
    assert {"companion.css", "app.svg", "live.js", "table.js", "besley-pad-figures.woff2"} <= files


def test_codes_and_links_to_share_say_how_the_visitor_came(visitor: Visitor, place: Place) -> None:
    table = start_a_game(visitor, place)
    shares = {"share": f"{table}seat", "share/watch": at(f"{place.prefix}/g/w.")}
    for share, address in shares.items():
        _, html = read(visitor, f"{table}{share}")
        (shared,) = re.findall(r'<input id="link" value="([^"]+)"', html)
        assert shared.startswith(address)
        assert f"<bdi>{HOST}{place.prefix}/join</bdi>" in html
        assert code_lines(shared) in html
        assert read(Visitor(place.port), shared)[0].startswith(at(f"{place.prefix}/g/"))


def code_lines(address: str) -> str:
    """The path of the QR code for that address."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(border=4, omitsize=True)
    lines = re.search(r' d="([^"]+)"', drawn)
    assert lines
    return lines[1]


def test_the_cookie_is_of_this_path_and_travels_by_https_alone(
    visitor: Visitor, place: Place
) -> None:
    start_a_game(visitor, place)
    (cookie,) = visitor.cookies
    assert (cookie.domain, cookie.path, cookie.secure) == (HOST, place.prefix or "/", True)


def test_the_stream_tells_what_happens(visitor: Visitor, place: Place) -> None:
    table = start_a_game(visitor, place)
    _, html = read(visitor, table)
    stream = next(url for url in addresses_on(table, html) if url.endswith("/live"))
    assert stream == f"{table}live"
    with visitor.open(stream) as events:
        assert b"data: 0." in b"".join(events.readline() for _ in range(4))
        tap(visitor, table, "mark", down="1")
        assert any(b"data: 1." in events.readline() for _ in range(9))


def test_where_a_form_or_an_old_link_leads_lies_below_the_prefix_too(
    visitor: Visitor, place: Place
) -> None:
    old = start_a_game(visitor, place)
    assert tap(visitor, old, "mark", down="0") == old
    _, html = read(visitor, f"{old}share/new")
    new, _ = read(visitor, f"{old}share", stamp(html))
    assert new != f"{old}share"
    assert new.endswith("/share")
    led, _ = read(visitor, f"{old}sheet")
    assert led == new.replace("/share", "/sheet"), "the keeper is led on to the same page"


ASKED = {
    "/healthz": (200, "ok\n"),
    "/readyz": (200, "ready\n"),
    "/cards/healthz": (200, "ok\n"),
    "/cards": (308, "/cards/"),
    "/cardsharp": (404, "Nothing here.\n"),
    "/": (404, "Nothing here.\n"),
}


@pytest.mark.parametrize(("path", "told"), ASKED.items())
def test_a_server_below_a_path_answers_machines_and_who_leaves_out_the_slash(
    below: int, path: str, told: tuple[int, str]
) -> None:
    with closing(HTTPConnection("127.0.0.1", below, timeout=60)) as wire:
        wire.request("GET", path)
        answer = wire.getresponse()
        said = answer.headers["Location"] or answer.read().decode()
        assert (answer.status, said) == told


def test_proxy_headers_are_ignored_unless_configured(tmp_path: Path) -> None:
    lies = TLS | {"X_Forwarded_Prefix": "/cards", "X_Forwarded_Ssl": "on"}
    with running(tmp_path) as port, proxy(port, **lies) as front:
        visitor = Visitor(front)
        table = start_a_game(visitor, Place(front, ""))
        (cookie,) = visitor.cookies
        assert not cookie.secure
        _, html = read(visitor, f"{table}share")
    assert HOST not in html
    assert "/cards/" not in html
    assert "https:" not in html
