"""Reading while another program holds the score book and 110 phones wait to write.

Run alone: `python -m bench.held`, or with `--seconds 5` for a short look.
"""

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles

from flask import Flask

from bench.amount import usually
from bench.figures import Figure, as_table
from bench.one_hand import Client
from bench.played import game_in_a_count
from bench.servers import HOST, Server, app_server
from companion.app import create_app
from companion.book.backup import default_instance
from companion.records.people.links import new_key

SECONDS, WRITERS, READERS, GAMES = usually(60), usually(110, 8), usually(8), usually(16)
_MOST_MS, _MOST_WAIT_SECONDS = 500, 16
_LOOKS_SECONDS = 0.2
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of one answer, and the milliseconds it took."""

    status: int
    took: float


@dataclass(frozen=True, slots=True)
class Phone:
    """One connection that is kept open to one game's table."""

    wire: HTTPConnection
    table: str
    cookie: str
    csrf: str

    @classmethod
    def at(cls, port: int, token: str) -> "Phone":
        """A phone that has opened the table, at the server on this port."""
        table = f"/g/{token}/"
        visitor = Client.of(port)
        cookie, csrf = visitor.cookie_and_token(table)
        visitor.connection.close()
        return cls(HTTPConnection(HOST, port, timeout=60), table, cookie, csrf)

    def read(self) -> Answer:
        """Open the table."""
        return self._ask("GET", self.table)

    def write(self) -> Answer:
        """Tap something: the note of the game."""
        sent = f"csrf_token={self.csrf}&title=&note={new_key()}"
        return self._ask("POST", f"{self.table}describe", sent)

    def _ask(self, method: str, path: str, sent: str = "") -> Answer:
        start = time.perf_counter()
        self.wire.request(method, path, sent, {"Cookie": self.cookie, **_FORM})
        answer = self.wire.getresponse()
        answer.read()
        return Answer(answer.status, (time.perf_counter() - start) * 1000)


def held(app: Flask, server: Server, book: Path, seconds: float = SECONDS) -> Iterator[Figure]:
    """The responses of readers and writers while the book is locked."""
    with app.app_context():
        tokens = [game_in_a_count(rounds=3)[0] for _ in range(GAMES)]
    phones = [Phone.at(server.port, tokens[n % GAMES]) for n in range(WRITERS + READERS)]
    with closing(sqlite3.connect(book, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        until = time.monotonic() + seconds
        with ThreadPoolExecutor(2) as both:
            writing = both.submit(all_at_once, phones[:WRITERS], Phone.write, until - 1)
            time.sleep(1)
            read = all_at_once(phones[WRITERS:], Phone.read, until, _LOOKS_SECONDS)
            other.execute("ROLLBACK")
            written = writing.result()
    for phone in phones:
        phone.wire.close()
    yield from _told(read, written, seconds)


def _told(read: list[Answer], written: list[Answer], seconds: float) -> Iterator[Figure]:
    note = f"{len(read)} pages, {WRITERS} writers, {seconds:.0f} s"
    yield Figure("held book: one page of a hundred takes", _p99(read), "ms", _MOST_MS, note)
    yield Figure("held book: pages not shown", _count(read, lambda s: s != 200), "", 0)
    waited = max((one.took for one in written if one.status == 503), default=0) / 1000
    yield Figure("held book: a writer is answered after", round(waited, 1), "s", _MOST_WAIT_SECONDS)
    strange = _count(written, lambda s: s not in {303, 503})
    yield Figure("held book: writers answered with anything but 503", strange, "", 0)


def all_at_once(
    phones: Iterable[Phone], act: Callable[[Phone], Answer], until: float, pause: float = 0
) -> list[Answer]:
    """The responses to all phones until this moment, with requests every `pause` seconds."""

    def again(phone: Phone) -> list[Answer]:
        answers = []
        while time.monotonic() < until:
            answers.append(act(phone))
            time.sleep(pause)
        return answers

    phones = list(phones)
    with ThreadPoolExecutor(len(phones)) as threads:
        return [answer for answers in threads.map(again, phones) for answer in answers]


def _p99(answers: list[Answer]) -> float:
    return round(quantiles([answer.took for answer in answers], n=100)[-1], 1)


def _count(answers: list[Answer], is_meant: Callable[[int], bool]) -> int:
    return sum(is_meant(answer.status) for answer in answers)


def main() -> None:
    """Measure only this."""
    parser = argparse.ArgumentParser(prog="python -m bench.held", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory(prefix="bench-", dir=default_instance()) as name:
        folder = Path(name)
        with app_server(folder) as server:
            app = create_app(instance=folder)
            print(as_table([*held(app, server, folder / "companion.sqlite", seconds)]))


if __name__ == "__main__":
    main()
