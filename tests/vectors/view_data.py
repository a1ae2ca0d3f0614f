"""What pages show, as JSON data: the very keys that `static/js/views` gives them."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from companion.rules.cards import CardClass
from companion.rules.contracts import Contract
from companion.rules.game import Game
from companion.web.counting.hand_view import PartCode, count_view
from companion.web.counting.view import review_view
from companion.web.counting.walk_view import PhonesAround
from companion.web.figures.outcome import outcome_view
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.sheet.view import Cell, sheet_view
from companion.web.sheet.won_view import won_view
from companion.web.table.view import out_view, table_view

Data = dict[str, Any]
# Names of cards, what goes with a number, and what only the page of the server says.
_NOT_TOLD = {"called", "card_class", "contract", "figures"}
_OF_THE_WINNER = {"winners", "winner_seats", "has_long_winner", "ended_by"}
_AS_IS = {str, int, bool, float, type(None)}
_BLANKS: tuple[tuple[PartCode, ...], ...] = ((), ("melds",), ("hand",), ("melds", "hand"))


def views_data(game: Game) -> Data | None:
    """What each place of the open round shows now."""
    state, ruleset = game.state, game.ruleset
    won = {"outcome": plain(outcome_view(ruleset, state)), "won": plain(won_view(ruleset, state))}
    won["sheet"] = _sheet(game)
    if state.open is None:
        return won
    counting = state.open.deal.players[1:2]
    shown = {
        "table": table_view(ruleset, state, state.open, counting=counting),
        "watched": table_view(ruleset, state, state.open, may_score=False),
        "out": out_view(ruleset, state, state.open),
        "review": review_view(game, state.open, counting=counting),
    }
    data = {place: plain(view) for place, view in shown.items()} | won
    for table in (data["table"], data["watched"]):
        table["of_all"] = table["of_all"] and table["seats"][0]["number"]
    return data | {"hand": _hand(game) if state.open.over else None}


def _sheet(game: Game) -> Data:
    """With a note for each change of house rules, which the server alone has words for."""
    state, changes = game.state, game.rule_changes
    view = sheet_view(game.ruleset, state, changes)
    data: Data = {name: said for name, said in plain(view).items() if name not in _OF_THE_WINNER}
    told = [note for note in data["notes"] if note["code"] != "switched"]
    first = sum(note["code"] in {"overridden", "not_asked", "corrected"} for note in told)
    switched = [
        {"code": "switched", "values": {"number": number}, "doubt": None, "name": None, "change": n}
        for n, (number, _) in enumerate(changes)
    ]
    for note in told:
        del note["switched"]
    return data | {"notes": told[:first] + switched + told[first:]}


def _hand(game: Game) -> Data | None:
    """One hand after another; this phone has written all entries but every third."""
    current, turn = game.state.open, game.version
    if current is None:
        return None
    players = current.deal.players
    seat, other = players[turn % len(players)], players[(turn // 2) % len(players)]
    kept = current.counted_at.get(seat)
    phones = PhonesAround(
        counting={other} if turn % 4 else set(),
        seat=other if turn % 3 == 0 else None,
        counted_here=kept is not None and kept % 3 != 0,
        wrote_last=game.state.last is not None and game.state.last[0] % 3 != 0,
    )
    expected = ExpectedHand(current.by(game.ruleset), seat, current.marked)
    return plain(count_view(game.state, current, expected, phones, _BLANKS[turn % len(_BLANKS)]))


def plain(value: Any) -> Any:
    """A contract beside its number is not told again."""
    kind = type(value)
    if kind in _AS_IS:
        return value
    if kind in (tuple, list):
        return [plain(said) for said in value]
    if kind in (Contract, CardClass):
        return {"key": value.key} if kind is CardClass else True
    names = _told_of(kind)
    if names is not None:
        return {name: plain(getattr(value, name)) for name in names}
    is_known = isinstance(value, Mapping)
    return {str(key): plain(said) for key, said in value.items()} if is_known else value


@cache
def _told_of(kind: type) -> list[str] | None:
    """The fields of this kind that pages are told; None where it has none."""
    if not is_dataclass(kind):
        return None
    not_told = _NOT_TOLD - {"contract"} if kind is Cell else _NOT_TOLD  # there it is a number
    return [field.name for field in fields(kind) if field.name not in not_told]
