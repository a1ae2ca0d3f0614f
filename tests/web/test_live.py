"""The event stream of a game, and conditional requests for unchanged pages."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete
from werkzeug.test import TestResponse

from companion.records.models import Game
from companion.records.store.book_ids import version_of
from companion.records.store.database import write_transaction
from companion.records.store.watching import hub_of
from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.books import new_book
from tests.databases import Database
from tests.web.phone import Phone
from tests.web.streams import Stream, served
from tests.web.table import Table, start_game

FOLLOWED = ("", "sheet", "across", "review", "count/1")


@contextmanager
def listening(table: Table, address: str = "live", **headers: str) -> Iterator[Stream]:
    with served(table.phone.app) as server:
        stream = server.listen(table.phone, table.address(address), **headers)
        assert stream.status == 200
        yield stream


def version(table: Table) -> str:
    with table.phone.app.app_context():
        return version_of(table.stored.row.id) or ""


def event(table: Table) -> str:
    return f"id: {version(table)}\ndata: {version(table)}"


@pytest.fixture
def small(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A server with two streams at most, and frequent heartbeats."""
    yield from new_book(tmp_path, database, LIVE_WATCHERS=2, LIVE_HEARTBEAT_SECONDS=0.01)


@pytest.fixture
def counted(table: Table) -> Table:
    """Ann is out, and two hands are counted."""
    table.write(WentOut(0), *(HandCounted(s, Hand(points=45), down=True) for s in (1, 2)))
    return table


@pytest.mark.both_databases
def test_a_phone_is_told_the_version_at_once_and_whenever_it_changes(table: Table) -> None:
    with listening(table) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        assert "companion-stream" not in stream.headers
        assert stream.next().startswith("retry: ")
        assert stream.next() == event(table)
        told = event(table)
        table.write(LaidDown(1))
        while (heard := stream.next()) == told:
            pass  # a new stream may repeat the previous event
        assert heard == event(table)


def tail_in(event: str) -> tuple[str, list[tuple[int, str, bool]]]:
    """The length of the log in an event's id, and the entries in its data."""
    known, kind, data = (line.partition(": ")[2] for line in event.split("\n"))
    assert kind == "tail"
    assert known.split(".")[1] == json.loads(data)["mark"]
    return known.split(".")[0], [
        (e["number"], e["entry"]["kind"], e["here"]) for e in json.loads(data)["entries"]
    ]


@pytest.mark.both_databases
def test_a_page_that_keeps_the_log_is_told_its_tail(table: Table) -> None:
    table.lay_down("Ben")
    table.write(LaidDown(2))
    with listening(table, "live?after=0") as stream:
        stream.next()
        assert tail_in(stream.next()) == ("2", [(1, "laid_down", True), (2, "laid_down", False)])
        table.write(LaidDown(3))
        while not (heard := tail_in(stream.next()))[1]:
            pass  # heartbeats without news
        assert heard == ("3", [(3, "laid_down", False)])


@pytest.mark.both_databases
def test_a_stream_that_was_cut_goes_on_where_it_was(table: Table) -> None:
    table.write(LaidDown(1), LaidDown(2))
    with listening(table, "live?after=0", **{"Last-Event-ID": "1"}) as stream:
        stream.next()
        assert tail_in(stream.next()) == ("2", [(2, "laid_down", False)])


def test_the_heart_beats_with_the_version(small: Flask) -> None:
    table = start_game(Phone(small), "Ann", "Ben")
    with listening(table) as stream:
        stream.next()
        assert [stream.next() for _ in range(4)] == [event(table)] * 4


@pytest.mark.both_databases
def test_a_game_that_is_gone_ends_the_stream_with_a_word(table: Table) -> None:
    table.write(LaidDown(1))
    with listening(table) as stream:
        stream.next()
        stream.next()
        with table.phone.app.app_context(), write_transaction() as session:
            session.execute(delete(Game).where(Game.token == table.token))
        while (heard := stream.next()).startswith("id"):
            pass
        assert heard == "event: gone\ndata: gone"
        assert stream.ends() == []


def test_a_stream_does_not_last_for_ever(small: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.live._LONGEST_SECONDS", -1)
    table = start_game(Phone(small), "Ann", "Ben")
    with listening(table) as stream:
        stream.next()
        assert set(stream.ends()) == {event(table)}


@pytest.mark.both_databases
def test_who_finds_no_room_is_told_when_to_come_again(small: Flask) -> None:
    table = start_game(Phone(small), "Ann", "Ben")
    with listening(table), listening(table):
        turned_away = table.phone.client.get(table.address("live"))
        assert turned_away.status_code == 503
        assert float(turned_away.headers["Retry-After"]) > 0
    with listening(table) as stream:
        assert stream.next().startswith("retry")
    assert hub_of(small).count == 0


def test_a_phone_that_only_asks_whether_there_is_a_stream_takes_no_room(small: Flask) -> None:
    table = start_game(Phone(small), "Ann", "Ben")
    table.phone.client.head(table.address("live")).close()
    assert hub_of(small).count == 0


def test_there_is_no_stream_of_a_game_that_is_not_there(phone: Phone) -> None:
    assert phone.client.get("/g/no-such-game/live").status_code == 404


# Conditional requests


def ask_again(table: Table, where: str, tag: str) -> TestResponse:
    return table.phone.client.get(table.address(where), headers={"If-None-Match": tag})


def tag_of(table: Table, where: str) -> str:
    return table.phone.client.get(table.address(where)).headers["ETag"]


@pytest.mark.parametrize("where", FOLLOWED)
def test_an_unchanged_page_is_not_sent_again(counted: Table, where: str) -> None:
    tag = tag_of(counted, where)
    again = ask_again(counted, where, tag)
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert f'data-tag="{tag[3:-1]}"' in counted.page(where).html


@pytest.mark.parametrize("where", FOLLOWED)
def test_a_page_is_sent_again_once_anything_was_written(counted: Table, where: str) -> None:
    tag = tag_of(counted, where)
    counted.write(HandCounted(3, Hand(points=5), down=True))
    assert ask_again(counted, where, tag).status_code == 200


def test_an_unchanged_page_is_not_drawn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = tag_of(table, "")
    monkeypatch.delattr("companion.web.pages.table.views.live_page")
    assert ask_again(table, "", tag).status_code == 304


def test_the_final_page_is_not_sent_again_either(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    assert ask_again(two, "final", tag_of(two, "final")).status_code == 304


def test_a_new_phone_knows_its_first_page_again(table: Table, other_phone: Phone) -> None:
    theirs = table.on(other_phone)
    assert ask_again(theirs, "", tag_of(theirs, "")).status_code == 304


def test_a_page_is_that_of_one_phone_and_of_one_place(table: Table, other_phone: Phone) -> None:
    tag = tag_of(table, "")
    assert ask_again(table.on(other_phone), "", tag).status_code == 200
    assert ask_again(table, "sheet", tag).status_code == 200


def test_what_is_to_be_said_is_said_and_not_held_back(table: Table) -> None:
    table.lay_down("Ben")
    page = table.page()
    undo = {"undo": "1", "csrf_token": page.field("csrf_token").attrs["value"], "key": "k"}
    tag = tag_of(table, "")
    assert table.phone.answer(table.address("undo"), undo).status_code == 303
    said = ask_again(table, "", tag)
    assert "Undone" in said.get_data(as_text=True)
    assert "ETag" not in said.headers
    assert "Undone" not in table.page().said


@pytest.mark.parametrize("where", ["undo", "players/join"])
def test_the_answer_to_a_form_follows_nothing(table: Table, where: str) -> None:
    """Its address accepts only POST, so the page never requests it again."""
    refused = table.phone.answer(table.address(where), {"csrf_token": table.phone.csrf_token})
    assert refused.status_code == 409
    assert "ETag" not in refused.headers
    page = refused.get_data(as_text=True)
    assert not re.search(r"data-tag|/live\.js|<(main|header)[^>]* data-live", page)
    # A page with an embedded game reads the log instead of its address.
    assert ("data-stream" in page) == ('id="game"' in page) == (where == "undo")


def test_a_game_that_is_not_there_has_no_tag(phone: Phone) -> None:
    assert "ETag" not in phone.client.get("/g/no-such-game/").headers


# The view across the table


def test_across_the_table_everybody_s_contract_can_be_read(table: Table) -> None:
    table.play_round("Ann", {"Ben": 15, "Cy": 120, "Dee": 90}, down=["Ben"])
    table.lay_down("Cy")
    page = table.page().follow("Across the table, in large type")
    assert page.heading == "Round 2"
    assert page.texts("header p") == ["Ben deals 13 cards · Cy plays first"]
    assert page.texts("h2") == ["Ann", "Ben", "Cy", "Dee"]
    assert page.texts("p.words") == ["Set of 3, run of 4"] * 2 + ["2 sets of 3"] * 2
    assert page.texts("p.num") == ["Total: 0", "Total: 15", "Total: 120", "Total: 90"]
    assert page.texts("p.state") == [
        "not down yet place 1",
        "not down yet deals place 2",
        "Down plays first place 4",
        "not down yet place 3",
    ]


def test_across_the_table_can_be_turned_round_and_back(table: Table) -> None:
    page = table.page("across")
    assert page.one("body").attrs["class"] == "across"
    turned = page.follow("Rotate")
    assert turned.one("body").attrs["class"] == "across turned"
    assert turned.follow("Rotate").one("body").attrs["class"] == "across"


def test_across_the_table_a_game_that_is_over_shows_who_won(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    page = two.page("across")
    assert (page.path, page.heading) == (two.address("across"), "Ann wins")
    assert page.texts("li .num")[0] == "Total: 0"


def test_across_the_table_tells_whose_hand_is_missing_once_somebody_is_out(counted: Table) -> None:
    states = counted.page("across").texts("p.state")
    assert [next(w for w in ("Out", "to count", "counted") if w in s) for s in states] == [
        "Out",
        "counted",
        "counted",
        "to count",
    ]


def test_across_the_table_a_game_with_neither_shows_the_totals(phone: Phone) -> None:
    assert len(start_game(phone, "Ann", "Ben", game="rummy-500").page("across").all(".sum")) == 2


def test_what_was_said_of_a_step_waits_for_the_page_it_leads_to(table: Table) -> None:
    """A conditional request of the page that is left must not consume the message."""
    table.lay_down("Ann")
    undo = table.page().fill("#undo")
    answer = table.phone.answer(table.address("undo"), undo)
    asked = table.phone.client.get(table.address(), headers={"Companion-Live": "1"})
    assert "Undone" not in asked.get_data(as_text=True)
    assert table.phone.open(answer.location).said == "Undone: Ann laid down."


def test_asking_again_leaves_the_cookie_alone(table: Table) -> None:
    """A late response would restore an old cookie."""
    table.page()
    asked = table.phone.client.get(table.address(), headers={"Companion-Live": "1"})
    assert "Set-Cookie" not in asked.headers
