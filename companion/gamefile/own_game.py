"""An own game as a small file, to edit or to give away: TOML, as the catalogue is kept in."""

from collections.abc import Callable
from typing import Any

import tomli_w

from companion.fair_queue import FairQueue
from companion.gamefile.toml_comments import with_comments
from companion.rules.reading.catalogue import resolved_variant
from companion.rules.reading.own_games import (
    key_of_name,
    read_own_game,
    retyped,
    without_lost_last_contract,
)
from companion.rules.reading.sections import Data
from companion.rules.reading.toml_text import MOST_BYTES, parsed

_FILE = "own game"
_PATIENCE_SECONDS = 10
_files_of_strangers = FairQueue()


def to_toml(data: Data) -> str:
    """The game as a file of the catalogue: put there, it is one of its games.

    It has comments for whoever edits it, unless they make it too large to be read again.
    """
    text = tomli_w.dumps(dict(data), multiline_strings=False)
    commented = with_comments(text, data)
    return commented if len(commented.encode()) <= MOST_BYTES else text


def from_toml(content: bytes) -> dict[str, Any]:
    """The game in a file, which may say only what differs from the game it `extends`.

    One file at a time is read in a process, however many are sent: that costs memory. Raises
    RulesetError with the key at fault, and TooBusy.
    """
    return _read(content, lambda data: data)


def from_edited_toml(
    content: bytes, base: Data, summary_of: Callable[[Data], str]
) -> tuple[dict[str, Any], list[str]]:
    """The game in a file that was `base`, as `to_toml` wrote it, before somebody edited it.

    And the questions of the house rules that are in the file and no longer asked. The line on what
    makes it different is made by `summary_of` where the file has none, or still has the one that
    was made for `base`. Raises as `from_toml` does.
    """
    made, settled = summary_of(base), list[str]()

    def prepared(file: Data) -> Data:
        typed = {**file, "summary": file.get("summary") or made}
        data = retyped(base, typed)
        gone = (row for row in typed["house_rules"] if row not in data["house_rules"])
        settled.extend(row["question"] for row in gone)
        return data

    data = _read(content, prepared)
    return data | ({"summary": summary_of(data)} if data["summary"] == made else {}), settled


def _read(content: bytes, prepared: Callable[[Data], Data]) -> dict[str, Any]:
    with _files_of_strangers.turn(_PATIENCE_SECONDS):
        file = parsed(content, _FILE)
        data = prepared(resolved_variant(file, _FILE))
        ruleset = read_own_game(data)
    return {**without_lost_last_contract(data, file), "key": key_of_name(ruleset.name)}
