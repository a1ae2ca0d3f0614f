"""The people of this phone: its last finished games, with its names for people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.records.finished import Evenings, Finished, evenings_of
from companion.records.known_people import groups_named_by, nicknames_of
from companion.records.span import EVER, Span
from companion.rules.model.names import Nicknames, folded
from companion.time_zones import Zone
from companion.web.http.device import known_device, opened_links
from companion.web.local_time import Days, day_of, zone
from companion.web.profiles.games import Game, Played, games_called
from companion.web.profiles.person_view import PersonView, person_view
from companion.web.profiles.season_view import By, SeasonView, season_view
from companion.web.profiles.view import (
    Group,
    Known,
    People,
    group_with,
    groups_of,
    people_known,
)

MOST_GAMES = 200  # four years of Fridays; the same number again for a range of days


@dataclass(frozen=True, slots=True)
class Here:
    """The games and people of this phone; derived values are cached by its names and its zone."""

    zone: Zone
    evenings: Evenings
    nicknames: Nicknames
    called: Mapping[People, str]

    def between(self, days: Days) -> "Here":
        """The same for the last games between these days."""
        if days == Days():
            return self
        return replace(self, evenings=_evenings(known_device() or "", days.span))

    @property
    def games(self) -> tuple[Game, ...]:
        """Its finished games, the latest first."""
        played = self.evenings.games
        return self.evenings.cached(
            ("games", *self._names), lambda: games_called(map(_played, played), self.nicknames)
        )

    @property
    def people(self) -> tuple[Known, ...]:
        """All people."""
        return self.evenings.cached(("people", *self._names), lambda: people_known(self.games))

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of people."""
        key = ("groups", *self._names, *self._groups)
        return self.evenings.cached(key, lambda: groups_of(self.games, self.called))

    def who(self, name: str) -> str:
        """The person of this name in an address: their own name, or one of the games."""
        key = folded(name)
        return key if any(one.who == key for one in self.people) else self.nicknames.key(name)

    def person(self, name: str) -> PersonView | None:
        """The page of a person, over all their games."""
        who = self.who(name)
        key = ("person", who, *self._names)
        return self.evenings.cached(key, lambda: person_view(who, self.games))

    def names_of(self, view: PersonView) -> list[str]:
        """All names of a person, also of games too old to be among these."""
        theirs = (name for name in self.nicknames.by_name if self.nicknames.key(name) == view.who)
        return [*(one.name for one in view.names), *theirs]

    def group(self, names: Iterable[str]) -> Group | None:
        """The group of these people."""
        people = frozenset(map(self.who, names))
        key = ("group", people, *self._names, *self._groups)
        return self.evenings.cached(key, lambda: group_with(people, self.games, self.called))

    def season(self, group: Group, by: By) -> SeasonView:
        """The table of a group over these games; empty if it did not play."""
        found = self.group(group.who)
        if found is None:
            return season_view(replace(group, games=()), by)
        key = ("season", found.who, by, *self._names, *self._groups)
        return self.evenings.cached(key, lambda: season_view(found, by))

    @property
    def _names(self) -> tuple[object, ...]:
        return (self.zone, *self.nicknames.by_name.items())

    @property
    def _groups(self) -> tuple[object, ...]:
        return tuple(self.called.items())


def people_here() -> Here:
    """The people of the requesting phone."""
    device = known_device() or ""
    nicknames = nicknames_of(device)
    named = groups_named_by(device)
    called = {frozenset(nicknames.keys(group.people)): group.called for group in named}
    return Here(zone(), _evenings(device, EVER), nicknames, called)


def _evenings(device: str, span: Span) -> Evenings:
    return evenings_of(device, opened_links(), MOST_GAMES, span)


def _played(game: Finished) -> Played:
    return Played(
        link=game.link,
        rules=game.rules,
        day=day_of(game.started_at),
        may_be_repeated=game.may_be_repeated,
        names=game.names,
        colours=game.colours,
        figures=game.figures,
    )
