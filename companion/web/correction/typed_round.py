"""A round with the forms of its hands, as written or as typed."""

from dataclasses import dataclass, replace
from typing import Any

from flask import abort

from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import Accepted, RoundCorrected, RoundPlay
from companion.rules.fold.recounting import in_card_classes
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused, down_or_not
from companion.rules.model.state import PlayedRound, ScoredRound
from companion.web.correction.forms import RoundForm, round_form
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.forms.hand_form import HandForm, hand_form


@dataclass(frozen=True, slots=True)
class Correction:
    """A round with its form and those of its hands, as written or as typed."""

    kept: KeptGame
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
        """The typed round; the player who went out is down, and without cards unless by a knock."""
        forms, out = self.hands, self.form.went_out
        empty = None if self.form.how == "knock" else out
        down = {s for s, f in forms.items() if f.is_down(self.expected(s))}
        drops = self.form.drops
        none_left = {empty, *drops}
        left = {s: f.hand for s, f in forms.items() if s not in none_left and not f.hand.is_blank}
        play = replace(
            self.round.play,
            laid_down=frozenset(down if out is None else down | {out}),
            went_out=out,
            hands=left,
            buys={s: f.buys_typed for s, f in forms.items() if f.buys_typed is not None},
            adjustments={s: self.round.play.adjustments[s] for s in self.form.adjusted},
            melded={s: f.melded_typed for s, f in forms.items() if f.melded_typed is not None},
            went_rummy=bool(self.form.rummy and self.form.rummy.data),
            ending=self.form.how,
            drops=drops,
            wild=self.form.wild_rank,
        )
        # The page has the cards of the round as it was written.
        return in_card_classes(play, self.round.deal.played(self.kept.ruleset, play).deal, {})

    def played(self) -> PlayedRound:
        """The typed round with the rules in force."""
        return self.round.deal.played(self.kept.ruleset, self.play())

    def expected(self, seat: int) -> ExpectedHand:
        """The hand sizes of one player in this round."""
        return ExpectedHand(self.round.by(self.kept.ruleset), seat)

    def entry(self, accepted: Accepted) -> RoundCorrected:
        """The entry to write."""
        return RoundCorrected(self.number, self.play(), accepted)

    def after(self, accepted: Accepted) -> Game:
        """The game with this correction. Raises Refused or Doubted."""
        return self.kept.game.after(self.entry(accepted))


def correction_of(kept: KeptGame, number: int, sent: Any = None) -> Correction:  # noqa: ANN401
    """A round of the sheet with the submitted changes; 404 if there is no such round."""
    if not 1 <= number <= len(kept.state.rounds):
        abort(404)
    scored = kept.state.rounds[number - 1]
    correction = Correction(kept, scored, round_form(kept, scored, sent), {})
    hands = {s: hand_form(correction.expected(s), sent, f"seat{s}-") for s in scored.deal.players}
    for hand in hands.values():
        hand.keeps_answer = True  # the page shows the answer next to the total
    return replace(correction, hands=hands)
