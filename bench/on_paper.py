"""The time of a PDF, with a warm font cache, each of another game."""

from statistics import median
from time import process_time_ns

from flask import Flask

from bench.figures import Figure
from bench.played import NAMES, RULES, entries
from companion.records.log.games import NewGame, start_game
from companion.records.people.links import new_key
from companion.rules.fold.entries import GameEnded
from companion.rules.model.state import Seats
from companion.web.paper.pdf import can_typeset

_ROUNDS, _QUEUE, _MOST_MS = range(9, 17), 3, 50


def on_paper(app: Flask) -> list[Figure]:
    """The whole response: read, word and typeset the game; nothing without the extra.

    The figure is the CPU time of all threads.
    """
    if not can_typeset():
        return []
    client, took = app.test_client(), []
    for turn in range(_QUEUE):
        for rounds in _ROUNDS:
            log = [*entries(rounds), GameEnded(f"{turn}")]
            with app.app_context():
                people = tuple(f"{name} {turn}" for name in NAMES)
                token = start_game(NewGame(RULES, Seats(people), entries=log), new_key())
            client.get(f"/g/{token}/sheet")  # the game is cached, its PDF is not
            begun = process_time_ns()
            size = len(client.get(f"/g/{token}/sheet.pdf").data)
            took.append((process_time_ns() - begun) / 1e6)
    warm = median(took[len(_ROUNDS) :])
    return [
        Figure("a sheet as PDF, five players", round(warm, 1), "ms", _MOST_MS),
        Figure("a sheet as PDF: size", round(size / 1000, 1), "kB"),
    ]
