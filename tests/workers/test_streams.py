"""Streams hold no thread: there may be more streams than threads, without delaying requests."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from socket import create_connection, socket
from urllib.parse import urlsplit

import pytest

from tests.browser.serving import LiveServer
from tests.workers.clients import Client, workers
from tests.workers.nodes import soon
from tests.workers.party import at_the_hand, length, tap
from tests.workers.test_several_workers import a_game_being_counted, kept

pytestmark = pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))

PHONES = [300, pytest.param(2000, marks=pytest.mark.soak)]  # two processes have 256 threads
TAPS = 3
PROC = Path("/proc")


def listening(server: LiveServer, token: str, number: int, until: ExitStack) -> list[Iterator[str]]:
    """So many streams, each of which has received its first event."""
    phones = [until.enter_context(closing(Client(server))) for _ in range(number)]
    events = [phone.listen(f"/g/{token}/live") for phone in phones]
    assert {length(next(heard)) for heard in events} == {1}
    return events


def sockets(server: LiveServer) -> int:
    """The number of open connections (and some files) of its workers."""
    return sum(len([*(PROC / str(pid) / "fd").iterdir()]) for pid in workers(server))


@pytest.mark.parametrize("number", PHONES)
def test_all_hear_of_each_tap_and_nobody_waits_for_them(server: LiveServer, number: int) -> None:
    token = a_game_being_counted(server)
    with ExitStack() as until:
        writer = at_the_hand(server, token, 0, until)  # type: ignore[arg-type]
        before = sockets(server)
        events = listening(server, token, number, until)
        assert sockets(server) >= before + number
        for total in range(1, TAPS + 1):
            assert tap(writer, token, total) == 204
        for heard in events:
            while length(next(heard)) <= TAPS:
                pass
    assert kept(server, token) == [*range(1, TAPS + 1)]
    soon(lambda: sockets(server) < before + number / 2)  # closed connections are released


def test_a_proxy_with_http_1_0_gets_a_stream_too(server: LiveServer) -> None:
    """A client with HTTP/1.0, such as nginx by default, gets no chunked encoding."""
    token, at = a_game_being_counted(server), urlsplit(server.url)
    with ExitStack() as until, create_connection((at.hostname or "", at.port or 0), 60) as wire:
        writer = at_the_hand(server, token, 0, until)  # type: ignore[arg-type]
        wire.sendall(f"GET /g/{token}/live HTTP/1.0\r\n\r\n".encode())
        came = _until(wire, b"data: 1.")
        assert b"chunked" not in came
        assert tap(writer, token, 5) == 204
        came = _until(wire, b"data: 2.")
        assert came.startswith(b"id: ")


def _until(wire: socket, wanted: bytes) -> bytes:
    came = b""
    while wanted not in came:
        more = wire.recv(1 << 16)
        assert more, came
        came += more
    return came
