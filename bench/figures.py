"""Figures beside their goals, as a table and as JSON."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

_HEADINGS = ("figure", "measured", "goal", "")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure; `goal` is the most it should be, None where it is only reported."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    note: str = ""

    @property
    def misses(self) -> bool:
        """Whether the figure is over its goal."""
        return self.goal is not None and self.value > self.goal

    def as_data(self) -> dict[str, object]:
        """The figure as JSON data."""
        return asdict(self) | {"misses": self.misses}

    def as_row(self) -> tuple[str, str, str, str]:
        """The figure as a line of the table."""
        goal = "" if self.goal is None else f"<= {_spell(self.goal)} {self.unit}"
        verdict = "" if self.goal is None else ("MISSED" if self.misses else "met")
        words = "; ".join(part for part in (verdict, self.note) if part)
        return self.name, f"{_spell(self.value)} {self.unit}", goal, words


def as_json(figures: Iterable[Figure]) -> str:
    """All figures, for programs."""
    return json.dumps([figure.as_data() for figure in figures], indent=2)


def as_table(figures: Iterable[Figure]) -> str:
    """All figures, for people."""
    rows = [_HEADINGS, *(figure.as_row() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    lines = [_line(row, widths) for row in rows]
    return "\n".join((lines[0], "-" * max(map(len, lines)), *lines[1:]))


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    name, value, goal, words = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
    return f"{name}  {value.strip().rjust(widths[1])}  {goal}  {words}".rstrip()


def _spell(number: float) -> str:
    return f"{number:,.2f}" if number % 1 else f"{number:,.0f}"
