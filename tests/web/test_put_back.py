"""Writes from older pages after a restore of the score book."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete

from companion.records.log.games import init_games
from companion.records.log.taps import resent
from companion.records.models import Game, LogEntry, Seat
from companion.records.people.links import new_key
from companion.records.store.book_ids import BookNow, book_id, set_book_id, set_restored
from companion.records.store.database import milliseconds, reading, write_connection
from companion.rules.fold.entries import LaidDown
from tests.web.phone import Phone
from tests.web.table import Table
from tests.web.test_carried import carried
from tests.web.test_json import Door, command, door  # noqa: F401 - a fixture

DOWN, OTHER_DOWN = ({"kind": "laid_down", "seat": seat} for seat in (0, 1))
NOT_WRITTEN = "restored from an earlier copy, so nothing was saved"


def strays(answer: Any) -> str:
    """The code of the refusal; nothing was written."""
    assert answer.status_code == 409
    assert NOT_WRITTEN in answer.json["sentence"]
    return answer.json["code"]


def test_a_command_made_on_a_longer_log_is_refused(door: Door) -> None:  # noqa: F811
    door.send(command(DOWN))
    undo = {"kind": "entry_undone", "sequence": 1}
    assert strays(door.post({"commands": [command(undo, seen=7)]})) == "ahead"
    assert strays(door.post({"commands": [command(OTHER_DOWN, seen=1), command(undo, seen=9)]}))
    assert door.table.kinds == ["laid_down"]


def test_the_tail_of_a_longer_log_is_refused(door: Door) -> None:  # noqa: F811
    door.send(command(DOWN))
    client = door.table.phone.client
    assert strays(client.get(door.address, query_string={"after": 2})) == "ahead"
    assert strays(door.post({"commands": [command(OTHER_DOWN)], "after": 2})) == "ahead"
    assert door.table.kinds == ["laid_down"]


def test_a_log_of_the_same_length_with_other_entries_is_noticed(door: Door) -> None:  # noqa: F811
    mark = door.send(command(DOWN))["mark"]
    assert door.post({"commands": [], "after": 1, "mark": mark}).status_code == 200
    other = {"commands": [command(OTHER_DOWN, seen=1)], "after": 1, "mark": "x" * 12}
    assert strays(door.post(other)) == "diverged"
    query = {"after": 1, "mark": "x" * 12}
    assert strays(door.table.phone.client.get(door.address, query_string=query)) == "diverged"
    assert door.table.kinds == ["laid_down"]


def test_a_command_from_another_book_is_refused_unless_its_log_is_the_same(
    door: Door,  # noqa: F811
) -> None:
    with id_of_the_book(door, "before"):
        told = door.send(command(DOWN))
    with id_of_the_book(door, "another"):
        check_commands_from_before(door, told)


@contextmanager
def id_of_the_book(door: Door, key: str) -> Iterator[None]:  # noqa: F811
    """Give the shared book this id, as after a restore, until the block ends."""
    with door.table.phone.app.app_context():
        with write_connection() as connection:
            before = book_id(connection)
            set_book_id(connection, key)
        yield
        with write_connection() as connection:
            set_book_id(connection, before)


def check_commands_from_before(door: Door, told: dict[str, Any]) -> None:  # noqa: F811
    from_before = {"commands": [command(OTHER_DOWN, seen=1)], "after": 1, "book": told["book"]}
    assert strays(door.post(from_before)) == "other_book"
    answer = door.post(from_before | {"mark": told["mark"]}).json
    assert answer["book"] == "another"
    assert door.table.kinds == ["laid_down", "laid_down"]


def test_every_answer_names_the_book_and_marks_the_log(door: Door, table: Table) -> None:  # noqa: F811
    with table.phone.app.app_context(), reading() as connection:
        book = book_id(connection)
    tail = door.send(command(DOWN))
    whole = table.phone.client.get(door.address).json
    assert {tail["book"], whole["book"]} == {book}
    assert tail["mark"] == whole["mark"] == door.log(after=1)["mark"]
    assert whole["ruleset"], "a page may go on by nothing else"


def test_a_form_made_on_a_longer_log_is_refused_with_a_sentence(table: Table) -> None:
    table.write(LaidDown(0))
    form = {"csrf_token": table.phone.csrf_token, "round": "1", "version": "99", "down": "1"}
    answer = table.phone.client.post(table.address("mark"), data=form)
    assert answer.status_code == 409
    assert NOT_WRITTEN in answer.text
    assert table.kinds == ["laid_down"]


def test_resent_by_two_phones_an_entry_is_written_once(door: Door, other_phone: Phone) -> None:  # noqa: F811
    again = command(DOWN) | {"tap": resent(new_key())}
    first = door.send(again)["answers"][0]
    second = Door(door.table.on(other_phone)).send(again)["answers"][0]
    assert first == second
    assert first["numbers"] == [1]
    assert door.table.kinds == ["laid_down"]


def test_an_entry_that_was_resent_is_not_written_by_its_own_tap_any_more(
    door: Door,  # noqa: F811
) -> None:
    """Its response was lost, and after a restore another phone resent it first."""
    sent = command({"kind": "noted", "text": "one"}, {"kind": "titled", "title": "two"})
    keys = [sent["tap"], f"{sent['tap']}+1"]
    for key, entry in zip(keys, sent["entries"], strict=True):
        door.send(command(entry) | {"tap": resent(key)})
    assert door.send(sent, after=2)["answers"][0]["numbers"] == [1, 2]
    assert door.table.kinds == ["noted", "titled"]


def test_nor_is_it_sent_again_where_its_own_tap_was_faster(door: Door) -> None:  # noqa: F811
    sent = command({"kind": "noted", "text": "one"})
    [line] = door.send(sent)["entries"]
    again = command({"kind": "noted", "text": "one"}) | {"tap": f"resent-of-{line['name']}"}
    assert door.send(again)["answers"][0]["numbers"] == [1]
    assert door.table.kinds == ["noted"]


def test_lost_entries_are_told_in_the_words_of_the_history(door: Door) -> None:  # noqa: F811
    door.send(command(DOWN))
    hand = {"kind": "hand_counted", "seat": 1, "hand": {"cards": {"3-9": 13}}, "down": False}
    lost = [
        command({"kind": "went_out", "seat": 0}, seen=1),
        command(hand, {"kind": "noted", "text": "late"}, seen=1),
    ]
    answer = post_lost(door, lost)
    words = [
        line["words"].replace("\u2060", "").replace("\xa0", " ") for line in answer.json["lines"]
    ]
    assert words == ["Ann went out", "Ben’s hand: 13 cards (3 – 9). Points: 65.", "Note: late"]
    assert door.table.kinds == ["laid_down"]


def test_entries_that_no_command_has_have_words_too(door: Door) -> None:  # noqa: F811
    joined = {"kind": "player_joined", "name": "Eve", "before": None, "deal_stays": True}
    scored = {"kind": "round_scored", "accepted": [], "not_asked": [["nobody_out", None]]}
    missed = {"kind": "dealt_in", "seat": 2, "plays": False}
    answer = post_lost(door, [command(entry, seen=0) for entry in (joined, missed, scored)])
    words = [line["words"] for line in answer.json["lines"]]
    assert words == ["Eve joined", "Cy misses this round"]


def test_an_entry_that_no_command_has_is_written_only_if_it_is_sent_again(door: Door) -> None:  # noqa: F811
    missed = command({"kind": "dealt_in", "seat": 2, "plays": False})
    assert door.post({"commands": [missed]}).status_code == 422
    door.send(missed | {"tap": resent(missed["tap"])})
    assert door.table.kinds == ["dealt_in"]
    assert 2 not in door.table.state.open.deal.players


@pytest.mark.parametrize("seen", [0, 1, 50])
def test_what_does_not_fit_has_no_words(door: Door, seen: int) -> None:  # noqa: F811
    nobody = command({"kind": "laid_down", "seat": 9}, {"kind": "noted", "text": "x"}, seen=seen)
    assert post_lost(door, [nobody]).json == {"lines": []}
    assert post_lost(door, []).json == {"lines": []}
    assert door.post({"commands": [{"tap": "x"}]}).status_code == 422


def post_lost(door: Door, commands: list[Any]) -> Any:  # noqa: F811
    headers = {"X-CSRFToken": door.table.phone.csrf_token}
    data = {"commands": commands}
    return door.table.phone.client.post(door.table.address("log/lost"), json=data, headers=headers)


def test_an_address_of_no_game_says_which_book_has_none(door: Door) -> None:  # noqa: F811
    """A page loaded from another book can detect an older one by this."""
    client, book = door.table.phone.client, door.log()["book"]
    for path in ("", "log", "live"):
        answer = client.get(f"/g/{new_key()}/{path}")
        assert (answer.status_code, answer.headers["Companion-Book"]) == (404, book)


MADE = datetime(2026, 11, 23, 21, tzinfo=UTC).replace(tzinfo=None)  # in the format of the tables
WITH_AN_OLDER_VERSION = None


@pytest.mark.parametrize("made", [MADE, WITH_AN_OLDER_VERSION])
def test_such_an_answer_says_which_backup_a_book_was_restored_from(
    door: Door,  # noqa: F811
    made: datetime | None,
) -> None:
    """A game that the page knows from before the backup was in it, unless it was deleted."""
    client = door.table.phone.client
    before = carried(door.table)["at"]
    at = door.send(command(DOWN))["at"]
    assert before <= at == carried(door.table)["at"]
    assert "Companion-Book-Backup" not in client.get(f"/g/{new_key()}/log").headers
    with id_of_the_book(door, "another"):
        with write_connection() as connection:
            set_restored(connection, "another", BookNow("before", as_of=made))
        answer = client.get(f"/g/{new_key()}/log")
    copied_from, as_of = answer.headers["Companion-Book-Backup"].split()
    assert (copied_from, answer.headers["Companion-Book"]) == ("before", "another")
    assert int(as_of) == milliseconds(made) if made else int(as_of) >= at


def test_a_lost_game_starts_again_by_its_link_with_what_its_page_carries(
    door: Door,  # noqa: F811
    other_phone: Phone,
    app: Flask,
) -> None:
    door.send(command(DOWN))
    kept = door.table.stored
    restart, seats = carried(door.table)["restart"], kept.seats
    with app.app_context():
        with write_connection() as connection:
            for rows, game in ((LogEntry, LogEntry.game_id), (Seat, Seat.game_id), (Game, Game.id)):
                connection.execute(delete(rows).where(game == kept.row.id))
        init_games(app)  # as in a new process with a restored book
    form = {"link": door.table.token, "dealer": str(seats.first_dealer), "rules": restart["rules"]}
    form |= {f"names-{row}": name for row, name in enumerate(seats.names)}
    for phone, status in ((door.table.phone, 200), (other_phone, 409)):
        sent = form | {"csrf_token": phone.csrf_token}
        answer = phone.client.post(restart["to"], data=sent, headers={"Accept": "application/json"})
        assert answer.status_code == status
    again = door.table.stored
    assert (again.seats, again.ruleset, again.entries) == (seats, kept.ruleset, ())
