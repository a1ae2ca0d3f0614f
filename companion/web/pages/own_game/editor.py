"""The page that edits the file of a custom game."""

from collections.abc import Sequence
from typing import Any, Self

from flask_babel import gettext
from werkzeug.datastructures import FileStorage
from wtforms import FileField, TextAreaField
from wtforms.validators import ValidationError

from companion.fair_queue import TooBusy
from companion.gamefile.own_game import from_edited_toml, to_toml
from companion.gamefile.refused import refuse_other_than_own_game
from companion.rules.reading.sections import Data, RulesetError
from companion.rules.reading.toml_text import line_of, text_of
from companion.web.forms.fields import PageForm, check_text
from companion.web.pages.own_game.asking import own_summary
from companion.web.pages.own_game.questions import NAME_LENGTH
from companion.web.words.rulesets import error_with_place, refused_game_words, with_place
from companion.web.words.text import own_words

_FILE = "own game"


class FileForm(PageForm):
    """The text of the file, and an upload that replaces it.

    `line` is the number of the wrong line, from 1, if known; `settled` the questions of the house
    rules that were removed because the file answers them.
    """

    text = TextAreaField()
    file = FileField()
    line: int | None = None
    settled: Sequence[str] = ()
    is_sent = False

    @classmethod
    def of(cls, game: Data) -> Self:
        """The submitted form; without a text it has the file of this game."""
        form = cls()
        form.is_sent = form.text.data is not None
        if not form.is_sent:
            form.text.data = to_toml(game)
        form.text.data = _with_plain_breaks(form.text.data)
        return form

    @property
    def wrong_line(self) -> str:
        """The line that is wrong."""
        return str(self.text.data).split("\n")[self.line - 1].strip() if self.line else ""

    @property
    def told(self) -> str:
        """A sentence about the removed house rules; empty without any."""
        if not self.settled:
            return ""
        questions = " ".join(own_words(question) for question in self.settled)
        return str(
            gettext("The file now answers this, so it is no longer a question: %(q)s", q=questions)
        )

    def open(self, upload: FileStorage) -> bool:
        """Replace the text by a file; False, with an error at the file, if it is no text."""
        try:
            content = upload.read()
            refuse_other_than_own_game(content, _FILE)
            self.text.data = _with_plain_breaks(text_of(content, _FILE))
            self.is_sent = True
        except RulesetError as error:
            self.file.errors = [file_error_words(error)]
        return not self.file.errors

    def game(self, base: Data) -> dict[str, Any] | None:
        """The game in the text, which began as the file of `base`.

        None if it is unplayable: the text has the error then.
        """
        if not self.is_sent:
            self.text.errors = [gettext("The file was missing. Check it below and save it again.")]
            return None
        try:
            data, self.settled = from_edited_toml(self.text.data.encode(), base, own_summary)
            check_text(data["name"], NAME_LENGTH)
        except TooBusy:
            self.text.errors = [gettext("The app is busy reading files. Try again in a moment.")]
        except RulesetError as error:
            self.line = line_of(self.text.data, error.key, error.numbers.get("why"))
            self.text.errors = [error_with_place(error, self.line)]
        except ValidationError as error:
            self.line = line_of(self.text.data, "name")
            self.text.errors = [with_place(str(error), "name", self.line)]
        return None if self.text.errors else data


def file_error_words(error: RulesetError) -> str:
    """The error of an uploaded file; a damaged one has to be asked for again."""
    words = refused_game_words(error)
    is_damaged = error.key == "the file" and not error.pattern.startswith("a custom game, not")
    return f"{words} {gettext('Ask for the file again.')}" if is_damaged else words


def _with_plain_breaks(text: str) -> str:
    """The text with LF: browsers submit line breaks as CRLF."""
    return text.replace("\r\n", "\n")
