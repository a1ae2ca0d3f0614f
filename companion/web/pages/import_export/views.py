"""Export the games of a day or all games as one file, and import files: a page for each."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from flask import Blueprint, Flask, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from companion.fair_queue import FairQueue
from companion.gamefile import RecordRefused
from companion.gamefile.exports import MOST_BYTES, MOST_GAMES, in_files, read_file
from companion.gamefile.refused import kind_of
from companion.gamefile.schema import YEARS
from companion.records.log.game_records import TakenIn, take_in
from companion.records.log.games import NoSuchGame, NotOver, open_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.all_games import Changed, changes_in, changes_of, record_sizes
from companion.records.people.limits import GameFull, files_taken_in
from companion.records.people.links import LinkEnded, count_attempt
from companion.records.people.lists import GamesQuery, Listed, games_of
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

    `number` is that of the current file, from 1; `games` the positions of its games, the latest
    is 0; and `has_more` whether there are older ones.
    """

    evenings: tuple[Evening, ...]
    number: int
    games: range
    has_more: bool

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
_LISTED = 60  # games searched for recent days
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
    games = _latest(_number())
    days = [day_of(game.started_at) for game in games[:_LISTED]]
    here = _in_file(_number(), games)
    view = ExportView(days_of(days), _number(), here, has_more=here.stop < len(games))
    return render_template("import_export/export.html", view=view, **_led_from())


@blueprint.get("/games.json")
def records() -> ResponseReturnValue:
    """The games of this phone as one file: those of the `day`, or of the file `page`."""
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
    """The number of the file, from 1."""
    return whole_number(request.args.get("page")) or 1


def _opened() -> Iterator[StoredGame]:
    """The requested games; one that was deleted meanwhile is left out."""
    for listed in _asked():
        try:
            yield open_game(listed.token)
        except (NoSuchGame, LinkEnded):
            continue


def _asked() -> Sequence[Listed]:
    """The requested games of this phone, up to the limit of a file."""
    device, links, day = known_device() or "", opened_links(), _asked_day()
    if day:
        return games_of(device, links, query=_of_day(day), most=MOST_GAMES).games
    here = _in_file(_number(), _latest(_number()))
    return games_of(device, links, query=_ALL, most=here.stop).games[here.start :]


def _latest(files: int) -> list[Changed]:
    """The games of so many files, and the next one if there are more."""
    most = files * MOST_GAMES + 1
    device, links = known_device() or "", opened_links()
    return changes_in(changes_of(device, links, most, archived=_ALL.archived), most)


def _in_file(number: int, games: Sequence[Changed]) -> range:
    """The positions of the games of this file; empty beyond the last one."""
    sizes = record_sizes([game.game for game in games])
    return next(islice(in_files(sizes), number - 1, None), range(0))


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
