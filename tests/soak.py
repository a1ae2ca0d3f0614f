"""How often a law is tried: a few times in the suite, many more in `make soak`."""

import os


def examples(few: int) -> int:
    """So many examples in the suite; `SOAK` times as many where that is set."""
    return few * int(os.environ.get("SOAK", "1"))
