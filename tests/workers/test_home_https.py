"""`companion run --https`: the app with its own certificate, and the steps to trust it."""

import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from ipaddress import ip_address
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.server import serving
from companion.server.https import authority
from companion.server.https.authority import Machine
from tests.browser.serving import wait_for
from tests.forking import companion_run, own_program
from tests.workers.nodes import PATIENCE
from tests.workers.ports import free_port

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"
PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "en"}


@dataclass(frozen=True)
class Home:
    """A server at home: the ports of the steps and of the app, and its folder."""

    steps: int
    app: int
    folder: Path

    @property
    def certificates(self) -> Path:
        return self.folder / "https"

    @property
    def said(self) -> str:
        return (self.folder / "server.log").read_text()

    def asks(
        self, path: str, method: str = "GET", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of a response over plain http."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.steps, timeout=PATIENCE)) as wire:
            wire.request(method, path, headers=PAGE | named)
            answer = wire.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()

    def opens(self, path: str, trusts: ssl.SSLContext, at: str = "127.0.0.1") -> tuple[int, bytes]:
        """Status and body of a response of the app over https."""
        with closing(HTTPSConnection(at, self.app, timeout=PATIENCE, context=trusts)) as wire:
            wire.request("GET", path)
            answer = wire.getresponse()
            return answer.status, answer.read()

    def trusting(self) -> ssl.SSLContext:
        """A device that trusts the certificate from the page with the steps."""
        (kind, body) = self.asks("/rummy-companion.crt")[1:]
        assert kind["Content-Type"] == "application/x-x509-ca-cert"
        return ssl.create_default_context(cadata=body)


@contextmanager
def at_home(folder: Path, *more: str) -> Iterator[Home]:
    steps, app = free_port(), free_port()
    ports = ["--port", str(steps), "--https-port", str(app)]
    how = [*ports, "--workers", "1", "--threads", "16", "--instance", str(folder), *more]
    server = own_program(companion_run, "--https", *how, log=folder / "server.log")
    try:
        wait_for(app, server)
        wait_for(steps, server)
        yield Home(steps, app, folder)
    finally:
        server.terminate()
        server.join()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with at_home(tmp_path_factory.mktemp("home"), "--host", "127.0.0.1") as home:
        yield home


def test_a_device_with_the_certificate_opens_the_app(home: Home) -> None:
    status, page = home.opens("/new/twelve-step-rummy", home.trusting())
    assert status == 200
    assert b"12-Step Rummy" in page


def test_a_device_without_it_refuses(home: Home) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="local issuer"):
        home.opens("/", ssl.create_default_context())


def test_the_terminal_shows_both_addresses_and_the_fingerprint(home: Home) -> None:
    assert f"Set up each device once: http://127.0.0.1:{home.steps}/\n" in home.said
    assert "█" in home.said
    assert f"The app is then at: https://localhost:{home.app}/\n" in home.said
    assert authority.fingerprint(home.certificates) in home.said


def test_an_address_from_before_https_leads_to_the_same_game(home: Home) -> None:
    status, headers, page = home.asks("/g/abc/sheet", user_agent=IPHONE)
    assert status == 200
    assert f'href="https://localhost:{home.app}/g/abc/sheet" data-app>'.encode() in page
    assert authority.fingerprint(home.certificates).encode() in page
    assert "connect-src https:;" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("/%22%3E%3Cscript%3E", "/%22%3E%3Cscript%3E"),
        ("/%0d%0aX:%20y", "/%0D%0AX%3A%20y"),
        ("//other.example/", "//other.example/"),
        ("/@other.example", "/%40other.example"),
        ("/referee?case=a%20b&x=<script>", "/referee?case=a%20b&amp;x=%3Cscript%3E"),
        ("http://other.example/g/abc", "/"),
    ],
)
def test_an_address_leads_into_the_app_and_nowhere_else(home: Home, asked: str, led: str) -> None:
    status, headers, page = home.asks(asked)
    assert status == 200
    assert b"<script>" not in page
    assert "X" not in headers
    assert f'href="https://localhost:{home.app}{led}" data-app>'.encode() in page


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (IPHONE, b"ios"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile", b"android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0", b"windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", b"macos"),
        ("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", b"other"),
    ],
)
def test_the_steps_of_this_device_are_open(home: Home, agent: str, device: bytes) -> None:
    page = home.asks("/", user_agent=agent)[2]
    assert page.count(b'<details class="trust"') == 5
    assert page.count(b" open>") == 1
    assert b'data-device="' + device + b'" open>' in page


def test_the_page_is_in_the_language_of_the_browser(home: Home) -> None:
    page = home.asks("/", accept_language="ar-EG,en;q=0.5")[2]
    assert b'<html lang="ar-u-nu-latn" dir="rtl">' in page


@pytest.mark.parametrize(
    "path",
    ["css/companion.css", "css/trust.css", "js/pages/trust.js", "fonts/besley-pad-letters.woff2"],
)
def test_what_the_page_loads_is_there(home: Home, path: str) -> None:
    status, _, body = home.asks(f"/static/{path}", accept="*/*")
    assert status == 200
    assert body == (Path(__file__).parents[2] / "static" / path).read_bytes()


@pytest.mark.parametrize(
    ("method", "path", "accept"),
    [
        ("POST", "/g/abc/commands", "text/html"),
        ("GET", "/g/abc/live", "text/event-stream"),
        ("GET", "/https/authority.pem", "*/*"),
    ],
)
def test_a_page_that_was_open_before_https_keeps_its_taps(
    home: Home, method: str, path: str, accept: str
) -> None:
    status, _, body = home.asks(path, method, accept=accept)
    assert status == 503
    assert body.decode() == f"The app is at https://localhost:{home.app}/ now.\n"


def test_head_has_no_body(home: Home) -> None:
    status, headers, body = home.asks("/", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) > 1000


def test_a_renewed_certificate_is_used_without_a_restart(tmp_path: Path) -> None:
    with at_home(tmp_path) as home:
        trusts = home.trusting()
        with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
            home.opens("/readyz", trusts, at="127.0.0.5")
        (home.certificates / authority.SERVER).write_text("half")
        assert home.opens("/readyz", trusts) == (200, b"ready\n")
        moved = Machine(("localhost",), (ip_address("127.0.0.5"),))
        assert authority.renew(home.certificates, moved)
        assert home.opens("/readyz", trusts, at="127.0.0.5") == (200, b"ready\n")


def test_another_start_needs_no_steps_again(tmp_path: Path) -> None:
    with at_home(tmp_path, "--host", "127.0.0.1") as home:
        trusts = home.trusting()
    with at_home(tmp_path, "--host", "127.0.0.1") as home:
        assert home.opens("/", trusts)[0] == 200


@pytest.mark.parametrize(
    ("given", "environ", "sentence"),
    [
        (["--certificate", "a.pem"], {}, "leave out --certificate and --key"),
        (["--port", "9000", "--https-port", "9000"], {}, "are both 9000"),
        ([], {"COMPANION_ENV": "production"}, "leave out COMPANION_ENV=production"),
        (["--host", "192.168.7.7"], {"COMPANION_HOSTS": "x.example"}, "192.168.7.7, or leave it"),
        ([], {"COMPANION_HOSTS": "https://x.example"}, "set names without https://"),
    ],
)
def test_what_does_not_go_with_https_at_home_is_refused(
    tmp_path: Path, given: list[str], environ: dict[str, str], sentence: str
) -> None:
    how = ["run", "--https", "--instance", str(tmp_path / "book"), *given]
    done = CliRunner().invoke(commands.main, how, env=environ)
    assert done.exit_code == 1
    assert sentence in done.output
    assert not (tmp_path / "book").exists()


def test_without_its_library_the_message_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda _: None)  # as if it were not installed
    done = CliRunner().invoke(commands.main, ["run", "--https", "--instance", str(tmp_path)])
    assert done.exit_code == 1
    assert "make run HTTPS=yes" in done.output
    assert ".[https]" in done.output
