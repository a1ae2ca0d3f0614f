"""The rules of a record: a game of the catalogue, or a complete ruleset."""

from typing import Any

from companion.gamefile.refused import RecordRefused
from companion.rules.model.house_rules import UnknownOption
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import UnknownGame, catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import Data, RulesetError


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
        message = f"Ruleset, {error.key}: expected {error.expected}{error.found}."
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
