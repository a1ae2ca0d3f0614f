"""The score of a game as plain data: the output of `companion score`."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.judging.doubts import find_doubts
from companion.rules.model.play import RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, Settlement, Standing, State, in_each_game

FORMAT = "companion-score/1"


def score(ruleset: Ruleset, state: State) -> dict[str, Any]:
    """All counted rounds, the standings, the winners by name and the reason.

    Points are given for players dealt in to the round, totals and next contracts for all players
    seated by then. Rounds after the end, moved there by a correction, are left out.
    """
    counted = [scored for scored in state.rounds if scored.counted]
    return {
        "format": FORMAT,
        "rounds": [_round(ruleset, state, scored) for scored in _finally(state, counted)],
        "over": state.outcome.over,
        "standings": [_standing(state, standing) for standing in state.standings],
        "winners": [state.names[seat] for seat in state.outcome.winners],
        "reason": {"code": state.outcome.code},
        **({"settlement": _settlement(state, state.settlement)} if state.settlement else {}),
    }


def score_now(ruleset: Ruleset, state: State, title: str) -> dict[str, Any]:
    """The score with the game as it is at the moment, for programs that show it.

    `round` is the number of the open round, None after the end, as are `dealer` and `went_out`;
    `players` are in order of play, also those who have left; `down` are the players who have laid
    down their contract in the open round, by name.
    """
    open_round = state.open
    play = open_round.play if open_round else RoundPlay()
    return score(ruleset, state) | {
        "title": title,
        "game": {"key": ruleset.key, "name": ruleset.name},
        "version": state.version,
        "round": open_round.deal.number if open_round else None,
        "dealer": state.names[open_round.deal.dealer] if open_round else None,
        "players": [_player(ruleset, state, seat) for seat in state.order],
        "down": [state.names[seat] for seat in state.order if seat in play.laid_down],
        "went_out": None if play.went_out is None else state.names[play.went_out],
    }


def _player(ruleset: Ruleset, state: State, seat: int) -> dict[str, Any]:
    """A player; the contract is that of the open round, None without one."""
    number = state.open.deal.contracts.get(seat) if state.open else None
    return {
        "seat": seat,
        "name": state.names[seat],
        "playing": seat in state.active,
        "contract": number and {"number": number, "melds": _melds(ruleset, number)},
        "down": bool(state.open and seat in state.open.play.laid_down),
        "total": state.totals[seat],
    }


def _melds(ruleset: Ruleset, number: int) -> str:
    return ruleset.contracts[number - 1].notation


def _finally(state: State, counted: list[ScoredRound]) -> list[ScoredRound]:
    """The rounds; after the last round of a finished game nobody has a next contract.

    That includes games that ended early or when tied players left.
    """
    if not state.outcome.over or not counted:
        return counted
    nothing = dict.fromkeys(counted[-1].next_contracts)
    return [*counted[:-1], replace(counted[-1], next_contracts=nothing)]


def _round(ruleset: Ruleset, state: State, scored: ScoredRound) -> dict[str, Any]:
    deal = scored.deal
    line = {
        "round": deal.number,
        "dealer": state.names[deal.dealer],
        "cards_dealt": deal.cards,
        "points": _by_name(state, scored.points, deal.players),
        "totals": _by_name(state, scored.totals, _seated(state, deal.number)),
        "next_contract": _by_name(state, scored.next_contracts, _seated(state, deal.number)),
        "doubts": _doubts(ruleset, state, scored),
    }
    return line | _special(state, scored)


def _special(state: State, scored: ScoredRound) -> dict[str, Any]:
    """The facts of a round that most rounds do not have."""
    play = scored.play
    drops = {state.names[seat]: play.drops[seat] for seat in state.order if seat in play.drops}
    games = {seat: in_each_game(scored.games, seat) for seat in range(len(scored.totals))}
    return _only(
        ending=play.ending,
        turned_up=play.turned_up,
        drops=drops,
        void=scored.void,
        games=_by_game(state, games),
    )


def _by_name(state: State, values: Mapping[int, Any], seats: Iterable[int]) -> dict[str, Any]:
    return {state.names[seat]: values[seat] for seat in seats}


def _seated(state: State, number: int) -> list[int]:
    """All players seated by this round, including those who have left."""
    return [seat for seat in range(len(state.names)) if state.joined.get(seat, 1) <= number]


def _doubts(ruleset: Ruleset, state: State, scored: ScoredRound) -> list[dict[str, Any]]:
    """Each doubt once, even if it concerns several ranks."""
    doubts = find_doubts(scored.by(ruleset))
    keys = dict.fromkeys(doubt.key for doubt in doubts)
    return [
        {"code": code} if seat is None else {"code": code, "player": state.names[seat]}
        for code, seat in keys
    ]


def _settlement(state: State, settlement: Settlement) -> dict[str, Any]:
    """The points after the last round, and the totals with them, by name."""
    return {
        "rows": [
            {"code": row.code, "points": _by_name(state, row.points, state.order)}
            | _only(games=_by_game(state, row.games))
            for row in settlement.rows
        ],
        "totals": _by_name(state, settlement.totals, state.order),
        **_only(games=_by_game(state, settlement.games)),
    }


def _by_game(state: State, games: Mapping[int, tuple[int, ...]]) -> dict[str, list[int]]:
    """The points in each of several games, by name; empty for a single game."""
    return {state.names[seat]: [*games[seat]] for seat in state.order if games.get(seat)}


def _only(**told: Any) -> dict[str, Any]:  # noqa: ANN401
    """What there is of it."""
    return {key: value for key, value in told.items() if value}


def _standing(state: State, standing: Standing) -> dict[str, Any]:
    return {
        "place": standing.place,
        "player": state.names[standing.seat],
        "contracts": standing.contracts,
        "total": standing.total,
    }
