"""The view models of the pages that set up a game."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.model.house_rules import Choice as Chosen
from companion.rules.model.house_rules import HouseRule
from companion.rules.model.names import folded
from companion.rules.model.ruleset import Ruleset, Terms
from companion.web.view_models.remembered import Likeness, likeness


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row for a name: its number and row from 0; its player may deal first.

    `colour`, from 0, is that of the player.
    """

    row: int
    colour: int
    deals: bool
    may_move_up: bool

    @property
    def number(self) -> int:
        """The number, from 1."""
        return self.row + 1


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A former player, or a side; without a seat and with room for it `may_add`."""

    name: str
    may_add: bool


@dataclass(frozen=True, slots=True)
class SetUpView:
    """The page that sets up a game: its rows, and suggested players, who keep their places.

    An empty row `may_leave_empty` if the others have enough players.
    """

    rows: tuple[SeatRow, ...]
    people: tuple[Suggestion, ...]
    may_add: bool
    may_leave_empty: bool
    like: Likeness


def set_up_view(
    ruleset: Ruleset,
    names: Sequence[str],
    dealer: int,
    known: Iterable[str],
    colours: Sequence[int],
    people: Sequence[str] | None = None,
    shut: Collection[str] = (),
) -> SetUpView:
    """The page as typed so far; `known` are former players here, the latest first.

    Nobody may be added if all seats are taken; for those of `shut` there is no line. `colours` go
    by row. `people` are those in `names`, which may be sides of two.
    """
    here = {folded(name) for name in (*names, *(people or ())) if name}
    room = ruleset.most_players * (2 if ruleset.partners else 1)
    is_full = len([*filter(None, names if people is None else people)]) >= room

    def may_add(name: str) -> bool:
        return not is_full and name not in shut and folded(name) not in here

    return SetUpView(
        rows=tuple(SeatRow(row, colours[row], row == dealer, row > 0) for row in range(len(names))),
        people=tuple(Suggestion(name, may_add(name)) for name in known),
        may_add=len(names) < ruleset.most_players,
        may_leave_empty=len(names) > max(ruleset.least_players, len([*filter(None, names)])),
        like=likeness(ruleset),
    )


@dataclass(frozen=True, slots=True)
class KnownRules:
    """Rules by which a game can start offline.

    `key` is that of a game of the catalogue or a custom game, or the link of the last game by these
    rules; `changed` are the house rules that differ from the default; `terms` are those of its
    seats and its dealer.
    """

    key: str
    name: str
    changed: tuple[tuple[HouseRule, Chosen], ...]
    least: int
    most: int
    terms: Terms

    @property
    def partners(self) -> bool:
        """Whether a seat is a side of two."""
        return self.terms.player == "side"


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """A rematch by the `rules` with that key, of these people in seat order.

    The player in row `dealer` deals first.
    """

    rules: str
    people: tuple[str, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class AloneView:
    """The choices for a new game offline.

    `lately` are recent rules, the latest first, `own` custom games, and `games` those of the
    catalogue; `known` are the people of this phone with their colours, from 0; `again` are its last
    games, by their links.
    """

    lately: tuple[KnownRules, ...]
    own: tuple[KnownRules, ...]
    games: tuple[KnownRules, ...]
    known: tuple[tuple[str, int], ...]
    again: Mapping[str, PlayedAgain]

    @property
    def terms(self) -> Iterable[Terms]:
        """The terms of all these games, each once."""
        return dict.fromkeys(rules.terms for rules in (*self.lately, *self.own, *self.games))


def known_rules(key: str, ruleset: Ruleset) -> KnownRules:
    """These rules, for a new game."""
    changed = ((r, choice) for r, choice in ruleset.in_force if choice.value != r.default)
    limits = ruleset.least_players, ruleset.most_players
    terms = Terms(dealer=ruleset.terms.dealer, player=ruleset.terms.player)
    return KnownRules(key, ruleset.name, tuple(changed), *limits, terms)
