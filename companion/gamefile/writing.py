"""From a game back to its record: the backup of a game, and the way to another server."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from companion.rules.catalogue import UnknownGame, game_data
from companion.rules.entries import Hand, RoundPlay
from companion.rules.house_rules import UnknownOption, apply_house_rules
from companion.rules.sections import Data, RulesetError
from companion.rules.state import Seats, State

FORMAT = "companion-game/1"


def write_record(
    ruleset_data: Data,
    seats: Seats,
    state: State,
    title: str | None = None,
    started_at: datetime | None = None,
) -> dict[str, Any]:
    """The game as `read_record` reads it.

    `ruleset_data` are its rules with the house rules in force under `options`, be they applied
    already or not; `state` is the game by these rules.

    A game whose rules the catalogue has since changed carries its whole ruleset. The format has no
    place for a dealer changed in mid-game, for the open round, or for rounds that a correction has
    put after the end. Names and the order of play are those of now.
    """
    return {
        "format": FORMAT,
        **_rules(ruleset_data),
        **({} if title is None else {"title": title}),
        **({"note": state.note} if state.note else {}),
        **({} if started_at is None else {"started_at": _utc(started_at)}),
        "first_dealer": state.names[_first_dealer(seats, state)],
        "players": [_player(state, seat) for seat in state.order],
        "rounds": [_round(state, scored.play) for scored in state.rounds if scored.counted],
        **_early_end(state),
    }


def _early_end(state: State) -> dict[str, str]:
    """Why the table stopped; nothing where a correction has made the rules end the game before."""
    if state.ended is None or state.outcome.code != "ended_early":
        return {}
    return {"ended_early": state.ended[1].reason}


def _rules(data: Data) -> dict[str, Any]:
    options = data.get("options", {})
    if _is_in_catalogue(data, options):
        return {"game": data["key"], "options": dict(options)}
    return {"ruleset": dict(data)}


def _is_in_catalogue(data: Data, options: Mapping[str, object]) -> bool:
    """Whether key and options are enough to say by which rules the game is played."""
    try:
        ours = apply_house_rules(game_data(data["key"]), options)
        return ours == apply_house_rules(data, options)
    except (UnknownGame, UnknownOption, RulesetError):
        return False


def _utc(time: datetime) -> str:
    """The time in UTC; one without a zone is taken to be in UTC, as databases give it back."""
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _first_dealer(seats: Seats, state: State) -> int:
    if state.rounds:
        return state.rounds[0].deal.dealer
    return seats.first_dealer if state.open is None else state.open.deal.dealer


def _player(state: State, seat: int) -> dict[str, Any]:
    joined = state.joined.get(seat, 1)
    away = [
        {"left_after_round": back.left_after, "came_back_before_round": back.back_before}
        for back in state.returns
        if back.seat == seat
    ]
    return {
        "name": state.names[seat],
        **({"joined_before_round": joined} if joined > 1 else {}),
        **({"away": away} if away else {}),
        **({"left_after_round": state.left[seat]} if seat in state.left else {}),
    }


def _round(state: State, play: RoundPlay) -> dict[str, Any]:
    """What was written down, people as they sit; no buys and no adjustments are left out."""

    def by_name(values: Mapping[int, Any]) -> dict[str, Any]:
        return {state.names[seat]: values[seat] for seat in state.order if seat in values}

    adjusted = {s: {"points": a.points, "reason": a.reason} for s, a in play.adjustments.items()}
    return {
        "laid_down": [state.names[seat] for seat in state.order if seat in play.laid_down],
        "went_out": None if play.went_out is None else state.names[play.went_out],
        "hands": by_name({seat: _with_melds(play, seat) for seat in {*play.hands, *play.melded}}),
        **({"went_rummy": True} if play.went_rummy else {}),
        **({"buys": by_name(play.buys)} if play.buys else {}),
        **({"adjustments": by_name(adjusted)} if adjusted else {}),
    }


def _with_melds(play: RoundPlay, seat: int) -> dict[str, Any]:
    melded = play.melds(seat)
    return _hand(play.hand(seat)) | ({} if melded.is_blank else {"melded": _hand(melded)})


def _hand(hand: Hand) -> dict[str, Any]:
    return {"points": hand.points} if hand.cards is None else {"cards": dict(hand.cards)}
