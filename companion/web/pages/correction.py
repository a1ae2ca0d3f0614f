"""Correct a written round: first a preview, then save."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, lazy_gettext, pgettext
from wtforms import BooleanField, Field, Form, SelectChoice

from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import Accepted, RoundCorrected, RoundPlay
from companion.rules.fold.recounting import in_card_classes
from companion.rules.game import Game
from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.judging.refusals import Doubted, Refused, down_or_not
from companion.rules.model.play import Adjustment, Drop, Ending
from companion.rules.model.state import PlayedRound, ScoredRound
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.forms.fields import ChoiceField, whole_number
from companion.web.forms.hand_form import HandForm, hand_form
from companion.web.game.gateway import (
    NotWritten,
    accepted_doubts,
    command_for_game,
    digest_of_form,
    key_of_form,
    not_written,
    out_of_date,
    repeated_request,
    the_game,
    version_seen,
    write,
)
from companion.web.game.page import game_page
from companion.web.guard.rights import scorers_only
from companion.web.view_models.changes import ChangesView, changes_view
from companion.web.view_models.sums import sums_of
from companion.web.words.doubts import doubt_words, refusal_words
from companion.web.words.playing import ending_words

NOBODY = "nobody"


class RoundForm(Form):
    """Who went out, and how; for each adjustment of the round, whether it remains.

    `turned_up` is the rank of the card turned up, blank for none; each player may have dropped.
    """

    out = ChoiceField(otherwise=lazy_gettext("That player is not in this round."))
    rummy = BooleanField()
    ending = ChoiceField(otherwise=lazy_gettext("Choose how the round ended."))
    turned_up = ChoiceField()

    @property
    def rank(self) -> str | None:
        """The rank of the card turned up; None for none, or where it does not matter."""
        return self.turned_up.data or None if self.turned_up else None

    @property
    def drops(self) -> dict[int, Drop]:
        """The drops, by seat."""
        fields = ((field, field.name.removeprefix("drop")) for field in self)
        return {int(seat): field.data for field, seat in fields if seat.isdecimal() and field.data}

    def drop_field(self, seat: int) -> Field | None:
        """The field of how this seat dropped; None in games without drops."""
        return next((field for field in self if field.name == f"drop{seat}"), None)

    @property
    def went_out(self) -> int | None:
        """The seat of the player who went out, None for nobody; only if valid."""
        return whole_number(self.out.data)

    @property
    def how(self) -> Ending | None:
        """How the round ended, where players knock and somebody did."""
        said = self.ending.data if self.ending and self.went_out is not None else None
        return next((ending for ending in get_args(Ending) if ending == said), None)

    @property
    def adjusted(self) -> frozenset[int]:
        """The seats whose adjustments remain."""
        return frozenset(seat for seat, field in self.adjusted_fields() if field.data)

    def adjusted_fields(self) -> Iterator[tuple[int, Field]]:
        """Each seat with an adjustment, and its checkbox."""
        for field in self:
            if field.name.startswith("adjusted"):
                yield int(field.name.removeprefix("adjusted")), field

    def adjusted_field(self, seat: int) -> Field:
        """The checkbox for the adjustment of this seat."""
        return self[f"adjusted{seat}"]


def round_form(stored: StoredGame, scored: ScoredRound, sent: Any = None) -> RoundForm:  # noqa: ANN401
    """The form for this round, filled with the submitted data or with the written round."""
    play, number = scored.play, scored.deal.number
    ticks = {f"adjusted{seat}": BooleanField(default=True) for seat in play.adjustments}
    drops = {f"drop{s}": ChoiceField() for s in scored.deal.players if stored.ruleset.drops}
    form: RoundForm = type("OneRound", (RoundForm,), ticks | drops)(sent, data=_written(scored))
    may_be_out = () if stored.ruleset.scoring.only_points else scored.deal.players
    form.out.choices = [SelectChoice(str(s), stored.state.name_in(s, number)) for s in may_be_out]
    form.out.choices.append(SelectChoice(NOBODY, pgettext("player", "Nobody")))
    for name in drops:
        has_middle = stored.ruleset.drops_later or form[name].object_data == "middle"
        choices = _drop_choices(has_middle=has_middle)
        form[name].choices = [SelectChoice(*choice) for choice in choices]
    form.turned_up.choices = [SelectChoice("", pgettext("rank", "None"))]
    form.turned_up.choices += [SelectChoice(rank, rank) for rank in stored.ruleset.pack.ranks]
    if not stored.ruleset.asks_rummy:
        del form.rummy
    if not stored.ruleset.turns_up:
        del form.turned_up
    if stored.ruleset.knocking:
        form.ending.choices = [
            SelectChoice(each, ending_words(stored.ruleset, each))
            for each in stored.ruleset.endings
        ]
    else:
        del form.ending
    return form


def _drop_choices(*, has_middle: bool) -> tuple[tuple[str, str], ...]:
    """The ways to give a round up, blank for none, with their words."""
    return (
        ("", pgettext("player", "Played on")),
        ("first", gettext("First drop")),
        *([("middle", gettext("Middle drop"))] if has_middle else []),
        ("wrong", gettext("Wrong declaration")),
    )


def _written(scored: ScoredRound) -> dict[str, Any]:
    play = scored.play
    out = NOBODY if play.went_out is None else str(play.went_out)
    drops = {f"drop{seat}": play.drops.get(seat, "") for seat in scored.deal.players}
    said = {"out": out, "rummy": play.went_rummy, "ending": play.ending or "gin"}
    return {**said, "turned_up": play.turned_up or "", **drops}


@dataclass(frozen=True, slots=True)
class Correction:
    """A round with its form and those of its hands, as written or as typed."""

    stored: StoredGame
    round: ScoredRound
    form: RoundForm
    hands: dict[int, HandForm]

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self.round.deal.number

    def validate(self) -> bool:
        """Whether everything is valid; validates every hand, so that all errors show."""
        fits = [self.form.validate(), *(hand.validate() for hand in self.hands.values())]
        return all(fits)

    @property
    def stepped(self) -> int | None:
        """The seat whose number of buys was changed by a button."""
        return next((seat for seat, form in self.hands.items() if form.is_stepped), None)

    def unsaid(self) -> tuple[int, ...]:
        """The seats whose typed total does not show whether they are down."""
        others = ((s, form) for s, form in self.hands.items() if s != self.form.went_out)
        return tuple(s for s, form in others if form.leaves_down_open(self.expected(s)))

    def down_or_not(self, seat: int) -> Refused:
        """The question for one of those."""
        return down_or_not(self.round.deal, seat, self.hands[seat].hand)

    def play(self) -> RoundPlay:
        """The typed round; who went out is down, without cards unless by a knock or as a side."""
        forms, out = self.hands, self.form.went_out
        empty = None if self.form.how == "knock" or self.stored.ruleset.partners else out
        down = {s for s, f in forms.items() if f.is_down(self.expected(s))}
        drops = self.form.drops
        none_left = {empty, *drops}
        counted = {s: f.counted(self.expected(s)) for s, f in forms.items() if s not in none_left}
        play = replace(
            self.round.play,
            laid_down=frozenset(down if out is None else down | {out}),
            went_out=out,
            hands={s: hand for s, hand in counted.items() if not hand.is_blank},
            buys={s: f.buys_typed for s, f in forms.items() if f.buys_typed is not None},
            adjustments={s: self.round.play.adjustments[s] for s in self.form.adjusted},
            melded={s: f.melded_typed for s, f in forms.items() if f.melded_typed is not None},
            went_rummy=bool(self.form.rummy and self.form.rummy.data),
            ending=self.form.how,
            drops=drops,
            turned_up=self.form.rank,
        )
        # The page has the cards of the round as it was written.
        return in_card_classes(play, self.round.deal.played(self.stored.ruleset, play).deal, {})

    def played(self) -> PlayedRound:
        """The typed round with the rules in force."""
        return self.round.deal.played(self.stored.ruleset, self.play())

    def expected(self, seat: int) -> ExpectedHand:
        """The hand sizes of one player in this round."""
        return ExpectedHand(self.round.by(self.stored.ruleset), seat)

    def entry(self, accepted: Accepted) -> RoundCorrected:
        """The entry to write."""
        return RoundCorrected(self.number, self.play(), accepted)

    def after(self, accepted: Accepted) -> Game:
        """The game with this correction. Raises Refused or Doubted."""
        return self.stored.game.after(self.entry(accepted))


def correction_of(stored: StoredGame, number: int, sent: Any = None) -> Correction:  # noqa: ANN401
    """A round of the sheet with the submitted changes; 404 if there is no such round."""
    if not 1 <= number <= len(stored.state.rounds):
        abort(404)
    scored = stored.state.rounds[number - 1]
    correction = Correction(stored, scored, round_form(stored, scored, sent), {})
    hands = {s: hand_form(correction.expected(s), sent, f"seat{s}-") for s in scored.deal.players}
    for hand in hands.values():
        hand.keeps_answer = True  # the page shows the answer next to the total
    return replace(correction, hands=hands)


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A row of the sheet: the `number` of the contract, None without; points with their `sum`."""

    seat: int
    name: str
    number: int | None
    was_down: bool
    points: int
    sum: str
    adjustment: Adjustment | None


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A round under correction.

    `changes` are None before the preview; `open_seat` is the unfolded hand, and `wrong_seat` the
    first with an error, -1 for none.
    """

    number: int
    version: int
    hands: tuple[WrittenHand, ...]
    changes: ChangesView | None
    asked: tuple[Doubt, ...]
    open_seat: int
    wrong_seat: int


def correction_view(
    game: Game,
    scored: ScoredRound,
    *,
    after: Game | None = None,
    doubts: tuple[Doubt, ...] = (),
    open_seat: int | None = None,
    wrong_seat: int | None = None,
) -> CorrectionView:
    """The correction of a round; `after` is the game with it."""
    sums = sums_of(game.ruleset, scored)
    return CorrectionView(
        number=scored.deal.number,
        version=game.state.version,
        hands=tuple(_hand(game, scored, seat, sums[seat]) for seat in scored.deal.players),
        changes=changes_view(game, after) if after else None,
        asked=doubts,
        open_seat=-1 if open_seat is None else open_seat,
        wrong_seat=-1 if wrong_seat is None else wrong_seat,
    )


def _hand(game: Game, scored: ScoredRound, seat: int, added_up: str) -> WrittenHand:
    return WrittenHand(
        seat=seat,
        name=game.state.name_in(seat, scored.deal.number),
        number=scored.deal.contracts.get(seat),
        was_down=seat in scored.play.laid_down,
        points=scored.points[seat],
        sum=added_up,
        adjustment=scored.play.adjustments.get(seat),
    )


blueprint = Blueprint("correction", __name__, url_prefix="/g/<token>")


@blueprint.get("/correct/<int:number>")
@scorers_only
def page(token: str, number: int) -> ResponseReturnValue:
    """The written round, to be changed."""
    return _page(correction_of(the_game(token), number))


@blueprint.post("/correct/<int:number>")
def correct(token: str, number: int) -> ResponseReturnValue:
    """Show the preview of a correction; save it when it is confirmed."""
    stored = the_game(token)
    if not repeated_request(stored) and _is_another_now(stored, number):
        stale = out_of_date()
        return _page(correction_of(stored, number), stale, status=stale.status)
    return _corrected(correction_of(stored, number, request.form))


def _corrected(correction: Correction) -> ResponseReturnValue:
    if not correction.validate():
        return _page(correction, status=422)
    if correction.stepped is not None:
        return _page(correction, open_seat=correction.stepped)
    if unsaid := correction.unsaid():
        return _ask_down(correction, unsaid)
    doubts = find_doubts(correction.played())
    try:
        after = correction.after(frozenset(doubt.key for doubt in doubts))
    except Refused as refused:
        return _refused(correction, refused)
    if request.form.get("seen") != _what_was_typed():
        return _page(correction, after=after, doubts=doubts)
    return _save(correction)


def _is_another_now(stored: StoredGame, number: int) -> bool:
    """Whether the round has been corrected, or has other keys, since the page was rendered.

    Then its fields have the hands of the round as it was.
    """
    rounds = stored.game.before(stored.entries[: version_seen()]).state.rounds
    if not 1 <= number <= min(len(rounds), len(stored.state.rounds)):
        return False
    then, now = rounds[number - 1], stored.state.rounds[number - 1]
    return (then.play, then.deal.values) != (now.play, now.deal.values)


def _ask_down(correction: Correction, seats: Sequence[int]) -> ResponseReturnValue:
    """Ask at each of these hands whether its player is down."""
    for seat in seats:
        asked = correction.down_or_not(seat)
        stored = correction.stored
        sentence = refusal_words(asked, stored.ruleset, stored.state, correction.number)
        correction.hands[seat].ask_down(sentence)
    return _page(correction, open_seat=seats[0], status=422)


def _refused(correction: Correction, refused: Refused) -> ResponseReturnValue:
    if refused.code == "blank_hand" and refused.seat in correction.hands:
        correction.hands[refused.seat].ask_for_what_is_missing(refused.missing)
    return _page(correction, not_written(correction.stored, refused), status=422)


def _save(correction: Correction) -> ResponseReturnValue:
    token = correction.stored.token
    try:
        write(token, command_for_game(correction.entry(accepted_doubts())))
    except NotWritten as trouble:
        return _page(correction, trouble, status=trouble.status)
    except Doubted as doubted:
        return _page(correction, doubts=doubted.doubts, status=422)
    flash(gettext("The correction is saved."))
    return redirect(url_for("sheet.page", token=token), 303)


def _page(
    correction: Correction,
    trouble: NotWritten | None = None,
    *,
    after: Game | None = None,
    doubts: tuple[Doubt, ...] = (),
    open_seat: int | None = None,
    status: int = 200,
) -> ResponseReturnValue:
    stored, asked_for = correction.stored, request.args.get("seat", type=int)
    html = game_page(
        "correction/correction.html",
        stored,
        view=correction_view(
            stored.game,
            correction.round,
            after=after,
            doubts=doubts,
            open_seat=asked_for if open_seat is None else open_seat,
            wrong_seat=trouble.seat if trouble else None,
        ),
        correction=correction,
        trouble=trouble.sentence if trouble else "",
        asked_words=lambda doubt: doubt_words(
            doubt, stored.ruleset, stored.state, correction.number
        ),
        seen=_what_was_typed() if after else "",
        key=key_of_form(),
    )
    return html, status


def _what_was_typed() -> str:
    return digest_of_form("seen", "accept", "version")
