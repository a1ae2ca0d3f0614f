"""A game's log as JSON: what was written after an entry, and commands that add to it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup

from companion.records.games import Written, write
from companion.records.kept_game import KeptGame
from companion.rules.decide import Command, Conflict
from companion.rules.events import written_by
from companion.rules.house_rules import UnknownOption
from companion.rules.refusals import Doubted, Refused
from companion.rules.sections import RulesetError
from companion.web.api.shapes import command_of, trouble_with
from companion.web.forms.fields import whole_number
from companion.web.http.carried import tail_of
from companion.web.http.device import known_device, this_device
from companion.web.http.games import out_of_date, the_game
from companion.web.http.phones import phones_at
from companion.web.words.doubts import doubt_words, refusal_words

blueprint = Blueprint("api", __name__, url_prefix="/g/<token>/log")


@blueprint.get("")
def log(token: str) -> dict[str, Any]:
    """What was written after the entry with the number `after`, all of it by default."""
    return _tail(the_game(token), whole_number(request.args.get("after")) or 0)


@blueprint.post("")
def add(token: str) -> ResponseReturnValue:
    """Decide each command by itself, in order; then the log as it is after them."""
    data = request.get_json()
    if place := trouble_with(data):
        sentence = gettext("Nothing was written: %(place)s is not what fits there.", place=place)
        return {"heading": gettext("That could not be read"), "sentence": sentence}, 422
    data = _whole(data)
    answered = [*_answers(token, data["commands"], in_order=data.get("in_order", False))]
    taps = (row["tap"] for row in data["commands"])
    answers = [{"tap": tap} | answer.data for tap, answer in zip(taps, answered, strict=False)]
    game = answered[-1].game if answered else the_game(token)
    return _tail(game, data.get("after", 0)) | {"answers": answers}


def _whole(data: Any) -> Any:  # noqa: ANN401 - any JSON
    """The same with whole numbers for whole numbers: JSON has one kind, and 2.0 is as good as 2."""
    if isinstance(data, dict):
        return {name: _whole(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_whole(value) for value in data]
    return int(data) if isinstance(data, float) and data.is_integer() else data


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command, as data, and the game as it is after it."""

    game: KeptGame
    data: dict[str, Any]


def _answers(token: str, rows: list[dict[str, Any]], *, in_order: bool) -> Iterator[Answer]:
    """What this request itself wrote before, each next command has seen.

    Those `in_order` may rest on each other: what follows one that was not kept is left alone.
    """
    mine: set[int] = set()
    for row in rows:
        command = _seen_through(command_of(row), mine)
        answer = _answer(token, row["tap"], command)
        mine |= {*answer.data.get("numbers", ())}
        yield answer
        if in_order and answer.data["status"] != "kept":
            return


def _seen_through(command: Command, mine: set[int]) -> Command:
    seen = command.seen
    while seen + 1 in mine:
        seen += 1
    return replace(command, seen=seen)


def _answer(token: str, tap: str, command: Command) -> Answer:
    try:
        return _kept(write(token, tap, command, this_device(), is_sent_again=True), tap)
    except (Refused, Doubted, Conflict, UnknownOption, RulesetError) as trouble:
        game = the_game(token)
        return Answer(game, _not_kept(game, command, trouble))


def _kept(written: Written, tap: str) -> Answer:
    after = written.after
    return Answer(after, {"status": "kept", "numbers": after.numbers_of(tap)})


def _not_kept(game: KeptGame, command: Command, trouble: Exception) -> dict[str, Any]:
    match trouble:
        case Refused():
            words = refusal_words(trouble, game.ruleset, game.state)
            return _refused(trouble.code, words, trouble.seat)
        case Doubted():
            return {"status": "doubted", "doubts": [*_doubts(game, trouble)]}
        case Conflict():
            return _conflict(game, command, trouble)
        case UnknownOption():
            return _refused("unknown_option", str(trouble))
    return _refused("bad_ruleset", str(trouble))


def _refused(code: str, words: str, seat: int | None = None) -> dict[str, Any]:
    return {"status": "refused", "code": code, "seat": seat, "sentence": _plain(words)}


def _doubts(game: KeptGame, doubted: Doubted) -> Iterator[dict[str, Any]]:
    for doubt in doubted.doubts:
        words = doubt_words(doubt, game.ruleset, game.state)
        yield {"code": doubt.code, "seat": doubt.seat, "sentence": _plain(words)}


def _conflict(game: KeptGame, command: Command, conflict: Conflict) -> dict[str, Any]:
    others = [*range(command.seen + 1, game.state.version + 1)]
    sentence = out_of_date().sentence
    told = {"status": "conflict", "code": conflict.code, "sentence": sentence, "others": others}
    number = conflict.sequence or written_by(game.entries, command.round)
    return told | _by(game, number) if number else told


def _by(game: KeptGame, number: int) -> dict[str, Any]:
    """Which phone was faster, by the name people have for it, and when; empty if nobody knows."""
    line = game.line(number)
    by = phones_at(game).name(line.device)
    return {"by": unescape(by.striptags()), "at": line.at.isoformat()}


def _tail(game: KeptGame, after: int) -> dict[str, Any]:
    tail = tail_of(game, after, known_device())
    for row in tail["entries"]:
        row["at"] = game.line(row["number"]).at.isoformat()
    return tail


def _plain(words: str) -> str:
    """A sentence without the marks that set names apart on a page."""
    return words.striptags() if isinstance(words, Markup) else words
