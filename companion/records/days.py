"""Days in the local time zone, and their bounds in UTC (naive, as in the tables)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

_LONG_AGO, _NEVER = datetime(1, 1, 1), datetime(9999, 1, 1)  # noqa: DTZ001 - naive, as in the tables


@dataclass(frozen=True, slots=True)
class Days:
    """A range of local days, both included; None means no bound."""

    since: date | None = None
    until: date | None = None

    @property
    def bounds(self) -> tuple[datetime, datetime]:
        """The first moment (UTC) of the range, and the first one after it."""
        begins = day_begins(self.since) if self.since else _LONG_AGO
        ends = day_begins(self.until + timedelta(days=1)) if self.until else _NEVER
        return begins, ends


def day_of(moment: datetime) -> date:
    """The local day of this moment (UTC)."""
    return moment.replace(tzinfo=UTC).astimezone().date()


def day_begins(day: date) -> datetime:
    """The first moment (UTC) of this local day."""
    return datetime.combine(day, time.min).astimezone().astimezone(UTC).replace(tzinfo=None)


EVER = Days()
