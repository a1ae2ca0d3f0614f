"""Random games that a table could play, as logs of their keepers."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.cards import Decks, hand_points
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, Seats, State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.unit.table import check

NICKNAMES = ("Nan", "Benny", "Cyrus")
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou")
DATA = game_data("twelve-step-rummy")


@dataclass(frozen=True)
class Game:
    """A ruleset, the players, and the entries."""

    ruleset: Ruleset = field(repr=False)  # too long to print
    seats: Seats
    log: tuple[e.Entry, ...]

    def after(self, *more: e.Entry) -> State:
        """The state after these additional entries."""
        return replay(self.ruleset, self.seats, (*self.log, *more))

    def told(self, *more: e.Entry) -> "Game":
        """The same game with these additional entries."""
        return Game(self.ruleset, self.seats, (*self.log, *more))


def a_ruleset(**options: object) -> Ruleset:
    return read_ruleset(apply_house_rules(DATA, options))


def rulesets() -> st.SearchStrategy[Ruleset]:
    """12-Step Rummy with any choice of house rules."""
    choices = {
        row["key"]: st.sampled_from([choice["value"] for choice in row["choices"]])
        for row in DATA["house_rules"]
    }
    return st.fixed_dictionaries({}, optional=choices).map(lambda picked: a_ruleset(**picked))


@st.composite
def fresh_games(draw: st.DrawFn, most: int = 9) -> Game:
    """Games without any entry."""
    players = draw(st.integers(2, most))
    dealer = draw(st.integers(0, players - 1))
    return Game(draw(rulesets()), Seats(NAMES[:players], dealer), ())


@st.composite
def games(draw: st.DrawFn, *, midway: bool = True) -> Game:
    """A game of any length, with entries between its rounds and, if `midway`, within one.

    In a close game everybody lays down and holds one cheap card, so ties are common.
    """
    game = draw(fresh_games())
    luck = Random(draw(st.integers(0, 2**32)))
    if draw(st.booleans()):
        game = between_rounds(game, luck)
    close = draw(st.booleans())
    for _ in range(draw(st.sampled_from((0, 1, 2, 6, 11, 13, 16, 20)))):
        game = play_on(game, luck, close=close)
    return within_a_round(game, luck) if midway and draw(st.booleans()) else game


def play_on(game: Game, luck: Random, *, close: bool = False) -> Game:
    """One more round, and sometimes a change of the table or a correction."""
    for _ in range(luck.choice((0, 0, 0, 0, 1, 3))):  # three at once join in the same gap
        game = between_rounds(game, luck)
    deal = open_deal(game)
    if deal:
        play = a_legal_round(game.ruleset, deal, luck, close=close)
        game = game.told(*entries_of(play, luck), e.RoundScored(NOBODY_OUT))
    return game


def between_rounds(game: Game, luck: Random) -> Game:
    """A change between rounds: joining, leaving, returning, dealer, order, name, correction, undo,
    early end.
    """
    state = game.after()
    active = sorted(state.active)
    entries: list[e.Entry] = [
        e.DealerChanged(luck.choice(active)),
        e.PlayerLeft(luck.choice(active)),
    ]
    entries += [
        e.PlayerRenamed(luck.choice(state.order), luck.choice(NICKNAMES)),
        e.Titled("Again"),
    ]
    entries += [e.PlayerReturned(seat) for seat in state.left] * 3
    if not state.rounds:
        entries.append(e.SeatsReordered(tuple(luck.sample(state.order, len(state.order)))))
    elif luck.random() < 0.3:
        entries.append(e.GameEnded("late"))
    if len(state.names) < 9:
        place = luck.choice((None, *state.order))
        entries += [e.PlayerJoined(NAMES[len(state.names)], place)] * (2 if state.left else 1)
    entries += [e.PlayerLeft(seat) for seat in state.outcome.tied] * 2
    if state.rounds:
        scored = luck.choice(state.rounds)
        play = a_legal_round(game.ruleset, scored.deal, luck)
        entries.append(e.RoundCorrected(scored.deal.number, play, NOBODY_OUT))
    if state.last:
        entries.append(e.EntryUndone(state.last[0]))
    entry = luck.choice(entries)
    if isinstance(entry, e.PlayerLeft) and len(active) == 2 and not state.outcome.tied:
        return game
    return game.told(entry) if is_let_through(game.ruleset, state, entry) else game


def within_a_round(game: Game, luck: Random) -> Game:
    """An open round: some of its entries, in any order."""
    deal = open_deal(game)
    if not deal:
        return game
    told = entries_of(a_legal_round(game.ruleset, deal, luck), luck)
    slip = [e.LaidDown(deal.players[0]), e.TookBack(deal.players[0])]
    return game.told(*luck.sample([*told, *slip], luck.randint(0, len(told))))


def is_let_through(ruleset: Ruleset, state: State, entry: e.Entry) -> bool:
    try:
        check(ruleset, state, entry)
    except (Refused, Doubted):
        return False
    return True


NOBODY_OUT: e.Accepted = frozenset(("nobody_out", seat) for seat in (None, *range(20)))


def open_deal(game: Game) -> Deal | None:
    state = game.after()
    return state.open.deal if state.open else None


def entries_of(play: e.RoundPlay, luck: Random) -> list[e.Entry]:
    """The entries of a round before it is written down, hands in any order."""
    counts: list[e.Entry] = [
        e.HandCounted(seat, hand, seat in play.laid_down, play.buys.get(seat))
        for seat, hand in play.hands.items()
    ]
    down: list[e.Entry] = [e.LaidDown(seat) for seat in sorted(play.laid_down - {play.went_out})]
    adjusted: list[e.Entry] = [e.Adjusted(seat, a) for seat, a in play.adjustments.items()]
    return [
        *luck.sample(down, len(down)),
        e.WentOut(play.went_out),
        *luck.sample(counts, len(counts)),
        *adjusted,
    ]


CHEAP = ("3", "4", "5", "6", "7", "8", "9")


def shoe(decks: Decks) -> list[str]:
    """Every single card in play."""
    return [rank for rank in decks.pack.names for _ in range(decks.copies(rank))]


def a_legal_round(
    ruleset: Ruleset, deal: Deal, luck: Random, *, close: bool = False
) -> e.RoundPlay:
    """One round dealt card by card from a real shoe, until a player, or nobody, goes out.

    Cards drawn and discarded during play are cards like any others, so hands are dealt at their
    final size, and melds are cards that have left them.
    """
    cards = luck.sample(shoe(deal.decks), deal.decks.cards)
    out = luck.choice(deal.players) if luck.random() < 0.95 else None
    down = {seat for seat in deal.players if close or luck.random() < 0.6} | ({out} - {None})
    buys = {
        seat: luck.randint(0, min(ruleset.buys.most(deal.planned), 2))
        for seat in deal.players
        if seat != out
    }
    each = ruleset.buys.cards_each
    hands: dict[int, e.Hand] = {}
    for seat, bought in buys.items():
        size = deal.cards + each * bought
        held, cards = cards[:size], cards[size:]
        if seat in down:
            laid = ruleset.contracts[deal.contracts[seat] - 1].cards
            held = [luck.choice(CHEAP)] if close else held[: luck.randint(1, size - laid)]
        hands[seat] = a_count(deal, held, luck)
    adjustments = {
        seat: e.Adjustment(luck.randint(-10, 10) * 5, "agreed")
        for seat in deal.players
        if not close and luck.random() < 0.05
    }
    return e.RoundPlay(
        laid_down=frozenset(down),
        went_out=out,
        hands=hands,
        buys=buys if ruleset.buys.allowed else {},
        adjustments=adjustments,
    )


def a_count(deal: Deal, held: list[str], luck: Random) -> e.Hand:
    """The same cards counted by rank, by key of the keypad, or as a total."""
    way = luck.randrange(3)
    by_key = [card_class.key for name in held if (card_class := deal.values.find(name))]
    if way == 0:
        return e.Hand(cards=Counter(held))
    if way == 1:
        return e.Hand(cards=Counter(by_key))
    return e.Hand(points=hand_points(deal.values, e.Hand(cards=Counter(held))))
