"""A game started offline: the data stored for it on the phone, and the API that receives it."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.records.log.deleting import delete_game
from companion.records.people.links import new_key
from companion.rules.reading import ruleset as ruleset_reading
from companion.rules.reading.catalogue import game_data
from companion.web.game.signing import signed
from tests.books import new_book
from tests.databases import Database
from tests.web.phone import Phone
from tests.web.table import Table, send_new_game, start_game

ALONE = "/new/alone"


@pytest.fixture
def link() -> str:
    return new_key()


@pytest.fixture
def rules(phone: Phone) -> str:
    """The rules stored on a phone for its last games."""
    return rules_of(send_new_game(phone, "Ann", "Ben", "Cy", ten_value="5"))


def carried_by(table: Table) -> dict[str, Any]:
    page = table.phone.open(table.address("anew/"))
    return json.loads(page.one("#game").to_text())


def rules_of(table: Table) -> str:
    return carried_by(table)["start"]["rules"]


def start(phone: Phone, link: str, rules: str, *names: str, **more: str) -> TestResponse:
    """As `start_game.js` sends it."""
    key = phone.client.get(f"{ALONE}/key").get_json()["key"]
    people = {f"names-{row}": name for row, name in enumerate(names)}
    sent = {"link": link, "rules": rules, "dealer": "1", "ago": "0", **people, **more}
    told = {"Accept": "application/json", "X-CSRFToken": key}
    return phone.client.post(ALONE, data=sent, headers=told)


@pytest.mark.both_databases
def test_a_game_comes_in_by_the_link_that_the_phone_has_made(
    phone: Phone, link: str, rules: str
) -> None:
    answer = start(phone, link, rules, "Dee", "Ann", ago="7200")
    assert (answer.status_code, answer.get_json()) == (200, {"link": link})
    kept = Table(phone, link).stored
    assert (kept.state.names, kept.row.first_dealer) == (("Dee", "Ann"), 1)
    assert kept.ruleset.values["10"] == 5
    assert kept.row.device == phone.device
    ago = datetime.now(UTC) - kept.row.started_at.replace(tzinfo=UTC)
    assert timedelta(hours=2) <= ago < timedelta(hours=2, minutes=1)
    assert kept.colours == (1, 0), "Ann has the colour that she had"
    assert phone.home_lists()[0] == "Dee, Ann"


def test_its_page_has_the_words_of_each_game(phone: Phone) -> None:
    page = phone.open(ALONE)
    words = {}
    for game in ("twelve-step-rummy", "canasta", "rummikub"):
        terms = page.one(f"[data-rules={game}]").attrs["data-terms"]
        of_game = {
            template.attrs["data-of"]: str(template.node.html)
            for template in page.all("template[data-terms]")
            if template.attrs["data-terms"] == terms
        }
        parts = re.findall("<span>(.*?)</span>", of_game["row"]), of_game["deal"], of_game["add"]
        words[game] = [*parts[0], *(re.sub("<.*?>", "", part) for part in parts[1:])]
    assert words == {
        "twelve-step-rummy": ["deals", "Deal the first round", "Add a player"],
        "canasta": ["dealer", "Deal the first round", "Add a side"],
        "rummikub": ["begins", "Begin the first round", "Add a player"],
    }


@pytest.mark.both_databases
def test_sent_again_it_is_the_same_game_and_of_another_phone_it_is_refused(
    phone: Phone, other_phone: Phone, link: str, rules: str
) -> None:
    assert [start(phone, link, rules, "Ann", "Ben").status_code for _ in range(2)] == [200, 200]
    Table(phone, link).lay_down("Ann")
    assert start(phone, link, rules, "Ann", "Ben").status_code == 200
    assert len(Table(phone, link).log) == 1
    assert len(phone.home_lists()) == 2
    assert start(other_phone, link, rules, "Ann", "Ben").status_code == 409
    assert other_phone.home_lists() == []


WRONG = {
    "one name twice": (("Ann", "ann"), "Two players have this name."),
    "nobody else": (("Ann", ""), "needs at least 2 players"),
    "a name too long": (("Ann", "B" * 31), "This has 31 characters."),
}


@pytest.mark.parametrize(("names", "sentence"), WRONG.values(), ids=WRONG)
def test_what_the_form_refuses_is_refused_here_with_the_same_words(
    phone: Phone, link: str, rules: str, names: tuple[str, ...], sentence: str
) -> None:
    answer = start(phone, link, rules, *names)
    assert answer.status_code == 422
    assert sentence in answer.get_json()["sentence"]
    assert len(phone.home_lists()) == 1


def test_what_this_server_has_not_written_starts_nothing(
    phone: Phone, link: str, rules: str
) -> None:
    assert start(phone, "../../../../etc/passwd", rules, "Ann", "Ben").status_code == 422
    for other in ("", "x", rules[:-1], f"{rules}x"):
        assert start(phone, link, other, "Ann", "Ben").status_code == 422, other


def test_its_rules_are_read_once(
    phone: Phone, link: str, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    monkeypatch.setattr(ruleset_reading, "check_consistency", lambda _, file: read.append(file))
    assert start(phone, link, rules, "Ann", "Ben").status_code == 200
    assert len(read) <= 1, "none, where this process knows them already"


def test_rules_signed_by_a_key_of_before_are_ours_as_the_cookie_is(
    phone: Phone, link: str, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, device = phone.app.config["SECRET_KEY"], phone.device
    monkeypatch.setitem(phone.app.config, "SECRET_KEY", "another one from today on, and longer")
    monkeypatch.setitem(phone.app.config, "SECRET_KEY_FALLBACKS", [before])
    assert start(phone, link, rules, "Ann", "Ben").status_code == 200
    assert Table(phone, link).stored.row.device == device
    monkeypatch.setitem(phone.app.config, "SECRET_KEY_FALLBACKS", None)
    assert start(phone, link, rules, "Ann", "Ben").status_code == 422


def test_rules_that_cannot_be_read_any_more_are_refused_in_words(
    phone: Phone, app: Flask, link: str
) -> None:
    data = game_data("five-crowns")
    with app.app_context():
        old = [
            signed({**data, "options": {"gone": True}}),
            signed(data | {"key": 5, "options": {}}),
        ]
    for rules in old:
        answer = start(phone, link, rules, "Ann", "Ben")
        assert (answer.status_code, "Start a new game" in answer.get_json()["sentence"]) == (
            422,
            True,
        )


def test_a_deleted_game_of_another_phone_is_none_of_ours(
    phone: Phone, other_phone: Phone, link: str, rules: str
) -> None:
    assert start(phone, link, rules, "Ann", "Ben").status_code == 200
    with phone.app.app_context():
        delete_game(link, phone.device)
    assert start(other_phone, link, rules, "Ann", "Ben").status_code == 409
    assert start(phone, link, rules, "Ann", "Ben").status_code == 200


def test_without_the_key_of_this_phone_nothing_starts(phone: Phone, link: str, rules: str) -> None:
    sent = {"link": link, "rules": rules, "names-0": "Ann", "names-1": "Ben"}
    answer = phone.client.post(ALONE, data=sent, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert answer.get_json()["heading"] == "This page has expired"
    assert phone.client.get(f"{ALONE}/key").headers["Cache-Control"] == "no-store"


@pytest.fixture
def strict(tmp_path: Path, database: Database) -> Iterator[Flask]:
    yield from new_book(tmp_path, database, GAMES_AN_HOUR=(2, 5))


def test_it_counts_among_the_games_of_an_hour(strict: Flask, link: str) -> None:
    phone = Phone(strict)
    rules = rules_of(start_game(phone, "Ann", "Ben"))
    assert start(phone, link, rules, "Ann", "Ben").status_code == 200
    answer = start(phone, new_key(), rules, "Ann", "Ben")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert "Too many games" in answer.get_json()["sentence"]
    assert start(phone, link, rules, "Ann", "Ben").status_code == 200, "the same one again"


@pytest.mark.both_databases
def test_a_phone_keeps_the_rules_of_lately_in_words_and_its_people(phone: Phone) -> None:
    first = start_game(phone, "Ann", "Ben", "Cy")
    send_new_game(phone, "Dee", "Ann", ten_value="5")
    last = start_game(phone, "Cy", "Ann", dealer=1)
    page = phone.open(ALONE)
    usual, changed = page.all("[data-anew]")
    assert [one.attrs["data-name"] for one in (usual, changed)] == ["12-Step Rummy"] * 2
    assert "With its usual house rules." in usual.to_text()
    assert "What is a ten worth? 5" in changed.to_text()
    assert page.all("[data-anew]")[0].attrs["data-anew"] == last.address("anew/")
    assert first.address("anew/") not in page.html, "the same rules stand there once"
    carried = json.loads(page.one("#known").to_text())
    by_these = {"rules": last.token}
    assert carried["again"][last.token] == by_these | {"people": ["Cy", "Ann"], "dealer": 0}
    assert carried["again"][first.token] == by_these | {"people": ["Ann", "Ben", "Cy"], "dealer": 1}
    assert [name for name, _ in carried["known"]] == ["Cy", "Ann", "Dee", "Ben"]
    assert page.html == phone.open(ALONE).html, "else each look at home would fetch all anew"


def test_the_table_of_no_game_carries_rules_and_nothing_of_the_game_they_are_of(
    phone: Phone,
) -> None:
    table = start_game(phone, "Annabel", "Ben", "Cy", title="Lake").has_played(1, 0, 5, 5, down=[0])
    for address in ("anew/", "anew/drawings", "anew/rules"):
        html = phone.client.get(table.address(address)).get_data(as_text=True)
        assert table.token not in html
        assert "Annabel" not in html
        assert "Lake" not in html
        assert "/g/-/" in html
    carried = carried_by(table)
    assert (carried["link"], carried["entries"], carried["key"]) == ("-", [], None)
    assert carried["ruleset"] == json.loads(table.page().one("#game").to_text())["ruleset"]


def test_who_came_by_a_link_to_score_knows_its_rules_and_who_watches_does_not(
    other_phone: Phone, two: Table
) -> None:
    assert not other_phone.open(ALONE).all("[data-anew]")
    other_phone.open(f"/g/{two.stored.row.watch_token}/")
    assert not other_phone.open(ALONE).all("[data-anew]")
    other_phone.open(two.address())
    page = other_phone.open(ALONE)
    assert page.one("[data-anew]").attrs["data-anew"] == two.address("anew/")
