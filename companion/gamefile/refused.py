"""Errors of a record: the code, the place, and the remedy.

The kinds of files that the app writes are recognised, so that an import can name a wrong one.
"""

import re
from typing import Any

from companion.rules.judging.refusals import Refused
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.sections import RulesetError
from companion.sentences import refusal_sentence

# Refused now, but in corrected games and in old logs people may have come and gone so.
MAY_HAVE_BEEN = {
    *("never_back", "no_way_back", "no_more_returns"),
    *("too_few_stay", "tied_play_alone"),
}


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


HEAD = 4096  # bytes, which are enough to recognise every kind
# By kind: its first bytes, after a byte order mark and white space.
_KINDS = {
    "games": re.compile(rb'\{[^{[]*"format"\s*:\s*"companion-games?/1"'),
    "plays": re.compile(rb'\{\s*"about"\s*:\s*"Plays from Rummy Companion'),
    "table": re.compile(rb"started_at[,;]title[,;]game[,;]round"),
    "book": re.compile(rb"SQLite format 3\0"),
    "own game": re.compile(rb'(?:#.*\n|\s)*(?:extends|key|name|summary)\s*=\s*["\']'),
}
_OTHER_THAN_GAMES = {
    "plays": "a file for BG Stats, which this app cannot read. Export “Games” instead",
    "table": "a table for a spreadsheet. Export “Games” instead",
    "book": "a backup of a whole score book. “companion restore” restores it",
    "own game": "a custom game, without rounds. Import it under “Your own game”",
}


def kind_of(content: bytes) -> str | None:
    """The kind of a file of ours; None for any other file."""
    head = content[:HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((kind for kind, start in _KINDS.items() if start.match(head)), None)


def refuse_other_than_games(content: bytes) -> None:
    """Raises RecordRefused (`not_json`) for another kind of file of ours."""
    name = _OTHER_THAN_GAMES.get(kind_of(content) or "")
    if name:
        raise RecordRefused("not_json", f"This is {name}.")


def refuse_other_than_own_game(content: bytes, file: str) -> None:
    """Raises RulesetError naming `file` for another kind of file of ours."""
    kind = kind_of(content)
    if kind == "games":
        raise RulesetError(file, "the file", "a custom game, not saved games")
    if kind not in {None, "own game"}:
        raise RulesetError(file, "the file", "a custom game, not another file of this app")
