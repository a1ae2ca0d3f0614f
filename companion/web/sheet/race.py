"""The race: everybody's total after each round, as lines in a drawing of 350 by so many units."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.rulesets import Ruleset
from companion.rules.state import ScoredRound, State

WIDTH = 350.0
_LEFT, _RIGHT, _TOP = 34.0, 254.0, 10.0  # the labels of the lines stand to the right
_FIGURE, _LETTER = 9.2, 9.8  # how wide in a label on the smallest phone, whose margin has the gaps
_LOWEST, _FOOT, _LINE = 170.0, 26.0, 17.0  # how high at least; below for rounds; a label's height
_LONGEST_NAME = 9  # characters that fit beside a line
_MOST_STEPS, _MOST_ROUNDS = 5, 8
_FEW_ROUNDS = 2

Point = tuple[float, float]
_Totals = dict[int, list[tuple[int, int]]]  # round and total, by seat


@dataclass(frozen=True, slots=True)
class Line:
    """One player: `points` from left to right, and how high their label stands.

    `dash` is one of the ways a line is broken, 0 unbroken: lines differ without colour. `short` is
    the name, or its first word, where that fits beside the line; else it is empty.
    """

    seat: int
    name: str
    short: str
    total: int
    points: tuple[Point, ...]
    label: float
    dash: int
    is_winner: bool

    @property
    def end(self) -> Point:
        """Where the line ends."""
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Race:
    """The drawing: its lines, the rules across it with their points, and the rounds below.

    The best total is at the top: `fewest_on_top` says whether that is the lowest.
    """

    height: float
    left: float
    right: float
    bottom: float
    lines: tuple[Line, ...]
    rules: tuple[tuple[int, float], ...]
    rounds: tuple[tuple[int, float], ...]
    fewest_on_top: bool


@dataclass(frozen=True, slots=True)
class _Scale:
    """From rounds and points to places in the drawing."""

    rounds: int
    least: int
    most: int
    height: float
    right: float
    fewest_on_top: bool

    def x(self, number: int) -> float:
        return round(_LEFT + (self.right - _LEFT) * number / self.rounds, 1)

    def y(self, points: int) -> float:
        share = (points - self.least) / ((self.most - self.least) or 1)
        return round(_TOP + self.height * (share if self.fewest_on_top else 1 - share), 1)


def race(ruleset: Ruleset, state: State) -> Race | None:
    """The race of this game; None where fewer than two rounds were counted."""
    counted = [scored for scored in state.rounds if scored.counted]
    if len(counted) < _FEW_ROUNDS:
        return None
    totals = {s.seat: _totals(state, counted, s.seat) for s in state.standings}
    scale = _scale(ruleset, state, len(counted), totals)
    return Race(
        height=_TOP + scale.height + _FOOT,
        left=_LEFT,
        right=scale.right,
        bottom=_TOP + scale.height,
        lines=tuple(_lines(state, scale, totals)),
        rules=tuple((value, scale.y(value)) for value in _steps(scale.least, scale.most)),
        rounds=tuple((number, scale.x(number)) for number in _some_rounds(scale.rounds)),
        fewest_on_top=scale.fewest_on_top,
    )


def _totals(state: State, rounds: Sequence[ScoredRound], seat: int) -> list[tuple[int, int]]:
    """Round and total, from before the first round that this player was dealt in to."""
    here = [(n, r) for n, r in enumerate(rounds, 1) if seat in r.totals]
    late = seat in state.joined
    first = here[0][1] if here else None
    began = first.totals[seat] - first.points.get(seat, 0) if first and late else 0
    start = (here[0][0] - 1 if here else len(rounds), began if here else state.totals[seat])
    return [start, *((n, r.totals[seat]) for n, r in here)]


def _scale(ruleset: Ruleset, state: State, rounds: int, totals: _Totals) -> _Scale:
    values = [0, *(total for line in totals.values() for _, total in line)]
    height = max(_LOWEST, _LINE * len(totals))
    right = min(_RIGHT, WIDTH - max(_label_width(state, seat, totals) for seat in totals))
    return _Scale(rounds, min(values), max(values), height, right, ruleset.end.low_wins)


def _label_width(state: State, seat: int, totals: _Totals) -> float:
    """How wide the label of a line is in wide letters: its total, and as much of the name."""
    figures, letters = len(str(totals[seat][-1][1])), len(_short(state.names[seat])) or 1
    return round(_FIGURE * figures + _LETTER * letters, 1)


def _lines(state: State, scale: _Scale, totals: _Totals) -> Iterable[Line]:
    ends = {seat: scale.y(line[-1][1]) for seat, line in totals.items()}
    labels = _apart(ends, _TOP, _TOP + scale.height)
    for dash, (seat, line) in enumerate(totals.items()):
        name = state.names[seat]
        yield Line(
            seat=seat,
            name=name,
            short=_short(name),
            total=line[-1][1],
            points=tuple((scale.x(number), scale.y(total)) for number, total in line),
            label=labels[seat],
            dash=dash % 5,
            is_winner=seat in state.outcome.winners,
        )


def _short(name: str) -> str:
    fits = (part for part in (name, name.split(" ", 1)[0]) if len(part) <= _LONGEST_NAME)
    return next(fits, "")


def _apart(ends: dict[int, float], top: float, bottom: float) -> dict[int, float]:
    """Each label as near to its line's end as it can be without touching another."""
    order = sorted(ends, key=lambda seat: ends[seat])
    places: list[float] = []
    for seat in order:
        places.append(max(ends[seat], places[-1] + _LINE if places else top))
    for n in reversed(range(len(places))):
        below = places[n + 1] - _LINE if n + 1 < len(places) else bottom
        places[n] = round(min(places[n], below), 1)
    return dict(zip(order, places, strict=True))


def _steps(least: int, most: int) -> range:
    """Round figures between these, at most five apart: 0, 100, 200."""
    span = most - least
    sizes = (size * 10**power for power in range(6) for size in (1, 2, 5))
    size = next((size for size in sizes if span <= size * _MOST_STEPS), span)
    return range(-(-least // size) * size, most + 1, size)


def _some_rounds(rounds: int) -> list[int]:
    """Every round, or every second one and so on, always with the last."""
    apart = -(-rounds // _MOST_ROUNDS)
    return [number for number in range(1, rounds + 1) if (rounds - number) % apart == 0]
