"""Custom games: list, form, file and import."""

from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms.validators import ValidationError

from companion.gamefile.own_game import from_toml, to_toml
from companion.records.people.links import new_key
from companion.records.people.own_games import Playable, drop_own_game, keep_own_game, own_games_of
from companion.rules.model.names import tidy_name
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.own_games import as_played, edited, key_of_name, read_own_game
from companion.rules.reading.sections import RulesetError
from companion.web.forms.fields import check_text
from companion.web.game.choosing import games_to_choose
from companion.web.game.gateway import key_of_form, token_of_form
from companion.web.game.phones import known_device, this_device
from companion.web.game.source import games_an_hour
from companion.web.pages.own_game.answers import edits_of
from companion.web.pages.own_game.asking import own_summary
from companion.web.pages.own_game.editor import FileForm, file_error_words
from companion.web.pages.own_game.questions import BLANK, NAME_LENGTH, QuestionsForm, base_game
from companion.web.view_models.open_round import first_felt
from companion.web.words.rulesets import cannot_be_played, warnings_about, with_place
from companion.web.words.text import own_words

blueprint = Blueprint("own_game", __name__, url_prefix="/own")
_UNPROCESSABLE = 422
_UNKEPT = "no-store, private"  # after an edit the file must be fetched again


@blueprint.get("")
def page() -> str:
    """The custom games of this phone, possible base games, and the import of a file."""
    return _overview()


@blueprint.get("/from/<key>")
def begin(key: str) -> str:
    """The file of a new game: the base game with the answers to the questions."""
    base = base_game(key)
    this_device()  # two requests at once from a new phone must have one id
    return _editor(base, _new_game(base))


@blueprint.post("/from/<key>")
def make(key: str) -> ResponseReturnValue:
    """Store the new game, or apply one step of the form."""
    base = base_game(key)
    return _edited(base, _new_game(base), token_of_form() or new_key())


@blueprint.get("/<token>")
def change(token: str) -> str:
    """The file of a custom game of this phone."""
    own = _mine(token)
    return _editor(own, as_played(own.data), token)


@blueprint.post("/<token>")
def keep(token: str) -> ResponseReturnValue:
    """Store a changed custom game, or apply one step of the form."""
    own = _mine(token)
    return _edited(own, as_played(own.data), token, changing=True)


@blueprint.get("/<token>/file")
def file(token: str) -> Response:
    """The game as a small TOML file, for any link to it."""
    own = base_game(token)
    return _as_file(to_toml(own.data), own.ruleset.key)


def _as_file(text: str, key: str) -> Response:
    headers = {
        "Content-Disposition": f"attachment; filename={key}.toml",
        "Cache-Control": _UNKEPT,
    }
    return Response(text, mimetype="application/toml", headers=headers)


@blueprint.post("/file")
def take_in() -> ResponseReturnValue:
    """Import a custom game from a file."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        error = gettext("Choose a file first.")
        return _overview(error), _UNPROCESSABLE
    content = upload.read()
    try:
        data = from_toml(content)
        check_text(data["name"], NAME_LENGTH)
    except RulesetError as error:
        return _overview(file_error_words(error)), _UNPROCESSABLE
    except ValidationError as error:
        return _overview(cannot_be_played(with_place(str(error), "name"))), _UNPROCESSABLE
    return redirect(url_for("rules_card.of_catalogue", key=_kept(data, content)), 303)


@blueprint.post("/<token>/drop")
def drop(token: str) -> ResponseReturnValue:
    """Remove a custom game, or undo that: games played by it are not affected."""
    _mine(token)
    drop_own_game(token, this_device(), back="back" in request.form)
    return redirect(url_for(".page"), 303)


def _kept(data: dict[str, Any], content: bytes) -> str:
    """The token for an imported game: that of the same game, if this phone has it."""
    device, token = this_device(), token_of_form(content) or new_key()
    same = next((own.key for own in own_games_of(device) if own.data == data), None)
    if same is None:
        keep_own_game(data, device, token, games_an_hour())
    elif same != token:  # not a repeated upload of the same file
        flash(gettext("You already have this game."))
    return same or token


def _new_game(base: Playable) -> dict[str, Any]:
    """The base game with these answers; unchanged if they are invalid."""
    data = (_answered(base) if request.args else None) or as_played(base.data)
    name = (tidy_name(request.args.get("name")) or _usual_name(base))[:NAME_LENGTH]
    named = {"name": name, "key": key_of_name(name), "summary": own_summary(data)}
    return data | named | {"differences": []}


def _usual_name(base: Playable) -> str:
    if base.key == BLANK:
        return str(gettext("Our game"))
    return str(gettext("Our %(game)s", game=own_words(base.ruleset.name)))


def _answered(base: Playable) -> dict[str, Any] | None:
    form = QuestionsForm.of(base, request.args)
    if not all(form.is_answered(screen) for screen in form.screens):
        return None
    try:
        data = edited(base.data, edits_of(base.ruleset, form.answers()))
        read_own_game(data)
    except RulesetError:
        return None
    return data


def _edited(
    base: Playable, game: dict[str, Any], token: str, *, changing: bool = False
) -> ResponseReturnValue:
    """Store the file sent for this game, or apply one step of the form."""
    form, upload = FileForm.of(game), request.files.get("file")
    kept, step = token if changing else None, request.form.get("step")
    if step == "download":
        return _as_file(form.text.data, game["key"])
    if upload and upload.filename and not form.open(upload):
        return _editor(base, game, kept, form), _UNPROCESSABLE
    data = form.game(game)
    if data is None:
        return _editor(base, game, kept, form), _UNPROCESSABLE
    if step == "preview" or (upload and upload.filename):
        return _editor(base, game, kept, form, preview=read_own_game(data))
    keep_own_game(data, this_device(), token, games_an_hour())
    warnings = warnings_about(read_own_game(data))
    flash(" ".join(filter(None, (gettext("Saved for your next games."), form.told, *warnings))))
    return redirect(url_for("rules_card.of_catalogue", key=token), 303)


def _editor(
    base: Playable,
    game: dict[str, Any],
    token: str | None = None,
    form: FileForm | None = None,
    preview: Ruleset | None = None,
) -> str:
    return render_template(
        "own_game/edit.html",
        base=base,
        form=form or FileForm.of(game),
        token=token,
        preview=preview,
        first_felt=first_felt(preview) if preview else None,
        warnings=warnings_about(preview) if preview else (),
        key=key_of_form(),
    )


def _overview(error: str = "") -> str:
    device = this_device()  # as in `begin`: an import may be the first request of a phone
    return render_template(
        "own_game/overview.html",
        view=games_to_choose(catalogue()),
        dropped=own_games_of(device, dropped=True),
        error=error,
        key=new_key(),
    )


def _mine(token: str) -> Playable:
    own = base_game(token)
    if own.device != known_device():
        abort(404)
    return own
