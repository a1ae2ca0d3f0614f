"""The bytes of an update after a tap elsewhere: the page again, or the tail of the log."""

from collections.abc import Iterator
from http.client import HTTPConnection

from flask import Flask

from bench.figures import Figure
from bench.played import game_in_a_count
from bench.servers import HOST, Server

ROUNDS = 10
_MOST_BYTES = 500


def live_update(app: Flask, server: Server) -> Iterator[Figure]:
    """The bytes of both on the wire: compressed if that is shorter."""
    with app.app_context():
        token, version = game_in_a_count(ROUNDS)
    tail = _bytes(server, f"/g/{token}/log?after={version - 1}")
    page = _bytes(server, f"/g/{token}/")
    note = f"one entry, {ROUNDS} rounds written"
    yield Figure("live update as the tail of the log", tail, "bytes", _MOST_BYTES, note)
    yield Figure("live update as the page", page, "bytes")


def _bytes(server: Server, path: str) -> int:
    wire = HTTPConnection(HOST, server.port)
    wire.request("GET", path, headers={"Accept-Encoding": "gzip", "Companion-Live": "1"})
    answer = wire.getresponse()
    body = answer.read()
    wire.close()
    if answer.status != 200:
        raise RuntimeError(f"{path} answered {answer.status}")
    return len(body)
