"""The number of examples of a law: few in the suite, many in `make soak`."""

import os


def is_soak() -> bool:
    """Whether this is a part of `make soak`, which tries everything."""
    return "SOAK" in os.environ


def examples(few: int) -> int:
    """So many examples in the suite, times `SOAK` if that is set."""
    return few * int(os.environ.get("SOAK", "1"))
