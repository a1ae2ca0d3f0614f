"""Descriptions of entries that were lost by a restore, in the words of the history.

The server no longer has them, so the page that does asks for their descriptions.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from companion.records.log.stored_game import StoredGame, Tap
from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold.entries import Entry
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.house_rules import UnknownOption
from companion.rules.reading.sections import RulesetError
from companion.web.game.history_lines import in_words
from companion.web.game.phones import known_device
from companion.web.view_models.history import lines_in

_TAG = re.compile("<[^>]*>")


def lost_lines(stored: StoredGame, seen: int, lost: Sequence[Entry]) -> list[dict[str, Any]]:
    """A line for each of these entries, which followed the entry numbered `seen`; with its index.

    Of several taps that count one hand only the last has a line. Entries that do not fit have none:
    the data is untrusted.
    """
    game = _as_it_was(stored.game, seen, lost)
    here = Tap("", known_device(), stored.row.started_at)
    then = replace(stored, game=game, taps=(here,) * game.version)
    read, some = in_words(then), [*then.lines(seen + 1, game.version)]
    return [
        {"index": line.logged.sequence - seen - 1, "words": _plain(read.what(line))}
        for line in lines_in(game.entries, some)
    ]


def _plain(words: Markup) -> str:
    """The text without markup and narrow spaces."""
    return Markup(_TAG.sub("", words)).unescape()  # noqa: S704 - escaped already


def _as_it_was(game: Game, seen: int, lost: Sequence[Entry]) -> Game:
    """The game with these entries, as far as they fit."""
    then = game.before(game.entries[:seen])
    for entry in lost:
        try:
            after = decide(then, Command((entry,), then.version, unasked=True))
        except (Refused, Doubted, Conflict, UnknownOption, RulesetError):
            return then
        if after.version == then.version:
            return then
        then = after
    return then
