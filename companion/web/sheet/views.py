"""What is written down: the score sheet, the winner, and the view across the table."""

from collections.abc import Iterator

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.records.games import new_key
from companion.records.kept_game import KeptGame
from companion.rules.doubts import find_doubts
from companion.rules.state import ScoredRound
from companion.web.http.games import the_game
from companion.web.http.live import follows_the_game
from companion.web.http.phones import phones_at
from companion.web.words.doubts import answered_words
from companion.web.words.winners import winner_words

blueprint = Blueprint("sheet", __name__, url_prefix="/g/<token>")


@blueprint.get("/sheet")
@follows_the_game
def page(token: str) -> str:
    """Everything that was written down so far."""
    kept = the_game(token)
    return render_template(
        "sheet/sheet.html",
        kept=kept,
        outcome=winner_words(kept),
        doubts=list(_overridden(kept)),
        corrected=", ".join(str(r.deal.number) for r in kept.state.rounds if r.corrected),
    )


def _overridden(kept: KeptGame) -> Iterator[tuple[ScoredRound, Markup]]:
    """Every doubt that was overridden, as it was answered."""
    for scored in kept.state.rounds:
        for doubt in find_doubts(scored.by(kept.ruleset)):
            if doubt.key in scored.accepted:
                yield scored, answered_words(doubt, kept.ruleset, kept.state)


@blueprint.get("/final")
@follows_the_game
def final(token: str) -> ResponseReturnValue:
    """The winner with the reason, and the standings; a game that goes on shows its table."""
    kept = the_game(token)
    if not kept.state.outcome.over:
        return redirect(url_for("table.page", token=token))
    return render_template(
        "sheet/final.html",
        kept=kept,
        outcome=winner_words(kept),
        key=new_key(),
    )


@blueprint.get("/across")
@follows_the_game
def across(token: str) -> ResponseReturnValue:
    """Who is on what, in large type; turned round for the far side where that is asked for.

    It stays when the game is over, and says who won: the game may be gone on with.
    """
    kept = the_game(token)
    standings = {standing.seat: standing for standing in kept.state.standings}
    return render_template(
        "sheet/across.html",
        token=token,
        kept=kept,
        standings=standings,
        phones=phones_at(kept),
        outcome=winner_words(kept),
        turned="turned" in request.args,
    )
