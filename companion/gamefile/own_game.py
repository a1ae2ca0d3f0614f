"""An own game as a small file to give to a friend: TOML, as the catalogue is kept in."""

from typing import Any

import tomli_w

from companion.fair_queue import FairQueue
from companion.rules.reading.catalogue import resolved_variant
from companion.rules.reading.own_games import key_of_name, read_own_game, without_lost_last_contract
from companion.rules.reading.sections import Data
from companion.rules.reading.toml_text import parsed

_FILE = "own game"
_PATIENCE_SECONDS = 10
_files_of_strangers = FairQueue()


def to_toml(data: Data) -> str:
    """The game as a file of the catalogue: put there, it is one of its games."""
    return tomli_w.dumps(dict(data), multiline_strings=False)


def from_toml(content: bytes) -> dict[str, Any]:
    """The game in a file, which may say only what differs from the game it `extends`.

    One file at a time is read in a process, however many are sent: that costs memory. Raises
    RulesetError with the key at fault, and TooBusy.
    """
    with _files_of_strangers.turn(_PATIENCE_SECONDS):
        file = parsed(content, _FILE)
        data = resolved_variant(file, _FILE)
        ruleset = read_own_game(data)
    return {**without_lost_last_contract(data, file), "key": key_of_name(ruleset.name)}
