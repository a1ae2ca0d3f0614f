"""The number of examples of a law: few in the suite, many in `make soak`."""

import os


def is_soak() -> bool:
    """Whether this is a part of `make soak`, which tries everything."""
    return "SOAK" in os.environ


def examples(few: int, usual: int = 0) -> int:
    """So many examples in the suite; where `SOAK` is set, so many times the usual ones."""
    return (usual or few) * int(os.environ["SOAK"]) if is_soak() else few
