"""A table of points, from a spreadsheet or our own CSV: names in its first row, then the rounds."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest
from typing import Any

from companion.gamefile.exports import FORMULA
from companion.gamefile.log_builder import MOST_ENTRIES
from companion.gamefile.reading import Record, read_data
from companion.gamefile.writing import as_utc
from companion.rules.model.house_rules import Value
from companion.rules.model.names import tidy_name
from companion.rules.model.ruleset import Ruleset

MOST_BYTES = 64 * 1024
_MOST_NAMES = 50
_SEPARATORS = ";,"
_WHOLE = re.compile(r"[+-]?[0-9]{1,5}")
_NUMBER = re.compile(r"[+-]?[0-9]")  # the beginning of one
_GAME_OF_ROW = ("started_at", "title", "game")
# Of our CSV, read here.
_COLUMNS = (*_GAME_OF_ROW, "round", "player", "went_out", "points", "total")


class TableRefused(Exception):
    """A text that is not a table of points.

    `code` is `empty`, `too_long`, `no_rounds`, `many_rounds`, `several_games`, `other_people` (the
    seats of our CSV changed hands), or `ragged`: the `row`, from 1, has more cells than there are
    names. Codes of `record_of` are there.
    """

    def __init__(self, code: str, row: int = 0) -> None:
        super().__init__(code)
        self.code, self.row = code, row


@dataclass(frozen=True, slots=True)
class WrongCell:
    """A cell that is not a whole number: its round, from 1, its player and its text."""

    round: int
    player: str
    text: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The players and their points in each round; None at a wrong cell.

    `went_out` has a name, or None, for each round if the table says who went out; otherwise it is
    empty. `left_out` says what the table had besides: `labels`, `totals`.
    """

    names: tuple[str, ...]
    rounds: tuple[tuple[int | None, ...], ...]
    wrong: tuple[WrongCell, ...] = ()
    left_out: frozenset[str] = frozenset()
    went_out: tuple[str | None, ...] = ()
    title: str = ""

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each player; wrong cells count nothing."""
        columns = zip(*self.rounds, strict=True)
        return tuple(sum(points or 0 for points in column) for column in columns)

    def out_of(self, number: int) -> list[str]:
        """Those who may have gone out in this round, from 1: as is said, or all with 0 points."""
        if self.went_out:
            said = self.went_out[number - 1]
            return [] if said is None else [said]
        row = self.rounds[number - 1]
        return [name for name, points in zip(self.names, row, strict=True) if points == 0]


def takes_points(ruleset: Ruleset) -> bool:
    """Whether a table of points says all about a game of these rules."""
    # A table does not say who has never opened.
    has_price = ruleset.opening.missed is not None
    return not ruleset.contracts and not has_price and ruleset.scoring.hands_are_points


def read_table(text: str) -> ScoreTable:
    """Read a table, or our own CSV of one game. Raises TableRefused."""
    if len(text) > MOST_BYTES:
        raise TableRefused("too_long")
    try:
        rows = [[cell.strip() for cell in row] for row in _rows(text.removeprefix("\ufeff"))]
    except csv.Error as error:  # an endless cell
        raise TableRefused("no_rounds") from error
    rows = [row for row in rows if any(row)]
    if not rows:
        raise TableRefused("empty")
    if {*_COLUMNS} <= {*rows[0]}:
        return _ours([dict(zip_longest(rows[0], row, fillvalue="")) for row in rows[1:]])
    return _without_totals(_plain(rows))


def _rows(text: str) -> Iterator[list[str]]:
    """The cells, by tabs if the first line has one, else by what occurs most in it."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = "\t" if "\t" in first else max(_SEPARATORS, key=first.count)
    return csv.reader(text.splitlines(), delimiter=separator)


def _plain(rows: Sequence[Sequence[str]]) -> ScoreTable:
    has_labels = _has_labels(rows)
    head, *body = [[*row[1:]] if has_labels else [*row] for row in rows]
    while head and not head[-1]:
        head.pop()
    names = tuple(map(tidy_name, head))
    if not names or not body or len(names) > _MOST_NAMES:
        raise TableRefused("no_rounds")
    for number, row in enumerate(body, start=2):
        if any(row[len(names) :]):
            raise TableRefused("ragged", number)
    cells = [[*row[: len(names)], *[""] * (len(names) - len(row))] for row in body]
    return _table_of(names, cells, left_out=frozenset({"labels"} if has_labels else ()))


def _has_labels(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first column is no player: it has no name, only words, or counts the rounds.

    Two names are left in any case. The totals below need no number.
    """
    head, *body = [row[0] for row in rows]
    if len([name for name in rows[0] if name]) <= 2:  # noqa: PLR2004
        return not head
    counted = [str(number + 1) for number in range(len(body))]
    numbers = [cell.removesuffix(".") for cell in body]
    is_counted = len(body) > 1 and numbers[:-1] == counted[:-1] and not _is_other(body, counted)
    return not head or is_counted or all(map(_is_word, body))


def _is_other(body: Sequence[str], counted: Sequence[str]) -> bool:
    """Whether the last cell is a number that does not continue the count."""
    last = body[-1].removesuffix(".")
    return bool(_NUMBER.match(_typed(last))) and last != counted[-1]


def _is_word(cell: str) -> bool:
    return not _NUMBER.match(_typed(cell)) and any(map(str.isalpha, cell))


def _table_of(names: tuple[str, ...], cells: Sequence[Sequence[str]], **more: Any) -> ScoreTable:  # noqa: ANN401
    """The table of these cells, by round and player. Raises TableRefused."""
    if len(cells) * (len(names) + 1) > MOST_ENTRIES:
        raise TableRefused("many_rounds")
    wrong = tuple(
        WrongCell(number, name, cell)
        for number, row in enumerate(cells, start=1)
        for name, cell in zip(names, row, strict=True)
        if _points(cell) is None
    )
    return ScoreTable(names, tuple(tuple(map(_points, row)) for row in cells), wrong, **more)


def _points(cell: str) -> int | None:
    text = _typed(cell)
    return int(text) if _WHOLE.fullmatch(text) else None


def _typed(cell: str) -> str:
    """The cell with the minus of a keyboard, without the apostrophe that makes it a text."""
    return cell.replace("\N{MINUS SIGN}", "-").removeprefix("'")


def _without_totals(table: ScoreTable) -> ScoreTable:
    """The table without a last row that has the sums of the others."""
    *before, last = table.rounds
    rest = replace(table, rounds=tuple(before))
    if len(before) < 2 or last != rest.totals or any(None in row for row in table.rounds):  # noqa: PLR2004
        return table
    return replace(rest, left_out=table.left_out | {"totals"})


def _ours(lines: Sequence[Mapping[str, str]]) -> ScoreTable:
    """Our own CSV: the points of each row are the change of the total, as it includes the start.

    Rounds after the end do not count.
    """
    lines = [line for line in lines if line.get("counted") != "no"]
    if not lines:
        raise TableRefused("no_rounds")
    if len({tuple(line[key] for key in _GAME_OF_ROW) for line in lines}) > 1:
        raise TableRefused("several_games")
    rounds: dict[str, dict[str, Mapping[str, str]]] = {}
    for line in lines:
        row, name = rounds.setdefault(line["round"], {}), tidy_name(_text(line["player"]))
        if name in row:
            raise TableRefused("several_games")
        row[name] = line
    rows = [*rounds.values()]
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    if len(names) > _MOST_NAMES or _may_have_other_people(rows):
        raise TableRefused("other_people")
    return _table_of(
        names,
        [*_points_by_round(names, rows)],
        went_out=tuple(map(_out, rows)),
        title=_text(lines[0]["title"]),
    )


def _may_have_other_people(rounds: Iterable[Mapping[str, Mapping[str, str]]]) -> bool:
    """Whether somebody may have taken a seat over, so that its first points are in two totals.

    A newcomer came after somebody had gone, or somebody came back with the total of another.
    """
    totals: dict[str, str] = {}
    here: Iterable[str] = ()
    for row in rounds:
        starts = {name: _change(line["points"], line["total"]) for name, line in row.items()}
        gone = {name: total for name, total in totals.items() if starts.get(name) != total}
        for name in starts.keys() - here:
            others = [total for other, total in gone.items() if other != name]
            if others and (name not in totals or (name in gone and starts[name] in others)):
                return True
        totals |= {name: _change("0", line["total"]) for name, line in row.items()}
        here = row
    return False


def _points_by_round(
    names: Sequence[str], rounds: Iterable[Mapping[str, Mapping[str, str]]]
) -> Iterator[list[str]]:
    """The points in each round by player; 0 for players who are not in it."""
    totals = dict.fromkeys(names, "0")
    for row in rounds:
        yield [_change(totals[name], row[name]["total"]) if name in row else "0" for name in names]
        totals |= {name: line["total"] for name, line in row.items()}


def _out(row: Mapping[str, Mapping[str, str]]) -> str | None:
    return next((name for name, line in row.items() if line["went_out"] == "yes"), None)


def _text(cell: str) -> str:
    """The text of our export, which begins with an apostrophe if it looks like a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def _change(before: str, after: str) -> str:
    """The difference of two totals; an unreadable one as it stands."""
    first, second = _points(before), _points(after)
    return after if first is None or second is None else str(second - first)


def record_of(
    table: ScoreTable,
    ruleset: Ruleset,
    options: Mapping[str, Value],
    *,
    is_over: bool,
    started_at: datetime | None = None,
) -> Record:
    """The game of a table without wrong cells, by a game of the catalogue with these options.

    Raises RecordRefused, and TableRefused with the round as `row`: `who_went_out` if nobody or
    several may have, and `other_points` if the rules give other points.
    """
    numbers = range(1, len(table.rounds) + 1)
    data: dict[str, Any] = {
        "format": "companion-game/1",
        "game": ruleset.key,
        "options": dict(options),
        "players": [{"name": name} for name in table.names],
        "rounds": [_round(table, number, ruleset) for number in numbers],
    }
    data |= {"title": table.title} if table.title else {}
    data |= {"started_at": as_utc(started_at)} if started_at else {}
    record = read_data(data)
    _check_points(table, record)
    return read_data(data | {"ended_early": ""}) if is_over and record.state.open else record


def _round(table: ScoreTable, number: int, ruleset: Ruleset) -> dict[str, Any]:
    """The round as typed totals; whoever went out has no hand. Raises TableRefused."""
    out = None if ruleset.scoring.only_points else _went_out(table, number)
    points = zip(table.names, table.rounds[number - 1], strict=True)
    hands = {name: {"points": number} for name, number in points if name != out}
    return {"went_out": out, "hands": hands}


def _went_out(table: ScoreTable, number: int) -> str:
    match table.out_of(number):
        case [name]:
            return name
        case _:
            raise TableRefused("who_went_out", number)


def _check_points(table: ScoreTable, record: Record) -> None:
    for number, (scored, row) in enumerate(zip(record.state.rounds, table.rounds, strict=True), 1):
        if tuple(scored.points[seat] for seat in range(len(row))) != row:
            raise TableRefused("other_points", number)
