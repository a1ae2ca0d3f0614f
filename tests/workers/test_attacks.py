"""Incomplete requests, and mass disconnects, delay no other requests and end no worker."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from socket import create_connection, socket
from urllib.parse import urlsplit

import pytest

from tests.browser.serving import LiveServer
from tests.workers.attacks import HALVES, half_sent, hang_up_at_once, never_read
from tests.workers.clients import Client, workers
from tests.workers.party import at_the_hand, length, tap
from tests.workers.slow import slowest_of, usual
from tests.workers.test_several_workers import a_game_being_counted

pytestmark = pytest.mark.only_on("sqlite")

PATIENCE = 60
MOST_TIMES = 4  # as long as without them, asserted in the soak only

CROWDS = [40, 320, 1000]
WAVES = [(2, 60), pytest.param(5, 600, marks=pytest.mark.soak)]
EARS = [100, pytest.param(2000, marks=pytest.mark.soak)]


@pytest.fixture
def connect(server: LiveServer) -> Callable[[], socket]:
    at = urlsplit(server.url)
    return lambda: create_connection((at.hostname or "", at.port or 0), PATIENCE)


def page_of(server: LiveServer) -> int:
    with closing(Client(server, PATIENCE)) as phone:
        return phone.open("/new/twelve-step-rummy")


@pytest.mark.soak
@pytest.mark.parametrize("number", CROWDS)
@pytest.mark.parametrize("kind", HALVES)
def test_half_requests_delay_nobody_else(
    server: LiveServer,
    connect: Callable[[], socket],
    kind: str,
    number: int,
    record_property: Callable[[str, object], None],
) -> None:
    before = workers(server)

    def page() -> int:
        return page_of(server)

    many = 4 if number == CROWDS[0] else 20
    slowest_of(many, page)  # both workers have compiled the page
    alone = usual(page, many)
    with half_sent(kind, number, connect):
        first, meanwhile = slowest_of(many, page), usual(page, many)
    alone = max(alone, usual(page, many))  # the machine may have become busier
    record_property("a page", f"{alone:.3f} s, {first:.2f} s at first, then {meanwhile:.3f} s")
    assert workers(server) == before
    if number != CROWDS[0]:
        # Complete requests among the incomplete ones are answered in turn (ADR 26).
        assert first <= number * alone
        assert meanwhile <= MOST_TIMES * alone


@pytest.mark.parametrize(("waves", "number"), WAVES)
@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
def test_streams_that_hang_up_in_waves_end_no_worker(
    server: LiveServer, connect: Callable[[], socket], waves: int, number: int, *, reset: bool
) -> None:
    token, before = a_game_being_counted(server), workers(server)
    with ExitStack() as until:
        phone = until.enter_context(closing(Client(server)))
        events = phone.listen(f"/g/{token}/live")
        for _ in range(waves):
            hang_up_at_once(number, connect, f"/g/{token}/live", reset=reset)
        writer = at_the_hand(server, token, 0, until)  # type: ignore[arg-type]
        assert tap(writer, token, 5) == 204
        while length(next(events)) < 2:
            pass
    assert workers(server) == before


@pytest.mark.parametrize("number", EARS)
def test_streams_that_nobody_reads_delay_no_tap(
    server: LiveServer, connect: Callable[[], socket], number: int
) -> None:
    token = a_game_being_counted(server)
    with ExitStack() as until, never_read(number, connect, f"/g/{token}/live?after=0"):
        phone = until.enter_context(closing(Client(server)))
        events = phone.listen(f"/g/{token}/live")
        writer = at_the_hand(server, token, 0, until)  # type: ignore[arg-type]
        for total in range(1, 6):
            assert tap(writer, token, total) == 204
        while length(next(events)) < 6:
            pass
