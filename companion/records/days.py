"""Days at the table, and the moments (UTC, as the tables keep them) at which they begin."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

_LONG_AGO, _NEVER = datetime(1, 1, 1), datetime(9999, 1, 1)  # noqa: DTZ001 - the tables have no zone


@dataclass(frozen=True, slots=True)
class Days:
    """From which day at the table to which, both of them in it; None sets no bound."""

    since: date | None = None
    until: date | None = None

    @property
    def bounds(self) -> tuple[datetime, datetime]:
        """The moments (UTC) at which they begin and are over."""
        begins = day_begins(self.since) if self.since else _LONG_AGO
        ends = day_begins(self.until + timedelta(days=1)) if self.until else _NEVER
        return begins, ends


def day_of(moment: datetime) -> date:
    """The day at the table on which this moment (UTC) was, not in Greenwich."""
    return moment.replace(tzinfo=UTC).astimezone().date()


def day_begins(day: date) -> datetime:
    """The moment (UTC) at which this day begins at the table."""
    return datetime.combine(day, time.min).astimezone().astimezone(UTC).replace(tzinfo=None)


EVER = Days()
