"""Concurrent uploads by strangers: they use little memory, and delay nobody else."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.serving import LiveServer
from tests.gamefile.test_any_file import DOTTED
from tests.workers.clients import workers

FEW, MANY = 6, 64
MEGABYTES = {FEW: 64, MANY: 150}
_CSRF = re.compile(r'name="csrf_token" value="([^"]+)"')
_RESIDENT = re.compile(r"VmHWM:\s+(\d+) kB")


pytestmark = pytest.mark.only_on("sqlite")  # no upload gets as far as the database


def most_memory(server: LiveServer) -> float:
    """The peak memory of both workers, in MB."""
    status = (Path(f"/proc/{pid}/status").read_text() for pid in workers(server))
    return sum(int(_RESIDENT.findall(text)[0]) for text in status) / 1024


@dataclass(frozen=True)
class Form:
    """The import form, as a browser sends it."""

    server: LiveServer
    csrf: bytes
    cookie: str

    def sends(self, content: bytes) -> tuple[int, str]:
        """The status, and the page with the result."""
        said = b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
        body = said % (b"csrf_token", b"", self.csrf)
        body += said % (b"file", b'; filename="x.toml"', content)
        headers = {"Cookie": self.cookie, "Content-Type": "multipart/form-data; boundary=b"}
        with closing(wire_to(self.server)) as wire:
            wire.request("POST", "/own/file", body + b"--b--\r\n", headers)
            answer = wire.getresponse()
            return answer.status, answer.read().decode()


def wire_to(server: LiveServer) -> HTTPConnection:
    address = urlsplit(server.url)
    return HTTPConnection(address.hostname or "", address.port, timeout=60)


def form_of(server: LiveServer) -> Form:
    with closing(wire_to(server)) as wire:
        wire.request("GET", "/own")
        page = wire.getresponse()
        cookie = (page.getheader("Set-Cookie") or "").split(";")[0]
        return Form(server, _CSRF.findall(page.read().decode())[0].encode(), cookie)


def forget_the_peak(server: LiveServer) -> None:
    """Reset the peak to the current memory."""
    for pid in workers(server):
        Path(f"/proc/{pid}/clear_refs").write_text("5")


@pytest.mark.parametrize("at_once", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_many_files_at_once(
    own_server: LiveServer, at_once: int, record_property: Callable[[str, object], None]
) -> None:
    form = form_of(own_server)
    form.sends(b"x")
    for content, sentence in (
        (DOTTED, "This game cannot be played"),
        (b"x." * 120_000 + b"x=1", "This file is larger than 32 kB"),
    ):
        forget_the_peak(own_server)
        before = most_memory(own_server)
        with ThreadPoolExecutor(at_once) as strangers:
            answers = [*strangers.map(form.sends, [content] * at_once)]
        # On a busy machine the last ones get 503: one file is parsed at a time.
        assert {status for status, _ in answers} <= {422, 503}
        assert any(sentence in page for _, page in answers)
        grown = most_memory(own_server) - before
        record_property("memory", f"{grown:+.1f} MB: {sentence}")
        assert grown < MEGABYTES[at_once]
