"""Waiting for something to be so, and for nothing else."""

import time
from collections.abc import Callable

from tests.browser.lying import PATIENCE

_OFTEN = 0.05  # s from one look to the next


def comes_true(look: Callable[[], object], passing: tuple[type[Exception], ...] = ()) -> bool:
    """Look until there is something to see; False where patience ends before.

    An error of those that pass is no answer; the last one is raised when patience ends with it.
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
