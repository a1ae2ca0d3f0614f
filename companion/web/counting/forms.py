"""What is tapped at a hand beside its cards: what fills it up, and where to go on."""

from wtforms import BooleanField, StringField

from companion.web.forms.fields import PageForm, SentNumber

NO_CARDS, NO_MELDS = "none", "no_melds"  # the rest of a hand, where it is no card class
OWN_PAGE = "mine"  # who is done goes back there
WRITE = "write"
STAY, LEAVE, AGAIN = "stay", "leave", "again"  # what the page does next, when not done counting
NAMES_OF_STEPS = {"no_cards": NO_CARDS, "no_melds": NO_MELDS, "own_page": OWN_PAGE}
_NOT_DONE = {STAY, LEAVE, AGAIN}


class LastField(StringField):
    """A field that may be sent twice: the button that was tapped has the last word."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """What was sent last."""
        self.data = valuelist[-1] if valuelist else ""


class StepField(LastField):
    """The buys of a hand; sent twice, one more or fewer was tapped."""

    is_stepped = False

    def process_formdata(self, valuelist: list[str]) -> None:
        """Whether a button of it was tapped."""
        super().process_formdata(valuelist)
        self.is_stepped = len(valuelist) > 1


class StepForm(PageForm):
    """The step that was tapped at a hand.

    `rest` is what fills the hand up, by the key of its card class; on the last hand the same button
    writes the round down. `fewer` is the name of the field whose minus was tapped. `opened` is how
    long the log was when the page was opened, `down` what was said of it by hand, `closed` that the
    hand is put away. A page that has asked already sends `tap`, by which it knows the question,
    whether something `waits` for the answer, and whether it asks `again`, for there was a third
    count by the time that one of two was picked.
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

    @property
    def step(self) -> str:
        """What the page does next; one buy or card more or fewer, and it stays."""
        if self.buys.is_stepped or self.fewer.data:
            return AGAIN
        return WRITE if self.rest_and_write.raw_data else self.then.data or ""

    @property
    def stays(self) -> bool:
        """Whether the hand is still counted here."""
        return self.step in _NOT_DONE

    @property
    def fills(self) -> str | None:
        """What the rest of the hand is, by the key of its card class; None where nobody said."""
        tapped = self.rest_and_write if self.rest_and_write.raw_data else self.rest
        return tapped.data if tapped.raw_data else None
