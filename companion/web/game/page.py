"""The pages of a game, with the values that all of them share."""

import re
from typing import Any

from flask import render_template

from companion.records.log.stored_game import StoredGame
from companion.records.people.links import new_key
from companion.web.game.embedded_game import embedded_game
from companion.web.game.phones import Phones, is_full_page_load

_INDENTATION = re.compile(r"\n\s+")  # and blank lines, which cost 4 % of the compressed text


def game_page(template: str, stored: StoredGame, **values: Any) -> str:  # noqa: ANN401
    """A page with the link of the game, its rules, and a new tap key; `values` are its own."""
    shared = {"token": stored.token, "ruleset": stored.ruleset, "key": new_key()}
    return render_template(template, **shared | values)


def live_page(template: str, phones: Phones, **values: Any) -> str:  # noqa: ANN401
    """A page of a game that its script continues offline, with the phones at the table."""
    carried = embedded_game(phones) if is_full_page_load() else None
    page = game_page(template, phones.stored, phones=phones, carried=carried, **values)
    return without_indentation(page)


def without_indentation(html: str) -> str:
    """The same page without whitespace at the start of its lines; none may have a text area."""
    return _INDENTATION.sub("\n", html)
