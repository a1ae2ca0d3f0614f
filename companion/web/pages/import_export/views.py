"""Export the games of a day or all games as one file, and import files: a page for each."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from flask import Blueprint, Flask, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from companion.fair_queue import FairQueue
from companion.gamefile import RecordRefused
from companion.gamefile.exports import MOST_BYTES, read_file
from companion.gamefile.refused import kind_of
from companion.gamefile.schema import YEARS
from companion.records.log.game_records import TakenIn, take_in
from companion.records.log.games import NoSuchGame, NotOver, open_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.all_games import changes_in, changes_of
from companion.records.people.limits import GameFull, files_taken_in
from companion.records.people.links import LinkEnded, count_attempt
from companion.records.people.lists import GamesPage, GamesQuery, games_of
from companion.rules.judging.refusals import Refused
from companion.web.forms.fields import whole_number
from companion.web.game.cookies import own_path
from companion.web.game.phones import keep_cookie, known_device, opened_links, this_device
from companion.web.game.source import games_an_hour, source_of_request
from companion.web.local_time import Days, day_of
from companion.web.pages.import_export.files import as_plays, as_records, as_table, none_is_over

_MOST = 6


@dataclass(frozen=True, slots=True)
class Evening:
    """The games that began on one day."""

    day: date
    games: int


@dataclass(frozen=True, slots=True)
class ExportView:
    """The choices of an export: days, and all games in files of limited size.

    `number` is that of the current file, from 1; `found` the number of games from its first one
    on, one more than it holds if there are more, and `at_once` the limit of a file.
    """

    evenings: tuple[Evening, ...]
    number: int
    found: int
    at_once: int

    @property
    def first(self) -> int:
        """The position of its first game; the latest is 1."""
        return (self.number - 1) * self.at_once + 1

    @property
    def last(self) -> int:
        """The position of its last game."""
        return self.first - 1 + min(self.found, self.at_once)

    @property
    def has_more(self) -> bool:
        """Whether there are older games."""
        return self.found > self.at_once

    @property
    def is_all(self) -> bool:
        """Whether this file has all games."""
        return self.number == 1 and not self.has_more


def days_of(days: Iterable[date]) -> tuple[Evening, ...]:
    """The last days on which games began, the latest first."""
    latest = sorted(Counter(days).items(), reverse=True)[:_MOST]
    return tuple(Evening(day, games) for day, games in latest)


blueprint = Blueprint("import_export", __name__, url_prefix="/played")
_UNPROCESSABLE = 422
_AT_ONCE, _LISTED = 100, 60  # games of one file; games searched for recent days
_ALL = GamesQuery(archived=None, by_day=True)
_FORM = 64 * 1024  # bytes of the multipart envelope
PATIENCE_SECONDS = 10
files_of_strangers = FairQueue()


def init_app(app: Flask) -> None:
    """Raise the size limit of uploads for imports, before anything reads the body."""
    app.before_request(_make_room)


def _make_room() -> None:
    if request.endpoint == "import_export.bring_in":
        request.max_content_length = MOST_BYTES + _FORM


@blueprint.errorhandler(413)
def _too_large(_: Exception) -> ResponseReturnValue:
    why = gettext(
        "Nothing was imported: a file may have up to %(most)s MB. Export fewer games at a time.",
        most=MOST_BYTES // 1024**2,
    )
    return _page(why), 413


@blueprint.get("/take")
def page() -> str:
    """The form of an import."""
    return _page()


@blueprint.get("/export")
def export() -> str:
    """The choices of an export."""
    number, most = _number(), _number() * _AT_ONCE + 1
    changes = changes_of(known_device() or "", opened_links(), most, archived=_ALL.archived)
    games = changes_in(changes, most)
    days = [day_of(game.started_at) for game in games[:_LISTED]]
    view = ExportView(days_of(days), number, len(games[most - _AT_ONCE - 1 :]), _AT_ONCE)
    return render_template("import_export/export.html", view=view, **_led_from())


@blueprint.get("/games.json")
def records() -> ResponseReturnValue:
    """The games of this phone as one file: those of the `day`, or a hundred by `page`."""
    return as_records(_opened(), _name())


@blueprint.get("/games.csv")
def table() -> ResponseReturnValue:
    """The same as a table of rounds."""
    return as_table(_opened(), _name())


@blueprint.get("/games.bgsplay")
def plays() -> ResponseReturnValue:
    """The finished ones of the same games for BG Stats; without any, back to the choices."""
    try:
        return as_plays(_opened(), _name())
    except NotOver:
        flash(none_is_over())
        return redirect(url_for(".export"), 303)


@blueprint.post("/take")
def bring_in() -> ResponseReturnValue:
    """Import the games of a file on this phone, all or none, and open a single one.

    Raises TooManyImports.
    """
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        return _page(gettext("Choose an exported file first.")), _UNPROCESSABLE
    at_most = files_taken_in(*current_app.config["FILES_AN_HOUR"])
    count_attempt(at_most, source_of_request())
    try:
        with files_of_strangers.turn(PATIENCE_SECONDS):
            content = upload.read()
            records = read_file(content)
            taken = take_in(records, this_device(), opened_links(), games_an_hour())
    except RecordRefused as refused:
        return _page(_why_not(upload.filename, content, refused)), _UNPROCESSABLE
    except (Refused, GameFull):
        sentence = gettext("Nothing was imported: one of its games breaks its own rules.")
        return _page(sentence), _UNPROCESSABLE
    keep_cookie()
    flash(_said(taken))
    if len(taken.new) == 1 and not taken.copies:
        if open_game(taken.new[0]).state.open:
            flash(gettext("It is a copy: other phones do not see what you enter here."))
        return redirect(url_for("table.page", token=taken.new[0]), 303)
    return redirect(url_for("past_games.page"), 303)


_IN_A_RECORD = re.compile(rb'"(?:format|rounds)"\s*:')


def _why_not(name: str, content: bytes, refused: RecordRefused) -> str:
    """Why no game was imported; of a file that is none of ours, no place in it."""
    if kind_of(content) is not None or _IN_A_RECORD.search(content):
        return str(gettext("Nothing was imported. %(why)s", why=refused.message))
    sentence = gettext(
        "Nothing was imported: “%(file)s” is not a file with games. On the other phone, open "
        "“Export games” and download the file.",
        file=name,
    )
    return str(sentence)


def _said(taken: TakenIn) -> str:
    new, known = len(taken.new), taken.known
    told = []
    if new or not known:
        told.append(ngettext("%(num)s game was imported.", "%(num)s games were imported.", new))
    if taken.copies:
        told.append(copies_words(taken.copies))
    if known:
        told.append(
            ngettext(
                "%(num)s game was already on this phone.",
                "%(num)s games were already on this phone.",
                known,
            )
        )
    return " ".join(told)


def copies_words(copies: int) -> str:
    """The sentence about imported games that are here in another state too."""
    sentence: str = ngettext(
        "%(num)s game is on this phone in another version too: both versions are kept.",
        "%(num)s games are on this phone in another version too: both versions are kept.",
        copies,
    )
    return sentence


def _page(error: str = "") -> str:
    return render_template("import_export/import.html", error=error, **_led_from())


def _led_from() -> dict[str, str | None]:
    """The page that led here, for the arrow and for the next page."""
    to = request.args.get("to", "")  # a form that is too large is not read
    return {"to": to or None, "back": own_path(to)}


def _number() -> int:
    """The number of the hundred, from 1."""
    return whole_number(request.args.get("page")) or 1


def _opened() -> Iterator[StoredGame]:
    """The requested games; one that was deleted meanwhile is left out."""
    day = _asked_day()
    found = _found(_of_day(day)) if day else _found(_ALL, _number())
    for listed in found.games:
        try:
            yield open_game(listed.token)
        except (NoSuchGame, LinkEnded):
            continue


def _found(asked: GamesQuery, number: int = 1, most: int = _AT_ONCE) -> GamesPage:
    """The games of this phone, up to the limit of a file."""
    device, links = known_device() or "", opened_links()
    return games_of(device, links, query=asked, number=number, most=most)


def _asked_day() -> date | None:
    try:
        day = date.fromisoformat(request.args.get("day", ""))
    except ValueError:
        return None
    return day if day.year in YEARS else None


def _of_day(day: date) -> GamesQuery:
    """Those that began on this local day, from midnight to midnight."""
    return replace(_ALL, **Days(day, day).span._asdict())


def _name() -> str:
    day = _asked_day()
    return f"{day.isoformat()}-games" if day else "games"
