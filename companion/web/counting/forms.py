"""The form fields of a hand besides its cards: the rest of the hand, and the next page."""

from functools import cached_property

from wtforms import BooleanField, StringField

from companion.web.forms.fields import PageForm, SentNumber

# The rest of a hand that is no card class; a full hand costs the most that a hand can.
NO_CARDS, NO_MELDS, FULL_HAND = "none", "no_melds", "full"
OWN_PAGE = "mine"  # return there when done
WRITE = "write"
STAY, LEAVE, AGAIN = "stay", "leave", "again"  # the next page, while still counting
NAMES_OF_STEPS = {
    "no_cards": NO_CARDS,
    "no_melds": NO_MELDS,
    "full_hand": FULL_HAND,
    "own_page": OWN_PAGE,
}
_NOT_DONE = {STAY, LEAVE, AGAIN}


class LastField(StringField):
    """A field that may be sent twice: the value of the tapped button is the last one."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """The last value."""
        self.data = valuelist[-1] if valuelist else ""


class StepField(LastField):
    """The buys of a hand; sent twice if a button for one more or fewer was tapped."""

    is_stepped = False

    def process_formdata(self, valuelist: list[str]) -> None:
        """Whether one of its buttons was tapped."""
        super().process_formdata(valuelist)
        self.is_stepped = len(valuelist) > 1


class StepForm(PageForm):
    """The button that was tapped at a hand.

    `rest` fills the hand, by the key of a card class; on the last hand the same button writes the
    round. `fewer` is the name of the field whose minus was tapped. `opened` is the length of the
    log when the page was opened, `down` the explicit answer then, `closed` says that the counting
    has ended. A page that has asked already sends `tap`, which identifies the question, whether
    something `waits` for the answer, and whether it asks `again` because there was a third count by
    the time of the answer.
    """

    then = LastField()
    rest = StringField()
    rest_and_write = StringField()
    opened = SentNumber()
    down = StringField()
    buys = StepField()
    fewer = StringField()
    closed = BooleanField()
    tap = StringField()
    waits = BooleanField()
    again = BooleanField()

    @cached_property
    def step(self) -> str:
        """The next page; after a change of buys or cards, the same page."""
        if self.buys.is_stepped or self.fewer.data:
            return AGAIN
        return WRITE if self.rest_and_write.raw_data else self.then.data or ""

    @property
    def stays(self) -> bool:
        """Whether counting continues here."""
        return self.step in _NOT_DONE

    @cached_property
    def fills(self) -> str | None:
        """The key of the card class that fills the hand; None if none was tapped."""
        tapped = self.rest_and_write if self.rest_and_write.raw_data else self.rest
        return tapped.data if tapped.raw_data else None
