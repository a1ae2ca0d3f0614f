"""The view model of a rules card: contracts with players, decks, and changed house rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.model.contracts import Contract
from companion.rules.model.house_rules import Choice, HouseRule, Switched
from companion.rules.model.ruleset import DecksFor, Ruleset
from companion.rules.model.state import State


@dataclass(frozen=True, slots=True)
class Person:
    """A player."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class CardContract:
    """A contract with its number, and the players who are on it."""

    number: int
    contract: Contract
    here: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class DecksRow:
    """The decks for a range of players; `is_here` for those of this table."""

    players: range
    decks: DecksFor
    is_here: bool


@dataclass(frozen=True, slots=True)
class InForce:
    """A house rule with its choice, and the default if different."""

    rule: HouseRule
    choice: Choice
    usual: Choice | None


@dataclass(frozen=True, slots=True)
class CardView:
    """A rules card, of a game (`at_table`) or not.

    `dealers` are the players in the order of dealing, from the current dealer; `in_force` the house
    rules, changed ones first; `changes` those during the game, each with the round it precedes. If
    a round `is_written`, a change is a correction; `may_change` is the right to it.
    `may_answer` is the right to decide open questions here, but not on a cached copy; `version` is
    the length of the log.
    """

    contracts: tuple[CardContract, ...]
    decks: tuple[DecksRow, ...]
    dealers: tuple[Person, ...]
    in_force: tuple[InForce, ...]
    changes: tuple[tuple[int, Switched], ...]
    at_table: bool
    is_written: bool
    may_change: bool
    may_answer: bool
    version: int


def card_view(
    ruleset: Ruleset,
    state: State | None = None,
    changes: Sequence[tuple[int, Sequence[Switched]]] = (),
    *,
    may_score: bool = False,
    names_people: bool = True,
) -> CardView:
    """The card of these rules; `state` is that of its game, if any.

    `names_people` is off for cached copies, because contracts change every round.
    """
    people = state if names_people else None
    return CardView(
        contracts=tuple(_contracts(ruleset, people)),
        decks=tuple(_decks(ruleset, len(people.active) if people else None)),
        dealers=tuple(_dealers(ruleset, people)) if people else (),
        in_force=tuple(sorted(_in_force(ruleset), key=lambda row: row.usual is None)),
        changes=tuple((number, one) for number, switched in changes for one in switched),
        at_table=state is not None,
        is_written=bool(state and state.rounds),
        may_change=may_score,
        may_answer=may_score and names_people,
        version=state.version if state else 0,
    )


def _contracts(ruleset: Ruleset, state: State | None) -> Iterator[CardContract]:
    on = state.open.deal.contracts if state and state.open else {}
    names = state.names if state else ()
    for number, contract in enumerate(ruleset.contracts, 1):
        here = tuple(Person(seat, names[seat]) for seat, at in on.items() if at == number)
        yield CardContract(number, contract, here)


def _decks(ruleset: Ruleset, people: int | None) -> Iterator[DecksRow]:
    """Each row of decks with its range of players, which may be empty."""
    least = ruleset.least_players
    for row in ruleset.decks:
        players = range(least, min(row.up_to, ruleset.most_players) + 1)
        if players:
            yield DecksRow(players, row, people in players)
            least = players[-1] + 1


def _dealers(ruleset: Ruleset, state: State) -> Iterator[Person]:
    """Empty in a play-off without the dealer, and after the end."""
    if not state.open or state.open.deal.dealer not in state.open.deal.players:
        return
    players = state.open.deal.players[:: -1 if ruleset.direction == "right" else 1]
    first = players.index(state.open.deal.dealer)
    for seat in (*players[first:], *players[:first]):
        yield Person(seat, state.names[seat])


def _in_force(ruleset: Ruleset) -> Iterator[InForce]:
    for rule, choice in ruleset.in_force:
        usual = rule.choice(rule.default)
        yield InForce(rule, choice, None if usual is choice else usual)
