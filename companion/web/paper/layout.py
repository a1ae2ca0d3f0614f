"""The printed sheet: of a played game, one to continue by pen, or a blank one.

Print and PDF are drawn from this; `paper.words` has the texts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Literal

from companion.rules.fold.order import next_after
from companion.rules.model.contracts import Contract
from companion.rules.model.house_rules import Choice, HouseRule
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, Standing, State, in_each_game
from companion.web.view_models.open_round import leaders
from companion.web.view_models.race import Race, race
from companion.web.view_models.remembered import Memory, remembered
from companion.web.view_models.sheet import (
    Former,
    Note,
    Row,
    SettledCode,
    SettledRow,
    Sharer,
    SheetView,
    starting_total,
)
from companion.web.view_models.sums import sums_of

Kind = Literal["played", "half", "blank"]

ROUNDS = 16  # rounds on a page, if their number is open
_MOST_UPRIGHT = 5  # players; more need landscape format
_MOST_UPRIGHT_LARGE = 4
_MOST_ROOMY = 3  # players
_LONG_NAME = 11  # characters
_FEWEST_TO_WRITE = 4
_MOST_MEMORIES = 3  # more do not fit beside the race
_MOST_TO_WRITE = 40
# Tenths of a millimetre: heights of rows, and the space for them on a page of Letter, or A4 in
# landscape, without everything else.
_PRINTED = (46, 50, 54, 58, 62, 66, 70, 76, 82, 90, 96, 100, 105, 110, 115, 120)
_LOWEST_BESIDE_PEN = 54
_PENNED = (62, 68, 74, 80, 86, 92, 96, 100, 105, 110, 115, 120, 130)
_ROOM = {("played", False): 875, ("pen", False): 1600, ("played", True): 760, ("pen", True): 1180}
_CONTRACT, _CONTRACT_ROWS = 80, 3  # as many rows of contracts fit beside them
_HEADING, _LINE, _RACE, _RULES_BESIDE, _SETTLED = 50, 46, 580, 290, 46
# Letters are larger where rows are this high with them; other text grows too.
LARGER = 1.2  # as in leaf.css
_SPACIOUS, _MOST_SPACIOUS, _OTHER_TEXT = 90, 4, 400
_FEWEST_PLACES = 3  # players


@dataclass(frozen=True, slots=True)
class Column:
    """A player. A blank `name` is to be filled in; `seat` is None for an empty column.

    `total`, the contracts `made` and the `place` are None if they are to be filled in, too;
    `is_out` says that the total put them out of the game; `games` are the
    totals in each of several games at once. A late joiner has
    the round before their first as `joined_after`, and the `start` that they were given. `formers`
    are former players of the seat.
    """

    seat: int | None
    name: str
    total: int | None = None
    games: tuple[int, ...] = ()
    made: int | None = None
    place: int | None = None
    is_out: bool = False
    joined_after: int | None = None
    start: int | None = None
    formers: tuple[Former, ...] = ()


@dataclass(frozen=True, slots=True)
class PenRow:
    """A row to fill in, with what is known: the dealer, and cards dealt if that varies.

    `contracts` has for each column the contract of that player, None if it is to be filled in, or
    if they have left.
    """

    number: int
    dealer: str
    cards: int | None
    contracts: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SettledLine:
    """A row below the totals to fill in: each of its `cells` is None."""

    code: SettledCode
    cells: tuple[None, ...]


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Everything on the page except its texts.

    `rules` are the house rules that differ from the default; `winner` is the seat whose colour the
    title has; `sharers` are the winners of a shared win, named instead of a title; `ahead` are the
    leaders of a game in play. `wild` is the wild rank of each row, including empty rows; empty if
    no rank moves. `has_marks` says that cells have room for the end of a round, a drop, bonuses or
    a sum; `games` is the number of games that are scored at once. In large print (`is_large`) it
    takes as many pages as it needs.
    """

    kind: Kind
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    pen_rows: tuple[PenRow, ...]
    contracts: tuple[Contract, ...]
    rules: tuple[tuple[HouseRule, Choice], ...]
    race: Race | None = None
    memories: tuple[Memory, ...] = ()
    notes: tuple[Note, ...] = ()
    note: str = ""
    settlement: tuple[SettledRow | SettledLine, ...] = ()
    winner: int | None = None
    sharers: tuple[Sharer, ...] = ()
    ahead: tuple[Standing, ...] = ()
    wild: tuple[str, ...] = ()
    has_marks: bool = False
    games: int = 1
    is_large: bool = False

    @property
    def columns_each(self) -> int:
        """The columns to fill in for each player, one for each of several games; 0 without."""
        return self.games if self.games > 1 and self.pen_rows else 0

    @property
    def is_wide(self) -> bool:
        """Whether the page is in landscape format."""
        return len(self.columns) > (_MOST_UPRIGHT_LARGE if self.is_large else _MOST_UPRIGHT)

    @property
    def is_roomy(self) -> bool:
        """Whether cells have room for the names of bonuses, and for sums."""
        return len(self.columns) <= _MOST_ROOMY

    @property
    def rounds(self) -> int:
        """The number of written rounds that count."""
        return sum(row.counted for row in self.rows)

    @property
    def has_long_names(self) -> bool:
        """Whether names must be smaller to fit into two lines above their column."""
        return any(len(column.name) > _LONG_NAME for column in self.columns)

    @property
    def is_spacious(self) -> bool:
        """Whether letters are larger, because a short game leaves space for them."""
        rows = len(self.rows) + len(self.pen_rows)
        may_be = self.rows and not self.is_large and len(self.columns) <= _MOST_SPACIOUS
        return bool(may_be) and self._room(LARGER) - _SETTLED >= _SPACIOUS * rows

    @property
    def has_places(self) -> bool:
        """Whether the places stand below the totals: where they fit."""
        is_final = self.kind == "played" and not self.is_large
        is_wanted = is_final and len(self.columns) >= _FEWEST_PLACES
        return is_wanted and self._room(1) - _SETTLED >= _PRINTED[0] * len(self.rows)

    @property
    def row(self) -> int:
        """The height of a played round, in tenths of a millimetre: like that of an empty row."""
        played, to_write = len(self.rows) or 1, len(self.pen_rows)
        if not to_write:
            return _highest(_PRINTED, self.room / played)
        rest = (self.room - _PENNED[0] * to_write) / played
        share = _highest(_PRINTED, min(self.room / (played + to_write), rest))
        return max(share, _LOWEST_BESIDE_PEN)

    @property
    def pen_row(self) -> int:
        """The height of an empty row: as much as the page allows."""
        rest = self.room - len(self.rows) * self.row
        return _highest(_PENNED, rest / (len(self.pen_rows) or 1))

    @property
    def room(self) -> int:
        """The space for all rows, in tenths of a millimetre."""
        places = _SETTLED if self.has_places else 0
        return self._room(LARGER if self.is_spacious else 1) - places

    def _room(self, letters: float) -> int:
        """That with letters of this size, without places."""
        across = 6 if self.is_wide else 4
        needed = -(-len(self.contracts) // across)
        room = _ROOM["pen" if self.pen_rows else "played", self.is_wide]
        room -= (needed - _CONTRACT_ROWS) * _CONTRACT
        room -= round((letters - 1) * (needed * _CONTRACT + _OTHER_TEXT))
        room -= _SETTLED * len(self.settlement)
        return room - (self._beside_the_race(letters) if self.race else self._below(letters))

    def _below(self, letters: float) -> int:
        """The space for house rules and notes, a line or two each."""
        lines = (_HEADING if self.rules or self.notes else 0) + _LINE * self._lines
        return round(letters * lines)

    def _beside_the_race(self, letters: float) -> int:
        """The height of the block beside the race, if that is taller."""
        columns = 2 if self.is_wide else 1
        taken = _HEADING + -(-len(self.memories) // columns) * 2 * _LINE
        taken += (_HEADING if self.rules else 0) + self._lines * _LINE * (2 // columns)
        rest = _RULES_BESIDE if self.is_wide else 0
        return max(0, round(letters * taken) + rest - _RACE)

    @property
    def _lines(self) -> int:
        return len(self.rules) + len(self.notes) + bool(self.note)


def _highest(heights: Sequence[int], most: float) -> int:
    return max((height for height in heights if height <= most), default=heights[0])


def paper_of(ruleset: Ruleset, state: State, sheet: SheetView) -> SheetLayout:
    """The sheet of this game; before its first round it is blank, with the names."""
    kind: Kind = "played" if sheet.is_over else "half" if sheet.rows else "blank"
    is_over, ahead = sheet.is_over, leaders(state)
    paper = SheetLayout(
        kind=kind,
        columns=tuple(_columns(ruleset, state, is_written=is_over)),
        rows=sheet.rows,
        pen_rows=() if is_over else tuple(_pen_rows(ruleset, state)),
        contracts=ruleset.contracts,
        rules=_changed(ruleset),
        race=race(ruleset, state) if is_over else None,
        memories=remembered(ruleset, state)[:_MOST_MEMORIES] if is_over else (),
        notes=sheet.notes,
        note=sheet.note,
        settlement=sheet.settlement if is_over else _to_settle(ruleset, len(state.order)),
        winner=sheet.winner_seats[0] if sheet.winner_seats else None,
        sharers=sheet.sharers,
        ahead=tuple(one for one in state.standings if one.seat in ahead),
        wild=tuple(_wild(ruleset, state, is_over=is_over)) if ruleset.moving_wild else (),
        games=ruleset.games,
    )
    return replace(paper, has_marks=_has_marks(ruleset, state, paper))


def _has_marks(ruleset: Ruleset, state: State, paper: SheetLayout) -> bool:
    """Whether cells say more than points; the number of a contract leaves no room for that."""
    if ruleset.contracts or not paper.rows:
        return False
    if ruleset.knocking or ruleset.drops or ruleset.card_values.extras:
        return True
    return paper.is_roomy and any(any(sums_of(ruleset, scored).values()) for scored in state.rounds)


def blank_paper(ruleset: Ruleset, players: int, names: Sequence[str] = ()) -> SheetLayout:
    """A blank sheet: for a number of players, or for these and the rest without names."""
    blank = ("",) * (players - len(names))
    pen_rows = tuple(_blank_rows(ruleset, players))
    return SheetLayout(
        kind="blank",
        columns=tuple(Column(None, name) for name in (*names, *blank)),
        rows=(),
        pen_rows=pen_rows,
        contracts=ruleset.contracts,
        rules=_changed(ruleset),
        settlement=_to_settle(ruleset, players),
        wild=tuple(_wild_by_deal(ruleset, row.number, players) for row in pen_rows)
        if ruleset.moving_wild
        else (),
        games=ruleset.games,
    )


def _to_settle(ruleset: Ruleset, players: int) -> tuple[SettledLine, ...]:
    """The rows to fill in after the last round; none where nothing is added."""
    rules = ruleset.settlement
    if rules is None:
        return ()
    codes: dict[SettledCode, bool] = {
        "game": bool(rules.game),
        "boxes": bool(rules.box),
        "shutout": rules.shutout != "none",
    }
    added = [code for code, is_added in codes.items() if is_added]
    lines: list[SettledCode] = [*added, "final"] if added else []
    return tuple(SettledLine(code, (None,) * players) for code in lines)


def _wild(ruleset: Ruleset, state: State, *, is_over: bool) -> Iterator[str]:
    """The moving wild rank of each round, including future ones."""
    yield from (scored.deal.wild or "" for scored in state.rounds)
    if state.open is not None and not is_over:
        deal = state.open.deal
        yield deal.wild or ""
        for n in range(1, _rounds_left(ruleset, state, deal)):
            yield _wild_by_deal(ruleset, deal.planned + n, len(deal.players))


def _wild_by_deal(ruleset: Ruleset, number: int, players: int) -> str:
    """The wild rank of round `number`; blank to fill in where it is drawn."""
    return ruleset.wild_of(ruleset.dealt(number, players)) or ""


def _changed(ruleset: Ruleset) -> tuple[tuple[HouseRule, Choice], ...]:
    """The house rules that differ from the default."""
    in_force = ruleset.in_force
    return tuple((rule, choice) for rule, choice in in_force if choice.value != rule.default)


def _columns(ruleset: Ruleset, state: State, *, is_written: bool) -> Iterator[Column]:
    standings = {standing.seat: standing for standing in state.standings}
    for seat in state.order:
        formers = (Former(one.former, one.to_round) for one in state.takeovers if one.seat == seat)
        column = replace(_column(state, seat), formers=tuple(formers))
        if is_written:
            yield _with_result(column, ruleset, state, standings[seat])
        else:
            yield column


def _with_result(column: Column, ruleset: Ruleset, state: State, standing: Standing) -> Column:
    return replace(
        column,
        total=standing.total,
        games=in_each_game(state.games, standing.seat),
        made=standing.contracts if ruleset.contracts else None,
        place=standing.place,
        is_out=ruleset.end.is_out(standing.total),
    )


def _column(state: State, seat: int) -> Column:
    if state.joined.get(seat, 1) == 1:
        return Column(seat, state.names[seat])
    after, start = state.joined[seat] - 1, starting_total(state, seat)
    return Column(seat, state.names[seat], joined_after=after, start=start)


def _pen_rows(ruleset: Ruleset, state: State) -> Iterator[PenRow]:
    """The open round, and as many rows as the game may need."""
    if state.open is None:
        return
    deal = state.open.deal
    dealer = deal.dealer
    for n in range(_rounds_left(ruleset, state, deal)):
        of_all = _of_the_round(ruleset, deal.planned + n)
        contracts = dict.fromkeys(state.active, of_all) if n else deal.contracts
        yield PenRow(
            number=deal.number + n,
            dealer=state.names[dealer],
            cards=_cards(ruleset, deal.planned + n, len(deal.players)),
            contracts=tuple(contracts.get(seat) for seat in state.order),
        )
        dealer = next_after(dealer, state.active, state.order, ruleset.direction)


def _rounds_left(ruleset: Ruleset, state: State, deal: Deal) -> int:
    """The planned rounds; if open, a page full, or enough for the last contract."""
    if ruleset.rounds is not None:
        return max(ruleset.rounds - deal.planned + 1, 1)
    furthest = max(deal.contracts.values(), default=0)
    to_go = len(ruleset.contracts) - furthest + 1 if furthest else 0
    return min(max(ROUNDS - len(state.rounds), to_go, _FEWEST_TO_WRITE), _MOST_TO_WRITE)


def _blank_rows(ruleset: Ruleset, players: int) -> Iterator[PenRow]:
    for number in islice(count(1), min(ruleset.rounds or ROUNDS, _MOST_TO_WRITE)):
        tried = _of_the_round(ruleset, number)
        yield PenRow(number, "", _cards(ruleset, number, players), (tried,) * players)


def _of_the_round(ruleset: Ruleset, planned: int) -> int | None:
    """The contract of everybody in this round, if it depends on the round."""
    if ruleset.advancing != "round":
        return None
    return min(planned, len(ruleset.contracts)) or None


def _cards(ruleset: Ruleset, planned: int, players: int) -> int | None:
    """The cards dealt, if that varies by round."""
    varies = len(ruleset.cards_dealt) > 1 and not ruleset.scoring.only_points
    return ruleset.dealt(planned, players) if varies else None
