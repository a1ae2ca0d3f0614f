"""https at home: the app is installable once the certificate is trusted; else steps are shown."""

import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect
from playwright.sync_api import Error as BrowserError

from companion.server.https.authority import Machine, authority_in, this_machine
from companion.server.https.page import CERTIFICATE
from tests.browser import chromium, looks
from tests.browser.keeping import UNTIL_READY
from tests.browser.lying import PATIENCE
from tests.browser.missing import cannot
from tests.web.html import check_valid
from tests.workers.test_home_https import IPHONE, Home, at_home

NAME = this_machine("0.0.0.0").names[0]
BANK = "bank.example"
LOOKS = ("sticking_out", "too_small", "cut_off", "pale", "large")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with at_home(tmp_path_factory.mktemp("home")) as home:
        yield home


@contextmanager
def device(browser_type: BrowserType, folder: Path) -> Iterator[Browser]:
    """A device with its own trusted certificates in this folder; resolves the name as by mDNS."""
    options = chromium.launch_options()
    if options is None:
        cannot(chromium.MISSING)
    assert options
    args = [*options["args"], f"--host-resolver-rules=MAP {NAME} 127.0.0.1,MAP {BANK} 127.0.0.1"]
    env = os.environ | {"HOME": str(folder)}
    with closing(browser_type.launch(**options | {"args": args}, env=env)) as browser:
        yield browser


@pytest.fixture
def stranger(browser_type: BrowserType, tmp_path: Path) -> Iterator[Page]:
    """A device that has not been set up."""
    with device(browser_type, tmp_path) as browser:
        yield opened(browser)


@pytest.fixture
def trusting(browser_type: BrowserType, tmp_path: Path, home: Home) -> Iterator[Page]:
    """A device that trusts the certificate offered by the page."""
    trusts(tmp_path, home.asks(CERTIFICATE)[2])
    with device(browser_type, tmp_path) as browser:
        yield opened(browser)


def opened(browser: Browser, **unusual: object) -> Page:
    page = browser.new_page(**chromium.PHONE | {"service_workers": "allow"} | unusual)
    page.set_default_timeout(PATIENCE)
    return page


def trusts(folder: Path, certificate: bytes) -> None:
    """Install the certificate where Chromium on Linux looks for those of the user."""
    if shutil.which("certutil") is None:
        cannot("certutil is not installed (apt-get install libnss3-tools), so nobody can trust.")
    database = folder / ".pki" / "nssdb"
    database.mkdir(parents=True)
    named = ["certutil", "-d", f"sql:{database}"]
    subprocess.run([*named, "-N", "--empty-password"], check=True)
    adding = [*named, "-A", "-t", "C,,", "-n", "Rummy Companion"]
    subprocess.run(adding, input=certificate, check=True)


@pytest.mark.soak
def test_the_steps_lead_a_device_that_trusts_the_certificate_to_the_app_which_it_keeps(
    trusting: Page, home: Home
) -> None:
    trusting.goto(f"http://127.0.0.1:{home.steps}/played")
    trusting.wait_for_url(f"https://{NAME}:{home.app}/played")
    trusting.goto(f"https://{NAME}:{home.app}/")
    worker = trusting.evaluate("async () => (await navigator.serviceWorker.ready).active.scriptURL")
    assert worker == f"https://{NAME}:{home.app}/service-worker.js"
    trusting.evaluate(UNTIL_READY, f"https://{NAME}:{home.app}/")
    trusting.context.set_offline(True)
    trusting.reload()
    expect(trusting.get_by_role("link", name="New game")).to_be_visible()


@contextmanager
def imitating(name: str, folder: Path) -> Iterator[int]:
    """A server for this name with a certificate signed by the authority in the folder."""
    pem = folder / "forged.pem"
    pem.write_bytes(authority_in(folder).issue(Machine((name,), ())))
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(pem)
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # type: ignore[method-assign] # the browser hangs up
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.soak
def test_whoever_steals_the_authority_can_imitate_this_home_but_no_bank(
    trusting: Page, home: Home
) -> None:
    with imitating(NAME, home.certificates) as port:
        answer = trusting.goto(f"https://{NAME}:{port}/")
        assert answer
        assert answer.status == 501  # that server has no pages
    with (
        imitating(BANK, home.certificates) as port,
        pytest.raises(BrowserError, match="ERR_CERT_INVALID"),
    ):
        trusting.goto(f"https://{BANK}:{port}/")


@pytest.mark.soak
def test_a_device_that_was_not_set_up_stays_on_the_steps(stranger: Page, home: Home) -> None:
    with stranger.expect_event("requestfailed") as refused:
        stranger.goto(f"http://127.0.0.1:{home.steps}/")
    assert refused.value.url == f"https://{NAME}:{home.app}/healthz"
    expect(stranger.get_by_role("heading", name="Set up this device")).to_be_visible()
    expect(stranger.get_by_role("link", name="Open the app")).to_be_visible()


@pytest.mark.soak
def test_an_ipad_that_says_it_is_a_mac_gets_its_own_steps(stranger: Page, home: Home) -> None:
    mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari"
    browser = stranger.context.browser
    assert browser
    for touched, steps in ((True, "iPhone and iPad"), (False, "Mac")):
        page = opened(browser, user_agent=mac, has_touch=touched)
        page.goto(f"http://127.0.0.1:{home.steps}/")
        expect(page.locator("details[open] summary")).to_have_text(steps)


@pytest.mark.soak
@pytest.mark.parametrize("language", ["ar", "en", "de", "fr"])
def test_the_steps_can_be_read_and_tapped_on_the_smallest_phone(
    stranger: Page, home: Home, language: str
) -> None:
    browser = stranger.context.browser
    assert browser
    small = {"width": 320, "height": 640}
    page = opened(browser, user_agent=IPHONE, locale=language, viewport=small)
    page.goto(f"http://127.0.0.1:{home.steps}/")
    check_valid(page.content())
    for steps in page.locator("summary").all()[1:]:
        steps.click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert looks.found_in(page, *((check, "") for check in LOOKS)) == []
