"""Enter the melds of a player during the round, or undo one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import EntryUndone, Hand, Melded
from companion.rules.model.cards import (
    go_around_corner,
    hand_points,
    low_of,
    turned,
    with_low_cards,
)
from companion.rules.model.state import Deal, OpenRound, State
from companion.web.forms.fields import PageForm, SentNumber
from companion.web.forms.hand_form import CardsForm, cards_form
from companion.web.game.gateway import NotWritten, command_for_round, the_game, write
from companion.web.game.page import live_page
from companion.web.game.phones import phones_at, place_of_seat
from companion.web.guard.rights import scorers_only
from companion.web.live import follows_the_game
from companion.web.view_models.open_round import (
    MeldOnTable,
    NamedCard,
    cards_low_to_high,
    melds_on_table,
)


def meld_form(deal: Deal, sent: Any = None) -> CardsForm:  # noqa: ANN401 - a request's form
    """The form for one meld, with a key for each rank, blank or as submitted."""
    return cards_form(deal.values.by_rank, deal.decks, sent)


@dataclass(frozen=True, slots=True)
class MeldView:
    """The melds of a player: `melds` that are not counted yet, and `points` of all.

    `tapped` are the cards of the next one from low to high, `tapped_points` what they count.
    `note` is the name of the first that may be low or high, or `corner` where one ace cannot be in
    a run with all of them. `round` is the number of the round, `version` the length of the log.
    `is_mine` says that this phone is that of the player, whose own page follows.
    """

    seat: int
    name: str
    round: int
    version: int
    melds: tuple[MeldOnTable, ...]
    tapped: tuple[NamedCard, ...]
    tapped_points: int
    note: str
    points: int
    is_mine: bool


def meld_view(
    state: State,
    open_round: OpenRound,
    seat: int,
    own: int | None = None,
    cards: Mapping[str, int] | None = None,
) -> MeldView:
    """The melds of this player in the open round; `own` is the seat of this phone.

    `cards` are those tapped so far.
    """
    values = open_round.deal.values
    laid = with_low_cards(values, cards or {})
    tapped = tuple(cards_low_to_high(laid, values))
    turning = (card.name for card in tapped if low_of(values, card.name))
    return MeldView(
        seat=seat,
        name=state.names[seat],
        round=open_round.deal.number,
        version=state.version,
        melds=melds_on_table(open_round.melds.get(seat, ()), values),
        tapped=tapped,
        tapped_points=hand_points(values, Hand(cards=laid)),
        note="corner" if go_around_corner(values, laid) else next(turning, ""),
        points=hand_points(values, open_round.melded(seat)),
        is_mine=seat == own,
    )


blueprint = Blueprint("melding", __name__, url_prefix="/g/<token>")


class TakeBackForm(PageForm):
    """The number of the meld whose button was tapped."""

    undo = SentNumber()


@blueprint.get("/meld/<int:seat>")
@scorers_only
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """The keys of a meld during the round; before and after that, redirect to the table."""
    stored = the_game(token)
    open_round = _where_melds_are_entered(stored, seat)
    if open_round is None:
        return redirect(phones_at(stored).place)
    return _page(stored, open_round, seat, meld_form(open_round.deal))


@blueprint.post("/meld/<int:seat>")
def meld(token: str, seat: int) -> ResponseReturnValue:
    """Write the meld and go back; or undo one, remove a card from a key, turn an ace, and stay."""
    stored, taken_back = the_game(token), TakeBackForm().undo.number
    open_round = _where_melds_are_entered(stored, seat)
    if open_round is None:
        return redirect(phones_at(stored).place, 303)
    if taken_back is not None:
        return _write(stored, open_round, seat, EntryUndone(taken_back), stays=True)
    form = meld_form(open_round.deal, request.form)
    stays = "fewer" in request.form or "turn" in request.form
    if not form.validate() or stays or not form.hand.size:
        form = _after_tap(open_round.deal, form, request.form.get("turn", ""))
        return _page(stored, open_round, seat, form), 200 if stays else 422
    cards = with_low_cards(open_round.deal.values, form.counts)
    laid = {name: count for name, count in cards.items() if count}
    return _write(stored, open_round, seat, Melded(seat, laid), stays=False)


def _where_melds_are_entered(stored: StoredGame, seat: int) -> OpenRound | None:
    """The open round, if this player can meld in it."""
    now = stored.state.open
    may_meld = now and not now.over and now.deal.scoring.melds_score and not now.deal.playoff
    return now if now and may_meld and seat in now.deal.players else None


def _after_tap(deal: Deal, form: CardsForm, name: str) -> CardsForm:
    """The form after a tap on a drawn card that is counted by this name, if on any.

    The choice of an ace ends with it.
    """
    if form.errors:
        return form
    values = deal.values
    cards: Mapping[str, int] = form.counts
    if name:
        cards = turned(values, with_low_cards(values, cards), name)
    lows = values.low_cards
    gone = {low.key for low in lows if not (cards.get(low.key) or cards.get(low.run[0]))}
    cards = {key: count for key, count in cards.items() if key not in gone}
    counts = {f.name: str(cards[c.key]) for c, f in form.count_fields() if c.key in cards}
    return meld_form(deal, MultiDict(counts))


def _write(
    stored: StoredGame,
    open_round: OpenRound,
    seat: int,
    entry: Melded | EntryUndone,
    *,
    stays: bool,
) -> ResponseReturnValue:
    try:
        write(stored.token, command_for_round(entry))
    except NotWritten as trouble:
        form = meld_form(open_round.deal, request.form)
        return _page(
            the_game(stored.token), open_round, seat, form, trouble.sentence
        ), trouble.status
    here = url_for(".page", token=stored.token, seat=seat)
    return redirect(here if stays else _back(stored, seat), 303)


def _back(stored: StoredGame, seat: int) -> str:
    """The own page of the player if this is their phone, otherwise the table."""
    is_mine = phones_at(stored).seat == seat
    return place_of_seat(stored.token, seat if is_mine else None)


def _page(
    stored: StoredGame, open_round: OpenRound, seat: int, form: CardsForm, error: str = ""
) -> str:
    phones = phones_at(stored)
    return live_page(
        "melding/meld.html",
        phones,
        view=meld_view(
            stored.state, open_round, seat, phones.seat, {} if form.errors else form.counts
        ),
        form=form,
        error=error,
        is_empty=bool(request.form) and not error and not form.has_some,
    )
