"""Records of a game: most rounds gone out, the most expensive hand, a close finish.

Also a game in lists: its description, derived from its rules, its players and winners.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.rules.judging.scoring import points_in_hands
from companion.rules.model.contracts import Contract, Run, Set
from companion.rules.model.ruleset import Ruleset, Terms
from companion.rules.model.state import ScoredRound, State

_SMALLEST = 3  # cards of a meld in the games without contracts
Kind = Literal[
    "finish",
    "by_round",
    "wild_by_round",
    "rounds",
    "until",
    "melds_until",
    "knocks_until",
    "one_left",
    "lives",
    "open_end",
]


@dataclass(frozen=True, slots=True)
class Likeness:
    """The kind and length of a game: contracts, rounds, or points that end it.

    `drawn` are melds as an example, None in a game without melds; with a `wild_rank` each round
    has another wild rank; a game that `is_knocked` ends with a card laid face down.
    """

    kind: Kind
    number: int
    drawn: Contract | None
    wild_rank: bool
    is_knocked: bool
    terms: Terms


def likeness(ruleset: Ruleset) -> Likeness:
    """The description of this game."""
    contracts, moves = ruleset.contracts, ruleset.moving_wild is not None
    drawn = contracts[len(contracts) // 2] if contracts else _melds(ruleset)
    return Likeness(*_kind(ruleset), drawn, moves, ruleset.knocking is not None, ruleset.terms)


def _melds(ruleset: Ruleset) -> Contract | None:
    """A meld that brings a bonus, or else the smallest ones; None if no cards are melded."""
    if ruleset.scoring.only_points:
        return None
    kinds = (Set, Run) if ruleset.melding.runs else (Set,)
    large = [bonus.meld_size for bonus in ruleset.bonuses if bonus.meld_size]
    if large:
        return Contract((kinds[-1](large[0]),))
    return Contract(tuple(kind(_SMALLEST) for kind in kinds))


def _kind(ruleset: Ruleset) -> tuple[Kind, int]:
    if ruleset.advancing == "finish":
        return "finish", len(ruleset.contracts)
    if ruleset.advancing == "round":
        return "by_round", len(ruleset.contracts)
    if ruleset.rounds:
        return "wild_by_round" if ruleset.moving_wild else "rounds", ruleset.rounds
    return _open_kind(ruleset), ruleset.end.limit or 0


def _open_kind(ruleset: Ruleset) -> Kind:
    """Of a game with any number of rounds."""
    if ruleset.lost_lives is not None:
        return "lives"
    if ruleset.scoring.pays_knocks:
        return "knocks_until"
    ends: dict[str, Kind] = {"one_left": "one_left", "table_ends": "open_end"}
    until: Kind = "until" if ruleset.end.low_wins else "melds_until"
    return ends.get(ruleset.end.when, until)


@dataclass(frozen=True, slots=True)
class Person:
    """A player with the number of their colour, from 0."""

    colour: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game in a list: the players in order, and the winners."""

    round: int
    is_over: bool
    people: tuple[Person, ...]
    winners: tuple[Person, ...]

    @property
    def face(self) -> Person:
        """The player whose initial is shown: the first winner, or the first player."""
        return (self.winners or self.people)[0]

    @property
    def others(self) -> tuple[Person, ...]:
        """The players who have not won."""
        return tuple(one for one in self.people if one not in self.winners)


def played_game(summary: Mapping[str, Any], colours: Sequence[int]) -> PlayedGame:
    """The cached summary of a game, `colours` by player; names are unique."""
    people = tuple(map(Person, colours, summary["players"]))
    won = set(summary["winners"]) if summary["over"] else set()
    winners = tuple(one for one in people if one.name in won)
    return PlayedGame(summary["round"], summary["over"], people, winners)


MemoryCode = Literal[
    "most_often_out",
    "most_rounds_ended",
    "most_rounds_closed",
    "most_rounds_won",
    "dearest_hand",
    "dearest_round",
    "best_round",
    "longest_on_one",
    "best_gap",
    "close_finish",
]
_MOST_HOLDERS, _MOST_ROUNDS = 3, 4  # a record with more holders is not interesting
_WORTH_TELLING: dict[str, int] = {
    "most_often_out": 2,
    "most_rounds_ended": 2,
    "most_rounds_closed": 2,
    "most_rounds_won": 2,
    "longest_on_one": 3,
    "dearest_hand": 1,
    "dearest_round": 1,
    "best_round": 1,
    "best_gap": 10,
}
_BY_POINTS = {"dearest_hand", "dearest_round", "best_round", "best_gap"}
_CLOSE = 10  # a close finish: the points between first and second as a fraction of a total
_A_CROWD = 3  # with two players the gap is the other’s hand
_POINTS_DECIDED = {"fewest_points", "lowest_total", "highest_total", "reached_target"}
Record = tuple[int, Sequence[int], int | None]


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a record, its rounds, and its contract, if it is about one."""

    seat: int
    name: str
    rounds: tuple[int, ...]
    contract: int | None


@dataclass(frozen=True, slots=True)
class Memory:
    """A record of the game: a number of times, points, or rounds."""

    code: MemoryCode
    figure: int
    holders: tuple[Holder, ...]


def remembered(ruleset: Ruleset, state: State) -> tuple[Memory, ...]:
    """The records of this game that are worth telling."""
    counted = [r for r in state.rounds if r.scores]
    kinds: dict[MemoryCode, Mapping[int, Record]] = {
        _outs(ruleset): _times_out(counted),
        _points(ruleset): _most_points(ruleset, counted),
    }
    if ruleset.advancing == "finish":
        kinds["longest_on_one"] = _longest(counted)
    if ruleset.end.low_wins and len(state.order) >= _A_CROWD:
        kinds["best_gap"] = _gaps(counted)
    found = [_memory(state, code, records) for code, records in kinds.items()]
    return tuple(memory for memory in (*found, _close_finish(ruleset, state)) if memory)


def _outs(ruleset: Ruleset) -> MemoryCode:
    if ruleset.knocking:
        return "most_rounds_ended" if ruleset.scoring.pays_knocks else "most_rounds_closed"
    return "most_rounds_won" if ruleset.drops else "most_often_out"


def _points(ruleset: Ruleset) -> MemoryCode:
    if not ruleset.end.low_wins:
        return "best_round"
    return "dearest_hand" if ruleset.counts_hands else "dearest_round"


def _memory(state: State, code: MemoryCode, records: Mapping[int, Record]) -> Memory | None:
    most = max((figure for figure, _, _ in records.values()), default=0)
    best = [(seat, record) for seat, record in records.items() if record[0] == most]
    if most < _WORTH_TELLING[code] or len(best) > _MOST_HOLDERS:
        return None
    if code in _BY_POINTS and sum(len(rounds) for _, (_, rounds, _) in best) > _MOST_ROUNDS:
        return None
    holders = (
        Holder(s, _name_in(state, s, rounds), tuple(rounds), on) for s, (_, rounds, on) in best
    )
    return Memory(code, most, tuple(holders))


def _name_in(state: State, seat: int, rounds: Sequence[int]) -> str:
    """The player of the last of these rounds: somebody else may have taken the seat over."""
    return state.name_in(seat, rounds[-1]) if rounds else state.names[seat]


def _gaps(rounds: Iterable[ScoredRound]) -> dict[int, Record]:
    """For each player the points by which their round was better than all others."""
    gained: list[tuple[int, int, int]] = []
    for scored in rounds:
        if len(scored.points) > 1:
            (best, seat), (second, _), *_ = sorted((p, s) for s, p in scored.points.items())
            gained.append((second - best, scored.deal.number, seat))
    most: dict[int, int] = {}
    for gap, _, seat in gained:
        most[seat] = max(gap, most.get(seat, 0))
    return {
        seat: (gap, [number for g, number, s in gained if (g, s) == (gap, seat)], None)
        for seat, gap in most.items()
    }


def _close_finish(ruleset: Ruleset, state: State) -> Memory | None:
    """The gap to the second, if points decided and it was small."""
    end, outcome = ruleset.end, state.outcome
    if outcome.code not in _POINTS_DECIDED or end.tie_points == "before_deciding_round":
        return None
    if len(outcome.winners) > 1:
        return None
    first = next(one for one in state.standings if one.seat in outcome.winners)
    second = next((one for one in state.standings if one is not first), None)
    if second is None:
        return None
    best, next_best = (state.final_totals[one.seat] for one in (first, second))
    between = abs(next_best - best)
    if between * _CLOSE > max(abs(next_best), abs(best)):
        return None
    holders = (Holder(one.seat, state.names[one.seat], (), None) for one in (first, second))
    return Memory("close_finish", between, tuple(holders))


def _times_out(rounds: Iterable[ScoredRound]) -> dict[int, Record]:
    out: dict[int, list[int]] = {}
    for scored in rounds:
        if scored.play.went_out is not None:
            out.setdefault(scored.play.went_out, []).append(scored.deal.number)
    return {seat: (len(numbers), numbers, None) for seat, numbers in out.items()}


def _most_points(ruleset: Ruleset, rounds: Iterable[ScoredRound]) -> dict[int, Record]:
    best: dict[int, tuple[int, list[int]]] = {}
    for scored in rounds:
        for seat, points in points_in_hands(ruleset, scored).items():
            most, numbers = best.get(seat, (points, []))
            if points > most:
                most, numbers = points, []
            if points == most:
                numbers.append(scored.deal.number)
            best[seat] = (most, numbers)
    return {seat: (most, numbers, None) for seat, (most, numbers) in best.items()}


def _longest(rounds: Iterable[ScoredRound]) -> dict[int, Record]:
    """For each player the contract of most rounds, the first of several."""
    best: dict[int, Record] = {}
    for (seat, contract), numbers in _on(rounds):
        if seat not in best or len(numbers) > best[seat][0]:
            best[seat] = (len(numbers), numbers, contract)
    return best


def _on(rounds: Iterable[ScoredRound]) -> Iterator[tuple[tuple[int, int], list[int]]]:
    on: dict[tuple[int, int], list[int]] = {}
    for scored in rounds:
        for one in scored.deal.contracts.items():
            on.setdefault(one, []).append(scored.deal.number)
    yield from on.items()
