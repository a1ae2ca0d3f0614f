"""When a phone says that something was tapped, converted to the clock of the server."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_MS = 1000
_LONGEST_AGO = 31 * 24 * 3600 * _MS  # nobody plays that long without a network
_IN_TRANSIT = 60 * _MS  # the clocks of a phone and a server that are both right differ by less
_MOST_AHEAD = 2 * 10**9  # seconds; what the column holds


@dataclass(frozen=True, slots=True)
class Tapped:
    """The time of a tap as its phone reports it.

    `at` is in UTC without a zone, by the clock of the server; None where the phone reports none, or
    one that cannot be. `clock_ahead` is by how many seconds the clock of the phone was ahead; None
    where it did not tell its own time.
    """

    at: datetime | None = None
    clock_ahead: int | None = None

    @classmethod
    def reported(cls, tap: int | None, phone: int | None, arrived: datetime) -> "Tapped":
        """By the phone's clock, in ms since 1970: of the `tap`, and of sending it (`phone`).

        What the phone counted between the two is right, however wrong its clock is, unless that
        was set meanwhile: then the tap seems to be in the future, or weeks ago, and has no time.
        """
        here = round(arrived.replace(tzinfo=UTC).timestamp() * _MS)
        ahead = None if phone is None else (phone - here) // _MS
        if ahead is not None and abs(ahead) > _MOST_AHEAD:
            ahead = None
        if tap is None:
            return cls(None, ahead)
        ago = (here if phone is None else phone) - tap
        can_be = -_IN_TRANSIT <= ago <= _LONGEST_AGO
        return cls(arrived - timedelta(milliseconds=max(ago, 0)) if can_be else None, ahead)


NOT_REPORTED = Tapped()
