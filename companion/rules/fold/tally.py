"""What everybody has come to: contracts made, the contract they are on, and points."""

from collections.abc import Iterable, Mapping, Sequence

from companion.rules.model.ruleset import Ruleset


class Tally:
    """By seat: the number of the contract each is on, how many each made, and totals."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.contracts = [1] * players
        self.made = [0] * players
        self.totals = [0] * players
        self._starts_at_one = ruleset.joining == "start_at_one"
        self._worst = max if ruleset.end.low_wins else min

    @property
    def progress(self) -> list[int]:
        """How many contracts each has behind them, made or given on joining."""
        return [contract - 1 for contract in self.contracts]

    def add(self, points: Mapping[int, int], made: Iterable[int]) -> None:
        """What a round brought."""
        for seat, cost in points.items():
            self.totals[seat] += cost
        for seat in made:
            self.contracts[seat] += 1
            self.made[seat] += 1

    def add_newcomer(self, others: Sequence[int]) -> None:
        """RULES 20, 19 and 35: by default a newcomer never has an advantage over any of these."""
        at_one = self._starts_at_one
        self.contracts.append(1 if at_one else min((self.contracts[s] for s in others), default=1))
        self.totals.append(0 if at_one else self._worst_total(others))
        self.made.append(0)

    def make_up(self, seat: int, stayed: Sequence[int]) -> int:
        """Who missed rounds keeps the contracts made, and must not gain by points not taken.

        Returns the total to go on with.
        """
        if not self._starts_at_one:
            self.totals[seat] = self._worst_total((seat, *stayed))
        return self.totals[seat]

    def _worst_total(self, seats: Sequence[int]) -> int:
        """The total of whoever among these has come off worst; 0 where there is nobody."""
        return self._worst((self.totals[seat] for seat in seats), default=0)
