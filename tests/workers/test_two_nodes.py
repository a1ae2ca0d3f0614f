"""Two machines over one PostgreSQL: events pass between them, nothing is lost or doubled.

With wrong clocks, and with machines or PostgreSQL killed. In the suite, test_several_workers.py
tests that events reach other processes through PostgreSQL.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import pytest

from tests.databases import Database, Postgresql
from tests.postgresql import Server
from tests.workers.clients import Client
from tests.workers.nodes import Node, opens, proxy_before, soon, two_nodes
from tests.workers.party import Party, at_the_hand, check_log, length, tap
from tests.workers.test_several_workers import WRITERS, a_game_being_counted, kept, save, seat_of

pytestmark = [pytest.mark.soak, pytest.mark.only_on("postgresql")]

TAPS, HANDS = 62, 25
MOST_TIMES = 10  # as long to a phone at the other node as to one at the same node
DAY = 24 * 3600
CLOCKS = {"two seconds": (0, 2), "two seconds each": (2, -2), "a day each": (DAY, -DAY)}

Said = Callable[[str, object], None]


@pytest.fixture
def nodes(
    tmp_path: Path, database: Database, request: pytest.FixtureRequest
) -> Iterator[list[Node]]:
    address = database.make(tmp_path)
    with two_nodes(tmp_path, address, getattr(request, "param", (0, 0))) as both:
        yield both
    database.drop(tmp_path)


@pytest.fixture
def on_disk(run: str, tmp_path: Path) -> Iterator[tuple[Server, list[Node]]]:
    """A PostgreSQL with fsync, which may be killed."""
    with TemporaryDirectory(prefix="companion-tests-") as folder:
        server = Server(Path(folder) / "data", fast=False)
        server.start()
        with two_nodes(tmp_path, Postgresql(server, run).make(tmp_path)) as both:
            yield server, both
        server.stop()


def heard_after(writer: Client, events: Iterator[str], token: str, total: int) -> float:
    """Seconds from a tap on one phone until another has received it; totals are 1, 2, 3 ..."""
    began = monotonic()
    assert tap(writer, token, total) == 204
    while length(next(events)) <= total:  # the log has one entry more than there were taps
        pass
    return monotonic() - began


def test_a_tap_on_one_node_is_streamed_by_the_other(
    nodes: list[Node], record_property: Said
) -> None:
    token = a_game_being_counted(nodes[0])  # type: ignore[arg-type]
    check_news(nodes, token, record_property)
    with ExitStack() as until:
        check_writers(nodes, until, HANDS, record_property)


def check_news(nodes: list[Node], token: str, said: Said) -> None:
    """From each to the other, and to itself."""
    took: dict[str, list[float]] = {"across": [], "at one": []}
    with ExitStack() as until:
        writers = [at_the_hand(node, token, 0, until) for node in nodes]
        ears = [until.enter_context(closing(Client(node))) for node in nodes]
        events = [ear.listen(f"/g/{token}/live") for ear in ears]
        for total in range(1, TAPS + 1):
            here, there = total % 2, total // 2 % 2
            where = "at one" if here == there else "across"
            took[where].append(heard_after(writers[here], events[there], token, total))
    check_log(nodes[0], token, [*range(1, TAPS + 1)])
    assert kept(nodes[1], token) == [*range(1, TAPS + 1)]  # type: ignore[arg-type]
    for where, times in took.items():
        say_times(said, f"heard {where}", times[2:])  # the first taps fill caches
    # The worst depends on other load.
    assert median(took["across"]) <= MOST_TIMES * median(took["at one"])


def say_times(said: Said, what: str, took: list[float]) -> None:
    cuts = quantiles(took, n=100)
    said(what, f"median {median(took) * 1000:.0f}, p99 {cuts[98] * 1000:.0f}, worst "
        f"{max(took) * 1000:.0f} ms of {len(took)}")  # fmt: skip


def check_writers(nodes: list[Node], until: ExitStack, hands: int, said: Said) -> None:
    """Sixteen phones in one game, eight at each machine."""
    token, totals = a_game_being_counted(nodes[0]), count(5, 5)  # type: ignore[arg-type]
    work = [[next(totals) for _ in range(hands)] for _ in range(WRITERS)]
    phones = [at_the_hand(nodes[n % 2], token, n, until) for n in range(WRITERS)]

    def write(number: int) -> list[float]:
        return [save_timed(phones[number], token, number, total) for total in work[number]]

    with ThreadPoolExecutor(WRITERS) as pool:
        took = [seconds for mine in pool.map(write, range(WRITERS)) for seconds in mine]
    check_log(nodes[0], token, [total for mine in work for total in mine])
    say_times(said, "written twice", took)


def save_timed(phone: Client, token: str, number: int, total: int) -> float:
    began = monotonic()
    assert save(phone, token, seat_of(number), total) == 204
    return monotonic() - began


@pytest.mark.parametrize("nodes", CLOCKS.values(), ids=CLOCKS, indirect=True)
def test_clocks_that_differ_lose_nothing(nodes: list[Node], record_property: Said) -> None:
    token = a_game_being_counted(nodes[0])  # type: ignore[arg-type]
    check_news(nodes, token, record_property)
    with ExitStack() as until:
        check_writers(nodes, until, 4, record_property)


def test_phones_of_a_killed_node_continue_on_the_other(
    nodes: list[Node], tmp_path: Path, record_property: Said
) -> None:
    """Through the shipped proxy; after a restart both machines serve again."""
    token = a_game_being_counted(nodes[0])  # type: ignore[arg-type]
    with proxy_before(nodes, tmp_path) as front, Party(front, token) as party:
        for killed in (*nodes, *nodes):
            party.goes_on()
            killed.kill()
            record_property("killed, all goes on after", f"{party.goes_on():.1f} s")
            killed.start()
            party.goes_on()
        record_property("longest tap", f"{party.longest():.1f} s")
        check_log(nodes[0], token, party.told)
        nodes[0].kill()
        soon(lambda: opens(front))
        other = a_game_being_counted(nodes[1])  # type: ignore[arg-type]
        check_news([front, front], other, record_property)
        nodes[0].start()


def test_the_app_recovers_after_postgresql_was_killed(
    on_disk: tuple[Server, list[Node]], record_property: Said
) -> None:
    server, nodes = on_disk
    token = a_game_being_counted(nodes[0])  # type: ignore[arg-type]
    with Party(nodes[0], token) as one, Party(nodes[1], token, writers=0) as other:
        for _ in range(5):
            one.goes_on()
            server.kill()
            sleep(1)
            server.start()
            took = one.goes_on()
            soon(lambda: min(other.lengths) >= min(one.lengths) - 1)
            record_property("back, all goes on after", f"{took:.1f} s")
        one.longest()
        check_log(nodes[0], token, one.told)
    again = a_game_being_counted(nodes[0])  # type: ignore[arg-type]
    check_news(nodes, again, record_property)
