"""View models as JSON data, with the keys of `static/js/views`."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from companion.rules.fold.entries import HandCounted
from companion.rules.game import Game
from companion.rules.model.cards import CardClass, CardValues, turned, with_low_cards
from companion.rules.model.contracts import Contract
from companion.rules.model.state import OpenRound, PlayedRound
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.forms.hand_form import CardsForm, hand_form
from companion.web.pages.aloud import aloud_view
from companion.web.pages.counting.counting_order import PhonesAround, next_path
from companion.web.pages.counting.hand_view import PartCode, count_view
from companion.web.pages.counting.review_view import review_view
from companion.web.pages.home import open_game_view
from companion.web.pages.melding import meld_form, meld_view
from companion.web.pages.seating import own_page
from companion.web.pages.table.view import out_view, table_view
from companion.web.view_models.open_round import last_step
from companion.web.view_models.outcome import outcome_view
from companion.web.view_models.sheet import Cell, sheet_view
from companion.web.view_models.undoing import count_taken_back, taken_back_with

Data = dict[str, Any]
# Names of cards, units of numbers, and fields that only the server renders.
_NOT_TOLD = {"called", "card_class", "contract", "figures"}
_OF_THE_WINNER = {"winners", "winner_seats", "has_long_winner", "sharers", "many_share", "ended_by"}
# The sheet and the page of the winner have these, too.
_WON = (
    *("title", "rounds", "winners", "has_long_winner", "sharers", "many_share", "outcome"),
    *("contracts_first", "ranks"),
)
_OF_A_KEY = ("key", "value", "rises_to", "wild", "most", "is_nine", "says_value")
_AS_IS = {str, int, bool, float, type(None)}
_BLANKS: tuple[tuple[PartCode, ...], ...] = ((), ("melds",), ("hand",), ("melds", "hand"))


def views_data(game: Game) -> Data | None:
    """The view models of all places of the open round."""
    state, ruleset = game.state, game.ruleset
    won: Data = {"outcome": plain(outcome_view(ruleset, state)), "won": _won(game)}
    won["won_watched"] = won["won"] | {"undo": None}
    won["sheet"] = _sheet(game)
    counting = state.open.deal.players[1:2] if state.open else ()
    after = _turn(game, range(-1, len(state.names)))
    won["next"] = next_path(ruleset, state, after, counting)
    won["undone"] = _undone(game)
    won["home"] = plain(open_game_view(ruleset, state, range(len(state.names))))
    won["corrected"] = _round_as_typed(game)
    if state.open is None:
        return won
    shown = {
        "table": table_view(ruleset, state, state.open, counting=counting),
        "late": table_view(ruleset, state, state.open, now=30_000_000),
        "watched": table_view(ruleset, state, state.open, may_score=False),
        "out": out_view(ruleset, state, state.open),
        "how": out_view(ruleset, state, state.open, 1),
        "aloud": aloud_view(ruleset, state, state.open, "needs", counting),
        "review": review_view(game, state.open, counting=counting),
    }
    data = {place: plain(view) for place, view in shown.items()} | won
    for table in (data["table"], data["watched"], data["late"]):
        table["of_all"] = table["of_all"] and table["seats"][0]["number"]
        table["next_of_all"] = table["next_of_all"] and table["of_all"] + 1
    data |= {"hand": _hand(game) if state.open.over else None, "form": _form(game)}
    data["own"] = _own(game, state.open)
    return data | {"meld": _meld(game, state.open)}


# A low run with jokers, one with an ace of another meld, three aces,
# around the corner, beside J-Q-K, beside 2-3-4, a low ace laid off, none.
_TAPPED = (
    {"A": 1, "2": 1, "3": 1, "Joker": 2},
    {"A": 2, "2": 1, "3": 1},
    {"A": 3, "2": 1, "3": 1, "4": 1},
    {"Q": 1, "K": 1, "A": 1, "2": 1, "3": 1},
    {"J": 1, "Q": 1, "K": 1, "A": 1, "2": 1, "3": 1},
    {"Q": 1, "K": 1, "A": 1, "2": 1, "3": 1, "4": 1},
    {"low_ace": 1, "5": 1},
    {"5": 1},
)


def _tapped(version: int, values: CardValues) -> Mapping[str, int]:
    """Some cards of the game; every third time an ace was tapped once more."""
    several = _TAPPED[version % len(_TAPPED)]
    cards = {rank: count for rank, count in several.items() if values.find(rank)}
    laid = with_low_cards(values, cards)
    name = "low_ace" if laid.get("low_ace") else "A"
    return cards if version % 3 else turned(values, laid, name)


def _meld(game: Game, current: OpenRound) -> Data | None:
    """The melding page of each player in turn, in games that score melds, and its keys."""
    if not current.deal.scoring.melds_score:
        return None
    seat = _turn(game, current.deal.players)
    form = meld_form(current.deal)
    keys = [{name: getattr(key, name) for name in _OF_A_KEY} for key in form.keys]
    cards = _tapped(game.version, current.deal.values)
    return plain(meld_view(game.state, current, seat, cards=cards)) | {"keys": keys}


def _own(game: Game, current: OpenRound) -> Data | None:
    """The own page of players in turn; now and then a hand is open on another phone."""
    turn, players = game.version, current.deal.players
    if not players:
        return None  # all have left
    seat = _turn(game, players)
    kept = current.counted_at.get(seat)
    view = own_page(
        game.ruleset,
        game.state,
        current,
        seat,
        may_score=turn % 5 != 0,
        counting={players[turn // 2 % len(players)]} if turn % 4 else (),
        counted_here=kept is not None and _wrote(kept),
        wrote_last=game.state.last is not None and _wrote(game.state.last[0]),
    )
    return plain(view)


def _turn(game: Game, of: Sequence[int]) -> int:
    """Players in turn, one per entry."""
    return of[game.version % len(of)]


def _wrote(number: int) -> bool:
    """This phone has written all entries except every third."""
    return number % 3 != 0


def _undone(game: Game) -> Data | None:
    if game.state.last is None:
        return None
    seat, since = _turn(game, range(len(game.state.names))), game.version // 2
    return {
        "step": taken_back_with(game, game.state.last[0], _wrote),
        "count": count_taken_back(game, seat, since, _wrote),
    }


def _form(game: Game) -> Data | None:
    """The form of each hand: its keys and values."""
    current = game.state.open
    if current is None or not current.over:
        return None
    seat = current.deal.players[game.version % len(current.deal.players)]
    form = hand_form(ExpectedHand.of_open(game.ruleset, current, seat))
    return {
        "keys": [{name: getattr(key, name) for name in _OF_A_KEY} for key in form.keys],
        "has_many": form.has_many,
        "down": form.down.data or "",
        "buys": (form.buys and form.buys.data) or "",
        **_typed(form),
        "melded": form.melded and _typed(form.melded),
        "sent": _count_as_typed(game, current),
    }


def _count_as_typed(game: Game, current: OpenRound) -> Data | None:
    """A count as sent by its form, which whoever is out has not, nor anybody where lives count.

    Every other one leaves down unanswered.
    """
    entry = game.entries[-1] if game.entries else None
    if not isinstance(entry, HandCounted) or current.play.is_out(entry.seat):
        return None
    if game.ruleset.lost_lives is not None:
        return None
    typed = _hand_as_typed(current.by(game.ruleset), entry.seat)
    return {"down": "yes" if entry.down else "no", **typed} if game.version % 2 else typed


def _round_as_typed(game: Game) -> Data | None:
    """Written rounds in turn, as sent by the page that corrects them."""
    if not game.state.rounds:
        return None
    scored = _turn(game, game.state.rounds)
    deal, play = scored.deal, scored.play
    data: Data = {"out": "nobody" if play.went_out is None else play.went_out}
    data |= {"rummy": "y"} if play.went_rummy else {}
    data |= {"ending": play.ending} if play.ending else {}
    data |= {"turned_up": play.turned_up} if play.turned_up else {}
    data |= {f"drop{seat}": drop for seat, drop in play.drops.items()}
    data |= {f"adjusted{seat}": "y" for seat in play.adjustments}
    for seat in deal.players:
        said = {"down": "yes" if seat in play.laid_down else "no"}
        typed = said | _hand_as_typed(scored.by(game.ruleset), seat)
        data |= {f"seat{seat}-{name}": value for name, value in typed.items()}
    return data


def _hand_as_typed(played: PlayedRound, seat: int) -> Data:
    form = hand_form(ExpectedHand(played, seat))
    parts = (form, form.melded) if form.melded else (form,)
    cards = {
        field.name: field.data
        for part in parts
        for field in (*(field for _, field in part.count_fields()), part.total)
        if field.data
    }
    # Down or not down was answered: a total without the answer would raise the question again.
    asked = played.play.hands[seat].points if seat in played.play.hands else None
    told = {"asked": asked, "buys": played.play.buys.get(seat)}
    return cards | {name: value for name, value in told.items() if value is not None}


def _typed(form: CardsForm) -> Data:
    counts = [field.data or "" for _, field in form.count_fields()]
    return {"counts": counts, "total": form.total.data or ""}


def _won(game: Game) -> Data:
    """The end of the game as an open page draws it before the server does."""
    sheet = sheet_view(game.ruleset, game.state)
    told = {name: plain(getattr(sheet, name)) for name in _WON}
    first = next(iter(sheet.winner_seats), None)
    return told | {"in_colour_of": first, "undo": plain(last_step(game.state))}


def _sheet(game: Game) -> Data:
    """With a note for each change of house rules, which only the server can word."""
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
    """Hands in turn."""
    current, turn = game.state.open, game.version
    if current is None:
        return None
    players = current.deal.players
    seat, other = players[turn % len(players)], players[(turn // 2) % len(players)]
    kept = current.counted_at.get(seat)
    phones = PhonesAround(
        counting={other} if turn % 4 else set(),
        seat=other if turn % 3 == 0 else None,
        counted_here=kept is not None and _wrote(kept),
        wrote_last=game.state.last is not None and _wrote(game.state.last[0]),
    )
    expected = ExpectedHand.of_open(game.ruleset, current, seat)
    return plain(count_view(game.state, current, expected, phones, _BLANKS[turn % len(_BLANKS)]))


def plain(value: Any) -> Any:
    """A contract equals the number beside it."""
    kind = type(value)
    if kind in _AS_IS:
        return value
    if kind in (tuple, list):
        return [plain(said) for said in value]
    if kind in (Contract, CardClass):
        return {"key": value.key} if kind is CardClass else True
    names = told_of(kind)
    if names is not None:
        return {name: plain(getattr(value, name)) for name in names}
    is_known = isinstance(value, Mapping)
    return {str(key): plain(said) for key, said in value.items()} if is_known else value


@cache
def told_of(kind: type) -> list[str] | None:
    """The fields of this kind in pages; None if it has none."""
    if not is_dataclass(kind):
        return None
    not_told = _NOT_TOLD - {"contract"} if kind is Cell else _NOT_TOLD  # there it is a number
    return [field.name for field in fields(kind) if field.name not in not_told]
