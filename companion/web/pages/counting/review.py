"""The review of a round before it is written, with its doubts."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import RoundScored
from companion.rules.judging.refusals import Doubted
from companion.web.game.gateway import (
    NotWritten,
    accepted_doubts,
    command_for_round,
    open_round_of,
    the_game,
    version_seen,
    write,
)
from companion.web.game.history_lines import news_since
from companion.web.game.page import live_page
from companion.web.game.phones import phones_at
from companion.web.guard.rights import scorers_only
from companion.web.live import follows_the_game
from companion.web.pages.counting.next_page import after_round
from companion.web.pages.counting.review_view import review_view
from companion.web.words.doubts import doubt_words, refusal_words

blueprint = Blueprint("review", __name__, url_prefix="/g/<token>")


@blueprint.get("/review")
@scorers_only
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The round as it would be written, with its doubts as questions."""
    stored = the_game(token)
    if not open_round_of(stored).has_ended:  # the back button, or written on another phone
        return redirect(url_for("table.page", token=token))
    return _page(stored)


@blueprint.post("/review")
def score(token: str) -> ResponseReturnValue:
    """Write the round; ask about doubts that are not accepted yet."""
    try:
        after = write(token, command_for_round(RoundScored(accepted_doubts()))).after
    except (NotWritten, Doubted) as trouble:
        return _page(the_game(token), trouble)
    return redirect(after_round(after, phones_at(after)), 303)


def _page(stored: StoredGame, trouble: NotWritten | Doubted | None = None) -> ResponseReturnValue:
    open_round, phones = open_round_of(stored), phones_at(stored)
    view = review_view(stored.game, open_round, counting=phones.still_counting)
    error = trouble.sentence if isinstance(trouble, NotWritten) else ""
    html = live_page(
        "counting/review.html",
        phones,
        view=view,
        asked_words=lambda doubt: doubt_words(doubt, stored.ruleset, stored.state),
        obstacle_words=lambda obstacle: refusal_words(obstacle, stored.ruleset, stored.state),
        error="" if view.obstacle else error,
        news=news_since(stored, phones, version_seen()) if error else [],
    )
    return html, _status_after(trouble)


def _status_after(trouble: NotWritten | Doubted | None) -> int:
    if trouble is None:
        return 200
    return trouble.status if isinstance(trouble, NotWritten) else 422
