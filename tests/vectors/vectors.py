"""Games folded by Python, to compare another fold with: the state after every entry, and more."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.gamefile import read_record
from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound
from companion.rules.reading.ruleset import ruleset_data
from tests.gamefile.games import GAMES, RECORDS, expected, load, packed
from tests.vectors.ends import ends
from tests.vectors.state_data import entry_data, fields_of, refused_data, round_so_far, state_data
from tests.vectors.view_data import views_data
from tests.vectors.walks import Walk
from tests.vectors.wants import OF_A_PAGE, wants

Data = dict[str, Any]
_WANTS_EVERY = 4  # entries


@dataclass(frozen=True)
class Want:
    """Commands, made in this `round` by a phone that was offline."""

    entries: Sequence[e.Entry]
    unasked: bool = False
    round: int | None = None


class Vectors:
    """The written data: distinct `rulesets`, and `games` with their steps.

    A step has an entry (none at first), the ruleset if it changed, the difference of the state,
    the players of each seat, the seats that the entry names once all have moved by one, the
    displayed open round, and some commands with their results. View models are included for every
    step, or for every n-th and the last.
    """

    def __init__(self, views_every: int = 1) -> None:
        self._views_every = views_every
        self.rulesets: list[Data] = []
        self.games: list[Data] = []
        self._numbers: dict[int, int] = {}
        self._kept: list[Ruleset] = []  # keeps them alive, so that identities stay unique

    def as_data(self) -> Data:
        return {"rulesets": self.rulesets, "games": self.games}

    def add(self, name: str, games: Sequence[Game], wanted: Iterable[Want] = ()) -> None:
        """A game after each of its entries; `wanted` commands are tried at the end."""
        seats = {"names": games[0].seats.names, "first_dealer": games[0].seats.first_dealer}
        steps = [*self._steps(games, Random(name))]
        steps[-1]["wanted"] += [_want(games[-1], want) for want in wanted]
        self.games.append({"name": name, "seats": seats, "steps": steps})

    def _steps(self, games: Sequence[Game], luck: Random) -> Iterator[Data]:
        known: Data = {}
        rounds: dict[int, Data] = {}
        by: int | None = None
        before: tuple[OpenRound, Data] | None = None
        for number, game in enumerate(games):
            state, ruleset = state_data(game.state, rounds), self._number(game.ruleset)
            asks = number % _WANTS_EVERY == 0
            current = game.state.open
            before = before if ruleset == by else None
            shown = current and round_so_far(game.ruleset, current, before)
            step = {
                "entry": entry_data(game.entries[-1]) if game.entries else None,
                "seated": game.seated_at(game.version),
                "named": _moved_by_one(game.entries[-1:]),
                "state": {key: said for key, said in state.items() if known.get(key, ...) != said},
                "round": shown,
                "wanted": [_want(game, _as_often(game, entries)) for entries in wants(game, luck)]
                if asks
                else [],
            }
            if number % self._views_every == 0 or game is games[-1]:
                step["shows"] = views_data(game)
            yield step if ruleset == by else step | {"ruleset": ruleset}
            known, by = state, ruleset
            before = (current, shown) if current and shown else None

    def _number(self, ruleset: Ruleset) -> int:
        if id(ruleset) not in self._numbers:
            self._numbers[id(ruleset)] = len(self.rulesets)
            self.rulesets.append(ruleset_data(ruleset))
            self._kept.append(ruleset)
        return self._numbers[id(ruleset)]


def worked_games(views_every: int = 1) -> Vectors:
    """Every game of `tests/games`, also those with a refused end, and rare ends."""
    written = Vectors(views_every)
    for name in RECORDS:
        written.add(name, _worked(load(name)))
        written.games[-1]["expected"] = expected(name)
    for path in sorted((GAMES / "refused").glob("*.json")):
        row = json.loads(path.read_text("utf-8"))
        if "then" in row:  # otherwise the file is refused, and there is no game
            then = [e.read_entry(entry["kind"], entry) for entry in row["then"]]
            asked = [Want(then)] if all(entry.kind in OF_A_PAGE for entry in then) else []
            written.add(path.stem, _worked(row["record"]), asked)
    for name, games in ends():
        written.add(name, games)
    return written


def random_games(seeds: Iterable[int]) -> Vectors:
    """A game for each seed, deterministic."""
    written = Vectors()
    for seed in seeds:
        written.add(f"walk {seed}", Walk(seed).games)
    return written


def _worked(record: Data) -> list[Game]:
    read = read_record(packed(record))
    games = [Game.begun(json.dumps(read.ruleset_data), read.seats)]
    for entry in read.entries:
        games.append(games[-1].with_entries(entry))
    return games


def _moved_by_one(entries: Iterable[e.Entry]) -> list[int]:
    return sorted({seat + 1 for entry in entries for seat in entry.seats()})


def _as_often(game: Game, entries: Sequence[e.Entry]) -> Want:
    """Every third command as from a phone that was offline; an undo always."""
    return Want(entries, unasked=game.version % 3 == 0 or isinstance(entries[0], e.EntryUndone))


def _want(game: Game, want: Want) -> Data:
    entries = [entry_data(entry) for entry in want.entries]
    told = {"entries": entries, "unasked": want.unasked, "round": want.round}
    return told | {"becomes": _becomes(game, want)}


def _becomes(game: Game, want: Want) -> Data:
    if any(_waits(game, entry, unasked=want.unasked) for entry in want.entries):
        return {"waits": True}
    command = Command(tuple(want.entries), game.version, want.round, unasked=want.unasked)
    try:
        after = decide(game, command)
    except Conflict as conflict:
        return {"conflict": conflict.code}
    except Refused as refused:
        return refused_data(refused)
    except Doubted as doubted:
        return {"doubted": [fields_of(doubt) for doubt in doubted.doubts]}
    return {"kept": [entry_data(entry) for entry in after.entries[game.version :]]}


_RESTS_ON_LITTLE = ("adjusted", "noted", "titled", "player_renamed")
_MOVES_MUCH = (e.PlayerJoined, e.PlayerLeft, e.PlayerReturned, e.RoundScored)


def _waits(game: Game, entry: e.Entry, *, unasked: bool) -> bool:
    """Whether it is left to the server: changed house rules, and undos with dependent entries.

    Whether an entry depends on the undone one is decided by the check of that entry, for entries
    that pages write; some others have few dependencies.
    """
    if not isinstance(entry, e.EntryUndone) or not 1 <= entry.sequence <= game.version:
        return isinstance(entry, e.RulesChanged)
    undone = game.entries[entry.sequence - 1]
    if isinstance(undone, e.RulesChanged):
        return True
    if not unasked or not entry.is_outdated(game.state):
        return False
    since = [
        other
        for number, other in enumerate(game.entries, 1)
        if number > entry.sequence and number not in game.state.undone
    ]
    known = OF_A_PAGE if isinstance(undone, _MOVES_MUCH) else {*OF_A_PAGE, *_RESTS_ON_LITTLE}
    is_checked = all(other.kind in known for other in since)
    return not is_checked and not any(other.goes_back for other in since)
