"""Bring scores in: a table of points becomes a game, once its preview is confirmed."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext
from markupsafe import Markup
from wtforms import BooleanField, DateField, FileField, SelectField, StringField, TextAreaField
from wtforms.validators import Optional, ValidationError

from companion.gamefile import Record, RecordRefused
from companion.gamefile.schema import YEARS
from companion.gamefile.score_table import (
    MOST_BYTES,
    ScoreTable,
    TableRefused,
    WrongCell,
    read_table,
    record_of,
    takes_points,
)
from companion.records.log.game_records import take_in
from companion.records.people.limits import files_taken_in
from companion.records.people.links import count_attempt
from companion.rules.model.house_rules import Choice, Value
from companion.rules.model.names import folded
from companion.rules.model.ruleset import Ruleset
from companion.settings.locale import moment_of
from companion.web.forms.fields import NAME_LENGTH, PageForm, check_text
from companion.web.game.phones import keep_cookie, opened_links, this_device
from companion.web.game.source import games_an_hour, source_of_request
from companion.web.local_time import now, zone
from companion.web.pages.import_export.views import (
    PATIENCE_SECONDS,
    copies_words,
    files_of_strangers,
)
from companion.web.words.games import catalogue_in_order
from companion.web.words.text import bdi, own_words

blueprint = Blueprint("scores", __name__, url_prefix="/played/scores")
_UNPROCESSABLE = 422
_WINNER = "end.winner"  # the ruleset key that a house rule of these games sets
_NOON = time(12)
_JUST_POINTS = "just-points lowest_total"  # the choice that fits any table
_NO_DAY = "Not a valid date value."  # of WTForms, which translates it
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_MOST_WRONG = 20  # cells named on the page

Options = Mapping[str, Value]


def _choices() -> Iterator[tuple[str, Ruleset, Options, str]]:
    """The games that a table of points can be, one for each way to win: value, options, label."""
    for ruleset in catalogue_in_order():
        if not takes_points(ruleset):
            continue
        name, ways = own_words(ruleset.name), _ways_to_win(ruleset)
        for key, choice in ways:
            label = f"{name}: {own_words(choice.label)}"
            yield f"{ruleset.key} {choice.value}", ruleset, {key: choice.value}, label
        if not ways:
            yield ruleset.key, ruleset, {}, name


def _ways_to_win(ruleset: Ruleset) -> list[tuple[str, Choice]]:
    """The house rule that decides who wins, once for each of its choices."""
    rules = (rule for rule in ruleset.every_house_rule if _WINNER in rule.choices[0].changes)
    return [(rule.key, choice) for rule in rules for choice in rule.choices]


def _is_past(_form: object, field: DateField) -> None:
    """Raises ValidationError for a day that no game can have had."""
    day = field.data
    if day and (day.year not in YEARS or day > now().date()):
        raise ValidationError(field.gettext(_NO_DAY))


class ScoresForm(PageForm):
    """A table, pasted or as a file that replaces it, and the game it is.

    `seen` is the digest of what the last preview showed. After `validate` the form has a `record`
    or errors at its fields; `read` is the table, None if it cannot be read.
    """

    table = TextAreaField()
    file = FileField()
    game = SelectField(validate_choice=True)
    played_on = DateField(validators=[Optional(), _is_past])
    over = BooleanField()
    seen = StringField()
    read: ScoreTable | None = None
    record: Record | None = None

    @property
    def digest(self) -> str:
        """What the preview shows, in short."""
        lines = "\n".join((self.table.data or "").splitlines())  # browsers send CRLF
        shown = (lines, self.game.data, str(self.played_on.data), str(self.over.data))
        return hashlib.sha256("\0".join(map(str, shown)).encode()).hexdigest()

    @property
    def winners(self) -> list[str]:
        """The names of the winners, once the game is over."""
        state = self.record.state if self.record else None
        return (
            [state.names[seat] for seat in state.outcome.winners] if state and state.outcome else []
        )

    def open(self, content: bytes) -> bool:
        """Put the text of a file in place of the table; False, with an error, if it is no text."""
        try:
            self.table.data = _text_of(content)
        except ValidationError as error:
            self.file.errors = [str(error)]
        return not self.file.errors

    def check(self) -> bool:
        """Read the table, and build the game; False, with errors at the fields, if that fails."""
        if not self.validate():
            return False
        try:
            self.read = read_table(self.table.data or "")
            ruleset, options = self._played
            self.table.errors = [
                *_wrong_names(self.read, ruleset),
                *_wrong_cells(self.read),
            ]
            if not self.table.errors:
                self.record = record_of(
                    self.read,
                    ruleset,
                    options,
                    is_over=self.over.data,
                    started_at=_began(self.played_on.data),
                )
        except TableRefused as refused:
            self.table.errors = [_said(refused)]
        except RecordRefused as refused:
            self.table.errors = [refused.message]
        return self.record is not None

    @property
    def _played(self) -> tuple[Ruleset, Options]:
        """The chosen game."""
        return next(
            (rules, options) for value, rules, options, _ in _choices() if value == self.game.data
        )


def _began(day: date | None) -> datetime | None:
    return None if day is None else moment_of(day, _NOON, zone())


def _text_of(content: bytes) -> str:
    """The text of a file, as spreadsheets write it. Raises ValidationError."""
    if len(content) > MOST_BYTES:
        most = MOST_BYTES // 1024
        raise ValidationError(gettext("A spreadsheet may have up to %(most)s kB.", most=most))
    try:
        return content.decode("utf-16" if content.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValidationError(
            gettext("This is not a text file in UTF-8. Save it as CSV (UTF-8), or copy the cells.")
        ) from error


def _wrong_names(table: ScoreTable, ruleset: Ruleset) -> Iterator[str]:
    """A sentence for each name that the sheet cannot have, and for too few or too many."""
    least, most = ruleset.least_players, ruleset.most_players
    if not least <= len(table.names) <= most:
        players = {"game": own_words(ruleset.name), "least": least, "most": most}
        yield str(gettext("%(game)s is for %(least)s to %(most)s players.", **players))
        return
    seen: set[str] = set()
    for name in table.names:
        if not name:
            yield str(gettext("Each column needs a name above it."))
        elif error := _error_of(name, seen):
            yield Markup("%s: %s") % (bdi(name), error)
        seen.add(folded(name))


def _error_of(name: str, seen: set[str]) -> str:
    try:
        check_text(name, NAME_LENGTH)
    except ValidationError as error:
        return str(error)
    if folded(name) in seen:
        return str(gettext("Two players have this name. Add an initial to one of them."))
    return ""


def _wrong_cells(table: ScoreTable) -> Iterator[str]:
    """A sentence for each cell that is not a whole number, with its place."""
    yield from map(_wrong_cell, table.wrong[:_MOST_WRONG])
    if len(table.wrong) > _MOST_WRONG:
        more = len(table.wrong) - _MOST_WRONG
        yield ngettext("And %(num)s more cell.", "And %(num)s more cells.", more)


def _wrong_cell(cell: WrongCell) -> Markup:
    if cell.text:
        said = gettext("Round %(number)s, %(name)s: “%(text)s” is not a whole number.")
    else:
        said = gettext("Round %(number)s, %(name)s: the cell is empty. Enter 0 or points.")
    place = {"number": cell.round, "name": bdi(cell.player), "text": bdi(cell.text)}
    return Markup(said) % place  # noqa: S704 - a literal


def _said(refused: TableRefused) -> str:
    """The sentence for a refusal, which says what to do."""
    sentences = {
        "too_long": gettext("A spreadsheet may have up to %(most)s kB.", most=MOST_BYTES // 1024),
        "other_people": gettext(
            "Players joined or left during this game. Import its file instead."
        ),
        "empty": gettext("Paste the cells of a spreadsheet, or choose a file."),
        "no_rounds": gettext(
            "The first row has the names, each further row the points of a round."
        ),
        "ragged": gettext("Row %(number)s has more cells than there are names."),
        "many_rounds": gettext("That is more rounds than a game can have. Split the spreadsheet."),
        "several_games": gettext("This spreadsheet has several games. Export one of them."),
        "who_went_out": gettext(
            "Round %(number)s: in this game one player goes out with 0 points. Choose “Just "
            "points”, or correct the round."
        ),
        "other_points": gettext(
            "Round %(number)s: the rules of this game give other points. Choose “Just points” to "
            "keep these."
        ),
    }
    return str(sentences[refused.code]) % {"number": refused.row}


@blueprint.get("")
def page() -> str:
    """The form for a table."""
    return _page(_form())


@blueprint.post("")
def bring_in() -> ResponseReturnValue:
    """Show what a table would become; store it once exactly that was shown."""
    form = _form()
    upload = request.files.get("file")
    has_file = bool(upload and upload.filename)
    if (
        (upload and has_file and not form.open(upload.read()))
        or not _is_read(form)
        or form.record is None
    ):
        return _page(form), _UNPROCESSABLE
    if has_file or "step" in request.form or form.seen.data != form.digest:
        return _page(form)
    count_attempt(files_taken_in(*current_app.config["FILES_AN_HOUR"]), source_of_request())
    taken = take_in([form.record], this_device(), opened_links(), games_an_hour())
    keep_cookie()
    if not taken.new:
        flash(gettext("This game was already on this phone."))
        return redirect(url_for("past_games.page"), 303)
    if taken.copies:
        flash(copies_words(taken.copies))
    return redirect(url_for("table.page", token=taken.new[0]), 303)


def _is_read(form: ScoresForm) -> bool:
    """Read one table at a time, as a long one takes a second. Raises TooBusy."""
    with files_of_strangers.turn(PATIENCE_SECONDS):
        return form.check()


def _form() -> ScoresForm:
    form = ScoresForm()
    form.game.choices = [(value, label) for value, _, _, label in _choices()]
    if form.game.data is None:
        form.game.data = _JUST_POINTS
    return form


def _page(form: ScoresForm) -> str:
    return render_template("import_export/scores.html", form=form, to=request.args.get("to"))
