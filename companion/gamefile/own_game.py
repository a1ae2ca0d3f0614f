"""A custom game as a small TOML file, in the format of the catalogue."""

from collections.abc import Callable
from typing import Any

import tomli_w

from companion.fair_queue import FairQueue
from companion.gamefile.kinds import refuse_other_than_own_game
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
    """The game as a TOML file that also works in the catalogue.

    With comments for editors, unless they make it too large to be parsed again.
    """
    text = tomli_w.dumps(dict(data), multiline_strings=False)
    commented = with_comments(text, data)
    return commented if len(commented.encode()) <= MOST_BYTES else text


def from_toml(content: bytes) -> dict[str, Any]:
    """Parse a custom game; the file may contain only the differences to the game it `extends`.

    One file at a time per process, to bound memory. Raises RulesetError with the key at fault, and
    TooBusy.
    """
    return _read(content, lambda data: data)


def from_edited_toml(
    content: bytes, base: Data, summary_of: Callable[[Data], str]
) -> tuple[dict[str, Any], list[str]]:
    """The game in an edited file, and the questions of its house rules that were removed.

    `base` is the game that `to_toml` wrote before the edit. `summary_of` derives the summary if the
    file has none, or still the one derived for `base`. Raises like `from_toml`.
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
        refuse_other_than_own_game(content, _FILE)
        file = parsed(content, _FILE)
        data = prepared(resolved_variant(file, _FILE))
        ruleset = read_own_game(data)
    return {**without_lost_last_contract(data, file), "key": key_of_name(ruleset.name)}
