"""An example of a contract on the table: the position of each card, in lines of melds.

Lengths are in units of which a card is 46 wide and 66 high; y goes down.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.model.contracts import Contract, Meld, Run

CARD_WIDTH, CARD_HEIGHT = 46, 66
LINE_WIDTH = 200  # three cards beside each other, or a run of seven
_APART, _OVERLAPPING = 49, 25  # the offset between two cards
_RISE, _GAP = 1.5, 8  # the rise per card of a run; gaps between melds and between lines


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card and its position: the `number`th (from 0) of `meld`, whose first suit is `suit`.

    No card covers one that `is_open`.
    """

    x: float
    y: float
    meld: Meld
    suit: int
    number: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class LyingCards:
    """All cards of a contract, from bottom to top, and the size of the drawing."""

    width: int
    height: float
    cards: tuple[LyingCard, ...]


def lying_cards(contract: Contract) -> LyingCards:
    """Short melds share a line, a long one has its own."""
    cards: list[LyingCard] = []
    top = 0.0
    for line in _lines(list(enumerate(contract.melds, start=1))):
        rise = max(_rise(meld) for _, meld in line)
        cards += _line(line, top + rise)
        top += rise + CARD_HEIGHT + _GAP
    return LyingCards(LINE_WIDTH, round(top - _GAP, 1), tuple(cards))


_Line = list[tuple[int, Meld]]


def _lines(melds: _Line) -> Iterator[_Line]:
    """The melds in lines, in order, as many in each as fit."""
    line: _Line = []
    for numbered in melds:
        if line and _width([*line, numbered], _OVERLAPPING) > LINE_WIDTH:
            yield line
            line = []
        line.append(numbered)
    yield line


def _line(line: Sequence[tuple[int, Meld]], bottom: float) -> Iterator[LyingCard]:
    """The cards of one line, centred."""
    is_level = len(line) == 1 and not isinstance(line[0][1], Run)
    step = _APART if is_level else _OVERLAPPING
    x = (LINE_WIDTH - min(_width(line, step), LINE_WIDTH)) / 2
    for suit, meld in line:
        apart = _step(meld, step)
        rise = _rise(meld) / meld.size
        for number in range(meld.size):
            place = round(x + apart * number, 1), round(bottom - rise * number, 1)
            is_open = number == meld.size - 1 or apart >= CARD_WIDTH
            yield LyingCard(*place, meld, suit, number, is_open)
        x += apart * (meld.size - 1) + CARD_WIDTH + _GAP


def _width(line: Sequence[tuple[int, Meld]], step: float) -> float:
    wide = (_step(meld, step) * (meld.size - 1) + CARD_WIDTH for _, meld in line)
    return sum(wide) + _GAP * (len(line) - 1)


def _step(meld: Meld, wanted: float) -> float:
    """The offset between cards: smaller in a long meld, to fit into its line."""
    return min(wanted, (LINE_WIDTH - CARD_WIDTH) / max(meld.size - 1, 1))


def _rise(meld: Meld) -> float:
    return _RISE * meld.size if isinstance(meld, Run) else 0.0
