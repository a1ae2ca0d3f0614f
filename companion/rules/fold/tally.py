"""The tally of the players: contracts made, current contract, and points."""

from collections.abc import Iterable, Mapping, Sequence

from companion.rules.model.ruleset import Ruleset


class Tally:
    """By seat: the number of the contract each is on, how many each made, and totals."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.contracts = [1] * players
        self.made = [0] * players
        self.totals = [0] * players
        self._starts_at_one = ruleset.joining == "start_at_one"
        self._starts_behind = ruleset.starts_behind
        self._is_zero_sum = ruleset.scoring.is_zero_sum
        self._worst = max if ruleset.end.low_wins else min
        self._is_out = ruleset.end.is_out

    @property
    def progress(self) -> list[int]:
        """The number of contracts behind each player, made or granted on joining."""
        return [contract - 1 for contract in self.contracts]

    def add(self, points: Mapping[int, int], made: Iterable[int]) -> None:
        """Add a scored round."""
        for seat, cost in points.items():
            self.totals[seat] += cost
        for seat in made:
            self.contracts[seat] += 1
            self.made[seat] += 1

    def add_newcomer(self, others: Sequence[int]) -> None:
        """Add a newcomer, by default without an advantage over these (RULES 20, 19 and 35)."""
        at_one = self._starts_at_one
        self.contracts.append(1 if at_one else min((self.contracts[s] for s in others), default=1))
        self.totals.append(self._worst_total(others) if self._starts_behind else 0)
        self.made.append(0)

    def make_up(self, seat: int, stayed: Sequence[int]) -> int:
        """A returning player keeps their contracts, and must not benefit from missed rounds.

        One who was out has a point more than the others. Where the points of a round add up to 0,
        there is no benefit, and nobody's total changes. Returns the total to continue with.
        """
        if self._is_out(self.totals[seat]) and not self._is_zero_sum:
            self.totals[seat] = self._worst_total(stayed) + 1
        elif self._starts_behind:
            self.totals[seat] = self._worst_total((seat, *stayed))
        return self.totals[seat]

    def _worst_total(self, seats: Sequence[int]) -> int:
        """The worst total of these players; 0 if there are none."""
        return self._worst((self.totals[seat] for seat in seats), default=0)
