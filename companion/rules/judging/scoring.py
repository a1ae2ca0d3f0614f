"""The points of each player in a round, and the scoring schemes by their names in a ruleset.

The order in a round: the cards up to the cap of a hand, or the price of not having opened; doubled
if somebody else went rummy; or else the price of a drop, which is fixed. Then the reward of the
player who ended the round, and adjustments. Then follow the totals, the players who are out by
them, and those who return.

A new scheme is a class here and an entry of `SCHEMES`.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import ClassVar

from companion.rules.model.cards import CardValues, hand_points
from companion.rules.model.melding import Knocking
from companion.rules.model.play import Hand, Missing, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.scheme import SCORING_KEYS, RoundEndRules, Scheme, Terms
from companion.rules.model.state import PlayedRound, ScoredRound

_DOUBLE = 2


class CardsLeft(Scheme):
    """Each player scores the cards left in hand, as a penalty (RULES 16)."""

    key: ClassVar[str] = "leftover_against_holder"
    nobody_out: ClassVar[str] = "all_score_hands"
    hands_are_points: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset({"rummy_doubles", "opening.missed", "closing"})

    def hand_score(self, worth: int, play: RoundPlay, rules: RoundEndRules, seat: int) -> int:
        """The worth of a hand, or the price of not having opened."""
        has_not_opened = seat in play.hands and seat not in play.laid_down
        missed = rules.opening.missed if has_not_opened and not play.is_out(seat) else None
        return doubled(worth if missed is None else missed, play, rules, seat)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """With a last turn for everybody, the card has already told when the round ends."""
        missed = () if rules.opening.missed is None else ("missed",)
        left = "cards_left_after_last_turns" if rules.last_turns else "cards_left"
        return (left, *missed, *(("rummy_doubles_all",) if rules.rummy_doubles else ()))

    def figures(self, rules: RoundEndRules) -> Mapping[str, int]:
        """The price of not having opened."""
        return {"missed": rules.opening.missed or 0}


def doubled(points: int, play: RoundPlay, rules: RoundEndRules, seat: int) -> int:
    """Points of a hand, twice as many if another player went rummy where that doubles."""
    doubles = play.went_rummy and rules.rummy_doubles
    return _DOUBLE * points if doubles and play.went_out not in {None, seat} else points


class CappedHands(Scheme):
    """Each player scores the cards outside their melds, or the price of a drop (RULES 19)."""

    key: ClassVar[str] = "capped_hands"
    nobody_out: ClassVar[str] = "all_score_hands"
    counts_deadwood: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = SCORING_KEYS - {"opening.missed", "bonuses", "partners"}

    def hand_score(self, worth: int, play: RoundPlay, rules: RoundEndRules, seat: int) -> int:
        """The worth of a hand up to the limit, or the price of the drop."""
        if seat in play.drops and rules.drops:
            return rules.drops.points(play.drops[seat])
        most = rules.most_points
        return doubled(worth if most is None else min(worth, most), play, rules, seat)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """What ends a round, and what counts."""
        loses_lives = rules.lost_lives is not None
        doubles = "rummy_doubles_all"
        if "rummy" in rules.closing.called:
            doubles = "called_rummy_doubles_lives" if loses_lives else "called_rummy_doubles"
        ends = "lives" if loses_lives else self.ends_a_round(rules)
        return (ends, *((doubles,) if rules.rummy_doubles else ()))

    def ends_a_round(self, rules: RoundEndRules) -> str:
        """Somebody declares, or closes: with all cards in melds, or with some left."""
        if rules.knocking and rules.knocking.most:
            of_few = "_of_few" if rules.knocking.cards else ""
            return f"capped_hands_after_knock{of_few}"
        return "capped_hands" if rules.declares else "capped_hands_in_melds"

    def figures(self, rules: RoundEndRules) -> Mapping[str, int]:
        """The most deadwood of a player who closes, in points and in cards."""
        knocking, lives = rules.knocking, rules.lost_lives
        if lives is not None:
            return {"lives": lives}
        return {"most": knocking.most, "cards": knocking.cards or 0} if knocking else {}


class LosersPay(CappedHands):
    """The winner of a round scores what all others lose in it (RULES 19)."""

    key: ClassVar[str] = "losers_pay"
    nobody_out: ClassVar[str] = "nobody_scores"
    is_zero_sum: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset({"rummy_doubles", "most_points", "drops"})

    def terms(
        self,
        hands: Mapping[int, Terms],
        play: RoundPlay,
        rules: RoundEndRules,  # noqa: ARG002
    ) -> Mapping[int, Terms]:
        """The points of a round add up to 0; nobody scores if nobody won it."""
        winner = play.went_out
        if winner is None or winner not in hands:
            return {}
        return {**hands, winner: tuple(-lost for lost in _of_others(hands, winner))}

    def hand_score(self, worth: int, play: RoundPlay, rules: RoundEndRules, seat: int) -> int:
        """The loss of a hand; nothing if nobody won the round."""
        return 0 if play.went_out is None else -super().hand_score(worth, play, rules, seat)

    def ends_a_round(self, rules: RoundEndRules) -> str:
        """Somebody declares, or has nothing left."""
        return super().ends_a_round(rules) if rules.declares else "cards_left"

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """What the others lose, and who gets it."""
        return (*super().on_the_card(rules), "losers_pay")


class KnockDifference(Scheme):
    """The knocker scores the difference in deadwood, and bonuses for gin (RULES 18).

    Without gin, a defender who has less deadwood undercuts the knocker, and scores instead. Cards
    laid off on the knocker's melds are no deadwood of the defender.
    """

    key: ClassVar[str] = "knock_difference"
    nobody_out: ClassVar[str] = "nobody_scores"
    reads: ClassVar[frozenset[str]] = frozenset({"knocking"})
    pays_knocks: ClassVar[bool] = True

    def terms(
        self, hands: Mapping[int, Terms], play: RoundPlay, rules: RoundEndRules
    ) -> Mapping[int, Terms]:
        """The difference and the bonus, for one player; nothing if nobody knocked."""
        knocker = play.went_out
        if rules.knocking is None or knocker is None or knocker not in hands:
            return {}
        others, own = _of_others(hands, knocker), sum(hands[knocker])
        margin = sum(others) - own
        if play.ending != "knock":
            return {knocker: (*others, -own, _gin_bonus(play, rules.knocking))}
        if margin > 0:
            return {knocker: (*others, -own)}
        if margin == 0 and rules.knocking.equal == "nobody":
            return {}
        undercut = (own, *(-other for other in others), rules.knocking.undercut or 0)
        return {seat: undercut for seat in hands if seat != knocker}

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """What ends a round, and who scores."""
        knocking = rules.knocking
        return (
            "knock_at_upcard" if knocking and knocking.at == "upcard" else "knock",
            "knock_difference",
            "undercut_if_equal" if knocking and knocking.equal == "undercut" else "undercut",
            "gin",
            *(("big_gin",) if knocking and knocking.big_gin else ()),
        )

    def figures(self, rules: RoundEndRules) -> Mapping[str, int]:
        """The bonuses, and the most deadwood."""
        return asdict(rules.knocking) if rules.knocking else {}


def _gin_bonus(play: RoundPlay, knocking: Knocking) -> int:
    gin = knocking.gin or 0
    return gin if play.ending != "big_gin" else knocking.big_gin or gin


class MeldedMinusHand(Scheme):
    """Melds score for their player, and leftovers against (RULES 17).

    The difference may be negative.
    """

    key: ClassVar[str] = "melded_minus_hand"
    nobody_out: ClassVar[str] = "all_score_melds_and_hands"
    melds_score: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset({"closing", "bonuses", "partners"})

    def parts(self, values: CardValues, hand: Hand, melded: Hand | None) -> Terms:
        """Melds minus leftovers."""
        return hand_points(values, melded or Hand()), -hand_points(values, hand)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:  # noqa: ARG002
        """One sentence."""
        return ("melded_minus_hand",)

    def missing(self, hand: Hand, melded: Hand | None) -> Missing | None:
        """Uncounted melds are missing; zero melds must be entered."""
        if melded is None or melded.is_blank:
            return "both" if hand.is_blank else "melds"
        return super().missing(hand, melded)


class WinnerCollects(Scheme):
    """The player who goes out scores all other hands; going rummy may double it (RULES 17)."""

    key: ClassVar[str] = "winner_collects"
    nobody_out: ClassVar[str] = "nobody_scores"
    reads: ClassVar[frozenset[str]] = frozenset({"rummy_doubles", "closing"})

    def terms(
        self,
        hands: Mapping[int, Terms],
        play: RoundPlay,
        rules: RoundEndRules,  # noqa: ARG002
    ) -> Mapping[int, Terms]:
        """All hands for the player who went out; nothing if nobody did."""
        return {s: _of_all(hands) for s in hands if s == play.went_out}

    def hand_score(
        self,
        worth: int,
        play: RoundPlay,
        rules: RoundEndRules,
        seat: int,
    ) -> int:
        """The points for the player who went out; nothing if nobody did."""
        return 0 if play.went_out is None else doubled(worth, play, rules, seat)

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """Who collects, and when it doubles."""
        return ("winner_collects", *(("rummy_doubles",) if rules.rummy_doubles else ()))


class TypedPoints(Scheme):
    """Each player scores the points typed for them, which may be negative: no cards are known."""

    key: ClassVar[str] = "typed_points"
    nobody_out: ClassVar[str] = "typed_points"
    only_points: ClassVar[bool] = True
    hands_are_points: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()

    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:  # noqa: ARG002
        """One sentence."""
        return ("typed_points",)

    def missing(self, hand: Hand, melded: Hand | None) -> Missing | None:
        """Points that are not typed; zero must be entered."""
        return "points" if super().missing(hand, melded) else None


SCHEMES: Mapping[str, Scheme] = {
    scheme.key: scheme
    for scheme in (
        CardsLeft(),
        WinnerCollects(),
        MeldedMinusHand(),
        CappedHands(),
        LosersPay(),
        KnockDifference(),
        TypedPoints(),
    )
}


def round_points(played: PlayedRound) -> dict[int, int]:
    """The points of every player dealt in. Raises UnknownCard."""
    return {seat: sum(terms) for seat, terms in round_terms(played).items()}


def round_terms(played: PlayedRound) -> dict[int, Terms]:
    """What these points add up from, with the reward of the winner, and adjustments.

    A play-off scores nothing, and no hand counts in a round that wins the game. Raises UnknownCard.
    """
    ruleset, deal, play = played
    if deal.playoff:
        return dict.fromkeys(deal.players, ())
    terms: Mapping[int, Terms] = {}
    if not played.wins_game:
        hands = {seat: _hand_terms(played, seat) for seat in deal.players}
        terms = ruleset.scoring.terms(hands, play, ruleset)
    return {
        seat: (*terms.get(seat, ()), _reward(played, seat), _adjustment(play, seat))
        for seat in deal.players
    }


def _of_all(hands: Mapping[int, Terms]) -> Terms:
    """By seat, so that a new order of play does not change the order of a sum."""
    return tuple(sum(terms) for _, terms in sorted(hands.items()))


def _of_others(hands: Mapping[int, Terms], seat: int) -> Terms:
    return _of_all({other: terms for other, terms in hands.items() if other != seat})


def counted_points(played: PlayedRound, seat: int) -> int:
    """The points that a hand brings, with the reward of the player who ended the round.

    Raises UnknownCard.
    """
    return hand_score(played, seat) + _reward(played, seat)


def _reward(played: PlayedRound, seat: int) -> int:
    """The points of this player for ending the round, by the way in which they did."""
    reward = played.ruleset.closing.reward(played.ruleset.closed(played.play))
    return reward if seat == played.play.went_out and reward != "wins" else 0


def hand_score(played: PlayedRound, seat: int) -> int:
    """The points that the hand of a player brings, also to a winner who collects it.

    Raises UnknownCard.
    """
    return sum(_hand_terms(played, seat))


def _hand_terms(played: PlayedRound, seat: int) -> Terms:
    """What these add up from: the parts of the hand, or what it costs instead of them."""
    ruleset, deal, play = played
    parts = ruleset.scoring.parts(deal.values, play.hand(seat), play.melds(seat))
    score = ruleset.scoring.hand_score(sum(parts), play, ruleset, seat)
    return parts if score == sum(parts) else (score,)


def points_in_hands(ruleset: Ruleset, scored: ScoredRound) -> dict[int, int]:
    """By seat, the points of the cards left, not doubled, of players whose cards were counted.

    The points of the round where nobody counts cards, or most points win; none where lives are
    lost. Raises UnknownCard.
    """
    if ruleset.lost_lives is not None:
        return {}
    if not (ruleset.counts_hands and ruleset.end.low_wins):
        return dict(scored.points)
    deal, play = scored.deal, scored.play
    hands = {seat: play.hand(seat) for seat in ([] if scored.no_hands else scored.points)}
    return {
        seat: ruleset.scoring.worth(deal.values, hand, play.melds(seat))
        for seat, hand in hands.items()
        if seat in play.laid_down or not ruleset.is_price(hand)
    }


def _adjustment(play: RoundPlay, seat: int) -> int:
    """The adjustment of a player; the play may still have one of an undone seat."""
    return play.adjustments[seat].points if seat in play.adjustments else 0
