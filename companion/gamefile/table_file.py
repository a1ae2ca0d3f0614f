"""Games as a CSV table: one row per player and round, in plain English."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from typing import Literal

from companion.gamefile.writing import as_utc
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State

_COLUMNS = (
    "started_at",
    "title",
    "game",
    "round",
    "dealer",
    "player",
    "contract",
    "made",
    "went_out",
    "points",
    "total",
    "void",
    "counted",
    "ending",
    "drop",
)
_MARK = "\ufeff"  # the byte order mark, by which spreadsheets recognise UTF-8
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = str | int | None
Separator = Literal[",", ";"]


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game of the table."""

    ruleset: Ruleset
    state: State
    title: str
    started_at: datetime


def to_csv(games: Iterable[TableGame], separator: Separator = ",") -> str:
    """All rounds of these games; no user text can be read as a formula.

    Points after the last round are rows with their code (`game`, `boxes`, `shutout`) as the round.

    `separator` is the one that spreadsheets expect: a semicolon where decimals have a comma.
    """
    table = StringIO(_MARK)
    table.seek(0, 2)
    writer = csv.writer(table, delimiter=separator)
    writer.writerow(_COLUMNS)
    for game in games:
        for scored in game.state.rounds:
            writer.writerows([[_safe(cell) for cell in row] for row in _rows(game, scored)])
        writer.writerows([[_safe(cell) for cell in row] for row in _settled(game)])
    return table.getvalue()


def _rows(game: TableGame, scored: ScoredRound) -> Iterator[list[Cell]]:
    state, deal = game.state, scored.deal
    for seat in (seat for seat in state.order if seat in scored.points):
        yield [
            as_utc(game.started_at),
            game.title,
            game.ruleset.name,
            deal.number,
            state.name_in(deal.dealer, deal.number),
            state.name_in(seat, deal.number),
            deal.contracts.get(seat),
            _yes(seat in scored.made),
            _yes(seat == scored.play.went_out),
            scored.points[seat],
            scored.totals[seat],
            _yes(scored.void),
            _yes(scored.counted),
            scored.play.ending if seat == scored.play.went_out else None,
            scored.play.drops.get(seat),
        ]


def _settled(game: TableGame) -> Iterator[list[Cell]]:
    state, totals = game.state, dict(enumerate(game.state.totals))
    for row in state.settlement.rows if state.settlement else ():
        for seat in state.order:
            totals[seat] += row.points[seat]
            about = (as_utc(game.started_at), game.title, game.ruleset.name, row.code, None)
            figures = (row.points[seat], totals[seat], _yes(False), _yes(True))  # noqa: FBT003
            yield [*about, state.names[seat], None, None, None, *figures, None, None]


def _yes(is_so: object) -> str:
    return "yes" if is_so else "no"


def _safe(cell: Cell) -> Cell:
    """Prefix a text that begins like a formula with an apostrophe, so that it stays a text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
