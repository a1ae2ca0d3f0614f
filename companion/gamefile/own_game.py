"""A custom game as a small TOML file, in the format of the catalogue, and the rules of a record.

A record names a game of the catalogue, or has a complete ruleset.
"""

from collections.abc import Callable
from typing import Any

import tomli_w

from companion.fair_queue import FairQueue
from companion.gamefile.refused import RecordRefused, refuse_other_than_own_game
from companion.gamefile.text import with_comments
from companion.rules.model.house_rules import UnknownOption
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import UnknownGame, catalogue, game_data, resolved_variant
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import (
    key_of_name,
    read_own_game,
    retyped,
    without_lost_last_contract,
)
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import Data, RulesetError
from companion.rules.reading.toml_text import MOST_BYTES, parsed


def ruleset_of(record: Data) -> tuple[dict[str, Any], Ruleset]:
    """The data of the ruleset with all choices under `options`, not yet applied; and the ruleset.

    Raises RecordRefused (`unknown_game`, `unknown_option` or `bad_ruleset`).
    """
    try:
        data, options = _data(record), record.get("options", {})
        resolved = apply_house_rules(data, {**data.get("options", {}), **options})
        ruleset = read_ruleset(resolved)
    except UnknownGame as error:
        raise _unknown_game(record["game"]) from error
    except UnknownOption as error:
        message = f"Options, {error.key}: expected {error.expected}."
        raise RecordRefused("unknown_option", message) from error
    except RulesetError as error:
        message = f"Ruleset, {error.key}: expected {error.expected}{error.actual}."
        raise RecordRefused("bad_ruleset", message) from error
    return data | {"options": resolved["options"]}, ruleset


def _data(record: Data) -> dict[str, Any]:
    if "game" in record:
        return game_data(record["game"])
    data = dict(record["ruleset"])
    # Validated before options are applied, so that an error names the key in the file.
    read_ruleset(data)
    return data


def _unknown_game(key: str) -> RecordRefused:
    known = ", ".join(sorted(catalogue()))
    return RecordRefused("unknown_game", f"Game: no game is called “{key}”. Known: {known}.")


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
    summary, settled = summary_of(base), list[str]()

    def prepared(file: Data) -> Data:
        typed = {**file, "summary": file.get("summary") or summary}
        data = retyped(base, typed)
        gone = (row for row in typed["house_rules"] if row not in data["house_rules"])
        settled.extend(row["question"] for row in gone)
        return data

    data = _read(content, prepared)
    return data | ({"summary": summary_of(data)} if data["summary"] == summary else {}), settled


def _read(content: bytes, prepared: Callable[[Data], Data]) -> dict[str, Any]:
    with _files_of_strangers.turn(_PATIENCE_SECONDS):
        refuse_other_than_own_game(content, _FILE)
        file = parsed(content, _FILE)
        data = prepared(resolved_variant(file, _FILE))
        ruleset = read_own_game(data)
    return {**without_lost_last_contract(data, file), "key": key_of_name(ruleset.name)}
