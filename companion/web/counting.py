"""Round over: one hand after another, then the round as it will be written."""

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import OutOfDate, new_key
from companion.records.sitting import Sitting
from companion.rules.cards import CardClass
from companion.rules.doubts import find_doubts
from companion.rules.log import Entry, Hand, HandCounted, RoundScored
from companion.rules.refusals import Doubted, Refused, check_play
from companion.rules.scoring import needs_no_hands, round_points
from companion.rules.state import Deal, OpenRound, State
from companion.web.games import (
    NotWritten,
    accepted_doubts,
    not_written,
    same_round,
    the_game,
    write,
)
from companion.web.hand_form import HandForm, Holding, hand_form
from companion.web.live import follows_the_game
from companion.web.round_preview import preview_open_round

blueprint = Blueprint("counting", __name__, url_prefix="/g/<token>")
NO_CARDS = "none"


@blueprint.get("/count/")
def walk(token: str) -> ResponseReturnValue:
    """Go to the first hand that nobody has counted, or to the review when all are."""
    return redirect(_next_place(the_game(token), after=-1), 303)


@blueprint.get("/count/<int:seat>")
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """Count one hand, once the round is over; before that, and gone back to, it is the table."""
    sitting = the_game(token)
    open_round = sitting.state.open
    if open_round is None or not open_round.over or seat not in open_round.deal.players:
        return redirect(url_for("table.page", token=token))
    return _page(sitting, open_round, seat, hand_form(_holding(sitting, open_round, seat)))


@blueprint.post("/count/<int:seat>")
def count(token: str, seat: int) -> ResponseReturnValue:
    """Keep the hand as it stands; then stay, walk on, or write the round down."""
    stay = request.form.get("then") == "stay"
    try:
        state = write(token, lambda now: _hand_counted(now, seat, must_count=not stay))
    except NotWritten as trouble:
        return _count_again(the_game(token), seat, trouble)
    if stay:
        return Response(status=204, headers={"X-Companion-Version": str(state.version)})
    if request.form.get("then") == "write":
        return _write_down_or_review(token)
    return redirect(_next_place(the_game(token), after=seat), 303)


def _write_down_or_review(token: str) -> ResponseReturnValue:
    """The last hand can write the round down at once, if there is nothing to ask about it."""
    try:
        state = write(token, _round_scored, part="-scored")
    except (NotWritten, Doubted):
        return redirect(url_for(".review", token=token), 303)
    return redirect(_after_scoring(token, state), 303)


def _count_again(sitting: Sitting, seat: int, trouble: NotWritten) -> ResponseReturnValue:
    """The page with all that was typed, and what is the matter with it."""
    open_round = sitting.state.open
    if open_round is None or seat not in open_round.deal.players:
        flash(trouble.sentence)
        return redirect(url_for("table.page", token=sitting.game.token), 303)
    form = hand_form(_holding(sitting, open_round, seat), request.form)
    form.validate()
    return _page(sitting, open_round, seat, form, trouble.sentence), trouble.status


def _hand_counted(sitting: Sitting, seat: int, *, must_count: bool) -> Entry | None:
    """The hand as typed, unless somebody changed it since the page was opened."""
    open_round = same_round(sitting)
    seen = request.form.get("version", type=int) or 0
    # A page from before the house rules changed has other cards on its keys.
    changed_since = open_round.counted_at.get(seat, 0) > seen or sitting.rules_changed_since(seen)
    if seat not in open_round.deal.players or changed_since or not open_round.over:
        raise OutOfDate
    holding = _holding(sitting, open_round, seat)
    form = hand_form(holding, request.form)
    if not form.validate():
        raise NotWritten("", 422)
    hand = _with_the_rest(form.hand, holding)
    if hand.is_blank and seat == open_round.play.went_out:
        hand = Hand(cards={})  # nobody asks what is left of it; only what was melded
    if must_count and (hand.is_blank or (form.melded and form.melded.hand.is_blank)):
        raise Refused("blank_hand", seat)
    down = False if request.form.get("rest") else form.is_down(holding)
    entry = HandCounted(seat, hand, down, form.buys_typed, form.melded_typed)
    return None if _says_nothing_new(entry, open_round) else entry


def _with_the_rest(hand: Hand, holding: Holding) -> Hand:
    """The other 7 are 3 to 9: fill the hand of a player who is not down. Or: no cards are left."""
    if request.form.get("rest") == NO_CARDS:
        return Hand(cards={})
    rest = holding.deal.values.find(request.form.get("rest", ""))
    if rest is None or holding.held is None or hand.points is not None:
        return hand
    cards = dict(hand.cards or {})
    missing = holding.held - (hand.size or 0)
    cards[rest.key] = cards.get(rest.key, 0) + max(missing, 0)
    return Hand(cards=cards)


def _says_nothing_new(entry: HandCounted, open_round: OpenRound) -> bool:
    play, seat = open_round.play, entry.seat
    return (
        entry.hand == play.hand(seat)
        and entry.down == (seat in play.laid_down)
        and (entry.buys or 0) == play.buys.get(seat, 0)
        and (entry.melded or Hand()) == play.melds(seat)
    )


def _page(
    sitting: Sitting, open_round: OpenRound, seat: int, form: HandForm, error: str = ""
) -> str:
    following = _following(open_round, seat)
    return render_template(
        "counting/count.html",
        sitting=sitting,
        round=open_round,
        seat=seat,
        holding=_holding(sitting, open_round, seat),
        form=form,
        error=error,
        key=new_key(),
        next_seat=None if following == seat else following,
        likely_rest=_likely_rest(open_round.deal),
        no_cards=NO_CARDS,
        preview_points=round_points(sitting.ruleset, open_round.deal, open_round.play),
    )


def _likely_rest(deal: Deal) -> list[CardClass]:
    """The two classes with the most cards in play: what is left of a hand is most often these."""
    by_copies = sorted(deal.values.classes, key=lambda c: c.copies(deal.decks), reverse=True)
    return by_copies[:2]


def _holding(sitting: Sitting, open_round: OpenRound, seat: int) -> Holding:
    deal, play = open_round.deal, open_round.play
    return Holding(sitting.ruleset, deal, play, seat, open_round.marked)


def _following(open_round: OpenRound, seat: int) -> int | None:
    """The next hand to be counted after this one, going round the table; it comes last itself."""
    players = open_round.deal.players
    start = players.index(seat) + 1 if seat in players else 0
    round_the_table = (*players[start:], *players[:start])
    return next((s for s in round_the_table if open_round.is_uncounted(s)), None)


def _next_place(sitting: Sitting, after: int) -> str:
    open_round, token = sitting.state.open, sitting.game.token
    if open_round is None:
        return url_for("final.page", token=token)
    if not open_round.over:
        return url_for("table.who_went_out", token=token)
    seat = _following(open_round, after)
    if seat is None or needs_no_hands(sitting.ruleset, open_round.deal, open_round.play):
        return url_for(".review", token=token)
    return url_for(".page", token=token, seat=seat)


@blueprint.get("/review")
@follows_the_game
def review(token: str) -> ResponseReturnValue:
    """The round as it will be written, with its doubts as questions."""
    sitting = the_game(token)
    if sitting.state.open is None:
        return redirect(url_for("final.page", token=token))
    if not sitting.state.open.over:
        return redirect(url_for("table.who_went_out", token=token))
    return _review(sitting)


@blueprint.post("/review")
def score(token: str) -> ResponseReturnValue:
    """Write the round down; ask about any doubt that was not answered yet."""
    try:
        state = write(token, _round_scored, part="-scored")
    except NotWritten as trouble:
        return _review(the_game(token), trouble.sentence, trouble.status)
    except Doubted:
        return _review(the_game(token), status=422)
    return redirect(_after_scoring(token, state), 303)


def _after_scoring(token: str, state: State) -> str:
    return url_for("final.page" if state.open is None else "table.page", token=token)


def _round_scored(sitting: Sitting) -> Entry:
    open_round = same_round(sitting)
    seen = request.form.get("version", type=int) or 0
    # The page shows every hand: what was written since, but for its own hand, nobody has seen.
    if sitting.state.version > seen + _own_hand(sitting):
        raise OutOfDate
    return RoundScored(accepted_doubts(sitting.ruleset, open_round.deal, open_round.play))


def _own_hand(sitting: Sitting) -> int:
    """The entry that this very request wrote before: the last hand, written down at once."""
    last = sitting.state.last
    writes_at_once = request.form.get("then") == "write"
    return int(writes_at_once and last is not None and last[0] == sitting.state.version)


def _review(sitting: Sitting, error: str = "", status: int = 200) -> ResponseReturnValue:
    open_round = sitting.state.open
    if open_round is None:
        return redirect(url_for("final.page", token=sitting.game.token), 303)
    refused = None
    try:
        check_play(sitting.ruleset, open_round.deal, open_round.play)
    except Refused as refusal:
        refused = not_written(sitting, refusal)
    html = render_template(
        "counting/review.html",
        sitting=sitting,
        round=open_round,
        preview=preview_open_round(sitting),
        doubts=() if refused else find_doubts(sitting.ruleset, open_round.deal, open_round.play),
        refused=refused,
        error="" if refused else error,
        key=new_key(),
        first_hand=next(s for s in open_round.deal.players if s != open_round.play.went_out),
    )
    return html, status
