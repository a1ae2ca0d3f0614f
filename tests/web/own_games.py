"""Custom games, made by editing the file on its page."""

import tomllib
from typing import Any

import tomli_w

from tests.web.page import Page
from tests.web.phone import Phone

TWELVE_STEP = "/own/from/twelve-step-rummy"
CONTRACT_RUMMY = "/own/from/contract-rummy"
LAKE_RUMMY = {"name": "Lake Rummy"}
Changes = dict[str, Any]


def own_game(phone: Phone, start: str = TWELVE_STEP, changes: Changes | None = None) -> Page:
    """The rules card of a custom game with these keys changed in its file."""
    page = save(phone.open(start), LAKE_RUMMY | (changes or {}))
    assert page.status == 200, page.texts(".error")
    return page


def save(page: Page, changes: Changes) -> Page:
    """Change these keys, by dotted path, in the file on the page, and save it."""
    return page.press("Save", text=changed(page, changes))


def changed(page: Page, changes: Changes) -> str:
    """The file on the page with these keys changed; None removes a key."""
    data = data_on(page)
    for path, value in changes.items():
        *parents, last = path.split(".")
        place: Any = data
        for parent in parents:
            place = place[_within(place, parent)]
        if value is None:
            del place[_within(place, last)]
        else:
            place[_within(place, last)] = value
    return tomli_w.dumps(data)


def _within(place: Any, key: str) -> str | int:
    return int(key) if isinstance(place, list) else key


def text_on(page: Page) -> str:
    """The text of the file on the page."""
    return page.typed("#own-file")["text"]


def data_on(page: Page) -> dict[str, Any]:
    """The data of the file on the page."""
    return tomllib.loads(text_on(page))


def key_of(card: Page) -> str:
    """The token of the custom game on this rules card."""
    return card.path.rsplit("/", 1)[-1]
