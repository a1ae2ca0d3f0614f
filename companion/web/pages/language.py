"""The language of the pages on this phone."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext
from wtforms import RadioField

from companion.web.forms.fields import PageForm
from companion.web.game.cookies import return_path
from companion.web.game.preferences import choose_language
from companion.web.words.languages import on_offer
from companion.web.words.text import people_words

blueprint = Blueprint("language", __name__, url_prefix="/language")
_UNPROCESSABLE = 422


class LanguageForm(PageForm):
    """The languages on offer, each under its own name."""

    language = RadioField()

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.language.choices = [(language.code, language.name) for language in on_offer()]


@blueprint.get("")
def page() -> str:
    """The form, with the current language chosen."""
    form = LanguageForm(formdata=None)
    form.language.data = str(get_locale())
    return _page(form)


@blueprint.post("")
def use() -> ResponseReturnValue:
    """Use this language on this phone, and go back."""
    form = LanguageForm()
    if form.language.data not in {language.code for language in on_offer()}:
        form.language.errors = [gettext("Choose one of these languages.")]
        return _page(form), _UNPROCESSABLE
    choose_language(form.language.data)
    return redirect(return_path(), 303)


def _page(form: LanguageForm) -> str:
    to = request.values.get("to", "")
    names = people_words(language.name for language in on_offer() if not language.is_reviewed)
    return render_template(
        "language/language.html", form=form, unreviewed=names, to=to, back=return_path()
    )
