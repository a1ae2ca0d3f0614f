"""Writes to the log are neither lost nor doubled, and each is complete or absent."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from companion.records.log import rows as log_rows
from companion.records.log.games import NewGame, NoSuchGame, open_game, start_game, summarise, write
from companion.records.models import Game, LogEntry, Seat
from companion.records.people import limits
from companion.records.people.limits import GameFull
from companion.records.people.links import new_key
from companion.records.store.database import db, write_transaction
from companion.rules.decide import Command, Conflict
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.reading import catalogue
from tests.books import happens
from tests.property.games import Game as RandomGame
from tests.property.games import games
from tests.records.book import a_game, resolved, rows, summary_of
from tests.records.writers import in_processes, in_threads
from tests.soak import examples


def check_unbroken(app: Flask, token: str, entries: int) -> None:
    """Every entry is there once, and each was written with knowledge of the previous one."""
    log = rows(app, token)
    assert [sequence for sequence, _, _ in log] == list(range(1, entries + 1))
    assert len({key for _, key, _ in log}) == entries
    kinds = [kind for _, _, kind in log]
    assert kinds == (["laid_down", "took_back"] * entries)[:entries]


def _entries_of(presses: int) -> int:
    """The first press only lays down; each later one also takes back."""
    return 2 * presses - 1


def test_threads_that_write_at_once_lose_nothing(own_book: Flask) -> None:
    with own_book.app_context():
        token = a_game()
    in_threads(own_book, token, [[new_key() for _ in range(15)] for _ in range(6)])
    check_unbroken(own_book, token, _entries_of(6 * 15))


@pytest.mark.parametrize("times", [12, pytest.param(100, marks=pytest.mark.soak)])
def test_workers_that_write_at_once_lose_nothing(own_book: Flask, times: int) -> None:
    with own_book.app_context():
        token = a_game()
    in_processes(own_book, token, times=times, processes=3)
    check_unbroken(own_book, token, _entries_of(3 * times))


def test_the_same_tap_sent_by_everybody_at_once_is_written_once(own_book: Flask) -> None:
    with own_book.app_context():
        token = a_game()
    taps = [new_key() for _ in range(10)]
    in_threads(own_book, token, [taps] * 4)
    check_unbroken(own_book, token, _entries_of(10))


def test_a_tap_sent_again_gives_the_game_as_it_is_now(app: Flask) -> None:
    with app.app_context():
        token, key = a_game(), new_key()
        happens(token, e.LaidDown(0), press=key)
        happens(token, e.LaidDown(1))
        written = happens(token, e.LaidDown(0), press=key)
    assert (written.after.state.version, written.entries) == (2, ())


def test_of_several_entries_all_are_kept_or_none(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        with pytest.raises(Refused, match="blank_hand"):
            happens(token, e.WentOut(0), e.RoundScored())
        assert rows(app, token) == []
        written = happens(token, e.LaidDown(1), e.WentOut(0), press="tap")
    assert written.entries == (e.LaidDown(1), e.WentOut(0))
    assert rows(app, token) == [(1, "tap", "laid_down"), (2, "tap+1", "went_out")]


def test_a_command_beyond_the_limit_stores_none_of_its_entries(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        token = a_game()
        monkeypatch.setattr(limits, "MOST_ENTRIES", 2)
        happens(token, e.LaidDown(0))
        with pytest.raises(GameFull):
            happens(token, e.LaidDown(1), e.WentOut(0))
        assert open_game(token).state.version == 1
        happens(token, e.LaidDown(1))
    assert len(rows(app, token)) == 2


def test_a_tap_that_wrote_several_entries_is_written_once(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        for _ in range(2):
            happens(token, e.Titled("At the lake"), e.Noted("Rain"), press="tap")
    assert len(rows(app, token)) == 2


def test_an_aborted_write_leaves_nothing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off(*_: object) -> None:
        raise KeyboardInterrupt

    with app.app_context():
        token = a_game()
        monkeypatch.setattr(log_rows, "touch", breaks_off)
        with pytest.raises(KeyboardInterrupt):
            happens(token, e.LaidDown(0))
    assert rows(app, token) == []


def test_an_entry_the_rules_refuse_leaves_nothing(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        happens(token, e.WentOut(0))
        with pytest.raises(Refused, match="unknown_player"):
            happens(token, e.LaidDown(7))
        with pytest.raises(Refused, match="blank_hand"):
            happens(token, e.RoundScored())
        assert open_game(token).state.version == 1
        assert summary_of(token)["round"] == 1
    assert [kind for _, _, kind in rows(app, token)] == ["went_out"]


def test_a_refused_tap_may_be_sent_again_once_it_is_right(app: Flask) -> None:
    with app.app_context():
        token, key = a_game(), new_key()
        with pytest.raises(Refused):
            happens(token, e.LaidDown(7), press=key)
        happens(token, e.LaidDown(1), press=key)
    assert rows(app, token) == [(1, key, "laid_down")]


def test_a_command_without_change_writes_no_entry(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        assert happens(token).entries == ()
        assert happens(token, e.Noted(""), e.TookBack(0)).entries == ()
    assert rows(app, token) == []


def test_nobody_writes_to_a_game_that_is_not_there(app: Flask) -> None:
    with app.app_context():
        with pytest.raises(NoSuchGame):
            write(new_key(), new_key(), Command((e.LaidDown(0),), 0))
        with pytest.raises(NoSuchGame):
            open_game(new_key())


def test_the_database_itself_refuses_a_sequence_or_a_tap_that_is_taken(app: Flask) -> None:
    with app.app_context():
        token, key = a_game(), new_key()
        happens(token, e.LaidDown(0), press=key)
        first = db.session.scalars(select(LogEntry).where(LogEntry.key == key)).one()
        for sequence, tap in ((1, new_key()), (2, key)):
            row = {c.key: getattr(first, c.key) for c in LogEntry.__table__.columns}
            row |= {"id": None, "sequence": sequence, "key": tap}
            with pytest.raises(IntegrityError), write_transaction() as session:
                session.add(LogEntry(**row))
    assert len(rows(app, token)) == 1


def test_a_seat_belongs_to_a_game(app: Flask) -> None:
    with app.app_context(), pytest.raises(IntegrityError), write_transaction() as session:
        session.add(Seat(game_id=10**9, position=0, name="Nobody"))


@pytest.mark.only_on("sqlite")
def test_while_somebody_writes_nobody_else_can_begin_to(own_book: Flask, tmp_path: Path) -> None:
    with own_book.app_context():
        token = a_game()
        with closing(sqlite3.connect(tmp_path / "companion.sqlite", timeout=0)) as other:
            with write_transaction(), pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            other.execute("BEGIN IMMEDIATE")
            assert open_game(token).state.version == 0


def test_a_read_game_includes_writes_of_other_processes(own_book: Flask) -> None:
    with own_book.app_context():
        token = a_game()
        happens(token, e.LaidDown(0))
        in_processes(own_book, token, times=3, processes=1)
        kept = open_game(token)
    assert kept.state.version == 1 + 2 * 3
    assert kept.state == replay(kept.ruleset, kept.seats, kept.entries)


def test_another_score_book_put_in_place_of_ours_is_read_though_this_process_remembers_the_game(
    own_book: Flask,
) -> None:
    """With as many entries, or more, than were cached, but other ones."""
    with own_book.app_context():
        token = a_game()
        for entry in (e.LaidDown(0), e.LaidDown(1)):
            happens(token, entry)
        assert open_game(token).entries == (e.LaidDown(0), e.LaidDown(1))
        with write_transaction() as session:
            last = select(LogEntry.id).join(Game).where(Game.token == token, LogEntry.sequence == 2)
            theirs = {"key": new_key(), "kind": "took_back", "data": {"seat": 0}}
            session.execute(update(LogEntry).where(LogEntry.id.in_(last)).values(**theirs))
        assert open_game(token).entries == (e.LaidDown(0), e.TookBack(0))
        assert happens(token, e.WentOut(1)).after.state.open.play.laid_down == {1}  # type: ignore[union-attr]


@pytest.mark.any_database
@settings(
    max_examples=examples(2, 5),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(random_game=games())
def test_the_summary_is_that_of_the_replay_after_every_entry(
    app: Flask, random_game: RandomGame
) -> None:
    with app.app_context():
        token = start_game(
            NewGame(resolved(**random_game.ruleset.options), random_game.seats), new_key()
        )
        for entry in random_game.log:
            try:
                state = happens(token, entry).after.state
            except (Conflict, Refused, Doubted):
                continue
            log = open_game(token).entries
            assert state == replay(random_game.ruleset, random_game.seats, log)
            assert summary_of(token) == summarise(random_game.ruleset, state)


def test_undo_brings_the_summary_back(app: Flask) -> None:
    with app.app_context():
        token = a_game(blocked_round="void")
        before = summary_of(token)
        happens(token, e.WentOut(None))
        accepted = e.RoundScored(frozenset({("nobody_out", None)}))
        happens(token, accepted)
        assert summary_of(token)["round"] == 2
        happens(token, e.EntryUndone(2))
        assert summary_of(token) == before


def test_a_game_keeps_its_rules_when_the_catalogue_changes(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        data = resolved()
        token = start_game(NewGame(data, open_game(a_game()).seats), new_key())
        data["values"]["A"] = 99

        def is_gone(*_: object) -> None:
            raise AssertionError

        monkeypatch.setattr(catalogue, "data_of_path", is_gone)
        assert open_game(token).ruleset.values["A"] == 20
    assert app.test_client().get(f"/g/{token}/rules").status_code == 200


def test_deleting_a_game_takes_its_seats_and_its_log_along(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        happens(token, e.LaidDown(0))
        game = open_game(token).row.id
        with write_transaction() as session:
            session.execute(delete(Game).where(Game.token == token))
        for table in (Seat, LogEntry):
            assert db.session.scalars(select(table).where(table.game_id == game)).all() == []
