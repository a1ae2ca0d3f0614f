"""Error pages are rendered once, without leaking messages between phones."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask, template_rendered

from companion.fair_queue import TooBusy
from tests.web.page import Page
from tests.web.phone import Phone

NOWHERE = f"/g/{'x' * 22}/"


@contextmanager
def pages_drawn(app: Flask) -> Iterator[list[str]]:
    drawn: list[str] = []

    def note(_: Flask, template: Any, **__: Any) -> None:
        drawn.append(template.name)

    with template_rendered.connected_to(note, app):
        yield drawn


def test_an_error_page_is_rendered_once(phone: Phone, other_phone: Phone) -> None:
    first = phone.open(NOWHERE)
    with pages_drawn(phone.app) as drawn:
        again = [phone.open(NOWHERE), other_phone.open("/games/99"), phone.open("/static/x")]
    assert drawn == []
    assert [(page.status, page.html) for page in again] == [(404, first.html)] * 3


def test_different_errors_have_different_pages(phone: Phone) -> None:
    phone.open(NOWHERE)
    answer = phone.client.put("/own")
    assert "That does not work here" in answer.get_data(as_text=True)


def test_a_message_to_one_phone_is_not_cached_for_others(phone: Phone, other_phone: Phone) -> None:
    phone.open(NOWHERE)
    with phone.client.session_transaction() as session:
        session["_flashes"] = [("message", "Ann laid down.")]
    assert phone.open(NOWHERE).said == "Ann laid down."
    assert phone.open(NOWHERE).said == ""
    assert other_phone.open(NOWHERE).said == ""


def test_behind_a_prefix_its_links_begin_with_it(phone: Phone) -> None:
    home = 'href="/"'
    assert home in phone.open(NOWHERE).html
    behind = phone.client.get(NOWHERE, base_url="http://localhost/rummy/").get_data(as_text=True)
    assert 'href="/rummy/"' in behind
    assert home not in behind
    assert home in phone.open(NOWHERE).html


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_error_page_is_rendered_per_language(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    babel = phone.app.extensions["babel"]
    monkeypatch.setattr(babel, "locale_selector", lambda: language)
    assert phone.open(NOWHERE).one("html").attrs["lang"] == language


def actions(page: Page) -> list[tuple[str, str | None]]:
    return [(link.to_text(), link.attrs["href"]) for link in page.all(".dock a")]


def test_the_not_found_page_offers_a_join_code(phone: Phone) -> None:
    assert actions(phone.open(NOWHERE)) == [("Enter a code", "/join"), ("Home", "/")]


def test_the_error_page_of_a_get_links_to_its_address(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise TooBusy

    sent = {"csrf_token": phone.csrf_token}
    for place in ("pages.home.games_of", "game.playable.find_game"):
        monkeypatch.setattr(f"companion.web.{place}", busy)
    page = phone.open("/?q=ann")
    assert page.status == 503
    assert actions(page) == [("Home", "/"), ("Try again", "/?q=ann")]
    assert actions(phone.send("/own/from/phase-10", sent)) == [("Home", "/")]
