"""Responses at the edges of HTTP/1.1, where servers and proxies have disagreed."""

import re
from contextlib import suppress
from socket import create_connection, socket
from urllib.parse import urlsplit

import pytest

from tests.browser.serving import LiveServer
from tests.workers.clients import workers
from tests.workers.edges import EDGES

pytestmark = pytest.mark.only_on("sqlite")

STATUS = re.compile(rb"HTTP/1\.1 ([0-9]{3}) ")
PATIENCE = 60  # seconds, on a busy machine


def statuses(wire: socket, sent: bytes) -> list[int]:
    """The statuses of all responses until the connection closes or stays silent."""
    came = b""
    with wire, suppress(ConnectionResetError, BrokenPipeError, TimeoutError):
        wire.sendall(sent)
        while more := wire.recv(1 << 16):
            came += more
    return [int(status) for status in STATUS.findall(came)]


def test_each_request_has_the_answer_that_the_standard_wants(server: LiveServer) -> None:
    at, before = urlsplit(server.url), workers(server)

    def answers(sent: bytes) -> list[int]:
        wire = create_connection((at.hostname or "", at.port or 0), PATIENCE)
        return statuses(wire, sent)

    assert {name: answers(sent) for name, (sent, _) in EDGES.items()} == {
        name: expected for name, (_, expected) in EDGES.items()
    }
    assert workers(server) == before
