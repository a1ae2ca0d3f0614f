"""The view model of the share page."""

from companion.web.pages.sharing import ShareView

LINK = "http://192.168.1.20:8000/g/abc/seat"
JOIN = "http://192.168.1.20:8000/cards/join"
SCREEN = "http://192.168.1.20:8000/cards/tv"


def shared(**changed: object) -> ShareView:
    places = {"join_address": JOIN, "screen_address": SCREEN}
    asked = {"code": "Q7RXM2", "joined": 2, **places}
    rights = {"may_score": True, "may_sit": False, "is_keeper": True}
    return ShareView("score", LINK, **asked | rights | changed)  # type: ignore[arg-type]


def test_the_code_is_in_two_halves_and_the_address_as_typed() -> None:
    view = shared()
    assert (view.signs, view.join_at) == (("Q7R", "XM2"), "192.168.1.20:8000/cards/join")
    assert view.screen_at == "192.168.1.20:8000/cards/tv"
    assert (view.is_reachable, view.other, view.may_renew) == (True, "watch", True)


def test_on_an_unreachable_address_there_is_nothing_to_scan_or_type() -> None:
    view = shared(code="", join_address="")
    assert (view.is_reachable, view.signs) == (False, ())


def test_a_watcher_shares_one_right_and_replaces_no_links() -> None:
    view = shared(may_score=False)
    assert (view.other, view.may_renew) == (None, False)
