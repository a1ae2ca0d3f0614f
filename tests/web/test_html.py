"""The HTML parser of the tests reports everything that a browser would repair."""

import pytest

from tests.web.html import check_valid, read_page

PAGE = "<!DOCTYPE html><html><head><title>Cards</title></head><body>{}</body></html>"


@pytest.mark.parametrize(
    "broken",
    [
        "<p>one<p>two</p>",
        "<p>no end",
        "<b><i>crossed</b></i>",
        "</div>",
        "<p><ul><li>a list in a line</li></ul></p>",
        '<p class="a" class="b">twice</p>',
        "<table><p>beside the rows</p><tbody></tbody></table>",
        "<form><form></form></form>",
        "<p>A & B</p>",
        "<p>3 < 4</p>",
    ],
)
def test_what_a_browser_would_mend_is_a_fault(broken: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        check_valid(PAGE.format(broken))


def test_what_a_browser_takes_as_it_stands_is_none() -> None:
    check_valid(PAGE.format('<p class="a" hidden>3 &lt; 4<br><svg><path d="M0 0" /></svg></p>'))


def test_elements_are_found_by_selector_and_know_their_parents() -> None:
    page = read_page(PAGE.format('<p id="a">One <b hidden>two</b></p>'))
    (found,) = page.query("p > b[hidden]")
    assert (found.name, found.children, found.attrs) == ("b", ["two"], {"hidden": None})
    assert found.parent
    assert found.parent.children == ["One ", found]
