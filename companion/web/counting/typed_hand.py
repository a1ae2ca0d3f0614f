"""From a hand as somebody typed it to what is to be written."""

from flask import request

from companion.records.games import Written
from companion.records.kept_game import KeptGame
from companion.rules.entries import Hand, HandCounted
from companion.rules.refusals import Refused, check_counted
from companion.rules.state import OpenRound, PlayedRound
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.forms.hand import HandForm, hand_form
from companion.web.http.games import (
    NotWritten,
    digest_of_form,
    not_written,
    open_round_seen,
    out_of_date,
    version_seen,
)
from companion.web.http.phones import phones_at

NO_CARDS, NO_MELDS = "none", "no_melds"
OWN_PAGE = "mine"  # who is done goes back there
STAY, LEAVE, AGAIN = "stay", "leave", "again"  # what the page does next, when not done counting


class NothingOfMine(Exception):
    """The hand is counted elsewhere, and on this page nobody has touched it: theirs stands."""


def then() -> str:
    """What the page does next; the button that was tapped has the last word."""
    if len(request.form.getlist("buys")) > 1:  # one buy more or fewer, and nothing else
        return AGAIN
    return (request.form.getlist("then") or [""])[-1]


def what_is_known(written: Written, seat: int) -> dict[str, str]:
    """What the page knows from now on: the game as long as this, and the entry of its hand.

    Sent again, it knows of nothing that was written after its entry.
    """
    after = written.after
    version = after.written_by(digest_of_form()) or after.state.version
    counted = after.game.hand_kept_at(seat, version) or 0
    return {"X-Companion-Version": str(version), "X-Companion-Counted": str(counted)}


def expected_hand(kept: KeptGame, open_round: OpenRound, seat: int) -> ExpectedHand:
    """What is known of this hand of the open round."""
    return ExpectedHand(open_round.by(kept.ruleset), seat, open_round.marked)


def hand_counted(kept: KeptGame, seat: int) -> HandCounted:
    """The hand as typed.

    Raises NotWritten where it is out of date, cannot be read, or is blank but done with, and
    NothingOfMine where it was counted elsewhere and nobody has touched it here.
    """
    open_round = open_round_seen(kept)
    # A page from before the house rules changed has other cards on its keys.
    other_keys = kept.game.rules_changed_since(version_seen())
    if seat not in open_round.deal.players or not open_round.over or other_keys:
        raise out_of_date()
    check_touched(kept, seat)
    try:
        return _as_typed(seat, open_round, expected_hand(kept, open_round, seat))
    except Refused as refused:
        raise not_written(kept, refused) from refused


def check_touched(kept: KeptGame, seat: int) -> None:
    """Raises NothingOfMine where the hand is another phone's, and comes back as it was opened."""
    changed = kept.game.hand_changed_since(seat, version_seen())
    is_elsewhere = changed is not None or bool(phones_at(kept).counting(seat))
    if is_elsewhere and _is_as_it_was_opened(kept, open_round_seen(kept), seat):
        raise NothingOfMine


def _is_as_it_was_opened(kept: KeptGame, open_round: OpenRound, seat: int) -> bool:
    """Whether the fields of the hand come back as the page had them."""
    draft = kept.game.draft_at(version_seen())
    marked = frozenset(draft.marked)
    then_played = PlayedRound(kept.ruleset, open_round.deal, draft.play())
    then_held = ExpectedHand(then_played, seat, marked)
    given, sent = hand_form(then_held), hand_form(then_held, request.form)
    return "rest" not in request.form and sent.typed == given.typed


def _as_typed(seat: int, open_round: OpenRound, expected: ExpectedHand) -> HandCounted:
    form = hand_form(expected, request.form)
    if not form.validate():
        raise NotWritten("", 422)
    hand = _with_the_rest(form.hand, expected)
    if hand.is_blank and seat == open_round.play.went_out:
        hand = Hand(cards={})  # nobody asks what is left of it; only what was melded
    melded = Hand(cards={}) if request.form.get("rest") == NO_MELDS else form.melded_typed
    if not _goes_on(form):
        check_counted(open_round.deal, seat, hand, melded)
    down = _says_down(form, seat in open_round.deal.contracts)
    return HandCounted(seat, hand, down, form.buys_typed, melded)


def _says_down(form: HandForm, has_contract: bool) -> bool | None:  # noqa: FBT001
    """A hand filled with the rest is a whole one; an empty one was emptied after its contract.

    None where nobody says it: then the cards show it, or the mark at the table.
    """
    rest = request.form.get("rest")
    return (has_contract and rest == NO_CARDS) if rest else form.says_down


def _goes_on(form: HandForm) -> bool:
    """Whether the hand is still counted: nothing melded, or nothing left, is one half of it."""
    return then() in {STAY, LEAVE, AGAIN} or bool(form.melded and "rest" in request.form)


def _with_the_rest(hand: Hand, expected: ExpectedHand) -> Hand:
    """The other 7 are 3 to 9: fill the hand of a player who is not down. Or: no cards are left."""
    if request.form.get("rest") == NO_CARDS:
        return Hand(cards={})
    rest = expected.deal.values.find(request.form.get("rest", ""))
    filled = expected.filled(hand)
    if rest is None or filled is None or hand.points is not None:
        return hand
    cards = dict(hand.cards or {})
    cards[rest.key] = cards.get(rest.key, 0) + filled - (hand.size or 0)
    return Hand(cards=cards)
