"""The form fields of a hand besides its cards: the rest of the hand, and the next page."""

from functools import cached_property

from flask import request
from wtforms import BooleanField, StringField

from companion.records.log.games import Written
from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import Hand, HandCounted
from companion.rules.judging.refusals import Refused, check_counted, check_down_is_said
from companion.rules.model.state import OpenRound, PlayedRound
from companion.web.forms.expected_hand import ExpectedHand, with_laid_melds
from companion.web.forms.fields import PageForm, SentNumber, StepperField
from companion.web.forms.hand_form import HandForm, hand_form
from companion.web.game.gateway import (
    NotWritten,
    digest_of_form,
    not_written,
    open_round_seen,
    out_of_date,
    version_seen,
)
from companion.web.game.phones import Phones

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
    buys = StepperField()
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


class NothingOfMine(Exception):
    """The hand was counted elsewhere and not changed here: the stored count stands."""


def what_is_known(written: Written, seat: int) -> dict[str, str]:
    """What this page has seen: the game up to this version, and the entry of its hand.

    A repeated request has seen nothing that was written after its own entry.
    """
    after = written.after
    version = after.written_by(digest_of_form()) or after.state.version
    counted = after.game.count_entry_at(seat, version) or 0
    return {"X-Companion-Version": str(version), "X-Companion-Counted": str(counted)}


def expected_hand(stored: StoredGame, open_round: OpenRound, seat: int) -> ExpectedHand:
    """The hand sizes of this player in the open round."""
    return ExpectedHand.of_open(stored.ruleset, open_round, seat)


def hand_counted(stored: StoredGame, seat: int, tapped: StepForm, phones: Phones) -> HandCounted:
    """The entry of the typed hand.

    Raises NotWritten if it is stale, invalid, or blank but finished, and NothingOfMine if it was
    counted elsewhere and not changed here.
    """
    open_round = open_round_seen(stored)
    # A page from before a change of house rules has other cards on its keys.
    other_keys = stored.game.rules_changed_since(version_seen())
    if seat not in open_round.deal.players or not open_round.over or other_keys:
        raise out_of_date()
    _check_touched(stored, open_round, seat, tapped, phones)
    return _entry(stored, open_round, seat, tapped)


def as_typed(stored: StoredGame, seat: int, tapped: StepForm) -> HandCounted:
    """The entry of the typed hand, whoever has counted it. Raises NotWritten."""
    open_round = open_round_seen(stored)
    if seat not in open_round.deal.players:
        raise out_of_date()
    return _entry(stored, open_round, seat, tapped)


def _entry(stored: StoredGame, open_round: OpenRound, seat: int, tapped: StepForm) -> HandCounted:
    try:
        form = sent_hand(stored, open_round, seat)
        return _as_typed(form, expected_hand(stored, open_round, seat), tapped)
    except Refused as refused:
        raise not_written(stored, refused) from refused


def _check_touched(
    stored: StoredGame, open_round: OpenRound, seat: int, tapped: StepForm, phones: Phones
) -> None:
    """Raises NothingOfMine if another phone counted the hand, and the form is unchanged."""
    changed = stored.game.hand_changed_since(seat, version_seen())
    is_elsewhere = changed is not None or bool(phones.counting(seat))
    if not is_elsewhere or tapped.fills is not None:
        return
    if _is_as_it_was_opened(stored, open_round, seat):
        raise NothingOfMine


def _is_as_it_was_opened(stored: StoredGame, open_round: OpenRound, seat: int) -> bool:
    """Whether the fields are as the page had them."""
    then_held = _hand_when_opened(stored, open_round, seat)
    given, sent = hand_form(then_held), hand_form(then_held, request.form)
    return sent.typed == given.typed


def _hand_when_opened(stored: StoredGame, open_round: OpenRound, seat: int) -> ExpectedHand:
    """The hand as of the version of the page."""
    draft = stored.game.draft_at(version_seen())
    played = PlayedRound(stored.ruleset, open_round.deal, draft.play())
    return ExpectedHand(with_laid_melds(played, seat, draft.melds), seat, frozenset(draft.marked))


def sent_hand(stored: StoredGame, open_round: OpenRound, seat: int) -> HandForm:
    """The submitted form of the hand.

    A “Not down” that the page did not show was chosen on it, whatever was stored since.
    """
    form = hand_form(expected_hand(stored, open_round, seat), request.form)
    if not stored.game.rules_changed_since(version_seen()):
        shown = hand_form(_hand_when_opened(stored, open_round, seat))
        form.page_said_not_down = shown.down.data == "no"
    return form


def _as_typed(form: HandForm, expected: ExpectedHand, tapped: StepForm) -> HandCounted:
    seat = expected.seat
    if not form.validate():
        raise NotWritten("", 422)
    hand = form.counted(expected)
    if tapped.fills:
        hand = _with_the_rest(form.hand, expected, tapped.fills)
    if hand.is_blank and expected.play.is_out(seat):
        hand = Hand(cards={})  # its leftovers are not counted, only melds
    melded = Hand(cards={}) if tapped.fills == NO_MELDS else form.melded_typed
    if not _goes_on(form, tapped):
        check_counted(expected.deal, seat, hand, melded)
    down = _says_down(form, tapped, down_counts=expected.deal.down_counts)
    if down is None and form.leaves_down_open(expected):
        check_down_is_said(expected.ruleset, expected.deal, seat, hand, form.buys_typed)
    return HandCounted(seat, hand, down, form.buys_typed, melded)


def _says_down(form: HandForm, tapped: StepForm, *, down_counts: bool) -> bool | None:
    """Whether filling the hand says down or not; an empty hand was emptied after its contract.

    None if it says neither: then the cards or the mark decide.
    """
    if not tapped.fills:
        return form.says_down
    return down_counts and tapped.fills == NO_CARDS


def _goes_on(form: HandForm, tapped: StepForm) -> bool:
    """Whether counting continues: no melds, or no leftovers, is only half of it."""
    return tapped.stays or bool(form.melded and tapped.fills is not None)


def _with_the_rest(hand: Hand, expected: ExpectedHand, fills: str) -> Hand:
    """The hand filled with the rest: “The other 7 are 3 to 9”, or no cards left."""
    if fills == NO_CARDS:
        return Hand(cards={})
    if fills == FULL_HAND and expected.ruleset.most_points is not None:
        return Hand(points=expected.ruleset.most_points)
    rest, missing = expected.deal.values.find(fills), expected.missing_from_whole(hand)
    if rest is None or not missing or hand.points is not None:
        return hand
    cards = dict(hand.cards or {})
    cards[rest.key] = cards.get(rest.key, 0) + missing
    return Hand(cards=cards)
