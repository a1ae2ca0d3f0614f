"""Forms about people and groups: names, colours, identity, and ranges of days.

They choose among the people of this phone, who are those of its last finished games.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import SelectChoice, StringField
from wtforms.validators import StopValidation

from companion.gamefile.schema import YEARS
from companion.records.people.colours import COLOURS
from companion.records.people.finished import Finished, FinishedGames, finished_of
from companion.records.people.known_people import groups_named_by, nicknames_of
from companion.records.people.lists import EVER, Span
from companion.rules.model.names import Nicknames, folded
from companion.settings.locale import Zone
from companion.web.forms.fields import NAME_LENGTH, TITLE_LENGTH, ChoiceField, PageForm, TextField
from companion.web.game.phones import known_device, opened_links
from companion.web.local_time import Days, day_of, zone
from companion.web.pages.profiles.games import Game, Played, games_called
from companion.web.pages.profiles.view import (
    WAYS,
    Belonging,
    By,
    Group,
    Known,
    People,
    PersonView,
    SeasonView,
    belonging,
    group_among,
    group_with,
    groups_of,
    people_known,
    person_view,
    season_view,
)

_NOT_HERE = _("These two cannot be the same person.")
_WORDS = {"autocapitalize": "words", "spellcheck": "false"}


class PersonForm(PageForm):
    """The name and colour of a person on this phone."""

    name = TextField(NAME_LENGTH, needed=_("Enter a name."), render_kw=_WORDS)
    colour = ChoiceField(choices=[SelectChoice(str(n), str(n)) for n in range(COLOURS)])

    def refuse_namesake(self, who: str, here: "Here") -> bool:
        """Add an error if the name belongs to another person; whether it does."""
        is_taken = here.is_taken(self.name.text, who)
        if is_taken:
            self.name.errors = [
                gettext(
                    "Somebody else here has that name. If they are the same person, say so below; "
                    "otherwise add an initial."
                )
            ]
        return is_taken


class SameForm(PageForm):
    """Another name of the same person."""

    other = ChoiceField(otherwise=_NOT_HERE)


class GroupForm(PageForm):
    """The name of a group; blank removes it."""

    called = TextField(TITLE_LENGTH, render_kw=_WORDS)


class DayField(StringField):
    """A day in ISO 8601, 2026-11-22; blank for none."""

    @property
    def day(self) -> date | None:
        """The day, once validated."""
        return date.fromisoformat(self.data) if self.data else None

    def pre_validate(self, form: object) -> None:  # noqa: ARG002 - WTForms passes it
        """Raises StopValidation for an invalid date."""
        try:
            is_one = self.day is None or self.day.year in YEARS
        except ValueError:
            is_one = False
        if not is_one:
            raise StopValidation(
                gettext("Enter a date as year, month and day, such as 2026-11-22.")
            )


class SeasonForm(PageForm):
    """The range of days of a season."""

    since = DayField(render_kw={"type": "date"})
    until = DayField(render_kw={"type": "date"})

    @classmethod
    def of(cls, args: Mapping[str, str]) -> "SeasonForm":
        """The form of an address."""
        return cls(formdata=None, data={name: args.get(name, "") for name in ("since", "until")})

    def fill_in(self, first: date | None, last: date | None) -> None:
        """Without a range, fill in that of the games."""
        for field, day in ((self.since, first), (self.until, last)):
            if not field.data and day:
                field.data = day.isoformat()

    def days(self) -> Days | None:
        """The range; None if a field has an error."""
        if not self.validate():
            return None
        since, until = self.since.day, self.until.day
        if since and until and since > until:
            self.until.errors = [gettext("The season cannot end before it begins.")]
            return None
        return Days(since, until)


def way_of(typed: str | None) -> By:
    """The ranking in an address; by wins by default."""
    return next((way for way in WAYS if way == typed), "wins")


MOST_GAMES = 200  # four years of Fridays; the same number again for a range of days


@dataclass(frozen=True, slots=True)
class Here:
    """The games and people of this phone; derived values are cached by its names and its zone.

    Between two days, `ever` has its last games of all.
    """

    zone: Zone
    evenings: FinishedGames
    nicknames: Nicknames
    called: Mapping[People, str]
    ever: "Here | None" = None

    def between(self, days: Days) -> "Here":
        """The same for the last games between these days."""
        if days == Days():
            return self
        return replace(self, evenings=_evenings(known_device() or "", days.span), ever=self)

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

    def is_taken(self, name: str, who: str) -> bool:
        """Whether this is a name of somebody else; or was, in games too old to be among these."""
        whose = self.who(name)
        is_other_name = whose != folded(name)
        return whose != who and (is_other_name or any(one.who == whose for one in self.people))

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
        belongs = self.belongs
        key = ("season", group.people, by, *belongs.items(), *self._names, *self._groups)
        return self.evenings.cached(
            key, lambda: season_view(group_among(group, self.games, belongs), by)
        )

    @property
    def belongs(self) -> Belonging:
        """Which people belong to which group: in all games, so that no range of days changes it."""
        key = ("belonging", *self._names, *self._groups)
        found = self.evenings.cached(key, lambda: belonging(self.games, self.called))
        return {**found, **self.ever.belongs} if self.ever else found

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


def _evenings(device: str, span: Span) -> FinishedGames:
    return finished_of(device, opened_links(), MOST_GAMES, span)


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
