"""The seat of a phone, and then the player's own page: their contract and actions."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _

from companion.records.log.stored_game import StoredGame
from companion.records.people.phones import sit_down
from companion.rules.judging.hand_sizes import laying_down_is_going_out
from companion.rules.judging.scoring import counted_points
from companion.rules.model.cards import CardClass, CardValues
from companion.rules.model.contracts import Contract
from companion.rules.model.play import Drop, Ending
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, State
from companion.web.forms.fields import NAME_LENGTH, PageForm, SeatField, TextField
from companion.web.game.gateway import the_game
from companion.web.game.page import game_page, live_page
from companion.web.game.phones import keep_cookie, phones_at, remember_link, this_device
from companion.web.guard.rights import scorers_only
from companion.web.live import follows_the_game
from companion.web.view_models.open_round import (
    HandState,
    LastStep,
    RoundFigures,
    hand_state,
    last_step,
    opens_with,
    progress,
    round_figures,
)


class SitForm(PageForm):
    """A seat, or none; and a label for the phone, if wanted."""

    seat = SeatField(may_be_blank=True, otherwise=_("That player is not in this game."))
    name = TextField(NAME_LENGTH, render_kw={"autocapitalize": "words"})


def sit_form(state: State, name: str, *, sent: bool) -> SitForm:
    """The submitted form, or one with the label of the phone."""
    form = SitForm() if sent else SitForm(formdata=None, data={"name": name})
    form.seat.among = range(len(state.names))
    return form


PhoneOf = Literal["this", "another", ""]
Ended = Literal[
    "", "went_out", "dropped", "playoff", "void", "won_game", "elsewhere", "to_count", "counted"
]
Action = Literal["watch", "lay_down", "take_back", "out", "stay_in", "count", "review", "wait"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A player who may have this phone, with their contract or points.

    `phone` says whether this phone, or another, is theirs already.
    """

    seat: int
    name: str
    number: int | None
    total: int
    phone: PhoneOf


def chairs(
    state: State, this_phone: int | None, has_phone: Callable[[int], bool]
) -> tuple[Chair, ...]:
    """The players at the table, clockwise; `this_phone` is the current seat of this phone."""
    here = (seat for seat in state.order if seat not in state.left)
    return tuple(
        Chair(
            seat=seat,
            name=state.names[seat],
            number=state.next_contracts[seat],
            total=state.totals[seat],
            phone="this" if seat == this_phone else "another" if has_phone(seat) else "",
        )
        for seat in here
    )


@dataclass(frozen=True, slots=True)
class OtherHand:
    """The state of another hand at the end of a round."""

    seat: int
    name: str
    hand: HandState


@dataclass(frozen=True, slots=True)
class Cost:
    """The points of a card of this class that is left in a hand."""

    card_class: CardClass
    key: str
    value: int


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A player's own page.

    `number` is that of their `contract` of `contracts`, None in games without. `total` is in
    points, `to_go` those below the limit, None without one; `place` is that in the standings,
    `opens_with` the points that they still need to open. `ended` is the state of their hand at the
    end of the round, and `points` its cost, once counted. `action` is the main action; besides,
    they may be able to go out, meld or count again. `drop` is how they gave the round up; who may
    not drop can still have made a wrong declaration. `went_out` is the name of the player who
    ended the round; where players knock, `ending` is how they ended it, if it was them. `undo` is
    the last step, if it was made on this phone; `version` the length of the log.
    """

    round: RoundFigures
    seat: int
    name: str
    number: int | None
    contracts: int
    contract: Contract | None
    takes_whole_hand: bool
    deals: bool
    leads: bool
    is_down: bool
    drop: Drop | None
    went_out: str | None
    ending: Ending | None
    total: int
    to_go: int | None
    opens_with: int | None
    place: int
    costs: tuple[Cost, ...]
    is_over: bool
    ended: Ended
    points: int | None
    hands: tuple[OtherHand, ...]
    action: Action
    may_score: bool
    may_change: bool
    may_meld: bool
    may_drop: bool
    undo: LastStep | None
    version: int


def own_page(
    ruleset: Ruleset,
    state: State,
    open_round: OpenRound,
    seat: int,
    *,
    may_score: bool = True,
    counting: Container[int] = (),
    counted_here: bool = True,
    wrote_last: bool = True,
) -> OwnPage:
    """The page of this seat; `counting` are the hands being counted on other phones.

    `counted_here` is whether the stored count of this hand is from this phone, `wrote_last`
    whether the last step is.
    """
    deal, play = open_round.deal, open_round.play
    number = deal.contracts.get(seat)
    contract = ruleset.contracts[number - 1] if number else None
    ended = _ended(
        ruleset, open_round, seat, is_elsewhere=seat in counting, counted_here=counted_here
    )
    gone = progress(ruleset, state.totals[seat])
    # The page itself shows the state of this hand; the list leaves out other phones.
    others = {s for s in deal.players if s in counting and (s, ended) != (seat, "counted")}
    return OwnPage(
        round=round_figures(ruleset, state.names, deal),
        seat=seat,
        name=state.names[seat],
        number=number,
        contracts=len(ruleset.contracts),
        contract=contract,
        takes_whole_hand=laying_down_is_going_out(ruleset, deal, seat),
        deals=seat == deal.dealer,
        leads=seat == deal.leads,
        is_down=seat in play.laid_down,
        drop=play.drops.get(seat),
        went_out=None if play.went_out is None else state.names[play.went_out],
        ending=play.ending if seat == play.went_out else None,
        total=state.totals[seat],
        to_go=gone.to_go if gone else None,
        opens_with=opens_with(ruleset, open_round, seat, state.totals[seat]),
        place=next(s.place for s in state.standings if s.seat == seat),
        costs=_costs(deal.values),
        is_over=open_round.over,
        ended=ended,
        points=counted_points(open_round.by(ruleset), seat) if ended == "counted" else None,
        hands=_hands(ruleset, state, open_round, others),
        action=_action(ruleset, open_round, seat, may_score=may_score, others=others),
        may_score=may_score,
        may_change=may_score and ended == "counted" and ruleset.lost_lives is None,
        may_meld=may_score and _melds_now(open_round),
        may_drop=seat not in deal.must_play,
        undo=last_step(state) if may_score and wrote_last else None,
        version=state.version,
    )


def _costs(values: CardValues) -> tuple[Cost, ...]:
    return tuple(Cost(one, one.key, one.value) for one in values.classes)


def _ended(
    ruleset: Ruleset, open_round: OpenRound, seat: int, *, is_elsewhere: bool, counted_here: bool
) -> Ended:
    """The state of this hand; empty during the round."""
    if not open_round.over:
        return ""
    played = open_round.by(ruleset)
    if played.needs_no_hands:
        return "void" if played.is_void else "won_game" if played.wins_game else "playoff"
    uncounted = open_round.is_uncounted(seat)
    if open_round.play.is_out(seat) and not uncounted:
        return "went_out"
    if seat in open_round.play.drops:
        return "dropped"
    if is_elsewhere and (uncounted or not counted_here):
        return "elsewhere"
    return "to_count" if uncounted else "counted"


def _hands(
    ruleset: Ruleset, state: State, open_round: OpenRound, counting: Container[int]
) -> tuple[OtherHand, ...]:
    """The hands to count, with their states."""
    players = open_round.deal.players
    hands = ((seat, hand_state(ruleset, open_round, seat, counting)) for seat in players)
    return tuple(OtherHand(seat, state.names[seat], hand) for seat, hand in hands if hand)


def _action(
    ruleset: Ruleset,
    open_round: OpenRound,
    seat: int,
    *,
    may_score: bool,
    others: Container[int],
) -> Action:
    if not may_score:
        return "watch"
    if not open_round.over:
        return _in_play(ruleset, open_round, seat)
    if open_round.by(ruleset).needs_no_hands:
        return "review"
    if open_round.is_uncounted(seat):  # the player who went out may have melds to count
        return "count"
    is_counted = not open_round.uncounted and not any(s in others for s in open_round.deal.players)
    return "review" if is_counted else "wait"


def _melds_now(open_round: OpenRound) -> bool:
    return (
        open_round.deal.scoring.melds_score and not open_round.over and not open_round.deal.playoff
    )


def _in_play(ruleset: Ruleset, open_round: OpenRound, seat: int) -> Action:
    if seat in open_round.play.drops:
        return "stay_in"
    if seat in open_round.play.laid_down:
        return "take_back"
    whole_hand = laying_down_is_going_out(ruleset, open_round.deal, seat)
    return "lay_down" if open_round.deal.down_counts and not whole_hand else "out"


blueprint = Blueprint("seating", __name__, url_prefix="/g/<token>/seat")
_UNPROCESSABLE = 422


@blueprint.get("")
def arrive(token: str) -> ResponseReturnValue:
    """The target of the link for keeping score: ask for the seat, afterwards the own page.

    A phone that started the game or only watched so far may scan the code to take a seat.
    """
    stored = the_game(token)
    phones = phones_at(stored)
    if phones.is_new:
        remember_link(token)
    if phones.is_new or phones.may_sit:
        return _question(stored)
    return redirect(phones.place, 303)


@blueprint.get("/choose")
@scorers_only
def choose(token: str) -> ResponseReturnValue:
    """Ask again, because the phone was passed on, or the answer was wrong."""
    return _question(the_game(token))


@blueprint.post("")
def sit(token: str) -> ResponseReturnValue:
    """Store the seat of this phone."""
    stored = the_game(token)
    form = sit_form(stored.state, "", sent=True)
    if not form.validate():
        return _question(stored, form), _UNPROCESSABLE
    seat = form.seat.number
    name, join_entry = form.name.text, stored.join_of(seat)
    sit_down(stored.row.id, this_device(), token, seat, name, join_entry)
    keep_cookie()
    return redirect(phones_at(stored).place, 303)


@blueprint.get("/<int:seat>")
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """A player's own page; for an absent player, and after the end, the table."""
    stored = the_game(token)
    open_round = stored.state.open
    if open_round is None or seat not in open_round.deal.players:
        return redirect(url_for("table.page", token=token))
    phones = phones_at(stored)
    view = own_page(
        stored.ruleset,
        stored.state,
        open_round,
        seat,
        may_score=stored.may_score,
        counting=phones.still_counting,
        counted_here=phones.counted_here(seat),
        wrote_last=phones.wrote_last,
    )
    return live_page("seating/seat.html", phones, view=view)


def _question(stored: StoredGame, sent: SitForm | None = None) -> str:
    phones, open_round = phones_at(stored), stored.state.open
    name = phones.mine.name if phones.mine else ""
    return game_page(
        "seating/choose.html",
        stored,
        game=stored.ruleset.name,
        round=open_round.deal.number if open_round else None,
        mine=phones.seat,
        chairs=chairs(stored.state, phones.seat, phones.of_seat),
        form=sent or sit_form(stored.state, name, sent=False),
    )
