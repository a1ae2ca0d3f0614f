"""Days and hours as people read and type them: by the clock of the phone that asks.

Each phone names its zone in a cookie (static/js/pages/zone.js); without one it is that of the
settings. Moments are in UTC.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from flask import current_app, g, has_request_context, request

from companion.records.people.lists import EVER, Span
from companion.settings.locale import Zone, in_zone, moment_of, zone_called

COOKIE = "companion-zone"
_A_DAY = timedelta(days=1)


def zone_of_phone() -> ZoneInfo | None:
    """The zone that the phone named; None without a valid name."""
    return zone_called(request.cookies.get(COOKIE, "")) if has_request_context() else None


def zone() -> Zone:
    """The zone of the people who asked; base.html draws a page again that this changes."""
    g.shows_local_time = True
    return zone_of_phone() or current_app.config["TIMEZONE"]


def local(moment: datetime) -> datetime:
    """The same moment by their clock."""
    return in_zone(moment, zone())


def now() -> datetime:
    """The current time by their clock."""
    return local(datetime.now(UTC))


def day_of(moment: datetime) -> date:
    """Their day at this moment."""
    return local(moment).date()


def next_at(clock: time, since: datetime) -> datetime:
    """The first moment from `since` on at which their clock shows this."""
    return next(moment for moment in _moments_at(clock, day_of(since)) if moment >= since)


def _moments_at(clock: time, day: date) -> Iterator[datetime]:
    """Those of this day and the next, in order; an hour may come twice.

    Where summer time leaves an hour out, its clock goes on from the hour before: 2:30 is 3:30.
    """
    here = zone()
    for each in (day, day + _A_DAY):
        first, again = (moment_of(each, clock.replace(fold=fold), here) for fold in (0, 1))
        yield first
        yield max(first, again)  # in an hour that is left out, `again` is the earlier moment


@dataclass(frozen=True, slots=True)
class Days:
    """A range of their days, both included; None means no bound."""

    since: date | None = None
    until: date | None = None

    @property
    def span(self) -> Span:
        """The same range of time."""
        begins = _begin(self.since) if self.since else EVER.since
        return Span(begins, _begin(self.until + _A_DAY) if self.until else EVER.until)


def _begin(day: date) -> datetime:
    """The first moment of their day, naive as in the tables."""
    return moment_of(day, time.min, zone()).replace(tzinfo=None)
