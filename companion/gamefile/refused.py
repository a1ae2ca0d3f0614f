"""Errors of a record: the code, the place, and the remedy."""

from typing import Any

from companion.rules.judging.refusals import Refused
from companion.rules.model.ruleset import Ruleset
from companion.sentences import refusal_sentence

# Refused now, but in corrected games and in old logs people may have come and gone so.
MAY_HAVE_BEEN = {"no_way_back", "too_few_stay", "tied_play_alone"}


class RecordRefused(Exception):
    """A refused record: `code`, `round` (from 1), `player` and a sentence.

    The codes are those of `companion.rules.judging.refusals` and those of parsing: `cannot_read`,
    `not_utf8`, `not_json`, `bad_record`, `unknown_game`, `unknown_option`, `bad_ruleset` and
    `not_in_this_game`.
    """

    def __init__(
        self, code: str, message: str, round_number: int | None = None, player: str | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message = code, message
        self.round, self.player = round_number, player

    def as_data(self) -> dict[str, Any]:
        """The error as JSON data; `companion score` prints it on standard error."""
        printed = ("code", "round", "player", "message")
        return {"error": {key: getattr(self, key) for key in printed}}


def refused_round(
    refused: Refused, ruleset: Ruleset, number: int, names: tuple[str, ...]
) -> RecordRefused:
    """Convert a refusal of the rules into one with round and player."""
    if refused.code == "game_over":
        return after_the_end(number)
    name = None if refused.seat is None else names[refused.seat]
    if refused.code == "unknown_player" and name is not None:
        return not_dealt_in(number, name)
    values = {"name": name, "game": ruleset.name, "card": refused.card, **refused.numbers}
    place = f"Round {number}" if name is None else f"Round {number}, {name}"
    message = f"{place}: {refusal_sentence(refused.code, refused.missing).english(values)}"
    return RecordRefused(refused.code, message, number, name)


def not_dealt_in(number: int, name: str) -> RecordRefused:
    """A player who is not dealt in to this round."""
    message = (
        f"Round {number}: {name} is not dealt in to this round. Take “{name}” out of it, or "
        f"correct under “players” when “{name}” joined or left."
    )
    return RecordRefused("unknown_player", message, number, name)


def after_the_end(number: int) -> RecordRefused:
    """A round after the end of the game."""
    message = (
        f"The game was over before round {number}. Take out round {number} and every round after "
        "it, or correct the round that ended the game."
    )
    return RecordRefused("game_over", message, number)
