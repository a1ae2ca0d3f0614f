"""Downloads of games: a record with its history, several in one file, a CSV table, plays."""

from collections.abc import Iterable
from textwrap import shorten
from unicodedata import category, normalize

from babel.numbers import get_decimal_symbol
from flask import Blueprint, Response, flash, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext

from companion.gamefile import to_json
from companion.gamefile.exports import Separator, TableGame, to_csv, to_file
from companion.records.log.game_records import record_of
from companion.records.log.games import NotOver, play_file
from companion.records.log.stored_game import StoredGame
from companion.web.game.gateway import the_game
from companion.web.local_time import day_of, zone

_UNKEPT = "no-store, private"
_MOST_LETTERS = 40  # of all players
_ANY_BYTES = "application/octet-stream"  # browsers change the file extension of known types


def as_record(stored: StoredGame, name: str) -> Response:
    """One game as a record with its history."""
    return _file(to_json(record_of(stored, with_history=True)), "application/json", f"{name}.json")


def as_records(games: Iterable[StoredGame], name: str) -> Response:
    """Several games as one file."""
    records = (record_of(stored, with_history=True) for stored in games)
    return _file(to_file(records), "application/json", f"{name}.json")


def as_table(games: Iterable[StoredGame], name: str) -> Response:
    """All rounds of these games for a spreadsheet in the language of the request."""
    rows = [TableGame(k.ruleset, k.state, k.title, k.row.started_at) for k in games]
    return _file(to_csv(rows, _separator()), "text/csv; charset=utf-8", f"{name}.csv")


def as_plays(games: Iterable[StoredGame], name: str) -> Response:
    """The finished ones of these games for BG Stats. Raises NotOver."""
    return _file(play_file(games, zone()), _ANY_BYTES, f"{name}.bgsplay")


def none_is_over() -> str:
    """The sentence for NotOver."""
    sentence: str = gettext("BG Stats takes finished games only, and there is none yet.")
    return sentence


def _separator() -> Separator:
    """The list separator: programs take a semicolon where the comma is in decimals.

    It follows from the digits of the pages, which are Latin in every language.
    """
    decimal = get_decimal_symbol(get_locale(), numbering_system="latn")
    return ";" if decimal == "," else ","


def _file(text: str, kind: str, name: str) -> Response:
    answer = Response(text, content_type=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    answer.headers["Cache-Control"] = _UNKEPT
    return answer


blueprint = Blueprint("game_file", __name__, url_prefix="/g/<token>")


@blueprint.get("/game.json")
def record(token: str) -> Response:
    """The game as a record with its history, for archiving or import elsewhere."""
    stored = the_game(token)
    return as_record(stored, _name(stored))


@blueprint.get("/game.csv")
def table(token: str) -> Response:
    """A row for each player and round."""
    stored = the_game(token)
    return as_table([stored], _name(stored))


@blueprint.get("/game.bgsplay")
def plays(token: str) -> ResponseReturnValue:
    """The finished game for BG Stats; redirects to the table during the game."""
    stored = the_game(token)
    try:
        return as_plays([stored], _name(stored))
    except NotOver:
        flash(none_is_over())
        return redirect(url_for("table.page", token=token), 303)


def _name(stored: StoredGame) -> str:
    """The day, the game, and as many players as are still read in a list of files."""
    players = shorten(_words(" ".join(stored.state.names)), _MOST_LETTERS, placeholder="")
    words = (str(day_of(stored.row.started_at)), stored.ruleset.key, *players.split())
    return "-".join(words)


def _words(text: str) -> str:
    """The letters and figures, with the marks that are part of them, in lower case."""
    letters = normalize("NFC", text.lower())
    return "".join(x if x.isalnum() or category(x).startswith("M") else " " for x in letters)
