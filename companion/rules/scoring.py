"""What a round costs or earns each player: cards left, cards melded, adjustments (RULES 16, 17)."""

from companion.rules.cards import CardValues
from companion.rules.play import Hand, RoundPlay
from companion.rules.rulesets import Ruleset
from companion.rules.state import Deal

_DOUBLE = 2


class UnknownCard(LookupError):
    """A card that the game does not have."""


def hand_points(values: CardValues, hand: Hand) -> int:
    """What cards are worth, in points: a typed total as it is, or each card at its value.

    A blank hand is worth nothing yet. Raises UnknownCard.
    """
    if hand.points is not None:
        return hand.points
    return sum(_value(values, name) * count for name, count in (hand.cards or {}).items())


def needs_no_hands(ruleset: Ruleset, deal: Deal, play: RoundPlay) -> bool:
    """A play-off, and a round that is void, cost nobody points: there is nothing to count."""
    return deal.playoff or (play.went_out is None and ruleset.end.blocked == "void")


def round_points(ruleset: Ruleset, deal: Deal, play: RoundPlay) -> dict[int, int]:
    """The points of every player dealt in, adjustments included; a play-off costs nothing."""
    if deal.playoff:
        return dict.fromkeys(deal.players, 0)
    points = {seat: hand_points(deal.values, play.hand(seat)) for seat in deal.players}
    match ruleset.scoring:
        case "winner_collects":
            points = _collected(ruleset, play, points)
        case "melded_minus_hand":
            points = {s: _melded(deal, play, s) - cost for s, cost in points.items()}
    return {s: p + _adjustment(play, s) for s, p in points.items()}


def _adjustment(play: RoundPlay, seat: int) -> int:
    """Nobody who is not dealt in is adjusted, though an undone seat may still stand in the play."""
    return play.adjustments[seat].points if seat in play.adjustments else 0


def _collected(ruleset: Ruleset, play: RoundPlay, left: dict[int, int]) -> dict[int, int]:
    """Whoever went out gets what all the others hold; going out in one turn may double it."""
    factor = _DOUBLE if play.went_rummy and ruleset.rummy_doubles else 1
    return {s: factor * sum(left.values()) if s == play.went_out else 0 for s in left}


def _melded(deal: Deal, play: RoundPlay, seat: int) -> int:
    return hand_points(deal.values, play.melds(seat))


def _value(values: CardValues, name: str) -> int:
    card_class = values.find(name)
    if card_class is None:
        raise UnknownCard(name)
    return card_class.value
