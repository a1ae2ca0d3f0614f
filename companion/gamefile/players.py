"""The players of a record: seats, joins, leaves and absences."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.gamefile.refused import RecordRefused
from companion.rules.fold.entries import PlayerJoined, PlayerLeft, PlayerReturned, SeatTakenOver
from companion.rules.judging.refusals import Refused, check_people
from companion.rules.model.names import folded
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats
from companion.rules.reading.sections import Data


@dataclass(frozen=True)
class Players:
    """The players of a record by seat.

    Seats are numbered in the order of joining; the record lists players in order of play. `before`
    is, for each newcomer, the seat they play just before; None for the last of the list. `founders`
    is the number of players at the start. `joined` and `left` go by seat: the first round dealt in
    to, and the number of rounds played before leaving for good. `away` has for each absence the
    seat, the rounds played before it, and the first round after it. `taken_over` has for each
    takeover the seat, the former player, and the number of their last round.
    """

    names: tuple[str, ...]
    founders: int
    first_dealer: int
    joined: dict[int, int]
    before: dict[int, int | None]
    left: dict[int, int]
    away: tuple[tuple[int, int, int], ...] = ()
    taken_over: tuple[tuple[int, str, int], ...] = ()

    @property
    def seats(self) -> Seats:
        """The players before the first deal."""
        return Seats(self.first_names[: self.founders], self.first_dealer)

    @property
    def first_names(self) -> tuple[str, ...]:
        """The first player of each seat."""
        first = {seat: former for seat, former, _ in reversed(self.taken_over)}
        return tuple(first.get(seat, name) for seat, name in enumerate(self.names))

    def names_in(self, round_number: int) -> dict[int, str]:
        """The players who have sat down before this round, by seat, also those who left."""
        later = reversed(self.taken_over)  # the first of those to come is applied last
        names = dict(enumerate(self.names))
        names |= {seat: former for seat, former, last in later if last >= round_number}
        return {s: name for s, name in names.items() if self.joined.get(s, 1) <= round_number}

    def seat(self, name: str, round_number: int) -> int:
        """The seat of this name. Raises RecordRefused (`unknown_player`)."""
        if name not in self.names:
            message = (
                f"Round {round_number}: nobody called “{name}” stands under “players”. "
                "Correct the name, or add the player there."
            )
            raise RecordRefused("unknown_player", message, round_number, name)
        return self.names.index(name)

    def comers_before(self, round_number: int) -> Iterator[PlayerJoined | PlayerReturned]:
        """The players who join or return before this round."""
        for seat, first in self.joined.items():
            if first == round_number:
                yield PlayerJoined(self.first_names[seat], self.before[seat])
        for seat, _, back in self.away:
            if back == round_number:
                yield PlayerReturned(seat)

    def takeovers_before(self, round_number: int) -> Iterator[SeatTakenOver]:
        """The seats that other players take over before this round, as names become free."""
        then, now = self.names_in(round_number - 1), self.names_in(round_number)
        taken = [seat for seat, _, last in self.taken_over if last == round_number - 1]
        while taken:
            others = {s: {folded(name) for t, name in then.items() if t != s} for s in taken}
            free = (seat for seat in taken if folded(now[seat]) not in others[seat])
            seat = next(free, taken[0])
            yield SeatTakenOver(seat, now[seat], then[seat])
            then[seat] = now[seat]
            taken.remove(seat)

    def comes_back_at_once(self, seat: int, round_number: int) -> bool:
        """Whether this player, who was out, comes back before this round without missing any."""
        return (seat, round_number - 1, round_number) in self.away

    def leavers_before(self, round_number: int) -> Iterator[PlayerLeft]:
        """The players who leave before this round, for good or for some rounds.

        Whoever comes back at once did not leave, but was out.
        """
        away = ((seat, last) for seat, last, back in self.away if back > last + 1)
        for seat, last in (*self.left.items(), *away):
            if last == round_number - 1:
                yield PlayerLeft(seat)


def read_players(record: Data, ruleset: Ruleset) -> Players:
    """Parse the players of a record. Raises RecordRefused (`bad_record`)."""
    rows, founders = _as_they_sat_down(record["players"], ruleset.most_players)
    names = tuple(row["name"] for row in rows)
    _refuse_same_name(names)
    _refuse_same_person(ruleset, names)
    _refuse_too_short_stay(rows)
    _refuse_crooked_takeovers(rows, len(record["rounds"]))
    if founders < ruleset.least_players:
        raise _wrong_number_of_players(ruleset, founders, 1)
    refuse_too_many_players(ruleset, founders, 1)
    players = Players(
        names=names,
        founders=founders,
        first_dealer=_first_dealer(record, names[:founders]),
        joined={s: _first_round(row) for s, row in enumerate(rows) if s >= founders},
        before={s: _follower(record, names, s) for s in range(founders, len(names))},
        left={
            s: row["left_after_round"] for s, row in enumerate(rows) if "left_after_round" in row
        },
        away=tuple((s, *_rounds(gone)) for s, row in enumerate(rows) for gone in _absences(row)),
        taken_over=tuple(
            (s, takeover["from"], takeover["after_round"])
            for s, row in enumerate(rows)
            for takeover in _takeovers(row)
        ),
    )
    _refuse_same_name(players.seats.names)  # later names may be those of former players
    _refuse_same_person(ruleset, players.seats.names)
    return players


def refuse_too_many_players(ruleset: Ruleset, players: int, round_number: int) -> None:
    """Check that the table has room. Raises RecordRefused (`bad_record`).

    Once a game has begun, any number of players may leave it.
    """
    if players > ruleset.most_players:
        raise _wrong_number_of_players(ruleset, players, round_number)


def _wrong_number_of_players(ruleset: Ruleset, players: int, round_number: int) -> RecordRefused:
    message = (
        f"Players: {ruleset.name} is for {ruleset.least_players} to {ruleset.most_players} "
        f"players, but {players} would be dealt in to round {round_number}. Correct who plays "
        "under “players”."
    )
    return RecordRefused("bad_record", message, round_number)


def _as_they_sat_down(players: list[dict[str, Any]], most: int) -> tuple[list[dict[str, Any]], int]:
    """The rows by seat, and the number of players at the start.

    A player may have joined before the first deal in the place of one who left. Where that exceeds
    the number of places, some of those who left join only to leave at once.
    """
    rows = sorted(players, key=_first_round)  # the sort is stable: players keep the order of play
    first = [row for row in rows if _first_round(row) == 1]
    dealt_in = sum(not _gets_up_undealt(row) for row in first)
    founders = max(dealt_in, min(len(first), most))
    spare = [row for row in first if _gets_up_undealt(row)][founders - dealt_in :]
    rows.sort(key=lambda row: (_first_round(row), row in spare))
    return rows, founders


def _gets_up_undealt(row: dict[str, Any]) -> bool:
    """Whether the player leaves, for good or for some rounds, before the first deal."""
    gone = [last for last, _ in map(_rounds, _absences(row))]
    return 0 in (*gone, row.get("left_after_round"))


def _first_round(row: dict[str, Any]) -> int:
    return int(row.get("joined_before_round", 1))


def _follower(record: Data, names: tuple[str, ...], seat: int) -> int | None:
    """The next player in the list who joined before this seat; None for nobody."""
    listed = [names.index(row["name"]) for row in record["players"]]
    return next((s for s in listed[listed.index(seat) + 1 :] if s < seat), None)


def _refuse_same_name(names: tuple[str, ...]) -> None:
    """Names are unique within a game, ignoring case."""
    keys = [folded(name) for name in names]
    key, count = Counter(keys).most_common(1)[0]
    if count > 1:
        alike = [name for name, its_key in zip(names, keys, strict=True) if its_key == key]
        spelled = " and ".join(f"“{name}”" for name in dict.fromkeys(alike))
        repeated = (
            f"{spelled} stands there {count} times"
            if len(set(alike)) == 1
            else f"{spelled} are one name, capitals aside"
        )
        message = f"Players: {repeated}. Give each player a name apart."
        raise RecordRefused("bad_record", message, player=alike[0])


def _refuse_same_person(ruleset: Ruleset, sides: tuple[str, ...]) -> None:
    """Nobody is twice among the names of sides."""
    for seat, side in enumerate(sides):
        try:
            check_people(ruleset, side, sides[:seat])
        except Refused as refused:
            twice = [side] if refused.seat is None else [sides[refused.seat], side]
            spelled = " and ".join(f"“{each}”" for each in twice)
            message = f"Players: somebody is twice in {spelled}. Give each person a name apart."
            raise RecordRefused("bad_record", message, player=twice[0]) from refused


def _absences(row: dict[str, Any]) -> list[dict[str, int]]:
    absences: list[dict[str, int]] = row.get("away", [])
    return absences


def _rounds(absence: dict[str, int]) -> tuple[int, int]:
    return absence["left_after_round"], absence["came_back_before_round"]


def _refuse_too_short_stay(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        _refuse_crooked_absences(row)
        if row.get("left_after_round", _first_round(row)) < _first_round(row) - 1:
            name = row["name"]
            message = (
                f"Players, {name}: “left_after_round” comes before “joined_before_round”. "
                "Correct one of them."
            )
            raise RecordRefused("bad_record", message, player=name)


def _refuse_crooked_absences(row: dict[str, Any]) -> None:
    """A round is played between two absences."""
    here = _first_round(row) - 1
    for left, back in map(_rounds, _absences(row)):
        if left < here or back <= left:
            raise crooked_absences(row["name"])
        here = back
    if _absences(row) and row.get("left_after_round", here) < here:
        raise crooked_absences(row["name"])


def _takeovers(row: dict[str, Any]) -> list[dict[str, Any]]:
    takeovers: list[dict[str, Any]] = row.get("taken_over", [])
    return takeovers


def _refuse_crooked_takeovers(rows: list[dict[str, Any]], rounds: int) -> None:
    """Each player of a seat was dealt in to a round, and has another name than the next."""
    for row in rows:
        here, last = _first_round(row) - 1, row.get("left_after_round", rounds)
        following = [*(takeover["from"] for takeover in _takeovers(row)[1:]), row["name"]]
        for takeover, next_name in zip(_takeovers(row), following, strict=False):
            if not here < takeover["after_round"] <= last or takeover["from"] == next_name:
                message = (
                    f"Players, {row['name']}: the rounds or names under “taken_over” do not follow "
                    "one another. Each player has the seat for at least one round. Correct them."
                )
                raise RecordRefused("bad_record", message, player=row["name"])
            here = takeover["after_round"]


def crooked_absences(name: str) -> RecordRefused:
    """Absences that overlap, or that miss no round of a player who was not out."""
    message = (
        f"Players, {name}: the rounds under “away” do not follow one another. Each absence begins "
        "after a round played and misses at least one round, except of a player who was out and "
        "came back at once. Correct them."
    )
    return RecordRefused("bad_record", message, player=name)


def _first_dealer(record: Data, founders: tuple[str, ...]) -> int:
    name = record.get("first_dealer", founders[0])
    if name not in founders:
        message = (
            f"First_dealer: “{name}” does not play from the start. Name one of: "
            f"{', '.join(founders)}."
        )
        raise RecordRefused("bad_record", message, player=name)
    return founders.index(name)
