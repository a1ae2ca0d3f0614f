"""Two thousand phones that open their streams at one moment, as after a restart; and other pages.

Clients and server share the machine, so the ratios matter more than the times. Run alone:
`python -m bench.arriving`, with `--phones 200` for a short look.
"""

import argparse
import resource
import selectors
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from socket import create_connection, socket
from statistics import median
from threading import Event

from bench.amount import usually
from bench.figures import Figure, as_table
from bench.held import Phone
from bench.played import game_in_a_count
from bench.servers import HOST, app_server
from companion.app import create_app
from companion.book.backup import default_instance
from companion.records.store.database import close_database

PHONES, AT_A_TABLE, OTHERS = usually(2000, 20), 5, 4
_PAUSE_SECONDS, _ALONE_SECONDS, _PATIENCE_SECONDS = 0.02, 2, 120
_FIRST_EVENT = b"event: tail\n"


def open_at_once(port: int, tokens: Sequence[str], until: ExitStack) -> list[float]:
    """Open a stream for each token at one moment; the seconds until each has its first event."""
    wires = [until.enter_context(_connected(port)) for _ in tokens]
    with selectors.DefaultSelector() as ready:
        began = time.perf_counter()
        for wire, token in zip(wires, tokens, strict=True):
            wire.sendall(f"GET /g/{token}/live?after=999 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            ready.register(wire, selectors.EVENT_READ, bytearray())
        return [*_first_events(ready, began)]


def _connected(port: int) -> closing[socket]:
    return closing(create_connection((HOST, port), _PATIENCE_SECONDS))


def _first_events(ready: selectors.BaseSelector, began: float) -> Iterator[float]:
    while ready.get_map():
        came = ready.select(_PATIENCE_SECONDS)
        assert came, f"{len(ready.get_map())} streams have no event"
        for key, _ in came:
            more = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
            key.data.extend(more)
            assert more, key.data
            if _FIRST_EVENT in key.data:
                ready.unregister(key.fileobj)
                yield time.perf_counter() - began


def pages_until(end: Event, phones: Sequence[Phone]) -> list[float]:
    """Open pages again and again until the event; the seconds that each took."""

    def pages_of(phone: Phone) -> list[float]:
        took = []
        while not end.is_set():
            answer = phone.read()
            assert answer.status == 200
            took.append(answer.took / 1000)
            time.sleep(_PAUSE_SECONDS)
        return took

    with ThreadPoolExecutor(len(phones)) as threads:
        return [one for mine in threads.map(pages_of, phones) for one in mine]


def arriving(folder: Path, phones: int = PHONES) -> Iterator[Figure]:
    """The slowest page, and the last stream, of this moment."""
    some, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, max(some, 3 * phones)), most))
    with app_server(folder) as server, ExitStack() as until, ThreadPoolExecutor(1) as thread:
        app = create_app(instance=folder)
        with app.app_context():
            tokens = [game_in_a_count(rounds=3)[0] for _ in range(phones // AT_A_TABLE)]
            close_database()
        others = [Phone.at(server.port, token) for token in tokens[:OTHERS]]
        alone, end = Event(), Event()
        reading = thread.submit(pages_until, alone, others)
        time.sleep(_ALONE_SECONDS)
        alone.set()
        usual = reading.result()
        reading = thread.submit(pages_until, end, others)
        streams = open_at_once(server.port, tokens * AT_A_TABLE, until)
        end.set()
        pages = reading.result()
        for phone in others:
            phone.wire.close()
    last, slowest, note = max(streams), max(pages), f"{len(pages)} pages"
    yield Figure("streams that are opened at once", len(streams), "streams")
    yield Figure("the last of them has its first event after", _figure(last), "s", 3)
    yield Figure("the slowest page meanwhile", _figure(slowest), "s", 1, note)
    yield Figure("the usual page meanwhile", _figure(median(pages)), "s", note=note)
    yield Figure("the usual page before", _figure(median(usual)), "s", note=f"{len(usual)} pages")
    yield Figure("the slowest page / the last stream", _figure(slowest / last), "times", 1 / 3)


def _figure(number: float) -> float:
    return round(number, 3)


def main() -> None:
    """Measure only this."""
    parser = argparse.ArgumentParser(prog="python -m bench.arriving", description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    phones = parser.parse_args().phones
    with tempfile.TemporaryDirectory(prefix="bench-", dir=default_instance()) as name:
        print(as_table([*arriving(Path(name), phones)]))


if __name__ == "__main__":
    main()
