"""The log as readable lines: what happened, and on which phone."""

from dataclasses import dataclass
from datetime import timedelta

from babel.dates import format_timedelta
from flask_babel import get_locale, gettext
from markupsafe import Markup

from companion.records.log.stored_game import StoredGame
from companion.sentences import N_
from companion.web.game.phones import Phones, phones_at
from companion.web.view_models.history import Line, lines_in
from companion.web.words.entries import EntryParts, Moment, entry_parts, entry_words
from companion.web.words.text import say, time_words


@dataclass(frozen=True, slots=True)
class InWords:
    """Formats the lines of a game with the names of its players and phones."""

    stored: StoredGame
    phones: Phones

    def what(self, line: Line) -> Markup:
        """What happened."""
        return entry_words(self._moment(line), line.logged.entry)

    def parts(self, line: Line) -> EntryParts:
        """The same, with the points of a count apart."""
        return entry_parts(self._moment(line), line.logged.entry)

    def _moment(self, line: Line) -> Moment:
        return Moment(self.stored, line.round, line.logged.sequence)

    def arrival(self, line: Line) -> str:
        """The time of arrival and the error of the phone's clock; blank if irrelevant."""
        late = gettext("arrived %(time)s", time=time_words(line.logged.at))
        said = [late] if line.arrived_late else []
        if line.clock_off is not None:
            said.append(_clock_words(line.clock_off))
        return " · ".join(said)

    def where(self, line: Line) -> Markup:
        """The phone; blank if unknown."""
        return self.phones.name(line.logged.device)

    def who(self, line: Line) -> str:
        """The player concerned; blank for none, or if their join was undone."""
        state = self.stored.state
        if line.seat is None or line.seat >= len(state.names):
            return ""
        return state.name_in(line.seat, line.round)


@dataclass(frozen=True, slots=True)
class News:
    """A line about an entry of another phone."""

    words: Markup
    phone: Markup


def _clock_words(ahead: int) -> str:
    """The error of a clock: the phone’s clock was 15 minutes fast."""
    fast, slow = (
        N_("the phone’s clock was %(time)s fast"),
        N_("the phone’s clock was %(time)s slow"),
    )
    time = format_timedelta(timedelta(seconds=abs(ahead)), locale=get_locale() or "en")
    return str(say(fast if ahead > 0 else slow, {"time": time}).striptags())


def in_words(stored: StoredGame) -> InWords:
    """The formatter of this game on this phone."""
    return InWords(stored, phones_at(stored))


def news_since(stored: StoredGame, phones: Phones, version: int) -> list[News]:
    """The lines written while a page was open, in order."""
    read, some = InWords(stored, phones), [*stored.lines(version + 1, stored.game.version)]
    return [News(read.what(line), read.where(line)) for line in lines_in(stored.entries, some)]
