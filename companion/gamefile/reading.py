"""From a file to a game: the ruleset, who sat down, and a log that the rules have checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from companion.gamefile.players import Players, read_players, refuse_number_of_players
from companion.gamefile.refused import RecordRefused, after_the_end, refused_round
from companion.gamefile.rounds import entries_of, read_round
from companion.gamefile.ruleset import ruleset_of
from companion.gamefile.schema import check_shape, utc_time
from companion.gamefile.text import from_bytes
from companion.rules.doubts import find_doubts
from companion.rules.entries import (
    Entry,
    GameEnded,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundScored,
)
from companion.rules.refusals import Refused, check_play
from companion.rules.replay import Fold
from companion.rules.rulesets import Ruleset
from companion.rules.sections import Data
from companion.rules.state import PlayedRound, Seats, State


@dataclass(frozen=True)
class Record:
    """A game as its record tells it.

    `ruleset_data` is the ruleset as plain data with every choice under `options`, for keeping;
    `started_at` is in UTC; `state` follows from the ruleset, the seats and the entries.
    """

    title: str | None
    started_at: datetime | None
    ruleset_data: Mapping[str, Any]
    ruleset: Ruleset
    seats: Seats
    entries: tuple[Entry, ...]
    state: State


def read_record(content: bytes) -> Record:
    """Read the bytes of a game record. Raises RecordRefused for the first thing that is wrong.

    Somebody who joins, or leaves, later than the rounds go has not done so yet, and whoever gets up
    when the game is over has not left it. Every doubt counts as overridden: the record is as people
    wrote it down.
    """
    data = from_bytes(content)
    check_shape(data)
    record = cast("Data", data)
    ruleset_data, ruleset = ruleset_of(record)
    keeper = _Keeper(ruleset, read_players(record, ruleset))
    keeper.note(record.get("note", ""))
    keeper.write_down(record["rounds"])
    keeper.end(record.get("ended_early"))
    started = record.get("started_at")
    return Record(
        title=record.get("title"),
        started_at=None if started is None else utc_time(started),
        ruleset_data=ruleset_data,
        ruleset=ruleset,
        seats=keeper.players.seats,
        entries=tuple(keeper.entries),
        state=keeper.state,
    )


class _Keeper:
    """Writes a record into a log, entry by entry, as somebody at the table would have."""

    def __init__(self, ruleset: Ruleset, players: Players) -> None:
        self.ruleset, self.players = ruleset, players
        self.entries: list[Entry] = []
        self._fold = Fold.of(ruleset, players.seats)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._fold.state

    def note(self, text: str) -> None:
        if text:
            self._take(Noted(text))

    def end(self, reason: str | None) -> None:
        """The table stopped here, unless the rules had ended the game or nothing was scored."""
        if reason is None:
            return
        try:
            self._take(GameEnded(reason))
        except Refused as refused:
            message = (
                "Ended_early: the game was over by its rules. Take “ended_early” out."
                if refused.code == "game_over"
                else "Ended_early: no round counts yet, so there is no standing. Take it out."
            )
            raise RecordRefused(refused.code, message) from refused

    def write_down(self, lines: list[Data]) -> None:
        for number, line in enumerate(lines, 1):
            try:
                self._come_and_go(number)
                self._score(line, number)
            except Refused as refused:
                names = self.players.names
                raise refused_round(refused, self.ruleset, number, names) from refused
        self._come_and_go(len(lines) + 1)

    def _come_and_go(self, number: int) -> None:
        # Who leaves does so together: of those who are tied, all may go.
        self._take(*(gone for gone in self.players.leavers_before(number) if self._can_leave(gone)))
        comers = [c for c in self.players.comers_before(number) if self._can_come(c)]
        here = len(self.state.active) + sum(not self._passes_by(c, number) for c in comers)
        if here > self.ruleset.most_players:
            refuse_number_of_players(self.ruleset, here, number)
        for comer in comers:
            self._sit_down(comer, number)
        self._refuse_empty_table(number)

    def _sit_down(self, comer: PlayerJoined | PlayerReturned, number: int) -> None:
        if self._passes_by(comer, number):
            self._keep(comer, PlayerLeft(len(self.state.names)))
        else:
            self._take(comer)

    def _passes_by(self, comer: PlayerJoined | PlayerReturned, number: int) -> bool:
        """Whether they get up again before a card is dealt: then a full table has a chair too."""
        if isinstance(comer, PlayerReturned):
            return False
        seat = self.players.names.index(comer.name)
        return PlayerLeft(seat) in self.players.leavers_before(number)

    def _can_come(self, comer: PlayerJoined | PlayerReturned) -> bool:
        """Nobody comes to a game that is over, nor back to one they did not leave in time."""
        if self.state.open is None:
            return False
        return isinstance(comer, PlayerJoined) or comer.seat in self.state.left

    def _can_leave(self, leaver: PlayerLeft) -> bool:
        """Nobody leaves a game that is over, nor one that only others still play off."""
        return self.state.open is not None and leaver.seat in self.state.open.deal.players

    def _refuse_empty_table(self, number: int) -> None:
        """Too few are too few only once cards are dealt to them, but nobody at all is no game."""
        if self.state.open is not None and not self.state.active:
            *_, last = self.players.leavers_before(number)
            name = self.players.names[last.seat]
            message = f"Players, {name}: when {name} leaves, nobody is left. Let somebody stay."
            raise RecordRefused("bad_record", message, number, name)

    def _score(self, line: Data, number: int) -> None:
        if self.state.open is None:
            raise after_the_end(number)
        deal = self.state.open.deal
        if not deal.playoff:
            refuse_number_of_players(self.ruleset, len(deal.players), number)
        play = read_round(line, number, self.players, self.ruleset)
        self._write_round(PlayedRound(self.ruleset, deal, play))

    def _write_round(self, played: PlayedRound) -> None:
        # The open round takes whoever went out for down, so the record is checked as it stands.
        check_play(played)
        self._take(*entries_of(played.play))
        doubts = find_doubts(played)
        self._take(RoundScored(frozenset(doubt.key for doubt in doubts)))

    def _take(self, *entries: Entry) -> None:
        for entry in entries:
            entry.check(self.ruleset, self.state)
        self._keep(*entries)

    def _keep(self, *entries: Entry) -> None:
        self.entries.extend(entries)
        self._fold = self._fold.after(entries, self.ruleset)
