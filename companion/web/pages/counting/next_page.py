"""The page that follows a counted hand or a written round, decided in one place."""

from collections.abc import Iterator

from flask import flash, url_for
from markupsafe import Markup

from companion.records.log.stored_game import StoredGame
from companion.web.game.gateway import round_seen
from companion.web.game.phones import Phones
from companion.web.pages.counting.counting_order import next_path
from companion.web.pages.counting.forms import NO_MELDS, OWN_PAGE, WRITE, StepForm
from companion.web.words.winners import put_out_words

_PLACES = {
    "": "sheet.final",
    "out": "table.who_went_out",
    "count": "counting.page",
    "review": "review.page",
}


def after_hand(stored: StoredGame, seat: int, tapped: StepForm, phones: Phones) -> str:
    """The page after this hand, by the step that was tapped."""
    if tapped.stays or tapped.fills == NO_MELDS or _is_half_counted(stored, seat, tapped):
        return url_for("counting.page", token=stored.token, seat=seat)
    if tapped.step == OWN_PAGE:
        return url_for("seating.page", token=stored.token, seat=seat)
    if tapped.step != WRITE:
        return next_hand(stored, seat, phones)
    open_round = stored.state.open
    if open_round and open_round.deal.number == round_seen():
        return url_for("review.page", token=stored.token)
    return after_round(stored, phones)


def after_round(stored: StoredGame, phones: Phones) -> str:
    """The page after a round was written: the winner, or the place of this phone.

    That tells who is out of the game by this round.
    """
    if stored.state.open is None:
        return url_for("sheet.final", token=stored.token)
    for sentence in _put_out(stored):
        flash(sentence)
    return phones.place


def _put_out(stored: StoredGame) -> Iterator[Markup]:
    state, is_out = stored.state, stored.ruleset.end.is_out
    for seat, number in sorted(state.left.items()):
        if number == len(state.rounds) and is_out(state.totals[seat]):
            yield put_out_words(state.names[seat])


def next_hand(stored: StoredGame, after: int, phones: Phones) -> str:
    """The page of the next hand or the review; if due, who went out, or the winner."""
    path = next_path(stored.ruleset, stored.state, after, phones.still_counting)
    place, _, seat = path.partition("/")
    return url_for(_PLACES[place], token=stored.token, seat=seat or None)


def _is_half_counted(stored: StoredGame, seat: int, tapped: StepForm) -> bool:
    """Whether there are no leftovers and no melds yet."""
    open_round = stored.state.open
    return tapped.fills is not None and bool(open_round and open_round.is_uncounted(seat))
