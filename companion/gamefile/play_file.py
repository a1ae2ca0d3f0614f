"""Finished games as a play file of the app BG Stats (`.bgsplay`).

A play file is JSON with references by number. docs/reference/file-formats.md lists the known facts
about the format. An id is derived from the object it identifies, so that a second export of a game
updates its play instead of adding one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from companion.gamefile.text import to_json
from companion.gamefile.writing import as_utc
from companion.rules.model.names import folded
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Standing, State
from companion.time_zones import Zone, in_zone

_IDS = UUID("5f0d7f0e-6a5c-4d53-9a36-1f8c0f6f2c11")  # arbitrary, but a change would duplicate plays
_ABOUT = "Plays from Rummy Companion. Open this file with BG Stats."
_MOMENT = "%Y-%m-%d %H:%M:%S"
_UNKNOWN = _AS_ITS_GAME = 0  # a duration or seat; the way of scoring a play

_Kind = tuple[str, bool]  # the name of a game, and whether the fewest points win


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over.

    `first_names` are those of the first deal, which no rename changes. The times are of the first
    deal and of the last change; naive ones are in UTC. `minutes` is the duration, None if unknown.
    """

    ruleset: Ruleset
    state: State
    first_names: Sequence[str]
    title: str
    started_at: datetime
    changed_at: datetime
    minutes: int | None = None

    @property
    def kind(self) -> _Kind:
        """The game of BG Stats: the name, and the direction of points."""
        return self.ruleset.name, self.ruleset.end.low_wins

    @property
    def uuid(self) -> str:
        """An id derived from its start, equal on every server."""
        return _uuid("play", self.ruleset.key, as_utc(self.started_at), *self.first_names)


def to_play_file(games: Iterable[FinishedGame], zone: Zone) -> str:
    """These games as one file, the earliest first, with the times of this zone."""
    in_order = sorted(games, key=lambda game: game.started_at)
    finished = [_by_its_clocks(game, zone) for game in in_order]
    changed = max((f"{game.changed_at:{_MOMENT}}" for game in finished), default="")
    people = _people(finished)
    kinds = [*dict.fromkeys(game.kind for game in finished)]
    data = {
        "about": _ABOUT,
        "players": [_player(*one, changed) for one in enumerate(people.values(), 1)],
        "locations": [],
        "games": [_game(*one, changed) for one in enumerate(kinds, 1)],
        "plays": [_play(game, kinds.index(game.kind) + 1, [*people]) for game in finished],
        # BG Stats remembers its matching for this player, so the choice must be stable.
        "userInfo": {"meRefId": 1},
    }
    return to_json(data)


def _people(games: Sequence[FinishedGame]) -> dict[str, str]:
    """The players by folded name: those in most plays first, then by name."""
    names = [name for game in games for name in game.state.names]
    plays = Counter(map(folded, names))
    called = {folded(name): name for name in names}
    return {key: called[key] for key in sorted(called, key=lambda key: (-plays[key], key))}


def _player(number: int, name: str, changed: str) -> dict[str, Any]:
    return {
        "uuid": _uuid("player", folded(name)),
        "id": number,
        "name": name,
        "isAnonymous": False,
        "modificationDate": changed,
    }


def _game(number: int, kind: _Kind, changed: str) -> dict[str, Any]:
    name, low_wins = kind
    return {
        "uuid": _uuid("game", name, str(low_wins)),
        "id": number,
        "name": name,
        "modificationDate": changed,
        "cooperative": False,
        "highestWins": not low_wins,
        "noPoints": False,
        "usesTeams": False,
        "bggId": _UNKNOWN,
    }


def _play(game: FinishedGame, kind: int, people: Sequence[str]) -> dict[str, Any]:
    began, state = f"{game.started_at:{_MOMENT}}", game.state
    played = (scored.counted and not scored.void for scored in state.rounds)
    return {
        "uuid": game.uuid,
        "modificationDate": f"{game.changed_at:{_MOMENT}}",
        "entryDate": began,
        "playDate": began,
        "usesTeams": False,
        "durationMin": game.minutes or _UNKNOWN,
        "ignored": False,
        "manualWinner": _is_won_otherwise(game),
        "rounds": sum(played),
        "comments": "\n".join(filter(None, (game.title, state.note))),
        "gameRefId": kind,
        "rating": 0,
        "scoringSetting": _AS_ITS_GAME,
        "playerScores": [*_scores(state, people)],
    }


def _scores(state: State, people: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The players in order of play; nobody plays twice, because names in a game differ."""
    standings = {standing.seat: standing for standing in state.standings}
    leads = state.rounds[0].deal.leads if state.rounds else None
    for seat in state.order:
        number = people.index(folded(state.names[seat])) + 1
        won = seat in state.outcome.winners
        total = _final_totals(state)[seat]
        yield _score(standings[seat], total, number, won=won, leads=seat == leads)


def _score(
    standing: Standing, total: int, player: int, *, won: bool, leads: bool
) -> dict[str, Any]:
    return {
        "playerRefId": player,
        "score": str(total),
        "winner": won,
        "rank": standing.place,
        "startPlayer": leads,
        "newPlayer": False,
        "seatOrder": _UNKNOWN,
    }


def _final_totals(state: State) -> Mapping[int, int]:
    """The totals, with the points after the last round if there are any."""
    return state.settlement.totals if state.settlement else dict(enumerate(state.totals))


def _is_won_otherwise(game: FinishedGame) -> bool:
    """Whether points alone would name other winners: contracts or a tie-break decided."""
    totals = _final_totals(game.state)
    best = min(totals.values()) if game.ruleset.end.low_wins else max(totals.values())
    return {*game.state.outcome.winners} != {s for s, total in totals.items() if total == best}


def _uuid(*parts: str) -> str:
    return str(uuid5(_IDS, "\n".join(parts)))


def _by_its_clocks(game: FinishedGame, zone: Zone) -> FinishedGame:
    """The game with the times of the zone: the format has times without a zone."""
    began, changed = in_zone(game.started_at, zone), in_zone(game.changed_at, zone)
    return replace(game, started_at=began, changed_at=changed)
