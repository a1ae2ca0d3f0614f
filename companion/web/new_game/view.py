"""What the choice of a game shows, and the table that is set up for it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.model.house_rules import Choice as Chosen
from companion.rules.model.house_rules import HouseRule
from companion.rules.model.names import folded
from companion.rules.model.ruleset import Ruleset
from companion.web.view_models.likeness import Likeness, likeness

_LAST = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """A game that can be chosen, with what it is like; `summary` is its own line on that."""

    key: str
    name: str
    summary: str
    like: Likeness


@dataclass(frozen=True, slots=True)
class LastPlayed:
    """A game that these people played here; `like` is None where its rules are at hand no more."""

    token: str
    name: str
    people: tuple[str, ...]
    like: Likeness | None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Which games were played last and by whom, this phone's own, and all others."""

    last: tuple[LastPlayed, ...]
    own: tuple[Choice, ...]
    games: tuple[Choice, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is there to choose."""
        return not (self.last or self.own or self.games)


def choice_view(
    played: Iterable[tuple[str, str, Mapping[str, Any]]],
    own: Iterable[tuple[str, Ruleset]],
    games: Iterable[tuple[str, Ruleset]],
) -> ChoiceView:
    """The choice; `played` are games by token, name of their rules and summary, latest first."""
    mine = tuple(_choice(key, rules) for key, rules in own)
    others = tuple(_choice(key, rules) for key, rules in games)
    like = {choice.name: choice.like for choice in (*others, *mine)}
    last: dict[tuple[str, frozenset[str]], LastPlayed] = {}
    for token, name, summary in played:
        people = tuple(summary["players"])
        one = LastPlayed(token, name, people, like.get(name))
        last.setdefault((name, frozenset(map(folded, people))), one)
    return ChoiceView(tuple(last.values())[:_LAST], mine, others)


def _choice(key: str, ruleset: Ruleset) -> Choice:
    return Choice(key, ruleset.name, ruleset.summary, likeness(ruleset))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row to type a name in: its number and row from 0; whoever stands in it may deal first.

    `colour`, from 0, is that of whoever stands in it.
    """

    row: int
    colour: int
    deals: bool
    may_move_up: bool

    @property
    def number(self) -> int:
        """As people count."""
        return self.row + 1


@dataclass(frozen=True, slots=True)
class SetUpView:
    """The table that is set up: its rows, and who is one tap away.

    An empty row `may_leave_empty` while the others hold as many as the game needs.
    """

    rows: tuple[SeatRow, ...]
    people: tuple[str, ...]
    may_add: bool
    may_leave_empty: bool
    like: Likeness


def set_up_view(
    ruleset: Ruleset,
    names: Sequence[str],
    dealer: int,
    known: Iterable[str],
    colours: Sequence[int],
) -> SetUpView:
    """The table as typed so far; `known` are those who played here before, the latest first.

    Nobody more is offered where all seats are taken. `colours` go by row.
    """
    here = {folded(name) for name in names if name}
    is_full = len(here) >= ruleset.most_players
    people = () if is_full else tuple(name for name in known if folded(name) not in here)
    return SetUpView(
        rows=tuple(SeatRow(row, colours[row], row == dealer, row > 0) for row in range(len(names))),
        people=people,
        may_add=len(names) < ruleset.most_players,
        may_leave_empty=len(names) > max(ruleset.least_players, len(here)),
        like=likeness(ruleset),
    )


@dataclass(frozen=True, slots=True)
class KnownRules:
    """Rules that a game can start by without a network.

    `key` is that of a game of the catalogue, an own game's, or the link of the last game played by
    them; `changed` are the house rules in force that are not the usual ones.
    """

    key: str
    name: str
    changed: tuple[tuple[HouseRule, Chosen], ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """A game once more: by the `rules` with that key, with these people in seat order.

    The one in the row `dealer` deals first.
    """

    rules: str
    people: tuple[str, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class AloneView:
    """What a phone offers for a new game without a network.

    `lately` are the rules played last, the latest first, `own` this phone's own games, and `games`
    those of the catalogue; `known` are the people of this phone with their colours, from 0; `again`
    are its last games, by their links.
    """

    lately: tuple[KnownRules, ...]
    own: tuple[KnownRules, ...]
    games: tuple[KnownRules, ...]
    known: tuple[tuple[str, int], ...]
    again: Mapping[str, PlayedAgain]


def known_rules(key: str, ruleset: Ruleset) -> KnownRules:
    """These rules, for a new game."""
    changed = ((r, choice) for r, choice in ruleset.in_force if choice.value != r.default)
    limits = ruleset.least_players, ruleset.most_players
    return KnownRules(key, ruleset.name, tuple(changed), *limits)
