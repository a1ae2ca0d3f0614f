"""Phones and tabs play at random over faulty networks: nothing is lost, doubled or misplaced.

The laws are in `tests/browser/partitions.py`. `make soak` plays hundreds of games, the suite one
short one of each mode.
"""

import pytest

from tests.browser.partitions import MODES, STEPS, played
from tests.browser.phones import Phones

_FEW, _FEW_STEPS = 1, 10  # games of each mode
_CHUNKS = [range(first, first + 25) for first in range(1001, 1126, 25)]  # of each mode


def _play(phones: Phones, mode: str, seeds: range, steps: int = STEPS) -> None:
    partitions = (played(phones, mode, seed, steps) for seed in seeds)
    broken = [str(partition) for partition in partitions if partition.faults]
    assert not broken, "\n\n".join(broken)


@pytest.mark.parametrize("mode", MODES)
def test_every_tap_is_stored_once_or_asked_about_and_all_phones_agree(
    phones: Phones, mode: str
) -> None:
    _play(phones, mode, range(1, 1 + _FEW), _FEW_STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", _CHUNKS, ids=lambda seeds: str(seeds.start))
@pytest.mark.parametrize("mode", MODES)
def test_the_same_holds_for_many_random_games(phones: Phones, mode: str, seeds: range) -> None:
    _play(phones, mode, seeds)
