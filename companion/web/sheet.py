"""The score sheet: rounds down, players across; made to be read, corrected and printed."""

from collections.abc import Iterator

from flask import Blueprint, render_template
from markupsafe import Markup

from companion.records.sitting import Sitting
from companion.rules.doubts import find_doubts
from companion.rules.state import ScoredRound
from companion.web.games import the_game
from companion.web.live import follows_the_game
from companion.web.outcome import outcome_words
from companion.web.words import answered_words

blueprint = Blueprint("sheet", __name__, url_prefix="/g/<token>")


@blueprint.get("/sheet")
@follows_the_game
def page(token: str) -> str:
    """Everything that was written down so far."""
    sitting = the_game(token)
    return render_template(
        "sheet/sheet.html",
        sitting=sitting,
        outcome=outcome_words(sitting),
        doubts=list(_overridden(sitting)),
        corrected=", ".join(str(r.deal.number) for r in sitting.state.rounds if r.corrected),
    )


def _overridden(sitting: Sitting) -> Iterator[tuple[ScoredRound, Markup]]:
    """Every doubt that was overridden, as it was answered."""
    for scored in sitting.state.rounds:
        for doubt in find_doubts(sitting.ruleset, scored.deal, scored.play):
            if doubt.key in scored.accepted:
                yield scored, answered_words(doubt, sitting.ruleset, sitting.state)
