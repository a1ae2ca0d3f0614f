"""What a table remembers of a game: who went out most often, the dearest hand, the longest wait."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.rulesets import Ruleset
from companion.rules.state import ScoredRound, State

MemoryCode = Literal["most_often_out", "dearest_hand", "best_round", "longest_on_one"]
_MOST_HOLDERS, _MOST_ROUNDS = 3, 4  # what comes up more often is nothing to remember
_WORTH_TELLING = {"most_often_out": 2, "longest_on_one": 3, "dearest_hand": 1, "best_round": 1}
_BY_POINTS = {"dearest_hand", "best_round"}
Record = tuple[int, Sequence[int], int | None]


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose record it is, in which rounds, and on which contract where it is about one."""

    seat: int
    name: str
    rounds: tuple[int, ...]
    contract: int | None


@dataclass(frozen=True, slots=True)
class Memory:
    """A record of the evening: how often, how many points, or how many rounds."""

    code: MemoryCode
    figure: int
    holders: tuple[Holder, ...]


def remembered(ruleset: Ruleset, state: State) -> tuple[Memory, ...]:
    """The records of this game, those of them that are worth telling."""
    counted = [r for r in state.rounds if r.counted and not r.void and not r.deal.playoff]
    points: MemoryCode = "dearest_hand" if ruleset.end.low_wins else "best_round"
    kinds: dict[MemoryCode, Mapping[int, Record]] = {
        "most_often_out": _times_out(counted),
        points: _most_points(counted),
    }
    if ruleset.advancing == "finish":
        kinds["longest_on_one"] = _longest(counted)
    found = (_memory(state, code, records) for code, records in kinds.items())
    return tuple(memory for memory in found if memory)


def _memory(state: State, code: MemoryCode, records: Mapping[int, Record]) -> Memory | None:
    most = max((figure for figure, _, _ in records.values()), default=0)
    best = [(seat, record) for seat, record in records.items() if record[0] == most]
    if most < _WORTH_TELLING[code] or len(best) > _MOST_HOLDERS:
        return None
    if code in _BY_POINTS and sum(len(rounds) for _, (_, rounds, _) in best) > _MOST_ROUNDS:
        return None
    holders = (Holder(s, state.names[s], tuple(rounds), on) for s, (_, rounds, on) in best)
    return Memory(code, most, tuple(holders))


def _times_out(rounds: Iterable[ScoredRound]) -> dict[int, Record]:
    out: dict[int, list[int]] = {}
    for scored in rounds:
        if scored.play.went_out is not None:
            out.setdefault(scored.play.went_out, []).append(scored.deal.number)
    return {seat: (len(numbers), numbers, None) for seat, numbers in out.items()}


def _most_points(rounds: Iterable[ScoredRound]) -> dict[int, Record]:
    best: dict[int, tuple[int, list[int]]] = {}
    for scored in rounds:
        for seat, points in scored.points.items():
            most, numbers = best.get(seat, (points, []))
            if points > most:
                most, numbers = points, []
            if points == most:
                numbers.append(scored.deal.number)
            best[seat] = (most, numbers)
    return {seat: (most, numbers, None) for seat, (most, numbers) in best.items()}


def _longest(rounds: Iterable[ScoredRound]) -> dict[int, Record]:
    """For each player the contract they were on for most rounds, the first of several."""
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
