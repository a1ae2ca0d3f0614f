"""Converts a record into a log, entry by entry, as if its rounds were written on pages."""

from collections.abc import Mapping, Sequence

from companion.gamefile.history import MOST_WORK, work_of
from companion.gamefile.players import Players, crooked_absences, refuse_too_many_players
from companion.gamefile.refused import MAY_HAVE_BEEN, RecordRefused, after_the_end, refused_round
from companion.gamefile.rounds import read_round
from companion.rules.fold.entries import (
    DealerChanged,
    DealtIn,
    Dropped,
    EndTimeSet,
    Entry,
    GameEnded,
    HandCounted,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundScored,
    RulesChanged,
    TurnedUp,
    WentOut,
    entries_of,
)
from companion.rules.fold.replay import Fold
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.refusals import Refused, check_play
from companion.rules.model.house_rules import Value
from companion.rules.model.names import folded
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import PlayedRound, State
from companion.rules.reading.sections import Data

MOST_ENTRIES = 5000  # a game of twelve rounds with nine players takes a tenth of it
Changes = list[tuple[int, Mapping[str, Value]]]


class LogBuilder:
    """Builds the log of a record entry by entry, as if its rounds were written on pages.

    `rules` are those in force, then earlier ones of the game, by which rounds were also played.
    """

    def __init__(self, rules: Sequence[Ruleset], players: Players, changes: Changes) -> None:
        self.rules, self.players, self.changes = rules, players, changes
        self.ruleset = rules[0]
        self.entries: list[Entry] = []
        self._fold = Fold.of(self.ruleset, players.seats)

    @property
    def state(self) -> State:
        """The current state of the game."""
        return self._fold.state

    def note(self, text: str) -> None:
        """Add the note of the game."""
        if text:
            self._take(Noted(text))

    def stop_at(self, minutes: int | None) -> None:
        """Set the time at which the table wants to stop, in minutes since 1970."""
        if minutes is not None:
            self._keep(EndTimeSet(minutes))

    def end(self, reason: str | None) -> None:
        """End the game early, unless the rules have ended it or no round was scored."""
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
        """Write every played round. Raises RecordRefused."""
        for number, line in enumerate(lines, 1):
            try:
                self._come_and_go(number, line)
                self._score(line, number)
            except Refused as refused:
                names = self.players.names
                raise refused_round(refused, self.ruleset, number, names) from refused

    def go_on(self, line: Data | None, number: int) -> None:
        """Write the open round, if there is one. Raises RecordRefused."""
        try:
            self._come_and_go(number, line or {})
            if line is None:
                return
            if self.state.open is None:
                raise after_the_end(number)
            self._deal(line, number)
            # Whoever only misses this round has a place in the next one.
            refuse_too_many_players(self.ruleset, len(self.state.active), number + 1)
            play = read_round({"went_out": None, **line}, number, self.players, self.rules)
            is_over = "went_out" in line
            self._tell([e for e in entries_of(play) if is_over or not isinstance(e, WentOut)])
        except Refused as refused:
            raise refused_round(refused, self.ruleset, number, self.players.names) from refused

    def _change_rules(self, number: int) -> None:
        """Apply a change of house rules before this round; the latest rules apply to all rounds."""
        for before, options in self.changes:
            if before == number:
                self._keep(RulesChanged(options))
                self._refuse_too_much_work()

    def _refuse_too_much_work(self) -> None:
        if work_of(self.entries) > MOST_WORK:
            message = "Rules_before: they changed more often than in any game. Take some out."
            raise RecordRefused("bad_record", message)

    def _deal(self, line: Data, number: int) -> None:
        """Set the players dealt in, and the dealer, where the record differs from the rules."""
        self._deal_in(line, number)
        if "dealer" in line and self.state.open is not None:
            dealer = self.players.seat(line["dealer"], number)
            if dealer != self.state.open.deal.dealer:
                self._take(DealerChanged(dealer))

    def _deal_in(self, line: Data, number: int) -> None:
        for seat in self._dealt_in(line, number):
            dealt_in = DealtIn(seat, plays=True)
            if dealt_in.is_news(self.state):
                self._take(dealt_in)
        self._keep_from_deal(line, number)

    def _keep_from_deal(self, line: Data, number: int) -> None:
        """Remove those whom the record does not list: a newcomer may have had their place."""
        listed = self._dealt_in(line, number)
        for seat in self._here:
            if seat not in listed:
                self._take(DealtIn(seat, plays=False))

    def _dealt_in(self, line: Data, number: int) -> tuple[int, ...]:
        """The players of the open round as the record lists them, or else as they are."""
        if "dealt_in" not in line or self.state.open is None:
            return self._here
        return tuple(self.players.seat(name, number) for name in line["dealt_in"])

    @property
    def _here(self) -> tuple[int, ...]:
        """The players dealt in to the open round; nobody after the end."""
        return self.state.open.deal.players if self.state.open else ()

    def _come_and_go(self, number: int, line: Data) -> None:
        self._change_rules(number)
        # Players who leave at the same time leave together, so all tied players may go.
        self._keep(*(gone for gone in self.players.leavers_before(number) if self._can_leave(gone)))
        self._keep_from_deal(line, number)
        comers = [c for c in self.players.comers_before(number) if self._can_come(c, number)]
        if comers and self.state.open is not None:
            staying = sum(not self._passes_by(comer, number) for comer in comers)
            here = len(self.state.open.deal.players) + staying
            refuse_too_many_players(self.ruleset, here, number)
        takeovers = [*self.players.takeovers_before(number)]
        names = {folded(comer.name) for comer in comers if isinstance(comer, PlayerJoined)}
        first = [one for one in takeovers if folded(one.former) in names]  # they free the name
        self._keep(*first)
        for comer in comers:
            self._sit_down(comer, number, says_who_plays="dealt_in" in line)
        self._keep(*(one for one in takeovers if one not in first))

    def _sit_down(
        self, comer: PlayerJoined | PlayerReturned, number: int, *, says_who_plays: bool
    ) -> None:
        if self._passes_by(comer, number):
            self._keep(comer, PlayerLeft(len(self.state.names)))
        elif says_who_plays:  # so room is counted by the deal
            self._keep(comer)
        else:
            self._take(comer)

    def _passes_by(self, comer: PlayerJoined | PlayerReturned, number: int) -> bool:
        """Whether a newcomer leaves before the deal, and so fits even a full table."""
        if isinstance(comer, PlayerReturned):
            return False
        names = self.players.first_names
        seat = next(seat for seat in self.players.joined if names[seat] == comer.name)
        return PlayerLeft(seat) in self.players.leavers_before(number)

    def _can_come(self, comer: PlayerJoined | PlayerReturned, number: int) -> bool:
        """Nobody joins a finished game, or returns to a game that they did not leave in time."""
        if self.state.open is None:
            return False
        if isinstance(comer, PlayerJoined) or comer.seat in self.state.left:
            return True
        if self.players.comes_back_at_once(comer.seat, number):
            raise crooked_absences(self.players.names[comer.seat])
        return False

    def _can_leave(self, leaver: PlayerLeft) -> bool:
        """Nobody leaves a finished game, or one whose tie is decided without them."""
        return self.state.open is not None and leaver.seat in self.state.open.deal.players

    def _score(self, line: Data, number: int) -> None:
        if self.state.open is None:
            raise after_the_end(number)
        self._deal(line, number)
        deal = self.state.open.deal
        # Earlier versions seated a newcomer beside a player who had played, but was out.
        here = min(len(deal.players), len(self.state.active))
        refuse_too_many_players(self.ruleset, here, number)
        play = read_round(line, number, self.players, self.rules)
        self._write_round(deal.played(self.ruleset, play))

    def _write_round(self, played: PlayedRound) -> None:
        # The open round counts the player who went out as down, so the record is checked as given.
        check_play(played)
        self._tell(entries_of(played.play))
        doubts = find_doubts(played)
        self._take(RoundScored(frozenset(doubt.key for doubt in doubts)))

    def _tell(self, entries: list[Entry]) -> None:
        """Write what happened in the open round: first the rank that names wild cards.

        Drops come before the end of the round, which a later wrong declaration would take back.
        Where rounds are only points, nobody ends them.
        """
        if self.ruleset.scoring.only_points:
            entries = [entry for entry in entries if not isinstance(entry, WentOut)]
        early = [entry for entry in entries if isinstance(entry, TurnedUp | Dropped)]
        self._take(*early)
        self._take(*(self._as_stored(entry) for entry in entries if entry not in early))

    def _as_stored(self, entry: Entry) -> Entry:
        """The price of not having opened is no count, here as on pages."""
        return entry.settled(self.ruleset, self.state) if isinstance(entry, HandCounted) else entry

    def _take(self, *entries: Entry) -> None:
        for entry in entries:
            try:
                entry.check(self.ruleset, self.state)
            except Refused as refused:
                if refused.code not in MAY_HAVE_BEEN:
                    raise
        self._keep(*entries)

    def _keep(self, *entries: Entry) -> None:
        if not entries:
            return
        self.entries.extend(entries)
        if len(self.entries) > MOST_ENTRIES:
            message = f"Rounds: they take more than {MOST_ENTRIES} entries, and no game does."
            raise RecordRefused("bad_record", message)
        self._fold = self._fold.after(entries, self.ruleset)
