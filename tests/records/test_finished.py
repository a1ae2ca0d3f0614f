"""The finished games of a device: cached, and always equal to those in the book."""

from collections.abc import Callable
from datetime import timedelta

from flask import Flask
from sqlalchemy import text

from companion.records.log.deleting import delete_game, put_back
from companion.records.log.games import open_game
from companion.records.people.finished import (
    FinishedGames,
    finished_of,
    init_finished,
    put_away,
    take_out,
)
from companion.records.people.links import renew_links
from companion.records.people.lists import Span
from companion.records.people.phones import sit_down
from companion.records.store.database import write_connection
from companion.rules.fold import entries as e
from tests.books import happens
from tests.records.book import a_game, many_games, statements

ROUND = (e.WentOut(0), e.HandCounted(1, e.Hand(points=40), down=True), e.RoundScored())
MINE = "one phone"
SHORTLY = timedelta(microseconds=1)
Change = Callable[[str], object]


def an_evening(device: str = MINE) -> str:
    token = a_game(device=device)
    happens(token, *ROUND, *ROUND, e.GameEnded(""))
    return token


def seen() -> FinishedGames:
    return finished_of(MINE, [], 200)


def corrected(token: str) -> object:
    play = e.RoundPlay(frozenset({0, 1}), 0, {1: e.Hand(points=25)})
    return happens(token, e.RoundCorrected(1, play))


def unsummed(token: str) -> None:
    """As in a book of an earlier version: without figures derived from the log."""
    bare = "UPDATE game SET summary = :summary, changed_at = :now WHERE token = :token"
    summary = '{"players": ["Ann", "Ben"], "round": 2, "over": true, "winners": ["Ann"]}'
    with write_connection() as connection:
        now = "2026-11-22 20:00:00.000000"
        connection.execute(text(bare), {"summary": summary, "now": now, "token": token})


CHANGES: dict[str, Change] = {
    "nothing": lambda _token: None,
    "renamed": lambda token: happens(token, e.PlayerRenamed(1, "Bea")),
    "corrected": corrected,
    "played on": lambda token: happens(token, e.EntryUndone(7)),
    "deleted": lambda token: delete_game(token, MINE),
    "put back": lambda token: (delete_game(token, MINE), put_back(token, MINE)),
    "put away": lambda token: put_away(token, MINE),
    "taken out": lambda token: (put_away(token, MINE), take_out(token, MINE)),
    "new links": lambda token: renew_links(token, MINE),
    "another one": lambda _token: an_evening(),
    "as a guest": lambda _token: sits_down(an_evening("another phone")),
    "of an old book": unsummed,
}


SAME = {"nothing", "put back", "taken out", "of an old book"}


def sits_down(token: str) -> None:
    sit_down(open_game(token).row.id, MINE, token, None, "")


def test_cached_figures_equal_freshly_read_ones(own_book: Flask) -> None:
    with own_book.app_context():
        for what, change in CHANGES.items():
            token = an_evening()
            before = seen()
            assert seen() is before, what
            change(token)
            after = seen()
            init_finished(own_book)  # as in a new process with an empty cache
            assert seen() == after, what
            assert (after == before) == (what in SAME), what


class Forgetful(dict[object, object]):
    """A cache that another thread clears right away."""

    def __setitem__(self, key: object, value: object) -> None:
        """Forget it at once."""


def test_computed_figures_are_returned_even_if_evicted_meanwhile() -> None:
    assert FinishedGames((), more=False, _known=Forgetful()).cached("key", lambda: 7) == 7


def test_of_games_that_stay_as_they_are_nothing_is_read_again(own_book: Flask) -> None:
    """One statement and one row, whatever their number; neither summaries nor logs."""
    with own_book.app_context():
        many_games(300, MINE, like=an_evening())
        token = an_evening()
        assert len(seen().games) == 200
        assert seen().more
        with statements() as said:
            seen()
        assert len(said) == 1
        assert "aggregate" in said[0].lower() or "group_concat" in said[0]
        happens(token, e.PlayerRenamed(1, "Bea"))
        with statements() as said:
            assert seen().games[0].names == ("Ann", "Bea")
        assert len(said) == 2
        assert "log_entry" not in said[1]


def test_the_logs_of_old_games_are_read_together(own_book: Flask) -> None:
    """A book of an earlier version has no stored figures."""
    with own_book.app_context():
        asked = []
        for games in (1, 4):
            for _ in range(games):
                unsummed(an_evening())
            init_finished(own_book)
            with statements() as said:
                assert all(game.figures.players for game in seen().games)
            asked.append(len(said))
        assert len(seen().games) == 5
        assert asked == [5, 5]


def test_a_span_begins_at_its_first_moment_and_ends_before_its_last(own_book: Flask) -> None:
    with own_book.app_context():
        an_evening()
        began = seen().games[0].started_at
        just_before, just_after = began - SHORTLY, began + SHORTLY
        for span, games in (
            (Span(began, just_after), 1),
            (Span(just_before, began), 0),
            (Span(since=just_after), 0),
            (Span(until=just_after), 1),
        ):
            assert len(finished_of(MINE, [], 9, span).games) == games
