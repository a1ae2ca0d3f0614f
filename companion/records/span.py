"""A range of time, in UTC and naive, as in the tables."""

from datetime import datetime
from typing import NamedTuple


class Span(NamedTuple):
    """The moments from `since` on and before `until`."""

    since: datetime = datetime(1, 1, 1)  # noqa: DTZ001 - naive, as in the tables
    until: datetime = datetime(9999, 1, 1)  # noqa: DTZ001


EVER = Span()
