"""All past games: by month, and the selection of some."""

from datetime import UTC, date, datetime

from companion.records.people.lists import Listed
from companion.web.pages.past_games import Line, PlayedView
from companion.web.view_models.remembered import Person, PlayedGame

ANN, BEN = Person(0, "Ann"), Person(1, "Ben")
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def line(*day: int, winners: tuple[Person, ...] = (BEN,)) -> Line:
    game = PlayedGame(12, bool(winners), (ANN, BEN), winners)
    listed = Listed("a-link", "", "12-Step Rummy", BEGUN, None, {})
    return Line(listed, game, date(*day))


def test_games_are_grouped_by_month_and_year() -> None:
    lines = [line(2026, 11, 22), line(2026, 11, 1), line(2025, 11, 30), line(2025, 10, 30)]
    months = PlayedView(lines, ()).months
    assert [(month.day.year, month.day.month, len(month.lines)) for month in months] == [
        (2026, 11, 2),
        (2025, 11, 1),
        (2025, 10, 1),
    ]


def test_each_game_is_listed_by_its_winner_or_leader() -> None:
    assert line(2026, 1, 1).view.face == BEN
    assert line(2026, 1, 1, winners=()).view.face == ANN


def test_a_chosen_filter_is_shown_even_if_not_recent() -> None:
    view = PlayedView((), ["Carioca"], chosen="Five Crowns")
    assert view.rules == ("Carioca", "Five Crowns")
    assert view.is_asked
