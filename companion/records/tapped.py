"""Converts the reported time of a tap to the clock of the server."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_MS = 1000
_LONGEST_AGO = 31 * 24 * 3600 * _MS  # the longest plausible time offline
_IN_TRANSIT = 60 * _MS  # two correct clocks differ by less
_MOST_AHEAD = 2 * 10**9  # seconds; the maximum of the column


@dataclass(frozen=True, slots=True)
class Tapped:
    """The time of a tap as reported by its phone.

    `at` is in UTC and naive, by the clock of the server; None if it was not reported or is
    impossible. `clock_ahead` is the number of seconds by which the phone's clock was ahead; None if
    the phone did not report its time.
    """

    at: datetime | None = None
    clock_ahead: int | None = None

    @classmethod
    def reported(cls, tap: int | None, phone: int | None, arrived: datetime) -> "Tapped":
        """The phone's times in ms since 1970: of the `tap`, and of sending it (`phone`).

        The difference is right however wrong the clock is, unless it was set in between: then the
        tap seems to be in the future or weeks ago, and gets no time.
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
