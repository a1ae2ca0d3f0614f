"""Writing one hand over HTTP, beside a bare Flask view that commits one row.

Both stand behind the same gunicorn and are asked in turn, over a connection that is kept; what is
reported is the ratio of the two requests of a turn. The hand is saved as the phone saves it after
each tap, in a game with ten rounds written: the page of the hand is opened first, which is not
timed, and gives the cookie and the CSRF token.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from statistics import median, quantiles
from time import perf_counter_ns
from urllib.parse import urlencode

from flask import Flask

from bench.figures import Figure
from bench.played import counted_seat, game_in_a_count
from bench.servers import HOST, Server
from companion.records.games import new_key

_ROUNDS = 10
_GAMES, _SAVES, _WARM_UP_GAMES = 80, 5, 10
_MOST_TIMES = 1.5
_CSRF = re.compile(r'name="csrf_token" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Client:
    """One connection that is kept open, and the milliseconds that a request over it takes."""

    connection: HTTPConnection

    @classmethod
    def of(cls, server: Server) -> "Client":
        """A client of this server."""
        return cls(HTTPConnection(HOST, server.port))

    def post(self, path: str, body: str, cookie: str) -> tuple[float, str]:
        """Send a form; the milliseconds it took, and the game's version after it."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
        start = perf_counter_ns()
        self.connection.request("POST", path, body, headers)
        response = self.connection.getresponse()
        response.read()
        took = (perf_counter_ns() - start) / 1_000_000
        if response.status != 204:
            raise RuntimeError(f"{path} answered {response.status}")
        return took, response.headers.get("X-Companion-Version", "")

    def cookie_and_token(self, path: str) -> tuple[str, str]:
        """The cookie of a new phone and the CSRF token of this page."""
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        found = _CSRF.search(response.read().decode())
        cookie = response.headers.get("Set-Cookie", "").partition(";")[0]
        if found is None:
            raise RuntimeError(f"{path} has no CSRF token")
        return cookie, found[1]


def one_hand(app: Flask, ours: Server, bare: Server) -> list[Figure]:
    """Our time, the bare view's, and the median and 90th percentile of their ratio."""
    with app.app_context():
        games = [game_in_a_count(_ROUNDS) for _ in range(_WARM_UP_GAMES + _GAMES)]
    pairs = list(_pairs(games, Client.of(ours), Client.of(bare)))[_WARM_UP_GAMES * _SAVES :]
    ratios = [mine / other for mine, other in pairs]
    note = f"{len(pairs)} pairs; {_ROUNDS} rounds written"
    return [
        Figure("one hand / one bare row, median", _two(median(ratios)), "times", _MOST_TIMES, note),
        Figure("one hand / one bare row, p90", _two(quantiles(ratios, n=10)[-1]), "times"),
        Figure("one hand", _two(median(mine for mine, _ in pairs)), "ms"),
        Figure("one bare row", _two(median(other for _, other in pairs)), "ms"),
    ]


def _pairs(
    games: list[tuple[str, int]], ours: Client, bare: Client
) -> Iterator[tuple[float, float]]:
    """Save a hand, write a bare row, and so on; who goes first changes from turn to turn."""
    seat = counted_seat(_ROUNDS)
    for token, first_version in games:
        cookie, csrf = ours.cookie_and_token(f"/g/{token}/count/{seat}")
        version = str(first_version)
        for save in range(_SAVES):
            body = _hand(save, version, csrf)
            if save % 2:
                other, _ = bare.post("/hand", body, cookie)
            mine, version = ours.post(f"/g/{token}/count/{seat}", body, cookie)
            if not save % 2:
                other, _ = bare.post("/hand", body, cookie)
            yield mine, other


def _hand(save: int, version: str, csrf: str) -> str:
    """The form as the phone sends it: one more card of 3 to 9 at each save."""
    counts = {"card0": "", "card1": "1", "card2": "1", "card3": str(save + 1)}
    stamp = {"csrf_token": csrf, "key": new_key(), "round": str(_ROUNDS + 1), "version": version}
    return urlencode(stamp | counts | {"down": "yes", "then": "stay"})


def _two(number: float) -> float:
    return round(number, 2)
