"""Files from strangers, many at once: they cost little, and nobody else waits for them."""

import re
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.serving import LiveServer
from tests.gamefile.test_any_file import DOTTED
from tests.workers.clients import workers

AT_ONCE, MEGABYTES = 64, 150
_CSRF = re.compile(r'name="csrf_token" value="([^"]+)"')
_RESIDENT = re.compile(r"VmHWM:\s+(\d+) kB")


pytestmark = pytest.mark.only_on("sqlite")  # no file gets as far as the database


def most_memory(server: LiveServer) -> float:
    """What both workers ever used, in MB."""
    status = (Path(f"/proc/{pid}/status").read_text() for pid in workers(server))
    return sum(int(_RESIDENT.findall(text)[0]) for text in status) / 1024


def upload(server: LiveServer, content: bytes) -> tuple[int, str]:
    address = urlsplit(server.url)
    wire = HTTPConnection(address.hostname or "", address.port, timeout=60)
    wire.request("GET", "/own")
    page = wire.getresponse()
    csrf = _CSRF.findall(page.read().decode())[0].encode()
    said = b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    body = said % (b"csrf_token", b"", csrf) + said % (b"file", b'; filename="x.toml"', content)
    cookie = (page.getheader("Set-Cookie") or "").split(";")[0]
    headers = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=b"}
    wire.request("POST", "/own/file", body + b"--b--\r\n", headers)
    answer = wire.getresponse()
    told = answer.status, answer.read().decode()
    wire.close()
    return told


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (DOTTED, "This game cannot be played"),
        (b"x." * 120_000 + b"x=1", "This file is larger than 32 kB"),
    ],
)
def test_sixty_four_files_at_once(own_server: LiveServer, content: bytes, sentence: str) -> None:
    upload(own_server, b"x")
    before = most_memory(own_server)
    with ThreadPoolExecutor(AT_ONCE) as strangers:
        answers = [*strangers.map(lambda _: upload(own_server, content), range(AT_ONCE))]
    # On a busy machine the last of them are told to come again: one file is read at a time.
    assert {status for status, _ in answers} <= {422, 503}
    assert any(sentence in page for _, page in answers)
    grown = most_memory(own_server) - before
    assert grown < MEGABYTES
