"""The time of replaying a long game."""

from statistics import median
from time import perf_counter_ns

from bench.amount import usually
from bench.figures import Figure
from bench.played import NAMES, RULES, entries
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats
from companion.rules.reading.ruleset import read_ruleset

_ROUNDS, _TIMES = 15, usually(300)
_MOST_MICROSECONDS = 2_000


def replaying() -> list[Figure]:
    """Microseconds for 15 rounds of five players, each hand saved three times."""
    ruleset, seats, log = read_ruleset(RULES), Seats(NAMES), entries(_ROUNDS)
    took = []
    for _ in range(_TIMES):
        start = perf_counter_ns()
        state = replay(ruleset, seats, log)
        took.append((perf_counter_ns() - start) / 1_000)
    if len(state.rounds) != _ROUNDS:
        raise RuntimeError(f"The replay came to {len(state.rounds)} rounds.")
    name = f"replay of {_ROUNDS} rounds, {len(NAMES)} players"
    note = f"median of {_TIMES}; {len(log)} entries"
    return [Figure(name, round(median(took)), "µs", _MOST_MICROSECONDS, note)]
