"""The catalogue in the offline cache: rules cards, and a table for each startable game."""

import json
import re
from typing import Any

import brotli
import pytest
from flask import Flask

from companion.records.people.links import new_key
from companion.rules.reading.catalogue import catalogue, game_data
from companion.web.game.signing import read_signed, signer
from companion.web.words.languages import on_offer
from tests.web.own_games import key_of, own_game
from tests.web.phone import Phone
from tests.web.table import Table
from tests.web.test_new_game_alone import start

ADDRESS = "/catalogue-pages"


def unpacked(text: str) -> dict[str, str]:
    """As `service_worker.js` does."""
    index, *lines = text.split("\n")
    return {
        path: "\n".join(line for span in spans.split() for line in _lines(lines, span))
        for path, spans in json.loads(index).items()
    }


def _lines(lines: list[str], span: str) -> list[str]:
    first, _, last = span.partition("-")
    return lines[int(first, 36) : int(last or first, 36) + 1]


def carried_in(page: str) -> dict[str, Any]:
    """The game data embedded in a table."""
    found = re.search(r'id="game"[^>]*>([^<]*)<', page)
    assert found
    return json.loads(found[1])


@pytest.fixture
def pages(phone: Phone) -> dict[str, str]:
    return unpacked(phone.client.get(ADDRESS).get_data(as_text=True))


def test_it_holds_the_card_of_every_game_as_it_is_opened(
    phone: Phone, pages: dict[str, str]
) -> None:
    for key in catalogue():
        assert pages[f"/games/{key}"] == phone.client.get(f"/games/{key}").get_data(as_text=True)


def test_every_game_of_it_can_be_started_by_the_phone(phone: Phone, pages: dict[str, str]) -> None:
    for key, ruleset in catalogue().items():
        carried = carried_in(pages[f"/new/alone/{key}/"])
        link, names = new_key(), [f"Name {n}" for n in range(ruleset.least_players)]
        answer = start(phone, link, carried["start"]["rules"], *names)
        assert answer.status_code == 200, answer.get_json()
        assert Table(phone, link).stored.ruleset == ruleset
        assert f"<h1>{ruleset.name}</h1>" in pages[f"/new/alone/{key}/rules"]


def test_it_is_small_and_sent_once_and_the_same_for_everybody(
    phone: Phone, other_phone: Phone, app: Flask
) -> None:
    first = phone.client.get(ADDRESS)
    assert b"large.css" not in first.data, "others have another one"
    assert len(first.data) < 1_400_000, "what a phone keeps of it"
    assert len(brotli.compress(first.data, quality=5)) < 110_000, "what is sent"
    assert "Set-Cookie" not in app.test_client().get(ADDRESS).headers
    assert other_phone.client.get(ADDRESS).data == first.data
    again = phone.client.get(ADDRESS, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_rules_signed_by_an_earlier_version_are_still_ours(app: Flask) -> None:
    rules = {**game_data("five-crowns"), "options": {}}
    with app.app_context():
        assert read_signed(signer(app, "companion-rules").dumps(rules)) == rules


def test_an_own_game_can_be_started_by_the_phone_too_and_its_card_is_kept(phone: Phone) -> None:
    key = key_of(own_game(phone))
    page = phone.open("/new/alone")
    [own] = page.all("[data-anew]")
    assert own.attrs["data-anew"] == f"/new/alone/{key}/"
    kept = [one.attrs["data-keep"] for one in page.all("[data-keep]")]
    assert kept == ["/new", "/games", f"/games/{key}"]
    rules = carried_in(phone.client.get(f"/new/alone/{key}/").text)["start"]["rules"]
    assert start(phone, new_key(), rules, "Ann", "Ben").status_code == 200
    assert phone.client.get("/new/alone/nothing/").status_code == 404


@pytest.mark.soak
def test_each_language_is_drawn_once_by_size_and_another_prefix_takes_no_more_room(
    phone: Phone, other_phone: Phone
) -> None:
    with phone.app.app_context():
        languages = on_offer()
    other_phone.open("/large").press("Use large letters")
    for language in languages:
        for one in (phone, other_phone):
            one.client.get(ADDRESS, headers={"Accept-Language": language.tag})
    drawn = phone.app.extensions["companion-catalogue-pages"]
    sizes = {(language.code, is_large) for language in languages for is_large in (False, True)}
    assert {(code, is_large) for code, prefix, is_large in drawn if not prefix} == sizes
    answer = phone.client.get(ADDRESS, environ_overrides={"SCRIPT_NAME": "/club"})
    assert "/club/" in answer.get_data(as_text=True)
    assert len(drawn) == len(sizes)
