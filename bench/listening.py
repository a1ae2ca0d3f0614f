"""Event streams: latency, maximum number, and the cost of each.

A phone here is a socket; its refetch of the page is measured separately, as unchanged pages per
second. Client and server share the machine.
"""

import re
import selectors
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from time import perf_counter, sleep

from flask import Flask

from bench.amount import usually
from bench.figures import Figure
from bench.one_hand import ROUNDS, Client, a_hand
from bench.played import counted_seat, game_in_a_count
from bench.servers import HOST, Server

_AT_A_TABLE, _TABLES = 6, usually(32)
_ALONE, _TOGETHER, _PACE_SECONDS = usually(100), usually(160, 8), 0.05
_MOST_MS, _MOST_TRIES = 50, 600
_ASKING, _ASKING_SECONDS = 4, 3
_SAVES, _PATIENCE_SECONDS = 5, 5
_RESIDENT = re.compile(r"VmRSS:\s+(\d+) kB")
_NEWS = re.compile(rb"data: (\d+)\.")


@dataclass(slots=True)
class Game:
    """A game in which a hand is being counted, and the phones that listen to it."""

    path: str
    length: int
    phones: list[socket.socket] = field(default_factory=list)


@dataclass(slots=True)
class Heard:
    """The milliseconds of each write, and until each phone was notified."""

    writes: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)


def listening(app: Flask, server: Server) -> Iterator[Figure]:
    """One table alone, then as many phones as two workers hold."""
    with app.app_context():
        games = [Game(*game_in_a_count(ROUNDS)) for _ in range(_TABLES)]
    with ExitStack() as until:
        writers = until.enter_context(ThreadPoolExecutor(1))
        before = _resident(server)
        for _ in range(_AT_A_TABLE):
            _seat(server, games[0], until)
        alone = _play(server, games[:1], writers, _ALONE)
        held = _AT_A_TABLE + sum(_fill(server, games[1:], until))
        cost = (_resident(server) - before) / held
        together = _play(server, games, writers, _TOGETHER)
    yield from _figures(alone, together, held, cost)
    yield from unchanged_pages(server, games[0])


def _figures(alone: Heard, together: Heard, held: int, cost: float) -> Iterator[Figure]:
    note = f"{_AT_A_TABLE} phones a game, from sending the hand to hearing of it"
    yield from _spread("write to event, one table", alone.news, None, note)
    yield Figure("phones listening at two workers", held, "phones")
    yield from _spread("write to event, all listening", together.news)
    yield from _spread("write, all listening", together.writes, _MOST_MS, "20 writes a second")
    yield Figure("memory of one phone listening", round(cost), "KB")


def _spread(
    name: str, times: Sequence[float], goal: float | None = None, note: str = ""
) -> Iterator[Figure]:
    cuts = quantiles(times, n=100)
    yield Figure(f"{name}, p50", round(cuts[49], 1), "ms", note=note)
    yield Figure(f"{name}, p99", round(cuts[98], 1), "ms", goal)


def _play(server: Server, games: Sequence[Game], writer: Executor, times: int) -> Heard:
    """Save hands in one game after another, and record when its phones are notified."""
    heard, hands = Heard(), [_Hands(server, game) for game in games]
    for turn in range(times):
        game, saving = games[turn % len(games)], hands[turn % len(games)]
        start = perf_counter()
        written = writer.submit(saving.save, turn)
        game.length += 1
        heard.news += [(at - start) * 1000 for at in _hear(game)]
        heard.writes.append(written.result())
        sleep(max(0.0, _PACE_SECONDS - (perf_counter() - start)))
    return heard


class _Hands:
    """The phone that counts a hand in this game, and saves it after each tap."""

    def __init__(self, server: Server, game: Game) -> None:
        self._path = f"/g/{game.path}/count/{counted_seat(ROUNDS)}"
        self._client, self._version = Client.of(server.port), str(game.length)
        self._cookie, self._csrf = self._client.cookie_and_token(self._path)

    def save(self, turn: int) -> float:
        """The milliseconds of a save over a new connection: the last one may be long ago."""
        self._client.connection.close()
        body = a_hand(turn % _SAVES, self._version, self._csrf)
        took, self._version = self._client.send_form(self._path, body, self._cookie)
        return took


def _hear(game: Game) -> Iterator[float]:
    """When each phone of this game was notified of its newest entry."""
    with selectors.DefaultSelector() as ears:
        for phone in game.phones:
            ears.register(phone, selectors.EVENT_READ)
        while ears.get_map():
            ready = ears.select(_PATIENCE_SECONDS)
            if not ready:
                raise RuntimeError(f"{len(ears.get_map())} phones heard nothing")
            for key, _ in ready:
                if _newest(key.fileobj) >= game.length:  # type: ignore[arg-type]
                    ears.unregister(key.fileobj)
                    yield perf_counter()


def _newest(phone: socket.socket) -> int:
    return max((int(length) for length in _NEWS.findall(phone.recv(65536))), default=0)


def _fill(server: Server, games: Sequence[Game], until: ExitStack) -> Iterator[int]:
    """Connect phones until no worker has room; more than fit are tried."""
    room = [game for game in games for _ in range(_AT_A_TABLE)]
    for _ in range(_MOST_TRIES):
        if room and _seat(server, room[-1], until):
            room.pop()
            yield 1


def _seat(server: Server, game: Game, until: ExitStack) -> bool:
    """Connect one more phone to this game, if its worker has room."""
    phone = until.enter_context(socket.create_connection((HOST, server.port)))
    phone.sendall(f"GET /g/{game.path}/live HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += phone.recv(65536)
    if b" 200 " not in answer[:20]:
        phone.close()
        return False
    while not _NEWS.search(answer):
        answer += phone.recv(65536)
    game.phones.append(phone)
    return True


def unchanged_pages(server: Server, game: Game) -> Iterator[Figure]:
    """Requests per second for an unchanged table."""
    with ThreadPoolExecutor(_ASKING) as phones:
        asked = list(phones.map(lambda _: _ask(server, f"/g/{game.path}/"), range(_ASKING)))
    note = f"{_ASKING} connections, asked from the same two cores"
    yield Figure(
        "unchanged pages (304)", round(sum(asked) / _ASKING_SECONDS), "a second", None, note
    )


def _ask(server: Server, path: str) -> int:
    with closing(HTTPConnection(HOST, server.port)) as wire:
        headers: dict[str, str] = {}
        _get(wire, path, headers)
        until, answers = perf_counter() + _ASKING_SECONDS, 0
        while perf_counter() < until:
            if _get(wire, path, headers) != 304:
                raise RuntimeError("an unchanged page was sent again")
            answers += 1
    return answers


def _get(wire: HTTPConnection, path: str, headers: dict[str, str]) -> int:
    wire.request("GET", path, headers=headers)
    answer = wire.getresponse()
    answer.read()
    headers["If-None-Match"] = answer.headers["ETag"]
    if "Set-Cookie" in answer.headers:
        headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]
    return answer.status


def _resident(server: Server) -> int:
    """Kilobytes of memory that the workers use now."""
    told = [Path(f"/proc/{pid}/status").read_text() for pid in server.workers]
    return sum(int(found[1]) for found in map(_RESIDENT.search, told) if found)
