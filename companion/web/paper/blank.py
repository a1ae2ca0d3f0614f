"""Blank sheets for scoring by pen: any game, number of players, and names."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form, StringField
from wtforms.validators import ValidationError

from companion.records.people.own_games import Playable
from companion.rules.model.house_rules import Value, read_options
from companion.rules.model.names import tidy_name
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from companion.web.forms.fields import NAME_LENGTH, RowsField, SentNumber, check_text
from companion.web.game.playable import playable
from companion.web.paper.layout import blank_paper
from companion.web.paper.pdf import pdf_answer
from companion.web.paper.printing import PrintedSheet
from companion.web.paper.texts import paper_words
from companion.web.words.terms import set_game
from companion.web.words.text import own_words

blueprint = Blueprint("blank", __name__, url_prefix="/games/<key>")

_USUALLY, _SIDES = 4, 2
_A_NAME = {"maxlength": 200, "dir": "auto", "autocapitalize": "words", "spellcheck": "false"}


class BlankForm(Form):
    """The number of players, and their names in seat order, if given."""

    players = SentNumber()
    names = RowsField(StringField(render_kw=_A_NAME))

    def validate_names(self, field: RowsField) -> None:
        """Add an error to each invalid name. Raises ValidationError for the list."""
        for one in field:
            try:
                check_text(tidy_name(one.data), NAME_LENGTH)
            except ValidationError as error:
                one.errors = [str(error)]
        if any(one.errors for one in field):
            raise ValidationError


@blueprint.get("/sheet")
def page(key: str) -> ResponseReturnValue:
    """The preview of the sheet, with the number of players and the names."""
    game = playable(key)
    ruleset, form = _played_by(game), BlankForm(request.args)
    is_fine, leaf = form.validate(), blank_leaf(ruleset, form)
    while len(form.names) < len(leaf.paper.columns):
        form.names.append_entry("")
    drawn = render_template(
        "paper/blank.html",
        game=game,
        ruleset=ruleset,
        form=form,
        leaf=leaf,
        kept=(kept := _kept_in_address()),
        other_size=kept | {"large": None if "large" in kept else 1},
        of_pdf=kept | {"large": None},
        numbers=range(ruleset.least_players, ruleset.most_players + 1),
    )
    return drawn, 200 if is_fine else 422


@blueprint.get("/sheet.pdf")
def pdf(key: str) -> ResponseReturnValue:
    """The sheet as PDF."""
    ruleset, form = _played_by(playable(key)), BlankForm(request.args)
    form.validate()
    return pdf_answer(blank_leaf(ruleset, form), own_words(ruleset.name))


def blank_leaf(ruleset: Ruleset, form: BlankForm) -> PrintedSheet:
    """The sheet for the number of players or names; names that are too long are left out."""
    names = [
        "" if field.errors else tidy_name(field.data)
        for field in form.names[: ruleset.most_players]
    ]
    usual = _SIDES if ruleset.partners else _USUALLY
    asked = form.players.number or max(len(list(filter(None, names))), usual)
    players = min(max(asked, ruleset.least_players), ruleset.most_players)
    is_large = "large" in request.args
    paper = replace(blank_paper(ruleset, players, names[:players]), is_large=is_large)
    return PrintedSheet(paper, paper_words(ruleset, paper))


def _played_by(game: Playable) -> Ruleset:
    """The rules with the house rules in the address; invalid ones are default."""
    try:
        ruleset = read_ruleset(apply_house_rules(game.data, _options(game.ruleset)))
    except RulesetError:
        return game.ruleset
    set_game(ruleset)
    return ruleset


def _options(ruleset: Ruleset) -> dict[str, Value]:
    said = {key.removeprefix("option_"): value for key, value in request.args.items()}
    return read_options(ruleset.house_rules, said)


def _kept_in_address() -> dict[str, Any]:
    """Names, house rules and the size of print, kept while the number is changed."""
    said = request.args.to_dict()
    kept = ("names-", "option_", "large")
    return {name: text for name, text in said.items() if name.startswith(kept)}
