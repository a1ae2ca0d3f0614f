"""Doubts: contradictions of a round to the rules. They never block; the table decides."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.rules.judging.hand_sizes import (
    HandSizes,
    cards_to_go_down,
    hand_sizes,
    most_buys,
    most_held,
    points_range,
    reachable_points,
)
from companion.rules.judging.scoring import round_points
from companion.rules.model.cards import hand_points
from companion.rules.model.play import DoubtCode, Ending, Hand
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, PlayedRound


@dataclass(frozen=True, slots=True)
class Doubt:
    """A contradiction to the rules.

    `seat` is None if it concerns the whole round; `numbers` are the figures for its sentence and
    `card` the card-class key, if any.
    """

    code: DoubtCode
    seat: int | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    card: str | None = None

    @property
    def key(self) -> tuple[DoubtCode, int | None]:
        """The key of a doubt, stored in the log once it is accepted."""
        return self.code, self.seat

    @property
    def answer(self) -> str:
        """The same as a text, which a form sends to accept it: `too_many_buys:2`, `nobody_out:`."""
        return f"{self.code}:{'' if self.seat is None else self.seat}"


def find_doubts(played: PlayedRound) -> tuple[Doubt, ...]:
    """All doubts about this round, in the order in which people would check it."""
    _, deal, play = played
    if played.is_void or played.wins_game:
        return ()  # hands do not matter
    if deal.playoff:
        return () if play.went_out is not None else (Doubt("nobody_out"),)
    return (
        *_who_went_out(played),
        *_knock(played),
        *_drops(played),
        *_buys(played),
        *(doubt for seat in deal.players for doubt in _hand(played, seat)),
        *(doubt for seat in deal.players for doubt in _bonuses(played, seat)),
        *_last_round(played),
        *_deck(played),
    )


def _who_went_out(played: PlayedRound) -> Iterator[Doubt]:
    """Nobody went out although a hand is empty, or more than one player did."""
    ruleset, deal, play = played
    if ruleset.scoring.only_points:
        return
    empty = [
        seat
        for seat in deal.players
        if seat != play.went_out and seat not in play.drops and _is_empty(play.hand(seat))
    ]
    if play.went_out is None:
        yield Doubt("nobody_out")
        yield from (Doubt("nobody_out", seat) for seat in empty)
    elif not (
        ruleset.last_turns
        or ruleset.knocking
        or ruleset.scoring.counts_deadwood
        or ruleset.partners
    ):  # then other hands may be empty too
        yield from (Doubt("more_than_one_out", seat) for seat in empty)


def _knock(played: PlayedRound) -> Iterator[Doubt]:
    """A knock with more deadwood than allowed, or with none, which is gin (RULES 18)."""
    ruleset, deal, play = played
    out = play.went_out
    if ruleset.knocking is None or out is None or play.ending != "knock":
        return
    hand = play.hand(out)
    most = ruleset.knocking.most if deal.knock_most is None else deal.knock_most
    most_cards = ruleset.knocking.cards
    if hand.is_blank:
        return
    size = hand.size or 0
    deadwood = hand_points(deal.values, hand)
    if deadwood > most:
        figure = "points" if ruleset.scoring.pays_knocks else "left"
        yield Doubt("too_much_deadwood", out, {figure: deadwood, "most": most})
    elif most_cards is not None and size > most_cards:
        yield Doubt("too_much_deadwood", out, {"cards": size, "most": most_cards})
    elif _is_empty(hand):
        yield Doubt("knocked_without_deadwood", out, _as_knock_or_gin(played, out))


def _as_knock_or_gin(played: PlayedRound, knocker: int) -> dict[str, int]:
    """The points of the knocker for either ending; `all` is gin where it has no bonus."""
    gin = "gin" if played.ruleset.scoring.pays_knocks else "all"
    endings: dict[str, Ending] = {"points": "knock", gin: "gin"}
    rounds = {
        figure: played._replace(play=replace(played.play, ending=ending))
        for figure, ending in endings.items()
    }
    return {figure: round_points(ended).get(knocker, 0) for figure, ended in rounds.items()}


def _is_empty(hand: Hand) -> bool:
    return hand.size == 0 or hand.points == 0


def _drops(played: PlayedRound) -> Iterator[Doubt]:
    """A drop that is not allowed, cards beside one, and a typed total above the cap (RULES 19)."""
    ruleset, deal, play = played
    most = ruleset.most_points
    for seat in deal.players:
        if seat in deal.must_play and seat in play.gave_up:
            yield Doubt("drop_not_allowed", seat)
        points = play.hand(seat).points or 0
        if seat in play.drops and not _is_empty(play.hand(seat)):
            yield Doubt("cards_after_drop", seat)
        elif most is not None and points > most:
            yield Doubt("points_above_cap", seat, {"points": points, "most": most})


def _buys(played: PlayedRound) -> Iterator[Doubt]:
    """More buys than allowed, as entered (RULES 20, 31)."""
    ruleset, deal, play = played
    most = most_buys(ruleset, deal)
    code: DoubtCode = "too_many_buys" if ruleset.buys.allowed else "buys_not_allowed"
    for seat in deal.players:
        bought = play.buys.get(seat, 0)
        if bought > most:
            yield Doubt(code, seat, {"buys": bought, "most": most})


def _hand(played: PlayedRound, seat: int) -> Iterator[Doubt]:
    ruleset, deal, play = played
    hand = play.hand(seat)
    no_cards = play.is_out(seat) or seat in play.drops or ruleset.lost_lives is not None
    has_price = ruleset.opening.missed is not None and seat not in play.laid_down
    if no_cards or has_price or hand.is_blank or _is_empty(hand):
        return
    sizes = hand_sizes(ruleset, deal, seat, play.buys.get(seat))
    most = most_held(ruleset, deal, play.buys.get(seat))
    if sizes is not None and hand.points is not None:
        yield from _total_by_contract(played, seat, sizes)
    elif sizes is not None:
        yield from _hand_size(played, seat, sizes)
    elif most is not None:
        yield from _hand_without_contracts(deal, hand, seat, most)


def _hand_size(played: PlayedRound, seat: int, sizes: HandSizes) -> Iterator[Doubt]:
    ruleset, deal, play = played
    held = play.hand(seat).size or 0
    numbers = {"cards": held, **_contract(deal, seat)}
    if seat in play.laid_down:
        most = sizes.most_after_contract
        if held > most:
            takes = {} if most else {"takes": cards_to_go_down(ruleset, deal, seat)}
            why = {"most": most, **takes}
            yield Doubt("too_many_cards_after_contract", seat, numbers | why)
    elif held not in sizes.without_contract:
        expected = {"expected": sizes.without_contract[0]}
        bought = _what_buys_add(ruleset, sizes)
        yield Doubt("wrong_hand_size_without_contract", seat, numbers | expected | bought)


def _what_buys_add(ruleset: Ruleset, sizes: HandSizes) -> dict[str, int]:
    """The figures about unknown buys: cards per buy and, with a limit, the most cards held."""
    if len(sizes.without_contract) == 1:
        return {}
    each = {"each": ruleset.buys.cards_each}
    return each if ruleset.buys.limits is None else each | {"held": sizes.without_contract[-1]}


def _contract(deal: Deal, seat: int) -> dict[str, int]:
    """The number of this seat's contract; in games without contracts the cards dealt."""
    return {"contract": deal.contracts[seat]} if deal.contracts else {"dealt": deal.cards}


def _total_by_contract(played: PlayedRound, seat: int, sizes: HandSizes) -> Iterator[Doubt]:
    ruleset, deal, play = played
    down = seat in play.laid_down
    possible = sizes.possible(down=down)
    why = {"held": max(possible, default=0)}
    if down:
        why |= _contract(deal, seat)
    if not possible:
        why["takes"] = cards_to_go_down(ruleset, deal, seat)
    yield from _typed_total(deal, seat, play.hand(seat).points or 0, possible, why)


def _hand_without_contracts(deal: Deal, hand: Hand, seat: int, most: int) -> Iterator[Doubt]:
    """RULES 20, 38: nobody holds more than was dealt, or than exists."""
    if hand.points is not None:
        why = {"held": most, "dealt": deal.cards}
        yield from _typed_total(deal, seat, hand.points, tuple(range(1, most + 1)), why)
    elif (hand.size or 0) > most:
        yield Doubt("too_many_cards", seat, {"cards": hand.size or 0, "most": most})


def _typed_total(
    deal: Deal, seat: int, points: int, sizes: tuple[int, ...], why: dict[str, int]
) -> Iterator[Doubt]:
    # If the contract takes every card, a player who is down has none left.
    least, most = points_range(deal, sizes)
    numbers = {"points": points, "cards": min(sizes, default=0), "least": least, "most": most}
    if points < least:
        yield Doubt("points_below_minimum", seat, numbers)
    elif points > most:
        yield Doubt("points_above_maximum", seat, numbers | why)
    elif not reachable_points(deal, sizes) >> points & 1:
        yield Doubt("points_not_reachable", seat, numbers)


def _bonuses(played: PlayedRound, seat: int) -> Iterator[Doubt]:
    """Bonuses for more melds than the melded cards make, or more than there are of one kind."""
    _, deal, play = played
    counts, bonuses = play.card_counts(seat), deal.values.extras
    keys = {bonus.key for bonus in bonuses}
    melds = play.melds(seat).cards or {}
    cards = sum(count for name, count in melds.items() if name not in keys)
    needs = sum(bonus.meld_size * counts[bonus.key] for bonus in bonuses)
    if needs > cards:
        yield Doubt("too_many_bonuses", seat, {"needs": needs, "cards": cards})
    for bonus in bonuses:
        count, most = counts[bonus.key], len(bonus.by_count)
        if most and not bonus.cards and count > most:
            yield Doubt("too_many_bonuses", seat, {"cards": count, "most": most}, bonus.key)


def _last_round(played: PlayedRound) -> Iterator[Doubt]:
    """In some games only the player who goes out can lay down the last contract."""
    ruleset, deal, play = played
    if not ruleset.only_who_goes_out_lays_down_last:
        return
    for seat in sorted(play.laid_down - {play.went_out}):
        if deal.contracts.get(seat) == len(ruleset.contracts):
            yield Doubt("final_round_only_one_down", seat)


def _deck(played: PlayedRound) -> Iterator[Doubt]:
    """Not more cards on the table than the decks have."""
    _, deal, play = played
    counted, low = Counter[str](), deal.values.low_ranks
    for seat in deal.players:
        for name, count in play.card_counts(seat).items():
            counted[low.get(name, name)] += count
    yield from _too_many_of_class(deal, counted)
    yield from _too_many_bonuses(deal, counted)
    bonuses = sum(counted[bonus.key] for bonus in deal.values.extras)
    yield from _too_many_cards(played, counted.total() - bonuses)


def _too_many_of_class(deal: Deal, counted: Counter[str]) -> Iterator[Doubt]:
    """Too many of a rank, or of a class in which no single rank has too many."""
    for card_class in deal.values.classes:
        over = [rank for rank in card_class.ranks if counted[rank] > deal.decks.copies(rank)]
        for rank in over:
            yield _too_many(rank, counted[rank], deal.decks.copies(rank), deal)
        cards = sum(counted[name] for name in card_class.names)
        copies = card_class.copies(deal.decks)
        if cards > copies and not over:
            yield _too_many(card_class.key, cards, copies, deal)


def _too_many_bonuses(deal: Deal, counted: Counter[str]) -> Iterator[Doubt]:
    """More bonuses for certain cards than there are such cards, whatever they count for."""
    bonuses = [bonus for bonus in deal.values.extras if bonus.cards]
    for cards in dict.fromkeys(bonus.cards for bonus in bonuses):
        same = [bonus for bonus in bonuses if bonus.cards == cards]
        count, most = sum(counted[bonus.key] for bonus in same), same[0].copies(deal.decks)
        if count > most:
            yield _too_many(same[0].key, count, most, deal)


def _too_many(card: str, count: int, copies: int, deal: Deal) -> Doubt:
    numbers = {"cards": count, "most": copies, "decks": deal.decks.decks}
    return Doubt("too_many_of_class", None, numbers, card)


def _too_many_cards(played: PlayedRound, leftovers: int) -> Iterator[Doubt]:
    ruleset, deal, play = played
    laid_down = play.laid_down & deal.contracts.keys()
    melded = sum(ruleset.contracts[deal.contracts[s] - 1].cards for s in laid_down)
    discard = int(ruleset.discard_to_go_out and play.went_out is not None)
    if leftovers + melded + discard > deal.decks.cards:
        numbers = {"cards": leftovers + melded + discard, "most": deal.decks.cards}
        yield Doubt("too_many_cards", None, numbers)
