"""The link for watching opens all pages and cannot write, for every route."""

from collections.abc import Callable

import pytest
from flask import Flask

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.routes import pages_of, steps_of
from tests.web.sharing import LAN, links, opened_at
from tests.web.table import Table, start_game


def watching(table: Table, phone: Phone) -> Table:
    return Table(phone, table.stored.row.watch_token)


def during_a_round(table: Table) -> None:
    table.has_played(1, 0, 90, down=[0]).write(LaidDown(1))


def while_hands_are_counted(table: Table) -> None:
    table.has_played(1, 0, 90, down=[0]).write(
        WentOut(0), HandCounted(1, Hand(points=5), down=True)
    )


def when_it_is_over(table: Table) -> None:
    table.has_played(12, 0, 90, down=[0])


MOMENTS = [during_a_round, while_hands_are_counted, when_it_is_over]
# Access is checked before the game is loaded.
ONE_MOMENT = [
    during_a_round,
    *(pytest.param(moment, marks=pytest.mark.soak) for moment in MOMENTS[1:]),
]


@pytest.fixture(params=MOMENTS, ids=lambda moment: moment.__name__)
def seen(request: pytest.FixtureRequest, two: Table, other_phone: Phone) -> Table:
    moment: Callable[[Table], None] = request.param
    moment(two)
    return watching(two, other_phone)


@pytest.mark.parametrize("seen", ONE_MOMENT, indirect=True, ids=lambda moment: moment.__name__)
def test_every_post_of_a_watcher_is_refused_with_an_explanation(seen: Table, app: Flask) -> None:
    steps = steps_of(app, seen.token)
    assert len(steps) >= 13
    form = {"csrf_token": seen.phone.csrf_token, "round": "2", "version": "3", "seat": "1"}
    with seen.nothing_written():
        for address, method in steps:
            for data in ({}, form | {"down": "0", "out": "1", "card1": "1", "name": "Eve"}):
                answer = seen.phone.client.open(address, method=method, data=data)
                assert answer.status_code == 403, address
                if answer.is_json:
                    assert answer.json["heading"] == "This link is for watching"
                    continue
                page = Page(seen.phone, answer)
                assert page.heading == "This link is for watching"
                assert page.follow("Table").path in {seen.address(), seen.address("final")}


def test_no_page_for_watchers_has_forms_or_the_score_link(
    seen: Table, two: Table, app: Flask
) -> None:
    for address in pages_of(app, seen.token):
        answer = seen.phone.client.get(address)
        assert answer.status_code in {200, 303, 302, 403, 404}, address
        assert two.token not in answer.headers.get("Location", ""), address
        if answer.mimetype == "text/html":
            page = Page(seen.phone, answer)
            assert two.token not in page.html, address
            assert page.all("form[method=post]") == [], address
            ids = {form.attrs.get("id") for form in page.all("form")}
            asks = {b for form in page.all("form") for b in form.below() if b.name == "button"}
            asks |= {b for b in page.all("button[form]") if b.attrs["form"] in ids}
            pressed = [b for b in page.all("button") if b.attrs.get("type") != "button"]
            assert {b.attrs.get("id") for b in pressed if b not in asks} <= {"print"}, address


def test_a_watcher_sees_the_table_the_sheet_the_rules_and_the_history(
    two: Table, other_phone: Phone
) -> None:
    during_a_round(two)
    seen = watching(two, other_phone)
    page = seen.page()
    assert page.heading == "Round 2"
    assert "Down" in page.texts(".mark.on")
    for where in ("sheet", "rules", "history", "seat/1", "share"):
        assert seen.page(where).status == 200
    assert "Ben laid down" in seen.page("history").words


def test_a_watcher_can_only_invite_others_to_watch(two: Table, other_phone: Phone) -> None:
    page = opened_at(watching(two, other_phone), LAN)
    assert links(page) == [f"{LAN}/g/{two.stored.row.watch_token}/"]
    assert "Yes, end the old ones" not in page.buttons()


def test_watching_asks_nobody_for_a_seat(two: Table, other_phone: Phone) -> None:
    seen = watching(two, other_phone)
    assert seen.page("seat").path == seen.address()
    assert "Whose phone is this?" not in seen.page().words


def test_the_one_who_keeps_score_may_look_through_the_other_link_too(two: Table) -> None:
    seen = watching(two, two.phone)
    assert seen.page().buttons() == []
    assert two.page().buttons() != []


def test_a_rematch_is_not_offered_to_a_watcher(phone: Phone, other_phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    assert "Rematch" not in watching(table, other_phone).page("final").texts("a")


def test_a_watcher_finds_the_game_at_home_by_the_watch_link(two: Table, other_phone: Phone) -> None:
    seen = watching(two, other_phone)
    assert seen.page().status == 200
    home = other_phone.open("/")
    assert other_phone.home_lists() == ["Ann, Ben"]
    assert (seen.token in home.html, two.token in home.html) == (True, False)
    two.page("share/new").press("Turn them off")
    assert other_phone.home_lists() == []


def test_a_device_with_both_links_lists_the_game_once_by_the_score_link(two: Table) -> None:
    seen = watching(two, two.phone)
    assert seen.page().status == 200
    assert two.phone.home_lists() == ["Ann, Ben"]
    assert seen.token not in two.phone.open("/").html
