"""Games for elsewhere: several in one file, a CSV table, a play file of BG Stats (`.bgsplay`).

`companion-games/1` has one record per line; the table one row per player and round, in plain
English. A play file is JSON with references by number. docs/reference/file-formats.md lists the
known facts about the format. An id is derived from the object it identifies, so that a second
export of a game updates its play instead of adding one.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import StringIO
from itertools import takewhile
from operator import add
from typing import Any, Literal
from uuid import UUID, uuid5

from companion.gamefile.history import work_of
from companion.gamefile.reading import Record, read_data
from companion.gamefile.refused import RecordRefused
from companion.gamefile.text import json_of, refuse_more_than_a_game, to_json
from companion.gamefile.writing import as_utc
from companion.rules.fold.entries import Entry, HandCounted
from companion.rules.model.names import folded
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, Standing, State, in_each_game
from companion.settings.locale import Zone, in_zone

FORMAT = "companion-games/1"
MOST_BYTES = 4 * 1024**2
MOST_GAMES = 100
_MOST_WORK = 1_000_000  # replayed entries of all games of a file: two seconds
_MOST_IN_ALL = 100_000  # entries of all games of a file; a hundred evenings have some 40,000


def to_file(records: Iterable[Mapping[str, Any]]) -> str:
    """These game records as one file."""
    lines = (json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in records)
    games = ",\n".join(lines)
    return f'{{"format": "{FORMAT}", "games": [\n{games}\n]}}\n'


def in_files(sizes: Sequence[int]) -> Iterator[range]:
    """The positions of the games of each file, if their records have these sizes in bytes.

    Every file can be imported: a record is smaller than a file may be.
    """
    first = length = 0
    for position, size in enumerate(sizes):
        length += size
        if position - first == MOST_GAMES or (position > first and length > MOST_BYTES):
            yield range(first, position)
            first, length = position, size
    if sizes:
        yield range(first, len(sizes))


def read_file(content: bytes) -> list[Record]:
    """Parse the games of a file, which may be a single record.

    Raises RecordRefused for the first error, with the number of its game.
    """
    data = json_of(content, MOST_BYTES)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        refuse_more_than_a_game(data)
        return [read_data(data)]
    games = data.get("games")
    if not isinstance(games, list) or data.keys() != {"format", "games"}:
        raise RecordRefused("bad_record", "Games: expected a list of game records, and no more.")
    if len(games) > MOST_GAMES:
        message = f"The file holds more than {MOST_GAMES} games. Import a part of them at a time."
        raise RecordRefused("bad_record", message)
    return _without_too_much_work(_numbered(game, number) for number, game in enumerate(games, 1))


def _without_too_much_work(read: Iterable[Record]) -> list[Record]:
    """Refuse games that take long to replay, because that blocks other imports."""
    records: list[Record] = []
    work = entries = 0
    for record in read:
        records.append(record)
        entries += len(record.entries)
        work += work_of(record.entries)
        if work > _MOST_WORK:
            message = "More was undone than in any games. Import fewer games at a time."
            raise RecordRefused("bad_record", message)
        if entries > _MOST_IN_ALL:
            message = "The games are longer than any evenings. Import fewer games at a time."
            raise RecordRefused("bad_record", message)
    return records


def _numbered(game: object, number: int) -> Record:
    try:
        refuse_more_than_a_game(game)
        return read_data(game)
    except RecordRefused as refused:
        message = f"Game {number} of the file. {refused.message}"
        raise RecordRefused(refused.code, message, refused.round, refused.player) from refused


_IDS = UUID("5f0d7f0e-6a5c-4d53-9a36-1f8c0f6f2c11")  # arbitrary, but a change would duplicate plays
_ABOUT = "Plays from Rummy Companion. Open this file with BG Stats."
_MOMENT = "%Y-%m-%d %H:%M:%S"
_ON_THE_MINUTE = ":00Z"
_UNKNOWN = _AS_ITS_GAME = 0  # a duration or seat; the way of scoring a play

_Kind = tuple[str, bool]  # the name of a game, and whether the fewest points win


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over.

    `first_names` are those of the first deal, which no rename changes, and `entries` are the log.
    The times are of the first deal and of the last change; naive ones are in UTC. `minutes` is the
    duration, None if unknown.
    """

    ruleset: Ruleset
    state: State
    first_names: Sequence[str]
    entries: Sequence[Entry]
    title: str
    started_at: datetime
    changed_at: datetime
    minutes: int | None = None

    @property
    def kind(self) -> _Kind:
        """The game of BG Stats: the name, and the direction of points."""
        return self.ruleset.name, self.ruleset.end.low_wins

    @property
    def uuid(self) -> str:
        """An id derived from its start, equal on every server.

        Those of a spreadsheet all began at noon, so there the points are part of it.
        """
        moment = as_utc(self.started_at)
        points = self._points_at_first() if moment.endswith(_ON_THE_MINUTE) else ()
        return _uuid("play", self.ruleset.key, moment, *self.first_names, *points)

    def _points_at_first(self) -> Iterator[str]:
        """The points as first written, which no correction changes."""
        for entry in takewhile(lambda entry: not entry.goes_back, self.entries):
            if isinstance(entry, HandCounted):
                yield f"{entry.seat} {entry.hand.points}"


def to_play_file(games: Iterable[FinishedGame], zone: Zone) -> str:
    """These games as one file, the earliest first, with the times of this zone."""
    in_order = sorted(games, key=lambda game: game.started_at)
    finished = [_by_its_clocks(game, zone) for game in in_order]
    changed = max((f"{game.changed_at:{_MOMENT}}" for game in finished), default="")
    people = _people(finished)
    kinds = [*dict.fromkeys(game.kind for game in finished)]
    data = {
        "about": _ABOUT,
        "players": [_player(*numbered, changed) for numbered in enumerate(people.values(), 1)],
        "locations": [],
        "games": [_game(*numbered, changed) for numbered in enumerate(kinds, 1)],
        "plays": [_play(game, kinds.index(game.kind) + 1, [*people]) for game in finished],
        # BG Stats remembers its matching for this player, so the choice must be stable.
        "userInfo": {"meRefId": 1},
    }
    return to_json(data)


def _people(games: Sequence[FinishedGame]) -> dict[str, str]:
    """The players by folded name: those in most plays first, then by name."""
    names = [name for game in games for name in game.state.names]
    plays = Counter(map(folded, names))
    called = {folded(name): name for name in names}
    return {key: called[key] for key in sorted(called, key=lambda key: (-plays[key], key))}


def _player(number: int, name: str, changed: str) -> dict[str, Any]:
    return {
        "uuid": _uuid("player", folded(name)),
        "id": number,
        "name": name,
        "isAnonymous": False,
        "modificationDate": changed,
    }


def _game(number: int, kind: _Kind, changed: str) -> dict[str, Any]:
    name, low_wins = kind
    return {
        "uuid": _uuid("game", name, str(low_wins)),
        "id": number,
        "name": name,
        "modificationDate": changed,
        "cooperative": False,
        "highestWins": not low_wins,
        "noPoints": False,
        "usesTeams": False,
        "bggId": _UNKNOWN,
    }


def _play(game: FinishedGame, kind: int, people: Sequence[str]) -> dict[str, Any]:
    began, state = f"{game.started_at:{_MOMENT}}", game.state
    played = (scored.counted and not scored.void for scored in state.rounds)
    return {
        "uuid": game.uuid,
        "modificationDate": f"{game.changed_at:{_MOMENT}}",
        "entryDate": began,
        "playDate": began,
        "usesTeams": False,
        "durationMin": game.minutes or _UNKNOWN,
        "ignored": False,
        "manualWinner": _is_won_otherwise(game),
        "rounds": sum(played),
        "comments": "\n".join(filter(None, (game.title, state.note))),
        "gameRefId": kind,
        "rating": 0,
        "scoringSetting": _AS_ITS_GAME,
        "playerScores": [*_scores(state, people)],
    }


def _scores(state: State, people: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The players in order of play; nobody plays twice, because names in a game differ."""
    standings = {standing.seat: standing for standing in state.standings}
    leads = state.rounds[0].deal.leads if state.rounds else None
    for seat in state.order:
        number = people.index(folded(state.names[seat])) + 1
        won = seat in state.outcome.winners
        total = state.final_totals[seat]
        yield _score(standings[seat], total, number, won=won, leads=seat == leads)


def _score(
    standing: Standing, total: int, player: int, *, won: bool, leads: bool
) -> dict[str, Any]:
    return {
        "playerRefId": player,
        "score": str(total),
        "winner": won,
        "rank": standing.place,
        "startPlayer": leads,
        "newPlayer": False,
        "seatOrder": _UNKNOWN,
    }


def _is_won_otherwise(game: FinishedGame) -> bool:
    """Whether points alone would name other winners: contracts or a tie-break decided."""
    totals = game.state.final_totals
    best = min(totals.values()) if game.ruleset.end.low_wins else max(totals.values())
    return {*game.state.outcome.winners} != {s for s, total in totals.items() if total == best}


def _uuid(*parts: str) -> str:
    return str(uuid5(_IDS, "\n".join(parts)))


def _by_its_clocks(game: FinishedGame, zone: Zone) -> FinishedGame:
    """The game with the times of the zone: the format has times without a zone."""
    began, changed = in_zone(game.started_at, zone), in_zone(game.changed_at, zone)
    return replace(game, started_at=began, changed_at=changed)


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
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = str | int | None
Separator = Literal[",", ";"]


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game of the table."""

    ruleset: Ruleset
    state: State
    title: str
    started_at: datetime


def to_csv(games: Sequence[TableGame], separator: Separator = ",") -> str:
    """All rounds of these games; no user text can be read as a formula.

    Points after the last round are rows with their code (`game`, `boxes`, `shutout`) as the round.
    Where a game is several at once, further columns are the totals in each.

    `separator` is the one that spreadsheets expect: a semicolon where decimals have a comma.
    """
    table = StringIO(_MARK)
    table.seek(0, 2)
    writer = csv.writer(table, delimiter=separator)
    at_once = max((game.ruleset.games for game in games), default=1)
    writer.writerow([*_COLUMNS, *(f"game_{n + 1}" for n in range(at_once) if at_once > 1)])
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
            *in_each_game(scored.games, seat),
        ]


def _settled(game: TableGame) -> Iterator[list[Cell]]:
    state, totals = game.state, dict(enumerate(game.state.totals))
    each = {seat: in_each_game(state.games, seat) for seat in totals}
    for row in state.settlement.rows if state.settlement else ():
        for seat in state.order:
            totals[seat] += row.points[seat]
            each[seat] = tuple(map(add, each[seat], row.games.get(seat, ())))
            about = (as_utc(game.started_at), game.title, game.ruleset.name, row.code, None)
            figures = (row.points[seat], totals[seat], _yes(False), _yes(True))  # noqa: FBT003
            yield [*about, state.names[seat], None, None, None, *figures, None, None, *each[seat]]


def _yes(is_so: object) -> str:
    return "yes" if is_so else "no"


def _safe(cell: Cell) -> Cell:
    """Prefix a text that begins like a formula with an apostrophe, so that it stays a text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
