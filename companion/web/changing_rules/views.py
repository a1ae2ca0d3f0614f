"""Changes the house rules: at once before a round is written, later as a correction."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.games import new_key
from companion.rules.game import Game
from companion.rules.reading.sections import RulesetError
from companion.web.changing_rules.proposal import Proposal, ticked, with_hands
from companion.web.changing_rules.view import changing_view
from companion.web.http.games import (
    NotWritten,
    digest_of_form,
    of_the_game,
    the_game,
    version_seen,
    write,
)
from companion.web.http.rights import scorers_only
from companion.web.words.ruleset_errors import refused_game_words

blueprint = Blueprint("changing_rules", __name__, url_prefix="/g/<token>/rules/change")
_UNPROCESSABLE = 422


@blueprint.get("")
@scorers_only
def page(token: str) -> ResponseReturnValue:
    """The current house rules, to be changed."""
    kept = the_game(token)
    return _page(Proposal(kept, ticked(kept)))


@blueprint.post("")
def change(token: str) -> ResponseReturnValue:
    """Show a preview once a round is written; save it when it is confirmed."""
    kept = the_game(token)
    proposal = Proposal(kept, ticked(kept))
    if not proposal.form.validate():
        return _page(proposal, status=_UNPROCESSABLE)
    try:
        proposal = with_hands(proposal)
    except RulesetError as error:
        return _page(proposal, refused_game_words(error), _UNPROCESSABLE)
    if proposal.told and not proposal.told.validate():
        return _page(proposal, status=_UNPROCESSABLE if proposal.told.errors else 200)
    return _look_or_keep(token, proposal)


def _look_or_keep(token: str, proposal: Proposal) -> ResponseReturnValue:
    state = proposal.kept.state
    if not proposal.switched and version_seen() == state.version:
        return _page(proposal, _nothing_switched(), _UNPROCESSABLE)
    if state.rounds and request.form.get("seen") != _what_was_ticked(proposal):
        return _page(proposal, after=proposal.after())
    return _keep(token, proposal)


def _keep(token: str, proposal: Proposal) -> ResponseReturnValue:
    try:
        written = write(token, of_the_game(proposal.entry()))
    except NotWritten as trouble:
        return _page(proposal, trouble.sentence, trouble.status)
    if written.after.state.rounds:
        flash(gettext("The whole game is now scored by these rules."))
    else:
        flash(gettext("You now play by these rules."))
    return redirect(url_for("rules_card.of_game", token=token), 303)


def _page(
    proposal: Proposal, trouble: str = "", status: int = 200, after: Game | None = None
) -> ResponseReturnValue:
    kept = proposal.kept
    html = render_template(
        "changing_rules/changing_rules.html",
        token=kept.token,
        view=changing_view(kept.game, proposal.switched if after else (), proposal.hands, after),
        form=proposal.form,
        fields_to_tell=proposal.fields,
        trouble=trouble,
        seen=_what_was_ticked(proposal) if after else "",
        key=request.form.get("key") or new_key(),
    )
    return html, status


def _what_was_ticked(proposal: Proposal) -> str:
    """The submitted choices; a page may omit the usual ones."""
    fields = proposal.form.every_field()
    usual = (field.name for rule, field in fields if field.data == str(rule.default))
    return digest_of_form("seen", *usual)


def _nothing_switched() -> str:
    sentence: str = gettext("You already play by these rules. Choose something else first.")
    return sentence
