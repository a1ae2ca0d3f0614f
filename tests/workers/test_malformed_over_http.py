"""Malformed requests over plain sockets: each complete one is answered soon."""

from collections.abc import Callable, Iterator
from itertools import islice
from socket import create_connection
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

import pytest

from tests.browser.serving import LiveServer
from tests.web.malformed import Dice, Sent
from tests.web.phone import Phone
from tests.web.test_malformed import a_stranger, a_table, links_of

pytestmark = pytest.mark.only_on("sqlite")

FEW, MANY = 100, 20_000
_PATIENCE = 60  # seconds
_MANY_TIMES = 100  # as long as the usual one; asserted in the soak only
_FRAMING = {"Content-Length", "Transfer-Encoding"}


def raw(sent: Sent) -> bytes:
    """The bytes of the request; each connection carries one."""
    target = sent.path + ("?" + sent.query if sent.query else "")
    length = ("Content-Length", str(len(sent.body)))
    headers = [("Host", sent.host), ("Connection", "close"), length, *sent.headers]
    head = [f"{sent.method} {target} HTTP/1.1", *(f"{name}: {told}" for name, told in headers)]
    return "\r\n".join([*head, "", ""]).encode("latin-1", "replace") + sent.body


def requests(server: LiveServer) -> Iterator[Sent]:
    """Endless requests with a Content-Length, if a length can be given."""
    dice, phone = Dice(8), Phone(server.app)
    stranger = a_stranger(phone)
    while True:
        links = links_of(a_table(phone))
        for sent in dice.requests(server.app, stranger, links):
            if not _FRAMING & {name for name, _ in sent.headers}:
                yield sent


def answered_after(server: LiveServer, sent: Sent) -> float:
    """Seconds until the first line of the response, which is never a 500."""
    at = urlsplit(server.url)
    with create_connection((at.hostname or "", at.port or 0), _PATIENCE) as wire:
        began = perf_counter()
        wire.sendall(raw(sent))
        line = wire.recv(64)
    assert line.startswith(b"HTTP/1.1 "), sent
    assert line.split()[1] < b"500", sent
    return perf_counter() - began


@pytest.mark.soak  # tests/web/test_malformed.py sends them without a server
@pytest.mark.parametrize("number", [FEW, MANY])
def test_complete_malformed_requests_are_answered_soon(
    server: LiveServer, number: int, record_property: Callable[[str, object], None]
) -> None:
    took = [(answered_after(server, sent), sent) for sent in islice(requests(server), number)]
    usual = median(seconds for seconds, _ in took)
    slow = [sent for seconds, sent in took if seconds > _MANY_TIMES * usual]
    record_property("slow", f"{len(slow)} of {number}; usual {usual:.4f} s")
    # What is slow by itself is slow each time, other than a pause of a busy machine.
    for sent in slow if number == MANY else ():
        assert min(answered_after(server, sent) for _ in range(5)) <= _MANY_TIMES * usual, sent
