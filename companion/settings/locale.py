"""The languages and time zones that settings and requests name."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, tzinfo
from typing import TypeAlias
from zoneinfo import ZoneInfo


def preferred(codes: Iterable[str], tags: Iterable[str]) -> str | None:
    """The code for the first of these tags that has one; None if none has.

    They are compared by primary tag: Brazilian Portuguese serves a Portuguese browser.
    """
    primary = {_primary(code): code for code in codes}
    matches = (primary.get(_primary(tag)) for tag in tags)
    return next((code for code in matches if code), None)


def tag_of(code: str) -> str:
    """The BCP 47 tag of a locale; digits are Latin in every language."""
    tag = code.replace("_", "-")
    return f"{tag}-u-nu-latn" if tag == "ar" else tag


def _primary(tag: str) -> str:
    return tag.replace("_", "-").partition("-")[0].lower()


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
