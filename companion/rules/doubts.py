"""Doubts: what a round's entries contradict. A doubt never blocks; the keeper has the last word."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.rules.hand_sizes import HandSizes, hand_sizes, points_range, reachable_points
from companion.rules.log import DoubtCode, Hand, RoundPlay
from companion.rules.rulesets import Ruleset
from companion.rules.state import Deal


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that cannot be right by the rules.

    `seat` is None where it concerns the whole round; `numbers` are the figures a sentence needs and
    `card` the card-class key, where there is one.
    """

    code: DoubtCode
    seat: int | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    card: str | None = None

    @property
    def key(self) -> tuple[DoubtCode, int | None]:
        """What the log keeps of a doubt that was overridden."""
        return self.code, self.seat


def find_doubts(ruleset: Ruleset, deal: Deal, play: RoundPlay) -> tuple[Doubt, ...]:
    """Everything in this round that contradicts the rules, in the order people would check it."""
    if deal.playoff:
        return tuple(_who_went_out(play))
    if play.went_out is None and ruleset.end.blocked == "void":
        return ()  # the house has a rule for it, and no hand matters
    return (
        *_who_went_out(play),
        *_empty_hands(ruleset, deal, play),
        *(doubt for seat in deal.players for doubt in _hand(ruleset, deal, play, seat)),
        *_last_round(ruleset, deal, play),
        *_deck(ruleset, deal, play),
    )


def _who_went_out(play: RoundPlay) -> Iterator[Doubt]:
    if play.went_out is None:
        yield Doubt("nobody_out")


def _empty_hands(ruleset: Ruleset, deal: Deal, play: RoundPlay) -> Iterator[Doubt]:
    if ruleset.last_turns:
        return  # everybody has one more turn, and may empty their hand in it
    for seat in deal.players:
        if seat != play.went_out and _is_empty(play.hand(seat)):
            yield Doubt("more_than_one_out", seat)


def _is_empty(hand: Hand) -> bool:
    return hand.size == 0 or hand.points == 0


def _hand(ruleset: Ruleset, deal: Deal, play: RoundPlay, seat: int) -> Iterator[Doubt]:
    hand = play.hand(seat)
    if seat == play.went_out or hand.is_blank or _is_empty(hand):
        return
    down = seat in play.laid_down
    sizes = hand_sizes(ruleset, deal, seat, play.buys.get(seat))
    if sizes is None:
        return
    if hand.points is not None:
        yield from _typed_total(deal, seat, hand.points, sizes.possible(down=down))
    else:
        yield from _hand_size(deal, play, seat, sizes)


def _hand_size(deal: Deal, play: RoundPlay, seat: int, sizes: HandSizes) -> Iterator[Doubt]:
    held = play.hand(seat).size or 0
    numbers = {"cards": held, "contract": deal.contracts[seat]}
    if seat in play.laid_down:
        most = sizes.most_after_contract
        if held > most:
            yield Doubt("too_many_cards_after_contract", seat, numbers | {"most": most})
    elif held not in sizes.without_contract:
        least = sizes.without_contract[0]
        yield Doubt("wrong_hand_size_without_contract", seat, numbers | {"expected": least})


def _typed_total(deal: Deal, seat: int, points: int, sizes: tuple[int, ...]) -> Iterator[Doubt]:
    # Where the contract takes every card, a player who is down can have none left.
    least, most = points_range(deal, sizes) if sizes else (0, 0)
    numbers = {"points": points, "cards": min(sizes, default=0), "least": least, "most": most}
    if points < least:
        yield Doubt("points_below_minimum", seat, numbers)
    elif points > most:
        yield Doubt("points_above_maximum", seat, numbers)
    elif not reachable_points(deal, sizes) >> points & 1:
        yield Doubt("points_not_reachable", seat, numbers)


def _last_round(ruleset: Ruleset, deal: Deal, play: RoundPlay) -> Iterator[Doubt]:
    """In some games only the player who goes out can lay down the last contract."""
    if not ruleset.only_who_goes_out_lays_down_last:
        return
    for seat in sorted(play.laid_down - {play.went_out}):
        if deal.contracts.get(seat) == len(ruleset.contracts):
            yield Doubt("final_round_only_one_down", seat)


def _deck(ruleset: Ruleset, deal: Deal, play: RoundPlay) -> Iterator[Doubt]:
    """No more cards on the table than the decks in play have."""
    counted: Counter[str] = Counter()
    for seat in deal.players:
        counted.update(play.hand(seat).cards or {})
        counted.update(play.melds(seat).cards or {})
    yield from _too_many_of_a_rank(deal, counted)
    yield from _too_many_cards(ruleset, deal, play, counted.total())


def _too_many_of_a_rank(deal: Deal, counted: Counter[str]) -> Iterator[Doubt]:
    by_class: Counter[str] = Counter()
    for name, count in counted.items():
        card_class = deal.values.find(name)
        if card_class is None:
            continue
        by_class[card_class.key] += count
        if name in card_class.ranks and count > deal.decks.copies(name):
            yield _too_many(name, count, deal.decks.copies(name), deal)
            by_class[card_class.key] = 0
    for card_class in deal.values.classes:
        copies = card_class.copies(deal.decks)
        if by_class[card_class.key] > copies:
            yield _too_many(card_class.key, by_class[card_class.key], copies, deal)


def _too_many(card: str, count: int, copies: int, deal: Deal) -> Doubt:
    numbers = {"cards": count, "most": copies, "decks": deal.decks.decks}
    return Doubt("too_many_of_class", None, numbers, card)


def _too_many_cards(
    ruleset: Ruleset, deal: Deal, play: RoundPlay, leftovers: int
) -> Iterator[Doubt]:
    laid_down = play.laid_down & deal.contracts.keys()
    melded = sum(ruleset.contracts[deal.contracts[s] - 1].cards for s in laid_down)
    discard = int(ruleset.discard_to_go_out and play.went_out is not None)
    if leftovers + melded + discard > deal.decks.cards:
        numbers = {"cards": leftovers + melded + discard, "most": deal.decks.cards}
        yield Doubt("too_many_cards", None, numbers)
