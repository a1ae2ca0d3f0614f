"""A game's log as JSON: entries after a number, and commands to append."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import unescape
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.log.games import Written, write
from companion.records.log.stored_game import StoredGame
from companion.records.log.taps import Tapped, remember_refused
from companion.records.people.limits import GameFull
from companion.records.store.database import now
from companion.rules.decide import Command, Conflict
from companion.rules.fold.log import written_by
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.house_rules import UnknownOption
from companion.rules.reading.sections import RulesetError
from companion.web.api.lost_entries import lost_lines
from companion.web.api.programs import NotTaken, check_key, sent_json
from companion.web.api.requests import (
    MOST_ENTRIES_AT_ONCE,
    command_of,
    fault_of,
    number_of_entries,
    seated_of,
)
from companion.web.game.embedded_game import tail_of, whole_log
from companion.web.game.gateway import out_of_date, the_game
from companion.web.game.phones import known_device, phones_at, this_device
from companion.web.game.positions import CONFLICT, Position, Stray, restored_book_sentence
from companion.web.guard.errors import is_for_program
from companion.web.words.doubts import doubt_words, refusal_words
from companion.web.words.text import without_tags

blueprint = Blueprint("api", __name__)
blueprint.before_request(check_key)
_LOG = "/g/<token>/log"  # also for programs from before the API had versions


@blueprint.get("/api/1/games/<token>/log")
@blueprint.get(_LOG)
def log(token: str) -> ResponseReturnValue:
    """The entries after number `after`.

    By default the whole log with the rules in force.
    """
    game = the_game(token)
    if "after" not in request.args:
        return _timed(game, whole_log(game, known_device()))
    position = Position.of_query()
    if stray := position.stray_from(game):
        return _strays(game, stray)
    return _tail(game, position.after)


@blueprint.post("/api/1/games/<token>/log")
@blueprint.post(_LOG)
def add(token: str) -> ResponseReturnValue:
    """Decide each command by itself, in order; returns the log after them."""
    data = _sent()
    if stray := _stray(game := the_game(token), data):
        return _strays(game, stray)
    answered = [*_answers(token, data)]
    taps = (row["tap"] for row in data["commands"])
    answers = [{"tap": tap} | answer.data for tap, answer in zip(taps, answered, strict=False)]
    game = answered[-1].game if answered else the_game(token)
    return _tail(game, data.get("after", 0)) | {"answers": answers}


@blueprint.post(f"{_LOG}/lost")
def lost(token: str) -> ResponseReturnValue:
    """Descriptions of entries that the log lacks, in the words of the history; writes nothing.

    They come as commands, of which the first says what they followed.
    """
    stored, commands = the_game(token), [*map(command_of, _sent(of_log=True)["commands"])]
    entries = [entry for command in commands for entry in command.entries]
    seen = min([stored.game.version, *(command.seen for command in commands[:1])])
    return {"lines": lost_lines(stored, seen, entries)}


def _sent(*, of_log: bool = False) -> Any:  # noqa: ANN401 - any JSON
    """The validated commands of this request. Raises NotTaken."""
    data = sent_json(partial(fault_of, of_log=of_log))
    if (number := number_of_entries(data)) > MOST_ENTRIES_AT_ONCE:
        raise NotTaken(gettext("That is too long"), _too_many(number), 413)
    return data


def _too_many(number: int) -> str:
    sentence: str = gettext(
        "Nothing was saved: these commands have %(number)s entries, and one request takes "
        "%(most)s. Send them in several requests.",
        number=number,
        most=MOST_ENTRIES_AT_ONCE,
    )
    return sentence


def _stray(game: StoredGame, data: dict[str, Any]) -> Stray | None:
    """Whether commands were made on another log than the server's."""
    has_seen = Position(data.get("after", 0), data.get("mark", ""), data.get("book", ""))
    longest = game.game.version
    for command in data["commands"]:
        if command["seen"] > longest:
            return "ahead"
        longest += len(command["entries"])  # a later one may have seen earlier ones
    return has_seen.stray_from(game)


def _strays(game: StoredGame, stray: Stray) -> ResponseReturnValue:
    told = _of_another_log() if is_for_program() else _of_a_restored_book()
    now = {"book": game.book, "version": game.game.version}
    return told | {"code": stray} | now, CONFLICT


def _of_a_restored_book() -> dict[str, str]:
    return {"heading": gettext("The score book was restored"), "sentence": restored_book_sentence()}


def _of_another_log() -> dict[str, str]:
    """The error for a program, which may also have sent a wrong number."""
    return {
        "heading": gettext("That is another log"),
        "sentence": gettext(
            "Nothing was saved: “seen” or “mark” is not of this log. Either it is wrong, or the "
            "score book was restored from an earlier copy. Read the log again."
        ),
    }


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a command, as data, and the game after it."""

    game: StoredGame
    data: dict[str, Any]


def _answers(token: str, data: dict[str, Any]) -> Iterator[Answer]:
    """The results; each command has seen the entries of those before it in this request.

    Commands `in_order` may depend on each other: after a failed one the rest is ignored. So are
    those for which the game has no room. Raises GameFull if there is none for the first.
    """
    mine: set[int] = set()
    for number, row in enumerate(data["commands"]):
        command = _seen_through(command_of(row), mine)
        tapped = Tapped.reported(row.get("tapped_at"), data.get("now"), now())
        try:
            answer = _answer(token, row, command, tapped)
        except GameFull:
            if number == 0:
                raise
            return
        mine |= {*answer.data.get("numbers", ())}
        yield answer
        if data.get("in_order") and answer.data["status"] != "kept":
            return


def _seen_through(command: Command, mine: set[int]) -> Command:
    seen = command.seen
    while seen + 1 in mine:
        seen += 1
    return replace(command, seen=seen)


def _answer(token: str, row: dict[str, Any], command: Command, tapped: Tapped) -> Answer:
    tap, text = row["tap"], json.dumps(row, sort_keys=True)
    try:
        seated = seated_of(row)
        written = write(
            token, tap, command, this_device(), tapped=tapped, seated=seated, request=text
        )
        return _kept(written, tap)
    except (Refused, Doubted, Conflict, UnknownOption, RulesetError) as trouble:
        remember_refused(token, text)
        game = the_game(token)
        return Answer(game, _not_kept(game, command, trouble))


def _kept(written: Written, tap: str) -> Answer:
    after = written.after
    return Answer(after, {"status": "kept", "numbers": after.numbers_of(tap)})


def _not_kept(game: StoredGame, command: Command, trouble: Exception) -> dict[str, Any]:
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
    return {"status": "refused", "code": code, "seat": seat, "sentence": without_tags(words)}


def _doubts(game: StoredGame, doubted: Doubted) -> Iterator[dict[str, Any]]:
    for doubt in doubted.doubts:
        words = doubt_words(doubt, game.ruleset, game.state)
        yield {"code": doubt.code, "seat": doubt.seat, "sentence": without_tags(words)}


def _conflict(game: StoredGame, command: Command, conflict: Conflict) -> dict[str, Any]:
    others = [*range(command.seen + 1, game.state.version + 1)]
    sentence = restored_book_sentence() if conflict.code == "ahead" else out_of_date().sentence
    told = {"status": "conflict", "code": conflict.code, "sentence": sentence, "others": others}
    number = conflict.sequence or written_by(game.entries, command.round)
    return told | _by(game, number) if number else told


def _by(game: StoredGame, number: int) -> dict[str, Any]:
    """The phone that was faster, by its label, and when; empty if unknown."""
    line = game.line(number)
    by = phones_at(game).name(line.device)
    return {"by": unescape(by.striptags()), "at": line.at.isoformat()}


def _tail(game: StoredGame, after: int) -> dict[str, Any]:
    return _timed(game, tail_of(game, after, known_device()))


def _timed(game: StoredGame, tail: dict[str, Any]) -> dict[str, Any]:
    for row in tail["entries"]:
        line = game.line(row["number"])
        row["at"] = line.at.isoformat()
        if line.tapped_at:
            row["tapped_at"] = line.tapped_at.isoformat()
    return tail
