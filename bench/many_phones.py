"""Two thousand phones that listen to two processes, while some tap.

Five phones per table; at each table one taps every ten seconds. Clients and server share the
machine, so both the waiting time of a phone and the CPU time of the server are measured. Run alone:
`python -m bench.many_phones`, with `--phones 200` for a quick run, with `--postgresql` on that.
"""

import argparse
import random
import re
import resource
import selectors
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import create_connection, socket
from statistics import quantiles
from threading import Event
from typing import Self

from bench.amount import usually
from bench.capacity import resident, worked
from bench.figures import Figure, as_table
from bench.held import Phone
from bench.played import game_in_a_count
from bench.servers import HOST, Server, app_server
from companion.app import create_app
from companion.book.backup import default_instance
from companion.records.store.database import close_database
from companion.settings.config import database_address
from tests.postgresql import Server as Postgresql

PHONES, AT_A_TABLE, SECONDS = usually(2000, 20), 5, usually(20, 6)
_TAPS_A_SECOND_AND_TABLE = 0.1
_TAPPING = 40  # phones that tap, each at its own table
_LEAD_SECONDS = 2  # until all threads are there
_MOST_P99_MS = 50
_PATIENCE_SECONDS, _OPENED_AT_ONCE = 120, 4
_TOOK = re.compile(r'"method": "POST".*"ms": ([0-9.]+)')
_AN_EVENT = re.compile(rb"id: (\d+)\.\S*\nevent: tail\n")


class Ears:
    """Phones that listen, all read by one thread, with the time of each event."""

    def __init__(self, server: Server, tokens: Sequence[str]) -> None:
        self._server, self._tokens = server, tokens
        self._ready, self._end = selectors.DefaultSelector(), Event()
        self.heard: dict[str, list[list[tuple[int, float]]]] = {token: [] for token in tokens}
        self.listening = self.lost = 0

    def __enter__(self) -> Self:
        self._thread = ThreadPoolExecutor(1)
        with ThreadPoolExecutor(_OPENED_AT_ONCE) as openers:
            wires = [*openers.map(self._open, self._tokens)]
        for (wire, last), token in zip(wires, self._tokens, strict=True):
            wire.setblocking(False)  # noqa: FBT003
            self.heard[token].append([(last, 0.0)])
            self._ready.register(wire, selectors.EVENT_READ, self.heard[token][-1])
        self.listening = len(wires)
        self._reading = self._thread.submit(self._read)
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._reading.result()
        for key in [*self._ready.get_map().values()]:
            key.fileobj.close()  # type: ignore[union-attr]
        self._ready.close()
        self._thread.shutdown()

    def _open(self, token: str) -> tuple[socket, int]:
        """Connected once it has received its first event with the log so far."""
        wire = create_connection((HOST, self._server.port), _PATIENCE_SECONDS)
        wire.sendall(f"GET /g/{token}/live?after=999 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        came = b""
        while not (told := _AN_EVENT.findall(came)):
            more = wire.recv(1 << 16)
            assert more, came
            came += more
        return wire, int(told[0])

    def _read(self) -> None:
        while not self._end.is_set():
            for key, _ in self._ready.select(0.1):
                came = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
                if not came:
                    self.lost += 1
                    self._ready.unregister(key.fileobj)
                for number in map(int, _AN_EVENT.findall(came)):
                    if number > key.data[-1][0]:  # else a heartbeat
                        key.data.append((number, time.perf_counter()))


def many_phones(folder: Path, address: str, phones: int = PHONES) -> Iterator[Figure]:
    """The time of a tap, and until the phones at its table are notified."""
    tables = phones // AT_A_TABLE
    with app_server(folder, address, COMPANION_LOG="json") as server, ExitStack() as until:
        config = {"SQLALCHEMY_DATABASE_URI": address} if address else {}
        app = create_app(config, folder)
        with app.app_context():
            tokens = [game_in_a_count(rounds=3)[0] for _ in range(tables)]
            close_database()
        tapping = [Phone.at(server.port, token) for token in tokens[:: max(1, tables // _TAPPING)]]
        assert {phone.write().status for phone in tapping} == {303}  # what only a first tap needs
        before = resident(server)
        ears = until.enter_context(Ears(server, tokens * AT_A_TABLE))
        time.sleep(2)
        yield Figure("phones that listen to two processes", ears.listening, "phones")
        yield Figure("one of them takes", round((resident(server) - before) * 1024 / phones), "kB")
        yield Figure("two processes while nobody taps", _work_of(server, 16), "processors")
        yield from _tapped(server, ears, tapping, tables * _TAPS_A_SECOND_AND_TABLE)
        yield Figure("phones that were cut off", ears.lost, "", 0)
        log = (folder / f"server-{server.port}.log").read_text()
        took = [float(taken) / 1e3 for taken in _TOOK.findall(log)]
        yield from _spread("the server takes for a tap", took, _MOST_P99_MS)
        for phone in tapping:
            phone.wire.close()


def _work_of(server: Server, seconds: float) -> float:
    began = worked(server)
    time.sleep(seconds)
    return round((worked(server) - began) / seconds, 2)


def _tapped(server: Server, ears: Ears, phones: list[Phone], a_second: float) -> Iterator[Figure]:
    """Tap at the scheduled moments of each phone."""
    work, began = worked(server), time.perf_counter()

    def taps_of(mine: int) -> list[tuple[float, float, int]]:
        phone, told, chance = phones[mine], [], random.Random(mine)
        at = began + _LEAD_SECONDS + chance.uniform(0, len(phones) / a_second)
        while at < began + _LEAD_SECONDS + SECONDS:
            time.sleep(max(0.0, at - time.perf_counter()))
            tapped = time.perf_counter()
            status = phone.write().status
            told.append((tapped, time.perf_counter() - tapped, status))
            at += chance.uniform(0.5, 1.5) * len(phones) / a_second
        return told

    with ThreadPoolExecutor(len(phones)) as threads:
        told = [*threads.map(taps_of, range(len(phones)))]
    spent = (worked(server) - work) / (time.perf_counter() - began)
    time.sleep(1)
    taps = [tap for mine in told for tap in mine]
    yield Figure("taps that were not written", sum(s != 303 for *_, s in taps), "", 0)
    yield from _spread("a phone waits for its tap", [took for _, took, _ in taps], _MOST_P99_MS)
    yield from _spread("another has heard of it", [*_heard_after(ears, phones, told)])
    note = f"{len(taps)} taps, {len(taps) / SECONDS:.0f} a second"
    yield Figure("two processes while people tap", round(spent, 2), "processors", note=note)


def _heard_after(
    ears: Ears, phones: list[Phone], told: list[list[tuple[float, float, int]]]
) -> Iterator[float]:
    """For each tap, when each phone at its table received that entry or a later one."""
    for phone, taps in zip(phones, told, strict=True):
        for events in ears.heard[phone.table.split("/")[2]]:
            numbers = [number for number, _ in events]
            for number, (tapped, _, _) in enumerate(taps, numbers[0] + 1):
                if number <= numbers[-1]:
                    yield events[bisect_left(numbers, number)][1] - tapped


def _spread(name: str, times: list[float], goal: float | None = None) -> Iterator[Figure]:
    cuts = quantiles(times, n=100)
    yield Figure(f"{name}: p50", round(cuts[49] * 1000), "ms")
    yield Figure(f"{name}: p99", round(cuts[98] * 1000), "ms", goal)
    yield Figure(f"{name}: at most", round(max(times) * 1000), "ms")


@contextmanager
def _postgresql() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="bench-") as data:
        server = Postgresql(Path(data) / "data", fast=False)
        server.start()
        server.make("games")
        yield database_address(server.address("games"))
        server.stop()


def _said(figure: Figure) -> Figure:
    """Yield each figure as it is measured."""
    print(*figure.as_row(), sep="  ", file=sys.stderr, flush=True)
    return figure


def main() -> None:
    """Measure only this."""
    parser = argparse.ArgumentParser(prog="python -m bench.many_phones", description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--postgresql", action="store_true")
    told = parser.parse_args()
    some, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, max(some, 3 * told.phones)), most))
    with ExitStack() as until:
        folder = tempfile.TemporaryDirectory(prefix="bench-", dir=default_instance())
        name = until.enter_context(folder)
        address = until.enter_context(_postgresql()) if told.postgresql else ""
        print(as_table([*map(_said, many_phones(Path(name), address, told.phones))]))


if __name__ == "__main__":
    main()
