"""The cost of a table: games are played, and the CPU time of the server is measured.

Wall-clock time depends on other load; CPU time, bytes and memory hardly do.
docs/reference/capacity.md estimates from them how many tables a machine serves. Run it alone:
`python -m bench.capacity`.
"""

import os
import re
import selectors
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from socket import create_connection, socket

from bench.amount import usually
from bench.figures import Figure, as_table
from bench.held import Phone
from bench.played import game_in_a_count
from bench.servers import HOST, Server, app_server
from companion.app import create_app
from companion.book.backup import default_instance
from companion.records.log.games import open_game
from companion.records.store.database import close_database

TABLES, PHONES, TAPS = usually(24), usually(4), usually(600, 8)
_PACE_SECONDS = 0.03
_RESIDENT = re.compile(r"Pss:\s+(\d+) kB")


def worked(server: Server) -> float:
    """CPU seconds used by the workers."""
    ticks = 0
    for pid in server.workers:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(stat[11]) + int(stat[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def resident(server: Server) -> float:
    """MB used by the workers; shared memory is counted once."""
    rollups = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in server.workers)
    return sum(int(_RESIDENT.findall(text)[0]) for text in rollups) / 1024


def listens(server: Server, token: str) -> socket:
    """A phone that listens to the tail of the log."""
    wire = create_connection((HOST, server.port))
    after = open_game(token).state.version
    wire.sendall(f"GET /g/{token}/live?after={after} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return wire


def hear(listeners: list[socket]) -> int:
    """Read everything received; return the number of events."""
    events = 0
    with selectors.DefaultSelector() as ready:
        for wire in listeners:
            ready.register(wire, selectors.EVENT_READ)
        for key, _ in ready.select(0):
            events += key.fileobj.recv(1 << 16).count(b"event: tail")  # type: ignore[union-attr]
    return events


def tap_for(server: Server, tokens: list[str], listeners: list[socket]) -> tuple[float, int]:
    """CPU seconds of the server for one tap, with everything it causes; and events received."""
    phones = [Phone.at(server.port, token) for token in tokens]
    hear(listeners)
    began, events = worked(server), 0
    for turn in range(TAPS):
        assert phones[turn % len(phones)].write().status == 303
        events += hear(listeners)
        time.sleep(_PACE_SECONDS)
    time.sleep(2 * _PACE_SECONDS)
    return (worked(server) - began) / TAPS, events + hear(listeners)


def measure(folder: Path) -> list[Figure]:
    """Taps without listeners, then with all of them."""
    with app_server(folder) as server, ExitStack() as until:
        app = create_app(instance=folder)
        with app.app_context():
            tokens = [game_in_a_count(rounds=3)[0] for _ in range(TABLES)]
            book = folder / "companion.sqlite"
            alone, _ = tap_for(server, tokens, [])
            before, size = resident(server), book.stat().st_size
            wires = [listens(server, t) for t in tokens for _ in range(PHONES)]
            listeners = [until.enter_context(closing(wire)) for wire in wires]
            time.sleep(2)
            held = resident(server)
            heard, events = tap_for(server, tokens, listeners)
            grown = book.stat().st_size - size
            close_database()
    each = (heard - alone) / (events / TAPS)
    return [
        Figure("a tap that is written", round(alone * 1000, 2), "ms of a processor"),
        Figure("one phone that hears of it", round(each * 1000, 2), "ms of a processor"),
        Figure("phones that heard of a tap", round(events / TAPS, 2), "phones"),
        Figure("one phone that listens", round((held - before) * 1024 / len(wires)), "kB"),
        Figure("a tap in the book", round(grown / TAPS), "bytes"),
    ]


def main() -> None:
    """Measure only this."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=default_instance()) as name:
        print(as_table(measure(Path(name))))


if __name__ == "__main__":
    main()
