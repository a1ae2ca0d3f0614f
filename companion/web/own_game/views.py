"""Your own game: a game of the catalogue, changed the way a table plays it."""

from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms.validators import ValidationError

from companion.gamefile.own_game import from_toml, to_toml
from companion.records.games import new_key
from companion.records.own_games import (
    Playable,
    drop_own_game,
    keep_own_game,
    own_games_of,
)
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.own_games import edited, key_of_name, read_own_game
from companion.rules.reading.sections import RulesetError
from companion.web.forms.fields import check_text, tidy_name, whole_number
from companion.web.http.device import known_device, this_device
from companion.web.http.games import token_of_form
from companion.web.http.source import games_an_hour
from companion.web.own_game.answers import edits_of
from companion.web.own_game.base import base_game
from companion.web.own_game.contracts import read_contract
from companion.web.own_game.forms import NAME_LENGTH, OwnGameForm, own_game_form
from companion.web.own_game.questions import QuestionsForm
from companion.web.own_game.typed_rules import own_summary
from companion.web.words.ruleset_errors import ruleset_error_words

blueprint = Blueprint("own_game", __name__, url_prefix="/own")
_OK, _UNPROCESSABLE = 200, 422
_UNKEPT = "no-store, private"  # who changes the game and fetches its file again wants the new one


@blueprint.get("")
def page() -> str:
    """The own games of this phone, the games to start another from, and a friend's file."""
    return _overview()


@blueprint.get("/from/<key>")
def begin(key: str) -> str:
    """The form, filled with the game to start from, and what its five questions were answered."""
    base = base_game(key)
    this_device()  # two taps at once on a new phone must come from one device
    start = _as_answered(base) if request.args else base
    typed = tidy_name(request.args.get("name"))
    name = typed or gettext("Our %(game)s", game=gettext(base.ruleset.name))
    return _form_page(base, own_game_form(start, name[:NAME_LENGTH]))


def _as_answered(base: Playable) -> Playable:
    """The game with the answers to its five questions; as it was, if it cannot be played so."""
    form = QuestionsForm.of(base, request.args)
    if not all(form.is_answered(screen) for screen in range(1, 6)):
        return base
    try:
        data = edited(base.data, edits_of(base.ruleset, form.answers()))
        return Playable(base.key, data, read_own_game(data))
    except RulesetError:
        return base


@blueprint.post("/from/<key>")
def make(key: str) -> ResponseReturnValue:
    """Keep the new game, or take one step of filling in the form."""
    return _step_or_keep(base_game(key), token_of_form() or new_key())


@blueprint.get("/<token>")
def change(token: str) -> str:
    """The form, filled with an own game of this phone."""
    own = _mine(token)
    # A line that was made from the rules is made again from what becomes of them.
    said = own.ruleset.summary
    summary = "" if said == own_summary(own.data) else said
    return _form_page(own, own_game_form(own, own.ruleset.name, summary), token)


@blueprint.post("/<token>")
def keep(token: str) -> ResponseReturnValue:
    """Keep an own game as it is now, or take one step of filling in the form."""
    return _step_or_keep(_mine(token), token, changing=True)


@blueprint.get("/<token>/file")
def file(token: str) -> Response:
    """The game as a small file to give to a friend; anybody with the link may have it."""
    own = base_game(token)
    name = f"{own.ruleset.key}.toml"
    headers = {"Content-Disposition": f"attachment; filename={name}", "Cache-Control": _UNKEPT}
    return Response(to_toml(own.data), mimetype="application/toml", headers=headers)


@blueprint.post("/file")
def take_in() -> ResponseReturnValue:
    """Keep the game in a friend's file, if it can be played."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        error = gettext("Choose a file first: one that somebody gave you.")
        return _overview(error), _UNPROCESSABLE
    content = upload.read()
    try:
        data = from_toml(content)
        check_text(data["name"], NAME_LENGTH)
    except RulesetError as trouble:
        return _overview(ruleset_error_words(trouble, with_key=True)), _UNPROCESSABLE
    except ValidationError as trouble:
        return _overview(gettext("“name”: %(words)s", words=trouble)), _UNPROCESSABLE
    return redirect(url_for("rules_card.of_catalogue", key=_kept(data, content)), 303)


@blueprint.post("/<token>/drop")
def drop(token: str) -> ResponseReturnValue:
    """Let go of an own game, or take it back: games that were played by it stay as they are."""
    _mine(token)
    drop_own_game(token, this_device(), back="back" in request.form)
    return redirect(url_for(".page"), 303)


def _kept(data: dict[str, Any], content: bytes) -> str:
    """The token of the game in a file: that of the very same game, if this phone has it."""
    device, token = this_device(), token_of_form(content) or new_key()
    same = next((own.key for own in own_games_of(device) if own.data == data), None)
    if same is None:
        keep_own_game(data, device, token, games_an_hour())
    elif same != token:  # not the file just sent, by a second tap
        flash(gettext("You have this already."))
    return same or token


def _step_or_keep(base: Playable, token: str, *, changing: bool = False) -> ResponseReturnValue:
    form = own_game_form(base)
    kept = token if changing else None
    step = request.form.get("step", "")
    if step and step != "preview":
        form.take_step(step)
        return _form_page(base, form, kept, step=step)
    data, ruleset = _read(base, form)
    if ruleset is None or step == "preview":
        status = _OK if ruleset else _UNPROCESSABLE
        return _form_page(base, form, kept, preview=ruleset), status
    keep_own_game(data, this_device(), token, games_an_hour())
    flash(gettext("Kept for your next games."))
    return redirect(url_for("rules_card.of_catalogue", key=token), 303)


def _read(base: Playable, form: OwnGameForm) -> tuple[dict[str, Any], Ruleset | None]:
    """The game as typed; what cannot be played is told at its field, and there is none."""
    if not form.validate():
        return {}, None
    try:
        edits = form.edits()
        data = edited(base.data, edits | {"key": key_of_name(edits["name"])})
        return data, read_own_game(data)
    except RulesetError as error:
        form.show(error, ruleset_error_words(error))
    return {}, None


def _form_page(
    base: Playable,
    form: OwnGameForm,
    token: str | None = None,
    *,
    step: str = "",
    preview: Ruleset | None = None,
) -> str:
    return render_template(
        "own_game/edit.html",
        base=base,
        form=form,
        token=token,
        contracts=[read_contract(entry.data or "") for entry in form.contracts],
        open_contract=_contract_of(step, len(form.contracts)),
        preview=preview,
        key=request.form.get("key") or new_key(),
    )


def _contract_of(step: str, contracts: int) -> int | None:
    """The contract that a step was about: it stays unfolded."""
    what, _, how = step.partition(":")
    if what != "contracts":
        return None
    number = whole_number(how.partition(":")[0])
    return contracts - 1 if number is None else number


def _overview(error: str = "") -> str:
    device = this_device()  # as in `begin`: a file may be the first thing that a phone sends
    return render_template(
        "own_game/overview.html",
        own=own_games_of(device),
        dropped=own_games_of(device, dropped=True),
        games=catalogue().values(),
        error=error,
        key=new_key(),
    )


def _mine(token: str) -> Playable:
    own = base_game(token)
    if own.device != known_device():
        abort(404)
    return own
