"""Waiting for a condition."""

import time
from collections.abc import Callable

from tests.browser.lying import PATIENCE

_OFTEN = 0.05  # s between checks


def comes_true(look: Callable[[], object], passing: tuple[type[Exception], ...] = ()) -> bool:
    """Poll until the result is true; False after a timeout.

    Retries after temporary errors; the last one is raised on timeout.
    """
    end = time.monotonic() + PATIENCE / 1000
    while True:
        is_late = time.monotonic() > end
        try:
            if look():
                return True
        except passing:
            if is_late:
                raise
        if is_late:
            return False
        time.sleep(_OFTEN)
