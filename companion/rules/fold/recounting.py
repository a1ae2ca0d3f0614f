"""Reads rounds by changed house rules: card classes, and who was down.

A hand counted by a key such as `10-K` has one price only while these ranks cost the same. Otherwise
only the table knows its price, as it does where an ace in A-2-3 gets a price of its own. Where it
did not matter who is down, nobody was asked: the cards may show it.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.rules.judging.hand_sizes import infer_down, total_leaves_down_open
from companion.rules.model.cards import CardValues
from companion.rules.model.play import Hand, RoundHand, RoundPlay
from companion.rules.model.state import Deal, OpenRound, PlayedRound, ScoredRound, State

Recounted = Mapping[tuple[int, int, bool], Hand]  # by round number, seat, and whether it was melded


def by_place(hands: tuple[RoundHand, ...]) -> Recounted:
    """The hands that came with a change of house rules, by place."""
    return {(row.number, row.seat, row.melded): row.hand for row in hands}


def in_card_classes(play: RoundPlay, deal: Deal, recounted: Recounted) -> RoundPlay:
    """The round in the card classes of this deal.

    A hand without a price gets the answer given when the rules were changed, or is blank; one with
    undecided low cards gets the answer, or counts them as high ones. Whoever went out has no cards
    left, unless by these rules a partner may hold some.
    """
    left = {s: hand for s, hand in play.hands.items() if not (play.is_out(s) and hand.has_some)}
    hands = _all_in_classes(deal.values.of_part("held"), left)
    melded = _all_in_classes(deal.values.of_part("melded"), play.melded)
    for (number, seat, is_melded), hand in recounted.items():
        counted = melded if is_melded else hands
        values = deal.values.of_part("melded" if is_melded else "held")
        holds_cards = seat in deal.players and (is_melded or not play.is_out(seat))
        if number == deal.number and holds_cards and _is_open(values, counted.get(seat, Hand())):
            counted[seat] = hand
    return replace(play, hands=hands, melded=melded)


def _is_open(values: CardValues, hand: Hand) -> bool:
    return hand.is_blank or bool(values.undecided_low_cards(hand))


def _all_in_classes(values: CardValues, hands: Mapping[int, Hand]) -> dict[int, Hand]:
    return {seat: _in_classes(values, hand) for seat, hand in hands.items()}


def _in_classes(values: CardValues, hand: Hand) -> Hand:
    """The same cards by the keys of these values; blank if a name fits no single key."""
    if hand.cards is None or all(values.find(name) for name in hand.cards):
        return hand
    cards: dict[str, int] = {}
    for name, count in hand.cards.items():
        if not count:  # no rules give these a price
            continue
        card_class = values.now_called(name)
        if card_class is None:
            return Hand()
        key = name if name in card_class.ranks else card_class.key
        cards[key] = cards.get(key, 0) + count
    return Hand(cards=cards)


def was_down(played: PlayedRound, seat: int, counted: Hand) -> bool | None:
    """Whether a player of whom nobody was asked was down; None if only the table knows.

    `counted` is the hand as it was counted: its size remains, whatever its price.
    """
    ruleset, deal, play = played
    hand = play.hand(seat) if counted.is_blank else counted
    if hand.is_blank:
        return None
    if 0 in {hand.size, hand.points}:  # cards leave a hand only after the first meld
        return True
    known = (ruleset, deal, seat, hand, play.buys.get(seat))
    shown = infer_down(*known)
    is_open = hand.points is None or total_leaves_down_open(*known)
    return False if shown is None and not is_open else shown


def card_without_price(values: CardValues, hand: Hand) -> str | None:
    """The first card of this hand that these values no longer have under its name.

    Or the one that may be a low card now.
    """
    lost = (name for name in hand.cards or {} if values.now_called(name) is None)
    undecided = (low.run[0] for low in values.undecided_low_cards(hand))
    return next(itertools.chain(lost, undecided), None)


def points_between(values: CardValues, hand: Hand) -> tuple[int, int] | None:
    """The minimum and maximum points of these cards now, whatever keys they were counted by.

    None if no cards were counted, or a bonus that is none any more: it may be another one now.
    """
    if hand.cards is None or not all(map(values.is_of_cards, hand.cards)):
        return None
    least, most = zip((0, 0), *itertools.starmap(values.prices, hand.cards.items()), strict=True)
    return sum(least), sum(most)


def hands_to_recount(before: State, after: State) -> tuple[RoundHand, ...]:
    """The hands that a change of house rules leaves without a price, as they were counted.

    They are blank in `after`, or have low cards that cost the same as high ones in `before`. A
    round that was void, or won at once, may have none at all.
    """
    rounds = zip(before.rounds, after.rounds, strict=True)
    hands = [hand for old, new in rounds for hand in _of_round(old, new)]
    if before.open and after.open:
        hands += _missing(before.open, after.open)
    return tuple(hands)


def down_to_tell(state: State) -> Iterator[tuple[Deal, RoundPlay, int]]:
    """The players of whom only the table knows whether they were down, each with the round."""
    rounds: list[ScoredRound | OpenRound] = [*state.rounds]
    for row in (*rounds, *([state.open] if state.open else [])):
        for seat in sorted(row.unsaid):
            yield row.deal, row.play, seat


def typed_totals(before: State, after: State) -> list[int]:
    """The rounds with typed totals although their cards have another price now: totals remain."""
    rounds = zip(before.rounds, after.rounds, strict=True)
    return [
        old.deal.number
        for old, new in rounds
        if old.deal.values != new.deal.values and _keeps_totals(old.play, new.play)
    ]


def _keeps_totals(old: RoundPlay, new: RoundPlay) -> bool:
    """Whether totals remain; a total that replaced cards only by the old rules does not."""
    pairs = [(hand, new.hand(seat)) for seat, hand in old.hands.items()]
    pairs += [(melds, new.melds(seat)) for seat, melds in old.melded.items()]
    return any(before.points is not None and before == after for before, after in pairs)


def _of_round(old: ScoredRound, new: ScoredRound) -> Iterator[RoundHand]:
    """A round that needed no hands may score now, or melds may: nobody may have counted these.

    A round after the end, which a play-off becomes, does not score.
    """
    scores = not new.no_hands
    had_none = old.no_hands and not old.deal.playoff
    melds_score = new.deal.scoring.melds_score and (had_none or not old.deal.scoring.melds_score)
    return _missing(old, new, asks_blank=scores and had_none, asks_melds=scores and melds_score)


def _missing(
    old: ScoredRound | OpenRound,
    new: ScoredRound | OpenRound,
    *,
    asks_blank: bool = False,
    asks_melds: bool = False,
) -> Iterator[RoundHand]:
    number = new.deal.number
    for seat in new.deal.players:
        before, after = old.play.hand(seat), new.play.hand(seat)
        if not new.play.is_out(seat) and _is_missing(before, after, asks_blank):
            yield RoundHand(number, seat, old.play.hands.get(seat, Hand()))
        melds, now = old.play.melds(seat), new.play.melds(seat)
        if _is_missing(melds, now, asks_melds) or _undecided(new, now) - _undecided(old, melds):
            yield RoundHand(number, seat, melds, melded=True)


def _undecided(row: ScoredRound | OpenRound, melds: Hand) -> set[str]:
    """The low cards whose number among these melds only the table knows; none once it has said."""
    return {low.key for low in row.deal.values.undecided_low_cards(melds)}


def _is_missing(before: Hand, after: Hand, asks_blank: bool) -> bool:  # noqa: FBT001
    return after.is_blank and (asks_blank or not before.is_blank)
