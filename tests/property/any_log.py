"""Random logs of any game of the catalogue: whatever a table writes, changes and takes back."""

from random import Random

from companion.rules.fold.entries import DealtIn, Entry, PlayerJoined, PlayerLeft, PlayerReturned
from companion.rules.game import Game
from companion.rules.reading.catalogue import game_data
from tests.vectors.own_rules import snapshot_of, some_options
from tests.vectors.walks import NAMES, Walk

_MOST = 24  # rounds and changes between them


class Log(Walk):
    """A game in which people come and go, return at once, and correct much and late."""

    def _walk(self, _: int, /) -> None:
        self.even = self.even and self.luck.random() < 0.3
        changes = (self._people, self._people, self._late, self._between, self._undo)
        for _ in range(self.luck.randint(1, _MOST)):
            self._round()
            if self.luck.random() < 0.5:
                self.luck.choice(changes)()

    def _people(self) -> None:
        """Whoever is out returns at once, more often than not; others leave, join, or are away."""
        state, luck = self.game.state, self.luck
        back = [PlayerReturned(seat) for seat in sorted(state.left)]
        if back and luck.random() < 0.7:
            self._take(luck.choice(back))
            return
        seat = luck.choice(state.order)
        dealt_in = state.open.deal.players if state.open else ()
        is_full = len(dealt_in) >= self.game.ruleset.most_players
        plays = luck.random() < 0.5 and not is_full  # as a record is read
        entries: list[Entry] = [DealtIn(seat, plays), PlayerLeft(seat)]
        if len(state.names) < len(NAMES):
            entries.append(PlayerJoined(NAMES[len(state.names)], luck.choice((None, *state.order))))
        if len(state.active) > 1:
            self._take(luck.choice(entries))

    def _late(self) -> None:
        """An early round is corrected, or all are played by other house rules."""
        if self.luck.random() < 0.4:
            self._other_rules()
        elif self.game.state.rounds:
            self._take(self._correction())


def log_of(key: str, seed: int) -> Game:
    """The game of this seed."""
    luck, data = Random(seed), game_data(key)
    options = some_options(data, luck) if luck.random() < 0.5 else {}
    return Log(seed, snapshot_of(data, options)).game
