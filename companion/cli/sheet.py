"""The score sheet for a terminal: `companion score`."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from unicodedata import combining, east_asian_width

from companion.cli.words import gettext, ngettext, pgettext
from companion.gamefile import Record
from companion.rules.judging.doubts import find_doubts
from companion.rules.model.ruleset import ContractTerm
from companion.rules.model.state import ScoredRound, Settlement, Standing, State, in_each_game
from companion.sentences import N_, NC_, NN_, SETTLED, Sentence

_GAP = "  "
_OF_NAMES = 3  # columns
_MADE, _DOUBT, _NONE = "✓", "?", "–"
_MADE_IN_ALL: dict[ContractTerm, Sentence] = {
    "contract": NN_("%(num)s contract", "%(num)s contracts"),
    "phase": NN_("%(num)s phase", "%(num)s phases"),
}
_WIN = {False: N_("%(name)s wins"), True: NC_("side", "Victory for %(name)s")}
Row = Sequence[str]


def sheet(record: Record) -> str:
    """Title, a row for each counted round, standings and winner, in columns.

    A player has the contract of the round, with ✓ if it was made, the points and the total so far.
    A round with a doubt has a question mark. Where bonuses are counted, a second table has them.
    """
    parts = [_title(record), *_table(_rounds(record)), ""]
    if bonuses := [*_bonuses(record)]:
        parts += [*_table(bonuses), ""]
    parts += [*_table(_standings(record)), ""]
    if record.state.settlement:
        parts += [*_table(_settled(record.state, record.state.settlement)), ""]
    return "\n".join([*parts, _result(record.state, has_partners=record.ruleset.partners)])


def _title(record: Record) -> str:
    return " · ".join(filter(None, (record.ruleset.name, record.title))) + "\n"


def _rounds(record: Record) -> Iterator[Row]:
    state, has_contracts = record.state, bool(record.ruleset.contracts)
    seats = range(len(state.names))
    blank = ("",) * (2 if has_contracts else 1)
    yield (
        "",
        pgettext("player", "dealer"),
        *(cell for s in seats for cell in (*blank, state.names[s])),
    )
    for scored in (scored for scored in state.rounds if scored.counted):
        doubt = _DOUBT if [*find_doubts(scored.by(record.ruleset))] else ""
        cells = (cell for s in seats for cell in _cells(scored, s, has_contracts=has_contracts))
        yield (f"{scored.deal.number}{doubt}", state.names[scored.deal.dealer], *cells)


def _cells(scored: ScoredRound, seat: int, *, has_contracts: bool) -> Row:
    played = seat in scored.points and seat in scored.deal.players
    points = str(scored.points[seat]) if played and not scored.void else _NONE
    total = _each(in_each_game(scored.games, seat)) or str(scored.totals.get(seat, _NONE))
    contract = scored.deal.contracts.get(seat) if played else None
    on = f"{contract or ''}{_MADE if seat in scored.made else ''}"
    figures = (points, total)
    return (on, *figures) if has_contracts else figures


def _bonuses(record: Record) -> Iterator[Row]:
    """The bonuses of each player in each counted round; nothing in games without them."""
    state, bonuses = record.state, record.ruleset.card_values.extras
    if not bonuses:
        return
    yield ("", "", *(bonus.title for bonus in bonuses))
    for scored in (scored for scored in state.rounds if scored.counted):
        for seat in scored.deal.players:
            counted = scored.play.card_counts(seat)
            counts = (str(counted[bonus.key] or _NONE) for bonus in bonuses)
            number = scored.deal.number
            yield (str(number), state.name_in(seat, number), *counts)


def _standings(record: Record) -> Iterator[Row]:
    state, words = record.state, _MADE_IN_ALL[record.ruleset.contract_term]
    for standing in state.standings:
        contracts = ngettext(words.one, words.many or words.one, standing.contracts)
        cell = (contracts,) if any(row.contracts for row in state.standings) else ()
        total = _also_each(standing.total, in_each_game(state.games, standing.seat))
        yield (f"{standing.place}.", _name(state, standing), *cell, total)


def _settled(state: State, settlement: Settlement) -> Iterator[Row]:
    """The points after the last round, and the totals with them, by player."""
    yield ("", *(state.names[seat] for seat in state.order))
    rows = [(SETTLED[row.code], row.points, row.games) for row in settlement.rows]
    for label, points, games in (*rows, (SETTLED["final"], settlement.totals, settlement.games)):
        cells = (_also_each(points[seat], games.get(seat, ())) for seat in state.order)
        yield (gettext(label.one), *cells)


def _each(games: Iterable[int]) -> str:
    """The figures of the games that are scored at once; empty for a single game."""
    return " | ".join(map(str, games))


def _also_each(points: int, games: Iterable[int]) -> str:
    each = _each(games)
    return f"{points} ({each})" if each else str(points)


def _name(state: State, standing: Standing) -> str:
    return state.names[standing.seat]


def _result(state: State, *, has_partners: bool) -> str:
    names = ", ".join(state.names[seat] for seat in state.outcome.winners)
    if len(state.outcome.winners) > 1:
        return gettext("%(names)s share the win", names=names)
    if names:
        win = _WIN[has_partners]
        said = pgettext(win.context, win.one) if win.context else gettext(win.one)
        return said % {"name": names}
    rounds = state.counted
    return ngettext("After %(rounds)s round", "After %(rounds)s rounds", rounds, rounds=rounds)


def _table(rows: Iterable[Row]) -> list[str]:
    """Rows in columns: names and contracts to the left, figures below the end of their heading."""
    lines = [*rows]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return [_GAP.join(map(_padded, line, widths, count())).rstrip() for line in lines]


def _padded(cell: str, width: int, column: int) -> str:
    space = " " * (width - _width(cell))
    return cell + space if column < _OF_NAMES and cell[:1].isalpha() else space + cell


def _width(text: str) -> int:
    """Columns of a terminal: two for an East Asian character or an emoji, none for an accent."""
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)
