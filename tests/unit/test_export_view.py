"""The view model of the export: the latest dates, and all games in hundreds."""

from datetime import date

from companion.web.pages.import_export.views import ExportView, days_of


def test_the_last_evenings_stand_with_their_games() -> None:
    days = [date(2026, 11, day) for day in (22, 22, 20, 8, 7, 6, 5, 4)]
    found = [(evening.day.day, evening.games) for evening in days_of(days)]
    assert found == [(22, 2), (20, 1), (8, 1), (7, 1), (6, 1), (5, 1)]


def test_a_file_says_which_of_all_games_it_has() -> None:
    files = [ExportView((), *of, 100) for of in ((1, 7), (1, 120), (2, 20))]
    assert [(f.first, f.last, f.has_more, f.is_all) for f in files] == [
        (1, 7, False, True),
        (1, 100, True, False),
        (101, 120, False, False),
    ]
