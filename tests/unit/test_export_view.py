"""The view model of the export: the latest dates, and all games in hundreds."""

from datetime import date

from companion.web.pages.import_export.views import ExportView, days_of


def test_the_last_evenings_stand_with_their_games() -> None:
    days = [date(2026, 11, day) for day in (22, 22, 20, 8, 7, 6, 5, 4)]
    found = [(evening.day.day, evening.games) for evening in days_of(days)]
    assert found == [(22, 2), (20, 1), (8, 1), (7, 1), (6, 1), (5, 1)]


def test_a_file_has_all_games_if_none_is_before_it_and_none_older() -> None:
    files = ((1, range(7), False), (1, range(37), True), (2, range(37, 41), False))
    made = [ExportView((), number, games, has_more=more) for number, games, more in files]
    assert [file.is_all for file in made] == [True, False, False]
