"""From a hand as somebody typed it to the entry that is kept, unless another phone was faster."""

from flask import request

from companion.records.games import OutOfDate
from companion.records.history import written_at
from companion.records.sitting import Sitting
from companion.rules.log import EntryUndone, Hand, HandCounted
from companion.rules.refusals import not_counted
from companion.rules.state import OpenRound, State
from companion.web.device import known_device
from companion.web.games import NotWritten, digest_of_form, same_round, the_game
from companion.web.hand_form import HandForm, hand_form
from companion.web.holding import Holding
from companion.web.phones import phones_at

NO_CARDS, NO_MELDS = "none", "no_melds"
STAY, LEAVE, AGAIN = "stay", "leave", "again"  # what the page does next, when not done counting


class TwoHands(Exception):
    """Another phone has kept something else for this hand; `mine` is what was typed here."""

    def __init__(self, mine: HandCounted) -> None:
        super().__init__()
        self.mine = mine


class NothingOfMine(Exception):
    """The hand is counted elsewhere, and on this page nobody has touched it: theirs stands."""


def then() -> str:
    """What the page does next; the button that was tapped has the last word."""
    if len(request.form.getlist("buys")) > 1:  # one buy more or fewer, and nothing else
        return AGAIN
    return (request.form.getlist("then") or [""])[-1]


def version_seen() -> int:
    """How long the log was when the page was made."""
    return request.form.get("version", type=int) or 0


def what_is_known(token: str, seat: int, state: State) -> dict[str, str]:
    """What the page knows from now on: the game as long as this, and the entry of its hand."""
    version = _version_known(token, state)
    counted = the_game(token).hand_kept_at(seat, version) or 0
    return {"X-Companion-Version": str(version), "X-Companion-Counted": str(counted)}


def _version_known(token: str, state: State) -> int:
    """What the page knows now: sent again, it knows of nothing that was written after its entry."""
    if state.version <= version_seen() + 1:  # nobody else wrote, so there is nothing to look up
        return state.version
    keys, mine = the_game(token).keys, digest_of_form()
    return keys.index(mine) + 1 if mine in keys else state.version


def holding_of(sitting: Sitting, open_round: OpenRound, seat: int) -> Holding:
    """What is known of this hand of the open round."""
    deal, play = open_round.deal, open_round.play
    return Holding(sitting.ruleset, deal, play, seat, open_round.marked)


def hand_counted(sitting: Sitting, seat: int) -> HandCounted | None:
    """The hand as typed; None where it says nothing new.

    Raises OutOfDate for another round, NotWritten, Refused for a blank hand that somebody is done
    with, TwoHands where the hand was changed since the page was opened, and NothingOfMine where
    that is all that happened.
    """
    open_round = same_round(sitting)
    # A page from before the house rules changed has other cards on its keys.
    other_keys = sitting.rules_changed_since(version_seen())
    if seat not in open_round.deal.players or not open_round.over or other_keys:
        raise OutOfDate
    changed = changed_at(sitting, open_round, seat)
    is_elsewhere = changed is not None or bool(phones_at(sitting).counting(seat))
    if is_elsewhere and _is_as_it_was_opened(sitting, open_round, seat):
        raise NothingOfMine
    entry = _as_typed(seat, open_round, holding_of(sitting, open_round, seat))
    if _says_nothing_new(entry, open_round):
        return None
    if changed is not None and not _overtakes_itself(sitting, changed):
        raise TwoHands(entry)
    return entry


def changed_at(sitting: Sitting, open_round: OpenRound, seat: int) -> int | None:
    """The entry by which this hand is another than the page knows: a count, or an undo of one."""
    known = sitting.hand_kept_at(seat, version_seen())
    now = open_round.counted_at.get(seat)
    if now == known:
        return None
    undone = [n for n, e in enumerate(sitting.entries, 1) if e == EntryUndone(known or 0)]
    return max([now or 0, *undone])


def _is_as_it_was_opened(sitting: Sitting, open_round: OpenRound, seat: int) -> bool:
    """Whether the fields of the hand come back as the page had them."""
    draft = sitting.draft_at(version_seen())
    marked = frozenset(draft.marked)
    then_held = Holding(sitting.ruleset, open_round.deal, draft.play(), seat, marked)
    given, sent = hand_form(then_held), hand_form(then_held, request.form)
    return "rest" not in request.form and sent.typed == given.typed


def _as_typed(seat: int, open_round: OpenRound, holding: Holding) -> HandCounted:
    form = hand_form(holding, request.form)
    if not form.validate():
        raise NotWritten("", 422)
    hand = _with_the_rest(form.hand, holding)
    if hand.is_blank and seat == open_round.play.went_out:
        hand = Hand(cards={})  # nobody asks what is left of it; only what was melded
    melded = Hand(cards={}) if request.form.get("rest") == NO_MELDS else form.melded_typed
    if not _goes_on(form) and (hand.is_blank or (melded is not None and melded.is_blank)):
        raise not_counted(seat, hand, melded)
    down = _is_down(form, holding, seat in open_round.deal.contracts)
    return HandCounted(seat, hand, down, form.buys_typed, melded)


def _is_down(form: HandForm, holding: Holding, has_contract: bool) -> bool:  # noqa: FBT001
    """A hand filled with the rest is a whole one; an empty one was emptied after its contract."""
    match request.form.get("rest"):
        case None | "":
            return form.is_down(holding)
        case rest:
            return has_contract and rest == NO_CARDS


def _goes_on(form: HandForm) -> bool:
    """Whether the hand is still counted: nothing melded, or nothing left, is one half of it."""
    return then() in {STAY, LEAVE, AGAIN} or bool(form.melded and "rest" in request.form)


def _with_the_rest(hand: Hand, holding: Holding) -> Hand:
    """The other 7 are 3 to 9: fill the hand of a player who is not down. Or: no cards are left."""
    if request.form.get("rest") == NO_CARDS:
        return Hand(cards={})
    rest = holding.deal.values.find(request.form.get("rest", ""))
    filled = holding.filled(hand)
    if rest is None or filled is None or hand.points is not None:
        return hand
    cards = dict(hand.cards or {})
    cards[rest.key] = cards.get(rest.key, 0) + filled - (hand.size or 0)
    return Hand(cards=cards)


def _says_nothing_new(entry: HandCounted, open_round: OpenRound) -> bool:
    play, seat = open_round.play, entry.seat
    return (
        entry.hand == play.hand(seat)
        and entry.down == (seat in play.laid_down)
        and entry.buys == play.buys.get(seat)
        and (entry.melded or Hand()) == play.melds(seat)
    )


def _overtakes_itself(sitting: Sitting, changed: int) -> bool:
    """A page that is put away sends its last taps before it hears how the ones before went."""
    is_count = isinstance(sitting.entries[changed - 1], HandCounted)
    is_own = written_at(sitting.game.id, changed).device == known_device()
    return then() == LEAVE and is_count and is_own
