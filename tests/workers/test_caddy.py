"""The shipped Caddyfile, run unchanged: https with a local certificate."""

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from socket import create_connection
from time import monotonic, sleep

import pytest
from flask import Flask

from tests.books import close_book, open_book
from tests.browser.missing import cannot
from tests.workers import attacks
from tests.workers.clients import Client
from tests.workers.edges import EDGES, SMUGGLED
from tests.workers.nodes import soon
from tests.workers.party import at_the_hand, length, tap
from tests.workers.ports import free_port
from tests.workers.slow import half_sent, slowest_of, usual
from tests.workers.test_attacks import CROWDS, EARS, MOST_TIMES, WAVES
from tests.workers.test_behind_a_proxy import production, running
from tests.workers.test_http import statuses
from tests.workers.test_several_workers import a_game_being_counted
from tests.workers.test_streams import listening

CADDY = shutil.which("caddy")
FILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
PATIENCE = 60  # seconds, on a busy machine
MANY = 1000
ALL = [sent for sent, _ in EDGES.values()]
HIDING = [sent for sent in ALL if SMUGGLED in sent]
SECOND = '"place": "/readyz"'  # in the log
LISTENING = re.compile(r"^companion_listening (\S+)", re.MULTILINE)
SOONER = 6  # seconds: earlier than a heartbeat would detect a closed stream


@dataclass(frozen=True)
class Site:
    """The app behind Caddy, and the authority of its certificate."""

    port: int
    trusted: ssl.SSLContext
    metrics: int
    log: Path
    app: Flask

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    def wire(self) -> HTTPSConnection:
        return HTTPSConnection("localhost", self.port, timeout=PATIENCE, context=self.trusted)

    def slow_wire(self) -> ssl.SSLSocket:
        plain = create_connection(("localhost", self.port), PATIENCE)
        return self.trusted.wrap_socket(plain, server_hostname="localhost")

    def opens(self, path: str = "/new") -> int:
        with closing(self.wire()) as wire:
            wire.request("GET", path)
            answer = wire.getresponse()
            answer.read()
            return answer.status


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not CADDY:
        cannot("Caddy is not here: sudo apt install caddy.")
    folder = tmp_path_factory.mktemp("caddy")
    https, metrics = free_port(), free_port()
    machines = {"COMPANION_METRICS": f"127.0.0.1:{metrics}", "COMPANION_LOG": "json"}
    with running(folder, **production(folder), **machines, COMPANION_HOSTS="localhost") as app:
        told = {
            "COMPANION_SITE": "localhost",
            "COMPANION_APP": f"127.0.0.1:{app}",
            "COMPANION_HTTP_PORT": str(free_port()),
            "COMPANION_HTTPS_PORT": str(https),
        }
        own = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with (folder / "caddy.log").open("wb") as log:
            caddy = subprocess.Popen(
                [str(CADDY), "run", "--config", str(FILE)],
                env=os.environ | own | told,
                stdout=log,
                stderr=log,
            )
        try:
            book = open_book(folder, production(folder)["COMPANION_DATABASE"])
            site = Site(https, signed_by(folder, caddy), metrics, folder / "server.log", book)
            until_it_shakes_hands(site)
            yield site
            close_book(book)
        finally:
            caddy.terminate()
            caddy.wait()


def signed_by(folder: Path, caddy: subprocess.Popen[bytes]) -> ssl.SSLContext:
    """The root certificate of Caddy, once it exists and is used."""
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    until = monotonic() + PATIENCE
    log = folder / "caddy.log"
    while not (root.exists() and "certificate obtained successfully" in log.read_text()):
        assert caddy.poll() is None, log.read_text()
        assert monotonic() < until, log.read_text()
        sleep(0.05)
    return ssl.create_default_context(cafile=str(root))


def until_it_shakes_hands(site: Site) -> None:
    """Caddy refuses handshakes for a moment after it has loaded its certificate."""
    until = monotonic() + PATIENCE
    while True:
        try:
            site.slow_wire().close()
        except ssl.SSLError:
            if monotonic() > until:
                raise
            sleep(0.05)
        else:
            return


def test_a_page_comes_by_https_and_stays_there(site: Site) -> None:
    with closing(site.wire()) as wire:
        lies = {"X-Forwarded-Prefix": "/elsewhere", "X-Forwarded-Host": "elsewhere.example"}
        wire.request("GET", "/new/twelve-step-rummy", headers=lies)
        answer = wire.getresponse()
        page = answer.read().decode()
    assert answer.status == 200
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "elsewhere" not in page


@pytest.mark.soak  # test_attacks.py and test_streams.py have fewer, at the server itself
def test_slow_connections_delay_nobody(
    site: Site, record_property: Callable[[str, object], None]
) -> None:
    token = a_game_being_counted(site)  # type: ignore[arg-type]
    with ExitStack() as until:
        events = listening(site, token, MANY // 5, until)  # type: ignore[arg-type]
        writer = at_the_hand(site, token, 0, until)  # type: ignore[arg-type]
        alone = usual(site.opens)
        with half_sent(MANY, site.slow_wire):
            slowest = slowest_of(500, site.opens)
            took = usual(site.opens)
            assert tap(writer, token, 5) == 204
            for heard in events:
                while length(next(heard)) < 2:
                    pass
    soon(lambda: listening_at(site) == 0, SOONER)
    alone = max(alone, usual(site.opens))  # the machine may have become busier
    record_property("a page", f"{alone:.3f} s alone, {took:.3f} s meanwhile")
    assert slowest <= MANY * alone
    assert took <= MOST_TIMES * alone


def listening_at(site: Site) -> float:
    """The number of streams in the metrics; each request counts them again."""
    site.opens()
    return float(LISTENING.findall(collected(site.metrics))[0])


def collected(port: int) -> str:
    """The metrics as collected by Prometheus; served shortly after the app."""
    until = monotonic() + PATIENCE
    while True:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as wire:
            try:
                wire.request("GET", "/metrics")
                return wire.getresponse().read().decode()
            except ConnectionRefusedError:
                assert monotonic() < until
        sleep(0.05)


def test_metrics_have_routes_but_no_links(site: Site) -> None:
    link = "x" * 22
    assert [site.opens(path) for path in ("/", f"/g/{link}/", "/metrics")] == [200, 404, 404]
    told, log = collected(site.metrics), site.log.read_text()
    assert 'companion_requests_total{method="GET",place="home.page",status="200"} ' in told
    assert 'place="table.page",status="404"} 1.0' in told
    assert "companion_request_seconds_bucket" in told
    assert '"place": "/g/<token>/", "status": 404' in log
    assert link not in told + log


@pytest.mark.parametrize("edges", [HIDING, pytest.param(ALL, marks=pytest.mark.soak)])
def test_no_request_is_smuggled_through(site: Site, edges: list[bytes]) -> None:
    """The server sees a second request only if Caddy saw one, too, and answers both."""
    seen = site.log.read_text().count(SECOND)
    for sent in edges:
        wire = site.slow_wire()
        wire.settimeout(1)  # Caddy waits for the rest of incomplete requests
        answers = statuses(wire, sent)
        seen += len(answers) - 1 if SMUGGLED in sent else 0
    assert site.log.read_text().count(SECOND) <= seen


@pytest.mark.soak
@pytest.mark.parametrize("number", CROWDS)
@pytest.mark.parametrize("kind", attacks.HALVES)
def test_half_requests_delay_nobody_else(site: Site, kind: str, number: int) -> None:
    alone = usual(site.opens)
    with attacks.half_sent(kind, number, site.slow_wire):
        first, took = slowest_of(20, site.opens), usual(site.opens)
    alone = max(alone, usual(site.opens))
    if number != CROWDS[0]:
        assert first <= number * alone
        assert took <= MOST_TIMES * alone


@pytest.mark.soak
@pytest.mark.parametrize(("waves", "number"), WAVES)
@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
def test_streams_that_hang_up_in_waves_end_no_other(
    site: Site, waves: int, number: int, *, reset: bool
) -> None:
    token = a_game_being_counted(site)  # type: ignore[arg-type]
    with ExitStack() as until:
        events = until.enter_context(closing(Client(site))).listen(f"/g/{token}/live")  # type: ignore[arg-type]
        for _ in range(waves):
            attacks.hang_up_at_once(number, site.slow_wire, f"/g/{token}/live", reset=reset)
        taps_arrive(site, token, events, 1)


@pytest.mark.soak
@pytest.mark.parametrize("number", EARS)
def test_streams_that_nobody_reads_delay_no_tap(site: Site, number: int) -> None:
    token = a_game_being_counted(site)  # type: ignore[arg-type]
    address = f"/g/{token}/live?after=0"
    with ExitStack() as until:
        events = until.enter_context(closing(Client(site))).listen(f"/g/{token}/live")  # type: ignore[arg-type]
        assert length(next(events)) == 1
        with attacks.never_read(number, site.slow_wire, address):
            taps_arrive(site, token, events, 5)


def taps_arrive(site: Site, token: str, events: Iterator[str], number: int) -> None:
    """So many taps are written, and this phone receives them on its stream."""
    with ExitStack() as until:
        writer = at_the_hand(site, token, 0, until)  # type: ignore[arg-type]
        for total in range(1, number + 1):
            assert tap(writer, token, total) == 204
        while length(next(events)) < 1 + number:
            pass
