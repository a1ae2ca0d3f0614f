"""All past games: games by month, and what is chosen of them."""

from datetime import date

from companion.web.past_games.view import Line, played_view
from companion.web.view_models.listed_game import Person, PlayedGame

ANN, BEN = Person(0, "Ann"), Person(1, "Ben")


def line(*day: int, winners: tuple[Person, ...] = (BEN,)) -> Line:
    game = PlayedGame(12, bool(winners), (ANN, BEN), winners)
    return Line("a-link", "12-Step Rummy", "", date(*day), "own", game)


def test_games_stand_by_their_month_also_where_a_year_lies_between() -> None:
    lines = [line(2026, 11, 22), line(2026, 11, 1), line(2025, 11, 30), line(2025, 10, 30)]
    months = played_view(lines, ()).months
    assert [(month.day.year, month.day.month, len(month.lines)) for month in months] == [
        (2026, 11, 2),
        (2025, 11, 1),
        (2025, 10, 1),
    ]


def test_the_winner_stands_before_a_game_and_somebody_before_one_that_is_open() -> None:
    assert line(2026, 1, 1).face == BEN
    assert line(2026, 1, 1, winners=()).face == ANN


def test_what_is_chosen_can_be_seen_though_it_was_not_played_lately() -> None:
    view = played_view((), ["Carioca"], chosen="Five Crowns")
    assert view.rules == ("Carioca", "Five Crowns")
    assert view.is_asked
