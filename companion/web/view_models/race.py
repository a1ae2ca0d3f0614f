"""The race of a game: everybody's total after each round.

A line per person in a drawing of 350 units width, the best at the top.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State

WIDTH = 350.0
_LEFT, _RIGHT, _TOP = 34.0, 254.0, 10.0  # the labels are to the right of the lines
_FIGURE, _LETTER = (
    9.2,
    9.8,
)  # widths in a label on the smallest phone; the margin has the gaps
_LOWEST, _FOOT, _LINE = 170.0, 26.0, 17.0  # minimum height; space for the rounds; height of a label
_LONGEST_NAME = 9  # characters that fit beside a line
_MOST_STEPS, _MOST_ROUNDS = 5, 8

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Course:
    """The data of a line: amounts after rounds, from 0; `total` is the last one."""

    seat: int
    name: str
    values: Sequence[tuple[int, float]]
    total: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A person: `points` of the line from left to right, and the position of their label.

    `dash` is the dash pattern, 0 for none, so that lines differ without colour. `short` is as much
    of the name as fits beside the line: all of it, its first word, or its beginning.
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
        """The end of the line."""
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Race:
    """The drawing: its lines, the grid with points, and the rounds below.

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
    """Converts rounds and points to coordinates."""

    rounds: int
    least: float
    most: float
    height: float
    right: float
    fewest_on_top: bool

    def x(self, number: int) -> float:
        return round(_LEFT + (self.right - _LEFT) * number / self.rounds, 1)

    def y(self, points: float) -> float:
        share = (points - self.least) / ((self.most - self.least) or 1)
        return round(_TOP + self.height * (share if self.fewest_on_top else 1 - share), 1)


def drawn(
    courses: Sequence[Course], rounds: int, *, fewest_on_top: bool, most_rounds: int = _MOST_ROUNDS
) -> Race:
    """The race of these people over these rounds, with a maximum number of round labels."""
    scale = _scale(courses, rounds, fewest_on_top=fewest_on_top)
    steps = _steps(ceil(scale.least), floor(scale.most))
    some = _some_rounds(rounds, most_rounds)
    return Race(
        height=_TOP + scale.height + _FOOT,
        left=_LEFT,
        right=scale.right,
        bottom=_TOP + scale.height,
        lines=tuple(_lines(courses, scale)),
        rules=tuple((value, scale.y(value)) for value in steps),
        rounds=tuple((number, scale.x(number)) for number in some),
        fewest_on_top=fewest_on_top,
    )


def _scale(courses: Sequence[Course], rounds: int, *, fewest_on_top: bool) -> _Scale:
    values = [0.0, *(value for one in courses for _, value in one.values)]
    height = max(_LOWEST, _LINE * len(courses))
    right = min(_RIGHT, WIDTH - max(map(_label_width, courses)))
    return _Scale(rounds, min(values), max(values), height, right, fewest_on_top)


def _label_width(course: Course) -> float:
    """The width of a label in wide letters: its total, and as much of the name as fits."""
    figures, letters = len(str(course.total)), len(_short(course.name))
    return round(_FIGURE * figures + _LETTER * letters, 1)


def _lines(courses: Sequence[Course], scale: _Scale) -> Iterable[Line]:
    labels = _apart({c.seat: scale.y(c.values[-1][1]) for c in courses}, _TOP, _TOP + scale.height)
    for dash, course in enumerate(courses):
        yield Line(
            seat=course.seat,
            name=course.name,
            short=_short(course.name),
            total=course.total,
            points=tuple((scale.x(number), scale.y(value)) for number, value in course.values),
            label=labels[course.seat],
            dash=dash % 5,
            is_winner=course.is_winner,
        )


def _short(name: str) -> str:
    words = (name, name.split(" ", 1)[0], name.split("-", 1)[0])
    fits = (part for part in words if len(part) <= _LONGEST_NAME)
    return next(fits, f"{name[: _LONGEST_NAME - 2]}…")  # which is as wide as two letters


def _apart(ends: Mapping[int, float], top: float, bottom: float) -> dict[int, float]:
    """Labels as close to their lines' ends as possible without overlapping."""
    order = sorted(ends, key=lambda seat: ends[seat])
    places: list[float] = []
    for seat in order:
        places.append(max(ends[seat], places[-1] + _LINE if places else top))
    for n in reversed(range(len(places))):
        below = places[n + 1] - _LINE if n + 1 < len(places) else bottom
        places[n] = round(min(places[n], below), 1)
    return dict(zip(order, places, strict=True))


def _steps(least: int, most: int) -> range:
    """Grid values in this range, at most five: 0, 100, 200."""
    span = most - least
    sizes = (size * 10**power for power in range(6) for size in (1, 2, 5))
    size = next((size for size in sizes if span <= size * _MOST_STEPS), span)
    return range(-(-least // size) * size, most + 1, size)


def _some_rounds(rounds: int, at_most: int) -> list[int]:
    """Every round, or every second one and so on, always with the last."""
    apart = -(-rounds // at_most)
    return [number for number in range(1, rounds + 1) if (rounds - number) % apart == 0]


_FEW_ROUNDS = 2


def race(ruleset: Ruleset, state: State) -> Race | None:
    """The race of this game; None for fewer than two counted rounds."""
    counted = [scored for scored in state.rounds if scored.counted]
    if len(counted) < _FEW_ROUNDS:
        return None
    courses = [_course(state, counted, standing.seat) for standing in state.standings]
    return drawn(courses, counted[-1].deal.number, fewest_on_top=ruleset.end.low_wins)


def _course(state: State, counted: Sequence[ScoredRound], seat: int) -> Course:
    totals = _totals(state, counted, seat)
    is_winner = seat in state.outcome.winners
    return Course(seat, state.names[seat], totals, state.totals[seat], is_winner)


def _totals(state: State, rounds: Sequence[ScoredRound], seat: int) -> list[tuple[int, int]]:
    """Round and total, from before the first round of this player."""
    here = [scored for scored in rounds if seat in scored.totals]
    if not here:
        return [(rounds[-1].deal.number, state.totals[seat])]
    first = here[0]
    began = first.totals[seat] - first.points.get(seat, 0) if seat in state.joined else 0
    start = (first.deal.number - 1, began)
    return [start, *((scored.deal.number, scored.totals[seat]) for scored in here)]
