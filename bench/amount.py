"""The number of repetitions of a measurement; a test runs each part with the smallest."""

import os

SMALLEST = "BENCH_SMALLEST"


def usually(many: int, smallest: int = 2) -> int:
    """So many, or the smallest number if the environment has `BENCH_SMALLEST`."""
    return smallest if SMALLEST in os.environ else many
