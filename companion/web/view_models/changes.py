"""The view model of the preview of a correction, or of other house rules."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.game import Game
from companion.rules.model.state import Outcome, State
from companion.rules.score_changes import ScoreChanges, score_changes
from companion.web.view_models.outcome import OutcomeView, outcome_view
from companion.web.view_models.sheet import Note, notes_on_players

Figures = tuple[int, int]  # before and after


@dataclass(frozen=True, slots=True)
class PlayerChanges:
    """The changes of one player, before and after; None is unchanged.

    `points` are those of each changed round, by its number; `contract` is the next one, None inside
    for none.
    """

    seat: int
    name: str
    points: tuple[tuple[int, Figures], ...]
    total: Figures | None
    made: Figures | None
    contract: tuple[int | None, int | None] | None


@dataclass(frozen=True, slots=True)
class RoundChanges:
    """A round of the sheet, by player in order; None is unchanged."""

    number: int
    points: tuple[Figures | None, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """The winners and their round; no names if there is none yet."""

    names: tuple[str, ...]
    round: int | None


@dataclass(frozen=True, slots=True)
class ChangesView:
    """All changes; `players` are those concerned, in order.

    `others_stay` says that there are more of them. `rounds` and `totals` are the same for all
    `names`, as on the sheet. `winner` is None if unchanged; `ties` are those that are played off,
    before and after, None if unchanged; `after_end` are the numbers of rounds that would be after
    the end of the game, `back` of those that no longer would. `withdrawn` and `added` are the notes
    on players that the sheet would lose and get; `still_in` are who would not be out any more.
    """

    names: tuple[str, ...]
    players: tuple[PlayerChanges, ...]
    others_stay: bool
    rounds: tuple[RoundChanges, ...]
    totals: tuple[Figures | None, ...]
    winner: tuple[Won, Won] | None
    ties: tuple[OutcomeView | None, OutcomeView | None] | None
    after_end: tuple[int, ...]
    back: tuple[int, ...]
    withdrawn: tuple[Note, ...]
    added: tuple[Note, ...]
    still_in: tuple[str, ...]
    is_empty: bool


def changes_view(before: Game, after: Game) -> ChangesView:
    """The differences between the current game and the game `after` the change."""
    state, changes = before.state, score_changes(before.state, after.state)
    ties = _tie(before), _tie(after)
    old, new = (tuple(notes_on_players(game.ruleset, game.state)) for game in (before, after))
    players = tuple(_player(state, changes, s) for s in state.order if s in changes.seats)
    return ChangesView(
        names=tuple(state.names[seat] for seat in state.order),
        players=players,
        others_stay=0 < len(players) < len(state.order),
        rounds=tuple(_rounds(state, changes)),
        totals=tuple(changes.totals.get(seat) for seat in state.order) if changes.totals else (),
        winner=_winner(state, changes),
        ties=ties if ties[0] != ties[1] else None,
        after_end=changes.after_end,
        back=changes.back,
        withdrawn=tuple(note for note in old if note not in new),
        added=tuple(note for note in new if note not in old),
        still_in=tuple(state.names[seat] for seat in _still_in(before, after)),
        is_empty=changes.is_empty and old == new,
    )


def _still_in(before: Game, after: Game) -> Iterable[int]:
    """The seats that are out now, and would be dealt in."""
    is_out, totals = before.ruleset.end.is_out, before.state.totals
    then = after.state.open.deal.players if after.state.open else ()
    return (seat for seat in before.state.left if seat in then and is_out(totals[seat]))


def _player(state: State, changes: ScoreChanges, seat: int) -> PlayerChanges:
    rounds = changes.points.items()
    return PlayerChanges(
        seat=seat,
        name=state.names[seat],
        points=tuple((number, points[seat]) for number, points in rounds if seat in points),
        total=changes.totals.get(seat),
        made=changes.made.get(seat),
        contract=changes.contracts.get(seat),
    )


def _rounds(state: State, changes: ScoreChanges) -> Iterable[RoundChanges]:
    for number, points in changes.points.items():
        yield RoundChanges(number, tuple(points.get(seat) for seat in state.order))


def _winner(state: State, changes: ScoreChanges) -> tuple[Won, Won] | None:
    if changes.outcome is None or not any(one.winners for one in changes.outcome):
        return None
    was, now = changes.outcome
    return _won(state, was), _won(state, now)


def _won(state: State, outcome: Outcome) -> Won:
    return Won(tuple(state.names[seat] for seat in outcome.winners), outcome.round)


def _tie(game: Game) -> OutcomeView | None:
    """The tie that is being played off."""
    return None if game.state.outcome.over else outcome_view(game.ruleset, game.state)
