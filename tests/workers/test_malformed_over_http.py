"""Malformed requests over plain sockets: each complete one is answered soon."""

from collections.abc import Callable, Iterator
from itertools import islice
from socket import create_connection
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
_SOON = 1.0  # seconds, on an idle machine; asserted in the soak only
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


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_complete_malformed_requests_are_answered_soon(
    server: LiveServer, number: int, record_property: Callable[[str, object], None]
) -> None:
    took = [answered_after(server, sent) for sent in islice(requests(server), number)]
    slow = sum(seconds > _SOON for seconds in took)
    record_property("slowest", f"{max(took):.2f} s, {slow} of {number} above {_SOON} s")
    assert number == FEW or not slow
