"""From a game back to its record: the backup of a game, and the way to another server."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.gamefile.named import write_named
from companion.rules.fold.entries import RoundPlay
from companion.rules.model.house_rules import UnknownOption, Value
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import UnknownGame, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.sections import Data, RulesetError

FORMAT = "companion-game/1"


def write_record(
    ruleset_data: Data,
    seats: Seats,
    state: State,
    title: str | None = None,
    started_at: datetime | None = None,
    *,
    first_options: Mapping[str, Value] | None = None,
    colours: Sequence[int] = (),
) -> dict[str, Any]:
    """The game as `read_record` reads it.

    `ruleset_data` are its rules with the house rules in force under `options`, be they applied
    already or not; `state` is the game by these rules. `first_options` are the house rules of its
    first deal, None for those in force; `colours`, from 0, go by seat.

    A game whose rules the catalogue has since changed carries its whole ruleset. Names and the
    order of play are those of now; how they came to be tells only the history, as what was
    corrected, taken back, doubted, or put after the end by a correction.
    """
    return {
        "format": FORMAT,
        **_rules(ruleset_data),
        **_rules_before(state, first_options),
        **({} if title is None else {"title": title}),
        **({"note": state.note} if state.note else {}),
        **({} if started_at is None else {"started_at": as_utc(started_at)}),
        "first_dealer": state.names[_first_dealer(seats, state)],
        "players": [_player(state, seat, colours) for seat in state.order],
        "rounds": [
            {"dealer": state.names[scored.deal.dealer], **_round(state, scored.play)}
            for scored in state.rounds
            if scored.counted
        ],
        **_open_round(state),
        **_early_end(state),
    }


def _rules_before(state: State, first_options: Mapping[str, Value] | None) -> dict[str, Any]:
    """The house rules that held before others did, each time they changed in mid-game."""
    held, changes = first_options, []
    for new in state.new_rules:
        if held is not None and 1 < new.before_round <= _counted(state) + 1:
            changes.append({"before_round": new.before_round, "options": dict(held)})
        held = new.options
    return {"rules_before": changes} if changes else {}


def _counted(state: State) -> int:
    return sum(scored.counted for scored in state.rounds)


def _open_round(state: State) -> dict[str, Any]:
    """What was said of the round that is played; who went out only once somebody said it."""
    if state.open is None:
        return {}
    said = _round(state, state.open.play)
    if not state.open.over:
        del said["went_out"]
    return {"open_round": {"dealer": state.names[state.open.deal.dealer], **said}}


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


def as_utc(time: datetime) -> str:
    """The time in UTC; one without a zone is taken to be in UTC, as databases give it back."""
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _first_dealer(seats: Seats, state: State) -> int:
    if state.rounds:
        return state.rounds[0].deal.dealer
    return seats.first_dealer if state.open is None else state.open.deal.dealer


def _player(state: State, seat: int, colours: Sequence[int]) -> dict[str, Any]:
    joined = state.joined.get(seat, 1)
    away = [
        {"left_after_round": back.left_after, "came_back_before_round": back.back_before}
        for back in state.returns
        if back.seat == seat
    ]
    return {
        "name": state.names[seat],
        **({"colour": colours[seat] + 1} if seat < len(colours) else {}),
        **({"joined_before_round": joined} if joined > 1 else {}),
        **({"away": away} if away else {}),
        **({"left_after_round": state.left[seat]} if seat in state.left else {}),
    }


def _round(state: State, play: RoundPlay) -> dict[str, Any]:
    """What was written down, people as they sit; who went out has an empty hand beside melds."""
    hands = {seat: play.hand(seat) for seat in {*play.hands, *play.melded}}
    return write_named(replace(play, hands=hands), state.names, state.order)
