"""Recognises the kinds of files that the app writes, so that an import can name a wrong one."""

import re

from companion.gamefile.refused import RecordRefused
from companion.rules.reading.sections import RulesetError

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
    told = _OTHER_THAN_GAMES.get(kind_of(content) or "")
    if told:
        raise RecordRefused("not_json", f"This is {told}.")


def refuse_other_than_own_game(content: bytes, file: str) -> None:
    """Raises RulesetError naming `file` for another kind of file of ours."""
    kind = kind_of(content)
    if kind == "games":
        raise RulesetError(file, "the file", "a custom game, not saved games")
    if kind not in {None, "own game"}:
        raise RulesetError(file, "the file", "a custom game, not another file of this app")
