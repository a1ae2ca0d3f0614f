"""The open round: its felt, ladder, melds on the table and hands; the last step, for the undo.

The felt follows from the rules alone, so it can be shown before the first round. The stylesheet
gives each step of the ladder its width, by the people on it; heights are in pixels. Lengths of
melds are in units of a card that is 21 wide; a card shows its rank only, because nobody enters
suits.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from operator import attrgetter
from typing import Any, Literal

from companion.rules.fold.entries import (
    Adjusted,
    Dropped,
    EndTimeSet,
    Noted,
    PlayerJoined,
    RoundCorrected,
    Titled,
    TurnedUp,
    WentOut,
)
from companion.rules.fold.replay import replay
from companion.rules.model.cards import CardValues
from companion.rules.model.contracts import Contract
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, LaidMeld, OpenRound, Seats, Standing, State

FarCode = Literal["", "made", "on", "on_with", "finished", "finished_with"]


def far_code(last: int, standing: Standing) -> FarCode:
    """The code of the progress; `last` is the number of the last contract, 0 without contracts.

    If the contract depends on the round, it is the number of contracts made. Late joiners are
    further on than the contracts they made, which are shown too.
    """
    if not last:
        return ""
    if standing.on is None:
        return "made"
    is_all = standing.contracts == standing.on - 1
    if standing.on > last:
        return "finished" if is_all else "finished_with"
    return "on" if is_all else "on_with"


def far_number(last: int, standing: Standing) -> int:
    """The number of the contract shown."""
    return min(standing.on or 0, last)


_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Progress:
    """A bar of 100 units: `written` of the total, then `soon` of unwritten points.

    `to_go` is the points missing, at least 0.
    """

    to_go: int
    written: int
    soon: int


def progress(ruleset: Ruleset, total: int, soon: int = 0) -> Progress | None:
    """The bar of a player with this total; None without a limit, or with several games to it."""
    limit = ruleset.end.limit
    if limit is None or ruleset.games > 1:
        return None
    written = _share(total, limit)
    return Progress(max(limit - total, 0), written, max(_share(total + soon, limit) - written, 0))


def _share(points: int, limit: int) -> int:
    return min(max(points, 0), limit) * _WHOLE // limit


@dataclass(frozen=True, slots=True)
class LastStep:
    """The entry with this `number`, from 1, and its subject.

    `code` is its kind, or for the end of a round `nobody_out` or its ending, and of its own for an
    entry that removes what others of its kind say, or a wrong declaration; `name` the player, None
    for none; `round` the round concerned.
    """

    number: int
    code: str
    name: str | None
    round: int


def last_step(state: State) -> LastStep | None:
    """The step that an undo would take back; None at the beginning."""
    if state.last is None:
        return None
    number, entry = state.last
    return LastStep(
        number=number,
        code=_code(entry),
        name=_name(state, entry),
        round=entry.number if isinstance(entry, RoundCorrected) else len(state.rounds),
    )


_SAID: Mapping[type[LogEntry], Callable[[Any], object]] = {
    Dropped: attrgetter("drop"),
    TurnedUp: attrgetter("rank"),
    EndTimeSet: attrgetter("until"),
    Titled: attrgetter("title"),
    Noted: attrgetter("text"),
    Adjusted: attrgetter("adjustment.points"),
}


def _code(entry: LogEntry) -> str:
    if isinstance(entry, WentOut):
        return "nobody_out" if entry.seat is None else entry.ending or entry.kind
    if isinstance(entry, Dropped) and entry.drop == "wrong":
        return "wrong_declaration"
    said = _SAID.get(type(entry))
    return entry.kind if said is None or said(entry) else f"no_{entry.kind}"


def _name(state: State, entry: LogEntry) -> str | None:
    seat = getattr(entry, "seat", None)
    if isinstance(entry, PlayerJoined):
        return entry.name
    return None if seat is None else state.names[seat]


_CARD, _APART = 21, 19


@dataclass(frozen=True, slots=True)
class SmallCard:
    """A card and its place from the start."""

    rank: str
    x: int


@dataclass(frozen=True, slots=True)
class MeldOnTable:
    """A meld by the number of its entry, its cards from low to high, and the width of all."""

    number: int
    width: int
    cards: tuple[SmallCard, ...]


def melds_on_table(melds: Iterable[LaidMeld], values: CardValues) -> tuple[MeldOnTable, ...]:
    """These melds, in the order in which they were laid."""
    return tuple(_meld(meld.number, [*low_to_high(meld.cards, values)]) for meld in melds)


def _meld(number: int, ranks: list[str]) -> MeldOnTable:
    cards = tuple(SmallCard(rank, _APART * n) for n, rank in enumerate(ranks))
    return MeldOnTable(number, _APART * (len(ranks) - 1) + _CARD, cards)


def low_to_high(cards: Mapping[str, int], values: CardValues) -> Iterator[str]:
    """The ranks of the cards."""
    return (card.rank for card in cards_low_to_high(cards, values))


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card by its rank, and the name by which it is counted."""

    name: str
    rank: str


def cards_low_to_high(cards: Mapping[str, int], values: CardValues) -> Iterator[NamedCard]:
    """Each card: low aces, the others in the order of the pack, those of no rank."""
    low = values.low_ranks
    known = [name for name in (*low, *reversed(values.pack.ranks)) if name in cards]
    for name in (*known, *sorted(cards.keys() - {*known})):
        yield from (NamedCard(name, low.get(name, name)) for _ in range(cards[name]))


_LOWEST, _RISE, _STEEPEST = 20, 46, 4  # the first step, up to the last, and from one to the next


@dataclass(frozen=True, slots=True)
class OnStep:
    """A player on their step."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """A contract, from 1, and the players who are on it; the last contract `is_goal`."""

    number: int
    height: float
    people: tuple[OnStep, ...]
    is_goal: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    """The steps, from the first."""

    steps: tuple[Step, ...]


def ladder(steps: Sequence[Sequence[tuple[int, str]]]) -> Ladder:
    """The seats and names on each step, from the first."""
    rise = min(_RISE / len(steps), _STEEPEST)
    return Ladder(
        tuple(
            Step(
                number=number,
                height=tenths(_LOWEST + rise * number),
                people=tuple(OnStep(seat, name) for seat, name in people),
                is_goal=number == len(steps),
            )
            for number, people in enumerate(steps, 1)
        )
    )


def tenths(length: float) -> float:
    """Rounded to tenths, exactly as in `static/js/views/open_round.js`."""
    return floor(length * 10 + 0.5) / 10


HandState = Literal["", "counting", "to_count", "counted"]


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """The figures of a deal for headings.

    `planned` of `rounds` is its place in the plan of the game, if there is one and no tie has
    prolonged it; `dealer` and
    `leads` are names, `cards` is cards per player; `wild` is the moving wild rank, None if there is
    none, `knock_most` the most deadwood of a knock by the card turned up, None without one, and
    `called` the names that the pack gives its ranks.
    """

    number: int
    planned: int
    rounds: int | None
    is_playoff: bool
    dealer: str
    leads: str
    cards: int
    decks: int
    jokers: int
    wild: str | None
    knock_most: int | None
    called: Mapping[str, str]


def round_figures(ruleset: Ruleset, names: Sequence[str], deal: Deal) -> RoundFigures:
    """The figures of this deal."""
    return RoundFigures(
        number=deal.number,
        planned=deal.planned,
        rounds=ruleset.rounds if deal.planned <= (ruleset.rounds or 0) else None,
        is_playoff=deal.playoff,
        dealer=names[deal.dealer],
        leads=names[deal.leads],
        cards=deal.cards,
        decks=deal.decks.decks,
        jokers=deal.decks.jokers,
        wild=deal.wild,
        knock_most=deal.knock_most,
        called=ruleset.pack.called,
    )


def hand_state(
    ruleset: Ruleset, open_round: OpenRound, seat: int, counting: Container[int]
) -> HandState:
    """The state of this hand at the end of the round; `counting` are those on other phones.

    Empty during the round, in one that needs no hands, and for players without a hand to count:
    those who went out without cards, those who dropped, and those who lose lives.
    """
    play = open_round.play
    no_hand = play.is_out(seat) or seat in play.drops or ruleset.lost_lives is not None
    if not open_round.over or no_hand or open_round.by(ruleset).needs_no_hands:
        return ""
    if seat in counting:
        return "counting"
    return "to_count" if open_round.is_uncounted(seat) else "counted"


def opens_with(ruleset: Ruleset, open_round: OpenRound, seat: int, total: int) -> int | None:
    """The points that this player still needs to open; None once they are down, or without any."""
    if open_round.over or seat in open_round.play.laid_down:
        return None
    return ruleset.opening.least(open_round.deal.planned, total)


def may_turn_up(ruleset: Ruleset, open_round: OpenRound) -> bool:
    """Whether the card turned up can be named or changed: a wild one until cards are counted."""
    is_settled = ruleset.draws_wild and open_round.play.has_counts
    return ruleset.turns_up and not (is_settled or open_round.deal.playoff)


def leaders(state: State) -> list[int]:
    """The leaders; empty before the first written round, or while all are equal."""
    if not state.rounds:
        return []
    first = [standing.seat for standing in state.standings if standing.place == 1]
    return first if len(first) < len(state.active) else []


Hero = Literal["", "of_all", "ladder", "wild", "target"]
_EXAMPLES = ("A", "B", "C", "D", "E", "F", "G", "H", "I")


@dataclass(frozen=True, slots=True)
class Felt:
    """The felt of the first round, with fields of the table."""

    hero: Hero
    round: RoundFigures
    of_all: Contract | None
    next_of_all: Contract | None
    ladder: Ladder | None
    target: int | None
    is_race: bool


def hero_of(ruleset: Ruleset, figures: RoundFigures) -> Hero:
    """The subject of the game."""
    if ruleset.contracts:
        return "of_all" if ruleset.advancing == "round" else "ladder"
    if figures.wild:
        return "wild"
    return "" if ruleset.end.limit is None else "target"


def next_of_all(ruleset: Ruleset, number: int | None) -> Contract | None:
    """The next contract, numbered from 1, if it is common to all players."""
    if not number or ruleset.advancing != "round":
        return None
    return next(iter(ruleset.contracts[number : number + 1]), None)


def first_felt(ruleset: Ruleset) -> Felt | None:
    """The felt of the first round by these rules, with the minimum of players."""
    names = _EXAMPLES[: max(ruleset.least_players, 2)]
    state = replay(ruleset, Seats(names), ())
    if state.open is None:
        return None
    figures, by_round = round_figures(ruleset, names, state.open.deal), ruleset.advancing == "round"
    hero = hero_of(ruleset, figures)
    return Felt(
        hero=hero,
        round=figures,
        of_all=ruleset.contracts[0] if by_round else None,
        next_of_all=next_of_all(ruleset, 1),
        ladder=ladder(_all_on_the_first(ruleset, names)) if hero == "ladder" else None,
        target=ruleset.end.limit,
        is_race=not ruleset.end.low_wins,
    )


def _all_on_the_first(ruleset: Ruleset, names: Sequence[str]) -> list[list[tuple[int, str]]]:
    others: list[list[tuple[int, str]]] = [[] for _ in ruleset.contracts[1:]]
    return [[*enumerate(names)], *others]
