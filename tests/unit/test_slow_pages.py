"""The slowest pages of the last hour."""

from companion.web.observe.slow_pages import SlowPage, SlowPages

MINUTE = 60.0


def test_each_page_has_its_slowest_response_and_the_slowest_comes_first() -> None:
    pages = SlowPages()
    for endpoint, taken in (("home.page", 0.02), ("table.page", 0.3), ("home.page", 0.7)):
        pages.note(endpoint, taken, now=0)
    assert pages.slowest(now=0) == [SlowPage("home.page", 700), SlowPage("table.page", 300)]


def test_only_the_last_hour_counts_to_five_minutes() -> None:
    pages = SlowPages()
    pages.note("sheet.page", 2, now=0)
    pages.note("sheet.page", 1, now=30 * MINUTE)
    assert pages.slowest(now=59 * MINUTE) == [SlowPage("sheet.page", 2000)]
    assert pages.slowest(now=61 * MINUTE) == [SlowPage("sheet.page", 1000)]
    assert pages.slowest(now=91 * MINUTE) == []


def test_as_many_as_asked_for_are_listed() -> None:
    pages = SlowPages()
    for number in range(9):
        pages.note(f"page {number}", number, now=0)
    assert [one.endpoint for one in pages.slowest(0, most=2)] == ["page 8", "page 7"]
