"""Writing one hand over HTTP, beside a bare Flask view that commits one row.

All are served by the same server and requested in turn over a keep-alive connection; the figure is
the median of the ratios of all turns. The hand is saved in a game with ten rounds: as a JSON
command, as the page sends it after a tap, and as a form without JavaScript. The page of the hand is
opened first, untimed, for the cookie and the CSRF token.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from statistics import median, quantiles
from time import perf_counter_ns
from urllib.parse import urlencode

from flask import Flask

from bench.amount import usually
from bench.figures import Figure
from bench.played import counted_seat, game_in_a_count
from bench.servers import HOST, Server
from companion.records.people.links import new_key

ROUNDS = 10
_GAMES, _SAVES, _WARM_UP_GAMES = usually(80), 5, usually(10)
_MOST_TIMES = 1.5
_CSRF = re.compile(r'name="csrf_token" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Client:
    """A keep-alive connection, and the milliseconds of a request over it."""

    connection: HTTPConnection

    @classmethod
    def of(cls, port: int) -> "Client":
        """A client of the server on this port."""
        return cls(HTTPConnection(HOST, port))

    def send_form(self, path: str, body: str, cookie: str) -> tuple[float, str]:
        """Send a form; the milliseconds it took, and the game's version after it."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
        took, answer, _ = self._post(path, body, headers)
        if answer.status != 204:
            raise RuntimeError(f"{path} answered {answer.status}")
        return took, answer.headers.get("X-Companion-Version", "")

    def send_commands(self, path: str, body: str, cookie: str, csrf: str) -> tuple[float, int]:
        """Send commands as JSON; the milliseconds it took, and the game's version after them."""
        headers = {"Content-Type": "application/json", "Cookie": cookie, "X-CSRFToken": csrf}
        took, _, text = self._post(path, body, headers)
        answered = json.loads(text)
        if [answer["status"] for answer in answered.get("answers", [])] != ["kept"]:
            raise RuntimeError(f"{path} answered {text!r}")
        return took, answered["version"]

    def _post(
        self, path: str, body: str, headers: dict[str, str]
    ) -> tuple[float, HTTPResponse, bytes]:
        start = perf_counter_ns()
        self.connection.request("POST", path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        return (perf_counter_ns() - start) / 1_000_000, answer, text

    def cookie_and_token(self, path: str) -> tuple[str, str]:
        """The cookie of a new phone and the CSRF token of this page."""
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        found = _CSRF.search(response.read().decode())
        cookie = response.headers.get("Set-Cookie", "").partition(";")[0]
        if found is None:
            raise RuntimeError(f"{path} has no CSRF token")
        return cookie, found[1]


@dataclass(frozen=True, slots=True)
class Turn:
    """The milliseconds of one hand each way, and of one row by each bare view, per turn."""

    hand: float
    hand_by_form: float
    row: float
    row_by_orm: float


def one_hand(app: Flask, ours: Server, bare: Server) -> list[Figure]:
    """Our times, those of the bare views, and the ratios."""
    with app.app_context():
        games = [game_in_a_count(ROUNDS) for _ in range(_WARM_UP_GAMES + _GAMES)]
    with_warm_up = list(_turns(games, Client.of(ours.port), Client.of(bare.port)))
    turns = with_warm_up[_WARM_UP_GAMES * _SAVES :]
    ratios = [turn.hand / turn.row for turn in turns]
    by_orm = [turn.hand / turn.row_by_orm for turn in turns]
    form = [turn.hand_by_form / turn.row_by_orm for turn in turns]
    note = f"{len(turns)} turns, {ROUNDS} rounds written"
    return [
        Figure("one hand / one bare row", _middle(by_orm), "times", _MOST_TIMES, note),
        Figure("one hand / one bare row, p90", _two(quantiles(by_orm, n=10)[-1]), "times"),
        Figure("one hand / one bare row of sqlite3 alone", _middle(ratios), "times"),
        Figure("one hand by a form, without script / one bare row", _middle(form), "times"),
        Figure("one hand", _middle(turn.hand for turn in turns), "ms"),
        Figure("one hand by a form", _middle(turn.hand_by_form for turn in turns), "ms"),
        Figure("one bare row (sqlite3)", _middle(turn.row for turn in turns), "ms"),
        Figure("one bare row (Flask-SQLAlchemy)", _middle(turn.row_by_orm for turn in turns), "ms"),
    ]


def _turns(games: list[tuple[str, int]], ours: Client, bare: Client) -> Iterator[Turn]:
    seat = counted_seat(ROUNDS)
    of_bare = bare.cookie_and_token("/")
    for token, first_version in games:
        version = first_version
        log, path = f"/g/{token}/log", f"/g/{token}/count/{seat}"
        cookie, csrf = ours.cookie_and_token(path)
        for save in range(_SAVES):
            command = a_command(seat, 2 * save, version)
            hand, version = ours.send_commands(log, command, cookie, csrf)
            body = a_hand(2 * save + 1, str(version), csrf)
            by_form, _ = ours.send_form(path, body, cookie)
            version += 1
            row, _ = bare.send_form("/row", body, cookie)
            body = a_hand(save, str(version), of_bare[1])
            row_by_orm, _ = bare.send_form("/row-by-orm", body, of_bare[0])
            yield Turn(hand, by_form, row, row_by_orm)


def a_command(seat: int, save: int, version: int) -> str:
    """The same hand as the page sends it from its own copy of the log."""
    hand = {"cards": {"A": 1, "10-K": 1, "3-9": save + 1}}
    entry = {"kind": "hand_counted", "seat": seat, "hand": hand, "down": True}
    command = {"tap": new_key(), "seen": version, "round": ROUNDS + 1, "entries": [entry]}
    return json.dumps({"commands": [command], "after": version})


def a_hand(save: int, version: str, csrf: str) -> str:
    """The form as the phone sends it: one more card of 3 to 9 at each save."""
    counts = {"card0": "", "card1": "1", "card2": "1", "card3": str(save + 1)}
    stamp = {"csrf_token": csrf, "key": new_key(), "round": str(ROUNDS + 1), "version": version}
    return urlencode(stamp | counts | {"down": "yes", "then": "stay"})


def _middle(numbers: Iterable[float]) -> float:
    return _two(median(numbers))


def _two(number: float) -> float:
    return round(number, 2)
