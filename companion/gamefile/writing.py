"""From a game to its record, for backups of one game and for moving it to another server."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from companion.gamefile.named import write_named
from companion.gamefile.rounds import unread_keys
from companion.rules.fold.entries import Hand, RoundPlay
from companion.rules.fold.order import first_dealer, takeovers_of
from companion.rules.game import rules_of
from companion.rules.model.house_rules import UnknownOption, Value
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, Seats, State, Takeover
from companion.rules.reading.catalogue import UnknownGame, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.sections import Data, RulesetError

FORMAT = "companion-game/1"
T = TypeVar("T")


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
    """The game in the format of `read_record`.

    `ruleset_data` are its rules with the house rules in force under `options`, applied or not;
    `state` is the game by these rules. `first_options` are the house rules of the first deal, None
    for those in force; `colours`, from 0, go by seat.

    A game whose rules have changed in the catalogue contains its whole ruleset. Names and order of
    play are the current ones. Only the history has former names, corrections, undone steps, doubts,
    facts of a round that no rules of the record read, and rounds that do not count: those after the
    end, and tie-breaks of others than the tied players. All numbers are those of the rounds that
    count.
    """
    before = _rules_before(state, first_options)
    rules = [*_read_rules(ruleset_data, before)]
    return {
        "format": FORMAT,
        **_rules(ruleset_data),
        **({"rules_before": before} if before else {}),
        **({} if title is None else {"title": title}),
        **({"note": state.note} if state.note else {}),
        **({} if state.end_time is None else {"last_round_at": _time_of(state.end_time)}),
        **({} if started_at is None else {"started_at": as_utc(started_at)}),
        "first_dealer": state.names[first_dealer(seats, state)],
        "players": [_player(state, seat, colours) for seat in _played(state)],
        "rounds": [
            {**_deal(state, scored.deal), **_round(state, scored.deal, scored.play, rules)}
            for scored in state.rounds
            if scored.counted
        ],
        **_open_round(state, rules),
        **_early_end(state),
    }


def _rules_before(state: State, first_options: Mapping[str, Value] | None) -> list[dict[str, Any]]:
    """The former house rules, for each change during the game."""
    held, changes = first_options, []
    for new in state.new_rules:
        before = _counted(state, new.before_round - 1) + 1
        if held is not None and before > 1 and new.before_round <= _last_gap(state):
            changes.append({"before_round": before, "options": dict(held)})
        held = new.options
    return changes


def _read_rules(data: Data, before: Sequence[Data]) -> Iterator[Ruleset]:
    """The rules in force, then the former ones, in the order in which a record is read."""
    snapshot = json.dumps(data)
    for options in (data.get("options", {}), *(row["options"] for row in before)):
        yield rules_of(snapshot, options)


def _played(state: State) -> Iterator[int]:
    """The seats of the game, without those who joined after an end moved by a correction."""
    has_ended = state.outcome.over and state.outcome.code != "ended_early"
    last = _last_gap(state) - (has_ended and not state.outcome.gone)
    return (seat for seat in state.order if state.joined.get(seat, 1) <= last)


def _last_gap(state: State) -> int:
    """The round of the log before which the game went on, or would have; later ones are after it.

    A game goes on behind a round that does not count: a correction made others tied, or nobody.
    """
    if state.outcome.gone:
        return state.left[state.outcome.gone[0]] + 1
    if state.outcome.over and state.outcome.code != "ended_early":
        return max((r.deal.number for r in state.rounds if r.counted), default=0) + 1
    return len(state.rounds) + 1


def _counted(state: State, rounds: int) -> int:
    """So many of the first rounds of the log count."""
    return sum(scored.counted for scored in state.rounds[:rounds])


def _open_round(state: State, rules: Sequence[Ruleset]) -> dict[str, Any]:
    """The entries of the open round; `went_out` only if known."""
    if state.open is None:
        return {}
    play = state.open.play
    if rules[0].lost_lives is not None:  # lives that nobody has counted
        hands = {seat: hand for seat, hand in play.hands.items() if not hand.has_some}
        play = replace(play, hands=hands)
    fields = _round(state, state.open.deal, play, rules)
    if not state.open.over:
        del fields["went_out"]
    return {"open_round": {**_deal(state, state.open.deal), **fields}}


def _deal(state: State, deal: Deal) -> dict[str, Any]:
    """The dealer, and the players dealt in where joins, absences and totals say otherwise."""
    dealer = {"dealer": state.names[deal.dealer]}
    if deal.tiebreak or {*deal.players} == {*_expected(state, deal.number)}:
        return dealer
    return dealer | {"dealt_in": [state.names[seat] for seat in deal.players]}


def _expected(state: State, number: int) -> Iterator[int]:
    """The players at the table in the round with this number, by the rows of `players`."""
    for seat in state.order:
        absences = [(r.left_after, r.back_before) for r in state.returns if r.seat == seat]
        gone = any(left < number < back for left, back in absences)
        here = state.joined.get(seat, 1) <= number <= state.left.get(seat, number)
        if here and not gone:
            yield seat


def _early_end(state: State) -> dict[str, str]:
    """The reason of an early end; None if a correction has since ended the game by its rules."""
    if state.ended is None or state.outcome.code != "ended_early":
        return {}
    return {"ended_early": state.ended[1].reason}


def _rules(data: Data) -> dict[str, Any]:
    options = data.get("options", {})
    if _is_in_catalogue(data, options):
        return {"game": data["key"], "options": dict(options)}
    return {"ruleset": dict(data)}


def _is_in_catalogue(data: Data, options: Mapping[str, object]) -> bool:
    """Whether key and options identify the rules, so that the ruleset can be left out."""
    return _is_ours(json.dumps({**data, "options": dict(options)}))


@lru_cache(maxsize=128)  # a file of a hundred games has few rulesets
def _is_ours(text: str) -> bool:
    data = json.loads(text)
    try:
        ours = apply_house_rules(game_data(data["key"]), data["options"])
        return ours == apply_house_rules(data, data["options"])
    except (UnknownGame, UnknownOption, RulesetError):
        return False


def as_utc(time: datetime) -> str:
    """The time in UTC; a naive time is taken as UTC, because databases return it so."""
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _time_of(minutes: int) -> str:
    return as_utc(datetime.fromtimestamp(minutes * 60, UTC))


def _player(state: State, seat: int, colours: Sequence[int]) -> dict[str, Any]:
    joined = _counted(state, state.joined.get(seat, 1) - 1) + 1
    taken_over = [
        {"from": t.former, "after_round": t.to_round} for t in _takeovers(state, seat, joined)
    ]
    absences = _absences(state, seat)
    away = [
        {"left_after_round": left, "came_back_before_round": back}
        for left, back in absences
        if back
    ]
    gone = [{"left_after_round": left} for left, back in absences if not back]
    return {
        "name": state.names[seat],
        **({"colour": colours[seat] + 1} if seat < len(colours) else {}),
        **({"joined_before_round": joined} if joined > 1 else {}),
        **({"taken_over": taken_over} if taken_over else {}),
        **({"away": away} if away else {}),
        **(gone[-1] if gone else {}),
    }


def _takeovers(state: State, seat: int, joined: int) -> tuple[Takeover, ...]:
    """The takeovers of a seat that divide rounds that count."""
    handed_over = [
        (_counted(state, takeover.to_round), seat, takeover.former)
        for takeover in state.takeovers
        if takeover.seat == seat and takeover.to_round < _last_gap(state)
    ]
    return takeovers_of(handed_over, state.names, {seat: joined})


def _absences(state: State, seat: int) -> list[tuple[int, int | None]]:
    """By absence the counted rounds before it, and the first round after it; None for good.

    Rounds that do not count are neither missed, nor played between two absences.
    """
    absences: list[tuple[int, int | None]] = []
    returns = [(r.left_after, r.back_before) for r in state.returns if r.seat == seat]
    for left, back in (*returns, *((state.left[s], None) for s in {seat} & state.left.keys())):
        after, before = _counted(state, left), back and _counted(state, back - 1) + 1
        if before == after + 1 and back != left + 1:
            continue
        _, here = absences[-1] if absences else (0, 0)
        if here and after < here:
            after, _ = absences.pop()
        absences.append((after, before))
    return absences


def _round(state: State, deal: Deal, play: RoundPlay, rules: Sequence[Ruleset]) -> dict[str, Any]:
    """A written round in order of play; if melds score, the player who went out has no leftovers.

    A hand left blank by changed rules is omitted: the player who is out has nothing to recount. So
    are entries of those who were not dealt in after all.
    """
    read = _as_read(play, rules)
    dealt_in = replace(
        read,
        laid_down=read.laid_down & {*deal.players},
        hands=dict(_hands(deal, play, read)),
        buys=_of(deal, read.buys),
        adjustments=_of(deal, read.adjustments),
        melded=_of(deal, read.melded),
        drops=_of(deal, read.drops),
    )
    return write_named(dealt_in, state.names, state.order)


def _as_read(play: RoundPlay, rules: Sequence[Ruleset]) -> RoundPlay:
    """The play as a record by these rules is read; other house rules may have asked more, or less.

    The first are those in force: where players knock by them, a round that was not asked is gin.
    """
    read = play.without(unread_keys(rules))
    is_gin = read.went_out is not None and read.ending is None
    return replace(read, ending=rules[0].ending(None)) if is_gin else read


def _hands(deal: Deal, play: RoundPlay, read: RoundPlay) -> Iterator[tuple[int, Hand]]:
    """The counted hands, and those that follow only from facts which are not read."""
    for seat in deal.players:
        is_row = seat in play.hands or seat in play.melded or read.hand(seat).is_blank
        if is_row and not play.hand(seat).is_blank:
            yield seat, play.hand(seat)


def _of(deal: Deal, values: Mapping[int, T]) -> dict[int, T]:
    return {seat: value for seat, value in values.items() if seat in deal.players}
