"""Time zones by their IANA names, such as Europe/Berlin; None is the zone of the machine."""

from datetime import UTC, date, datetime, time, tzinfo
from typing import TypeAlias
from zoneinfo import ZoneInfo

Zone: TypeAlias = tzinfo | None


def zone_called(name: str) -> ZoneInfo | None:
    """The zone of this name; None for any other text, and where the machine lacks its data."""
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):  # unknown, no name at all, or a folder of names
        return None


def in_zone(moment: datetime, zone: Zone) -> datetime:
    """The same moment by the clocks of the zone; a naive moment is in UTC, as in the tables."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(zone)


def moment_of(day: date, clock: time, zone: Zone) -> datetime:
    """The moment (UTC) at which the clocks of the zone show this."""
    return datetime.combine(day, clock, zone).astimezone(UTC)
