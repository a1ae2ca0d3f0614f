"""A custom game in up to five questions, one per page, ending with its rules card.

A page is a form that requests the next one: the address contains all answers.
"""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext
from werkzeug.datastructures import MultiDict

from companion.records.people.links import new_key
from companion.records.people.own_games import keep_own_game
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.own_games import edited, key_of_name, read_own_game
from companion.rules.reading.sections import Data, RulesetError
from companion.web.forms.fields import whole_number
from companion.web.game.gateway import key_of_form, token_of_form
from companion.web.game.phones import this_device
from companion.web.game.source import games_an_hour
from companion.web.pages.own_game.answers import edits_of
from companion.web.pages.own_game.questions import (
    BLANK,
    COSTS,
    DONE,
    LARGEST,
    NEEDS,
    ROUNDS,
    QuestionsForm,
    base_game,
    read_contract,
)
from companion.web.pages.own_game.view import (
    ADDED,
    known_games,
    needs_view,
    price_lists,
    price_rows,
)
from companion.web.view_models.open_round import first_felt
from companion.web.words.rulesets import ruleset_error_words, warnings_about


def own_summary(data: Data) -> str:
    """The distinctive features of this game, such as: 5 contracts, one a round."""
    contracts = len(data["contracts"])
    if data["advancing"] == "none":
        course = gettext("No contracts")
    elif data["advancing"] == "round":
        course = ngettext(
            "%(num)s contract, one round", "%(num)s contracts, one a round", contracts
        )
    else:
        course = ngettext(
            "%(num)s contract, until it is made",
            "%(num)s contracts, each until it is made",
            contracts,
        )
    if data["end"]["winner"] == "highest_total":
        return str(gettext("%(course)s; most points win.", course=course))
    if data["end"]["winner"] == "last_left":
        return str(gettext("%(course)s; the last one left wins.", course=course))
    if data["end"]["winner"] == "first_to_finish":
        return str(gettext("%(course)s; the first to finish wins.", course=course))
    return str(gettext("%(course)s; fewest points win.", course=course))


blueprint = Blueprint("own_questions", __name__, url_prefix="/own/new")
_UNPROCESSABLE = 422
_PAGES = {1: "rounds", 2: "needs", 3: "costs", 4: "stay", 5: "winner", 6: "done"}
# The fields on the page of each question; all others are hidden fields.
_SHOWN: dict[int, tuple[str, ...]] = {
    1: ("rounds",),
    2: (),
    3: ("prices", "wild"),
    4: ("advancing",),
    5: ("winner", "limit", "tiebreak"),
    6: ("name",),
}


@blueprint.get("")
def begin() -> ResponseReturnValue:
    """The first question."""
    return redirect(url_for(".ask", screen=1))


@blueprint.get("/<int:screen>")
def ask(screen: int) -> ResponseReturnValue:
    """A question; a tap changes an answer, or goes on or back.

    A question that does not apply redirects to the next.
    """
    if screen not in _PAGES:
        abort(404)
    form, number = _form(request.args), _round()
    if screen not in (*form.screens, DONE):
        return _address(form, form.after(screen))
    if "step" in request.args:
        return _stepped(form, screen, number, request.args["step"])
    if screen == DONE:
        return _card(form)
    if "go" in request.args:
        return _gone(form, screen, number, request.args["go"])
    return _page(form, screen, number)


@blueprint.post(f"/{DONE}")
def keep() -> ResponseReturnValue:
    """Store the game, and start it if requested, or open the complete form.

    The address has the answers too, so that the page can be reloaded.
    """
    form = _form(request.form)
    if "go" in request.form:
        return _elsewhere(form, request.form["go"])
    trouble = _trouble(form, DONE)
    if trouble:
        return trouble
    data, _ = _read(form)
    token = token_of_form() or new_key()
    keep_own_game(data, this_device(), token, games_an_hour())
    flash(gettext("Saved for your next games."))
    place = "new_game.set_up" if "play" in request.form else "rules_card.of_catalogue"
    return redirect(url_for(place, key=token), 303)


def _form(sent: MultiDict[str, str]) -> QuestionsForm:
    return QuestionsForm.of(base_game(sent.get("from", BLANK)), sent)


def _round() -> int:
    return max(whole_number(request.args.get("round")) or 1, 1)


def _address(form: QuestionsForm, screen: int, **more: Any) -> ResponseReturnValue:  # noqa: ANN401
    """Redirect to a question with all answers, so that it can be reloaded."""
    return redirect(url_for(".ask", screen=screen, **(_draft(form) | more)), 303)


def _draft(form: QuestionsForm) -> dict[str, Any]:
    """All answers, for an address."""
    return MultiDict(form.pairs()).to_dict(flat=False)


def _stepped(form: QuestionsForm, screen: int, number: int, step: str) -> ResponseReturnValue:
    what, _, key = step.partition(":")
    if screen == COSTS and what == "costs":
        form.take_prices_of(key)
    elif screen == NEEDS:
        times = request.args.get("times")
        if not form.take_step(f"{step}:{times}" if times else step, LARGEST):
            return _page(form, screen, number), _UNPROCESSABLE
    return _address(form, screen, round=number)


def _gone(form: QuestionsForm, screen: int, number: int, way: str) -> ResponseReturnValue:
    """The next question once this one is answered, or the previous one; a number is a round."""
    here = min(number, form.count)
    if whole_number(way):
        return _address(form, NEEDS, round=way)
    if way == "rank":
        return _address(form, NEEDS, round=here, rank="")
    if way == "back":
        return _back(form, screen, here)
    if not form.is_answered(screen, here):
        return _page(form, screen, number), _UNPROCESSABLE
    if screen == NEEDS and here < form.count:
        return _address(form, NEEDS, round=here + 1)
    return _address(form, form.after(screen))


def _back(form: QuestionsForm, screen: int, number: int) -> ResponseReturnValue:
    if screen == NEEDS and number > 1:
        return _address(form, NEEDS, round=number - 1)
    return _address(form, form.before(screen), round=form.count)


def _elsewhere(form: QuestionsForm, where: str) -> ResponseReturnValue:
    """Go back to the last question, or to the file, in which everything can be changed."""
    if where == "back":
        return _address(form, form.before(DONE))
    return redirect(url_for("own_game.begin", key=form.base.key, **_draft(form)), 303)


def _trouble(form: QuestionsForm, *more: int) -> ResponseReturnValue | None:
    """The page of the first question without a valid answer, or with a contradiction."""
    for screen in (*form.screens, *more):
        if not form.is_answered(screen):
            return _page_of_trouble(form, screen)
    try:
        _read(form)
    except RulesetError as error:
        screen = form.show(error.key, ruleset_error_words(error))
        return _page_of_trouble(form, screen)
    return None


def _page_of_trouble(form: QuestionsForm, screen: int) -> ResponseReturnValue:
    if screen == DONE:
        return _drawn_card(form), _UNPROCESSABLE
    wrong = [row for row, entry in enumerate(form.contracts, 1) if entry.errors]
    return _page(form, screen, wrong[0] if wrong else 1), _UNPROCESSABLE


def _read(form: QuestionsForm) -> tuple[dict[str, Any], Ruleset]:
    """The game by these answers. Raises RulesetError."""
    edits = edits_of(form.base.ruleset, form.answers())
    name = form.chosen_name(gettext("Our game"))
    named = {"name": name, "key": key_of_name(name), "summary": own_summary(edits)}
    data = edited(form.base.data, edits | named)
    return data, read_own_game(data)


def _card(form: QuestionsForm) -> ResponseReturnValue:
    return _trouble(form) or _drawn_card(form)


def _drawn_card(form: QuestionsForm) -> str:
    this_device()  # two requests at once from a new phone must have one id
    ruleset = _read(form)[1]
    key = key_of_form()
    shown = {"first_felt": first_felt(ruleset), "warnings": warnings_about(ruleset)}
    return _page(form, DONE, 1, ruleset=ruleset, key=key, **shown)


def _page(form: QuestionsForm, screen: int, number: int, **more: Any) -> str:  # noqa: ANN401
    contracts = [read_contract(notation) for notation in form.notations]
    return render_template(
        f"own_game/{_PAGES[screen]}.html",
        form=form,
        screen=screen,
        view=needs_view(contracts, number) if contracts else None,
        hidden=form.pairs(without=_SHOWN[screen]),
        draft=_draft(form),
        **_beside(form, screen),
        **more,
    )


def _beside(form: QuestionsForm, screen: int) -> dict[str, Any]:
    """Other choices of a question."""
    if screen == ROUNDS:
        is_from_scratch = form.base.key == BLANK
        return {"known": known_games(catalogue().values()) if is_from_scratch else ()}
    if screen == NEEDS:
        return {"added": ADDED, "asks_rank": "rank" in request.args}
    if screen == COSTS:
        games = catalogue().values()
        lists = price_lists(games, form.base.ruleset, form.prices_of)
        return {"lists": lists, "rows": price_rows(form.prices_of)}
    return {}
