"""The shipped nginx.conf, run with ports and a certificate of this machine."""

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest
from flask import Flask

from tests.books import close_book, open_book
from tests.browser.missing import cannot
from tests.workers.clients import Client
from tests.workers.nodes import opens, soon
from tests.workers.party import at_the_hand, length, tap
from tests.workers.ports import free_port
from tests.workers.proxy import CERTIFICATE
from tests.workers.test_behind_a_proxy import production, running
from tests.workers.test_several_workers import a_game_being_counted
from tests.workers.test_streams import listening

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
FILE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
# The relevant context from Debian's nginx.conf.
AROUND = """
daemon off;
user root; # ignored unless root runs the tests: the folders are of whoever does
worker_processes 1;
pid {folder}/pid;
error_log {folder}/other.log;
events {{}}
http {{
    gzip on;
    access_log {folder}/access.log;
    {temporary}
    include {folder}/rummy-companion.conf;
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
PATIENCE = 60  # seconds, on a busy machine
TAPS = 5
GUESSES = 20  # wrong codes per address and hour
MEGABYTE = 1 << 20
SPOKEN = {"COMPANION_HOSTS": "localhost", "COMPANION_LOG": "json"}
TAKEN_IN = '"method": "POST", "place": "/played/take"'  # in the log of the app
PART = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
CSRF = re.compile(r'name="csrf_token" value="([^"]+)"')


@dataclass(frozen=True)
class Site:
    """The app behind nginx. The certificate is for another name; only its issuer is checked."""

    https: int
    http: int
    folder: Path
    trusted: ssl.SSLContext
    app: Flask
    app_folder: Path

    @property
    def app_log(self) -> str:
        return (self.app_folder / "server.log").read_text()

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https}"

    def wire(self, source: str = "127.0.0.1") -> HTTPSConnection:
        """A connection from this loopback address."""
        at = {"context": self.trusted, "source_address": (source, 0)}
        return HTTPSConnection("127.0.0.1", self.https, timeout=PATIENCE, **at)

    def log(self) -> str:
        """The whole log of nginx."""
        return "".join(file.read_text() for file in self.folder.glob("*.log"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not NGINX:
        cannot("nginx is not here: sudo apt install nginx-light.")
    folder, nginx = (tmp_path_factory.mktemp(name) for name in ("app", "nginx"))
    tls = ssl.create_default_context(cafile=str(CERTIFICATE))
    tls.check_hostname = False
    with running(folder, **production(folder), **SPOKEN) as app:
        book = open_book(folder, production(folder)["COMPANION_DATABASE"])
        site = Site(free_port(), free_port(), nginx, tls, book, folder)
        process = begin(site, app)
        try:
            soon(lambda: opens(site))  # type: ignore[arg-type]
            yield site
        finally:
            process.terminate()
            process.wait()
            close_book(book)


def begin(site: Site, app: int) -> subprocess.Popen[bytes]:
    """nginx with the shipped file, with the values that a reader replaces, and its ports."""
    replaced = {  # quoted: the folder may contain a space
        "listen 80;": f"listen 127.0.0.1:{site.http};",
        "listen 443 ": f"listen 127.0.0.1:{site.https} ",
        "/etc/letsencrypt/live/rummy.example/fullchain.pem": f'"{CERTIFICATE}"',
        "/etc/letsencrypt/live/rummy.example/privkey.pem": f'"{CERTIFICATE}"',
        "rummy.example;": "localhost;",
        "127.0.0.1:8000": f"127.0.0.1:{app}",
        "/var/log/nginx": str(site.folder),
    }
    text = FILE.read_text()
    for said, ours in replaced.items():
        assert said in text, said
        text = text.replace(said, ours)
    (site.folder / "rummy-companion.conf").write_text(text)
    paths = [f"{name}_temp_path {site.folder}/{name};" for name in TEMPORARY]
    around = AROUND.format(folder=site.folder, temporary="\n    ".join(paths))
    (site.folder / "nginx.conf").write_text(around)
    return subprocess.Popen(
        [str(NGINX), "-e", str(site.folder / "start.log"), "-c", str(site.folder / "nginx.conf")]
    )


def test_a_page_comes_by_https_whatever_a_client_says_of_itself(site: Site) -> None:
    lies = {"X-Forwarded-Prefix": "/elsewhere", "X-Forwarded-Host": "elsewhere.example"}
    with closing(site.wire()) as wire:
        headers = lies | {"X-Forwarded-Proto": "http", "Host": f"localhost:{site.https}"}
        wire.request("GET", "/new/twelve-step-rummy", headers=headers)
        answer = wire.getresponse()
        page = answer.read().decode()
    assert answer.status == 200
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "elsewhere" not in page


def test_http_leads_to_https(site: Site) -> None:
    with closing(HTTPConnection("127.0.0.1", site.http, timeout=PATIENCE)) as wire:
        wire.request("GET", "/join", headers={"Host": "localhost"})
        answer = wire.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, "https://localhost/join")


def test_phones_hear_of_a_tap_at_once(site: Site) -> None:
    token = a_game_being_counted(site)  # type: ignore[arg-type]
    with ExitStack() as until:
        (heard,) = listening(site, token, 1, until)  # type: ignore[arg-type]
        writer = at_the_hand(site, token, 0, until)  # type: ignore[arg-type]
        heartbeats = 0
        for total in range(1, 1 + TAPS):
            assert tap(writer, token, total) == 204
            while length(next(heard)) <= total:  # the log has one entry more than there were taps
                heartbeats += 1
    # With a heartbeat nginx flushes a buffered event: each tap would wait for one.
    assert heartbeats < TAPS - 1


def sent(
    site: Site, page: str, fields: Mapping[str, bytes], source: str = "127.0.0.1", **said: str
) -> int:
    """The status after sending the form of this page with these fields, from this address."""
    with closing(site.wire(source)) as wire:
        headers = {"Host": f"localhost:{site.https}", "Referer": f"{site.url}{page}"}
        wire.request("GET", page, headers=headers)
        answer = wire.getresponse()
        headers["Cookie"] = str(answer.getheader("Set-Cookie")).split(";")[0]
        headers["Content-Type"] = "multipart/form-data; boundary=b"
        key = CSRF.findall(answer.read().decode())[0].encode()
        parts = [PART % (b"csrf_token", key)]
        parts += [PART % (name.encode(), value) for name, value in fields.items()]
        wire.request("POST", page, b"".join(parts) + b"--b--\r\n", headers | said)
        return wire.getresponse().status


def test_each_address_has_limits_of_its_own_and_claims_no_other(site: Site) -> None:
    def guess(source: str, claimed: str) -> int:
        said = {"X-Forwarded-For": claimed}
        return sent(site, "/join", {"code": b"222222"}, source, **said)

    tries = [guess("127.0.0.1", f"192.0.2.{n}") for n in range(GUESSES + 1)]
    assert tries == [422] * GUESSES + [429]
    assert guess("127.0.0.2", "127.0.0.1") == 422


@pytest.mark.parametrize(("megabytes", "status"), [(4, 422), (6, 413)])
def test_a_file_beyond_the_limit_does_not_reach_the_app(
    site: Site, megabytes: int, status: int
) -> None:
    before = site.app_log.count(TAKEN_IN)
    file = b"x" * (megabytes * MEGABYTE - 1)
    assert sent(site, "/played/take", {'file"; filename="x.json': file}) == status
    assert site.app_log.count(TAKEN_IN) - before == (status == 422)


def test_no_log_has_the_link_of_a_game(site: Site) -> None:
    token = a_game_being_counted(site)  # type: ignore[arg-type]
    with closing(Client(site)) as phone:  # type: ignore[arg-type]
        assert phone.open(f"/g/{token}/") == 200
    with closing(site.wire()) as wire:
        headers = {"Host": "localhost", "Content-Length": str(6 * MEGABYTE)}
        wire.request("POST", f"/g/{token}/mark", headers=headers)
        assert wire.getresponse().status == 413
    assert token not in site.log()
