"""A line of a record as a round that the rules understand, and as entries of the log."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.gamefile.players import Players
from companion.gamefile.refused import RecordRefused
from companion.rules.entries import (
    Adjusted,
    Adjustment,
    Entry,
    Hand,
    HandCounted,
    LaidDown,
    RoundPlay,
    WentOut,
)
from companion.rules.rulesets import Ruleset
from companion.rules.sections import Data


def read_round(line: Data, number: int, players: Players, ruleset: Ruleset) -> RoundPlay:
    """What happened in a round. Raises RecordRefused (`unknown_player`, `not_in_this_game`)."""
    _refuse_other_games_keys(line, number, ruleset)
    out = line["went_out"]

    def by_seat(key: str, read: Callable[[Any], Any]) -> dict[int, Any]:
        rows = line.get(key, {}).items()
        return {players.seat(name, number): read(value) for name, value in rows}

    return RoundPlay(
        laid_down=frozenset(players.seat(name, number) for name in line.get("laid_down", ())),
        went_out=None if out is None else players.seat(out, number),
        hands=by_seat("hands", _hand),
        buys=by_seat("buys", int),
        adjustments=by_seat("adjustments", lambda row: Adjustment(row["points"], row["reason"])),
        melded={s: Hand() if m is None else m for s, m in by_seat("hands", _melded).items()}
        if ruleset.scoring.melds_score
        else {},
        went_rummy=line.get("went_rummy", False),
    )


def entries_of(play: RoundPlay) -> Iterator[Entry]:
    """The round as the log tells it: who went down, who went out, what everybody had left."""
    for seat in sorted(play.laid_down):
        yield LaidDown(seat)
    yield WentOut(play.went_out, play.went_rummy)
    for seat in sorted({*play.hands, *play.buys, *play.melded}):
        hand, melded = play.hands.get(seat, Hand()), play.melded.get(seat)
        yield HandCounted(seat, hand, seat in play.laid_down, play.buys.get(seat), melded)
    for seat, adjustment in sorted(play.adjustments.items()):
        yield Adjusted(seat, adjustment)


def _hand(row: dict[str, Any]) -> Hand:
    return Hand(row.get("cards"), row.get("points"))


def _melded(row: dict[str, Any]) -> Hand | None:
    return _hand(row["melded"]) if "melded" in row else None


def _refuse_other_games_keys(line: Data, number: int, ruleset: Ruleset) -> None:
    """The format has them for games that score melds or double for going rummy."""
    if line.get("went_rummy") and not ruleset.rummy_doubles:
        raise _not_in_this_game("went_rummy", "does not double for going rummy", number, ruleset)
    for name, row in line.get("hands", {}).items():
        if "melded" in row and not ruleset.scoring.melds_score:
            raise _not_in_this_game("melded", "scores no melds", number, ruleset, name)


def _not_in_this_game(
    key: str, why: str, number: int, ruleset: Ruleset, name: str | None = None
) -> RecordRefused:
    place = f"Round {number}" if name is None else f"Round {number}, {name}"
    message = f"{place}: {ruleset.name} {why}. Take “{key}” out."
    return RecordRefused("not_in_this_game", message, number, name)
