"""Finished games of the database as a play file of BG Stats."""

from collections.abc import Iterable

from companion.gamefile.play_file import FinishedGame, to_play_file
from companion.records.games import open_game
from companion.records.kept_game import KeptGame
from companion.time_zones import Zone


class NotOver(Exception):
    """None of the games is over, and BG Stats knows only finished games."""


def play_file(games: Iterable[KeptGame], zone: Zone) -> str:
    """The finished ones of these games as one file, in the times of the zone. Raises NotOver."""
    finished = [_finished(kept) for kept in games if kept.state.outcome.over]
    if not finished:
        raise NotOver
    return to_play_file(finished, zone)


def play_file_of(token: str, zone: Zone) -> str:
    """One game as a file. Raises NoSuchGame, LinkEnded and NotOver."""
    return play_file([open_game(token)], zone)


def _finished(kept: KeptGame) -> FinishedGame:
    return FinishedGame(
        ruleset=kept.ruleset,
        state=kept.state,
        first_names=kept.seats.names,
        title=kept.title,
        started_at=kept.row.started_at,
        changed_at=kept.taps[-1].kept_at,  # the cached row may be one entry behind
        minutes=kept.minutes_played,
    )
