"""The number of examples of a law: few in the suite, many in `make soak`."""

import os


def examples(few: int, usual: int = 0) -> int:
    """So many examples in the suite; where `SOAK` is set, so many times the usual ones."""
    times = os.environ.get("SOAK")
    return few if times is None else (usual or few) * int(times)
