"""A realistic log: marks, undone slips, each hand saved three times."""

from collections.abc import Iterator

from companion.records.log.games import NewGame, start_game
from companion.rules.fold.entries import (
    Entry,
    EntryUndone,
    Hand,
    HandCounted,
    LaidDown,
    RoundScored,
    WentOut,
)
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules

NAMES = ("Ann", "Bo", "Chloé", "Dev", "Eve")
RULES = apply_house_rules(game_data("twelve-step-rummy"), {})
_DOWN = ({"10-K": 1}, {"10-K": 1, "3-9": 1}, {"10-K": 1, "3-9": 2})
_NOT_DOWN = ({"A": 1}, {"A": 1, "10-K": 8}, {"A": 1, "10-K": 8, "3-9": 4})


def entries(rounds: int) -> list[Entry]:
    """The log of this number of rounds: each player is down in two rounds of three."""
    log: list[Entry] = []
    for number in range(rounds):
        log += _marks(number, len(log))
        log.append(WentOut(_goes_out(number)))
        log += _hands(number)
        log.append(RoundScored())
    return log


def game_in_a_count(rounds: int) -> tuple[str, int]:
    """Store a new game with these rounds written and the next one over; its token and version."""
    log = [*entries(rounds), *_marks(rounds, 0)[-2:], WentOut(_goes_out(rounds))]
    return start_game(NewGame(RULES, Seats(NAMES), entries=log), "bench"), len(log)


def counted_seat(rounds: int) -> int:
    """The seat whose hand is counted first in the round after these."""
    return (_goes_out(rounds) + 1) % len(NAMES)


def _is_down(number: int, seat: int) -> bool:
    return (number + seat) % 3 != 0


def _goes_out(number: int) -> int:
    return next(seat for seat in range(len(NAMES)) if _is_down(number, seat))


def _marks(number: int, before: int) -> list[Entry]:
    """Mark every player who is down; in every other round a slip is undone first."""
    slip: list[Entry] = [LaidDown(0), EntryUndone(before + 1)] if number % 2 else []
    return [*slip, *(LaidDown(seat) for seat in range(len(NAMES)) if _is_down(number, seat))]


def _hands(number: int) -> Iterator[Entry]:
    for seat in range(len(NAMES)):
        if seat != _goes_out(number):
            down = _is_down(number, seat)
            for cards in _DOWN if down else _NOT_DOWN:
                yield HandCounted(seat, Hand(cards=cards), down)
