"""What is written down: the score sheet, the winner, and the view across the table."""

from datetime import UTC
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.records.history import written_at
from companion.records.kept_game import KeptGame
from companion.rules.entries import GameEnded, RoundScored
from companion.web.http.games import the_game
from companion.web.http.live import follows_the_game
from companion.web.http.phones import phones_at
from companion.web.sheet.far import far_view
from companion.web.sheet.race import race
from companion.web.sheet.remembered import remembered
from companion.web.sheet.view import sheet_view
from companion.web.words.doubts import answered_words
from companion.web.words.entries import undo_words
from companion.web.words.winners import winner_words

_A_DAY = 24 * 60  # minutes
blueprint = Blueprint("sheet", __name__, url_prefix="/g/<token>")


@blueprint.get("/sheet")
@follows_the_game
def page(token: str) -> str:
    """Everything that was written down so far."""
    kept = the_game(token)
    return render_template(
        "sheet/sheet.html",
        **_sheet_of(kept),
        answered=lambda doubt: answered_words(doubt, kept.ruleset, kept.state),
    )


@blueprint.get("/final")
@follows_the_game
def final(token: str) -> ResponseReturnValue:
    """The winner with the reason, and the standings; a game that goes on shows its table."""
    kept = the_game(token)
    if not kept.state.outcome.over:
        return redirect(url_for("table.page", token=token))
    return render_template(
        "sheet/final.html",
        **_sheet_of(kept),
        race=race(kept.ruleset, kept.state),
        memories=remembered(kept.ruleset, kept.state),
        minutes=_minutes_played(kept),
        undo=kept.undoable,
        undone=undo_words(kept.state),
        key=new_key(),
    )


def _minutes_played(kept: KeptGame) -> int | None:
    """From the first deal to the last round; None where days went by, or nobody knows.

    Entries that were imported come first, belong to no phone, and have the time of their import.
    """
    game = kept.row.id
    if written_at(game, 1).device is None:
        return None
    ends = (RoundScored, GameEnded)
    last = [n for n, entry in enumerate(kept.entries, 1) if isinstance(entry, ends)]
    at = written_at(game, max(n for n in last if n not in kept.state.undone)).at
    minutes = int((at - kept.row.started_at.replace(tzinfo=UTC)).total_seconds() / 60)
    return minutes if 0 < minutes < _A_DAY else None


def _sheet_of(kept: KeptGame) -> dict[str, Any]:
    """What the sheet and the page of the winner are drawn from."""
    first_dealer, changes = kept.seats.first_dealer, kept.rule_changes
    return {
        "view": sheet_view(kept.ruleset, kept.state, first_dealer, changes),
        "token": kept.token,
        "may_score": kept.may_score,
        "ruleset": kept.ruleset,
        "title": kept.title,
        "started_at": kept.row.started_at,
        "outcome": winner_words(kept),
    }


@blueprint.get("/across")
@follows_the_game
def across(token: str) -> ResponseReturnValue:
    """Who is on what, in large type; turned round for the far side where that is asked for.

    It stays when the game is over, and says who won: the game may be gone on with.
    """
    kept = the_game(token)
    phones = phones_at(kept)
    return render_template(
        "sheet/across.html",
        token=token,
        view=far_view(kept.ruleset, kept.state, phones.still_counting),
        phones=phones,
        outcome=winner_words(kept),
        turned="turned" in request.args,
    )
