"""The referee as a plain form: every tap is a request, and the address has the whole case."""

from tests.web.phone import Phone

TWELVE = "/referee/twelve-step-rummy"


def test_cards_are_judged_by_their_address(phone: Phone) -> None:
    page = phone.open(f"{TWELVE}?ask=contract&contract=2&cards=9H+9S+9D&cards=5S+*+2H+8S")
    assert "Not legal" in page.words
    assert "Wild cards may not touch in a run." in page.words
    assert "Source: rules of 12-Step Rummy" in page.words
