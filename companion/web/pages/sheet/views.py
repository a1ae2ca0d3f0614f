"""The score sheet, the winner, and the view across the table."""

from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.log.stored_game import StoredGame
from companion.records.people.lists import next_game
from companion.web.game.gateway import finished_game, the_game
from companion.web.game.page import game_page
from companion.web.game.phones import phones_at
from companion.web.live import follows_the_game
from companion.web.local_time import day_of
from companion.web.pages.sheet.across_view import across_view
from companion.web.pages.sheet.final_view import final_view, open_row
from companion.web.paper.pdf import pdf_answer
from companion.web.paper.printing import leaf_of, view_of
from companion.web.paper.result import result_of
from companion.web.words.doubts import answered_words
from companion.web.words.entries import undo_words
from companion.web.words.text import date_words, own_words
from companion.web.words.winners import winner_words

blueprint = Blueprint("sheet", __name__, url_prefix="/g/<token>")


@blueprint.get("/sheet")
@follows_the_game
def page(token: str) -> str:
    """All written rounds; the last correction can be undone here.

    Beside the table the open round is a row as well.
    """
    stored = the_game(token)
    now = open_row(stored.state) if "beside" in request.args else None
    return game_page("sheet/sheet.html", stored, **_sheet_of(stored), now=now)


@blueprint.get("/sheet.pdf")
def pdf(token: str) -> ResponseReturnValue:
    """The sheet as PDF."""
    stored = the_game(token)
    name = " ".join(
        (own_words(stored.ruleset.name), stored.title, str(day_of(stored.row.started_at)))
    )
    return pdf_answer(leaf_of(stored, view_of(stored)), name)


@blueprint.get("/sheet/large")
def large(token: str) -> str:
    """The printed sheet in large print, as a preview."""
    stored = the_game(token)
    leaf = leaf_of(stored, view_of(stored), large=True)
    return game_page("paper/large.html", stored, leaf=leaf)


@blueprint.get("/final")
@follows_the_game
def final(token: str) -> str:
    """The winner with the reason, and the standings; redirects to the table during the game."""
    stored = finished_game(token)
    sheet = _sheet_of(stored)
    return game_page(
        "sheet/final.html",
        stored,
        **sheet,
        result=result_of(stored, sheet["view"], sheet["leaf"]),
        final=final_view(stored.ruleset, stored.state, sheet["view"], stored.minutes_played),
        undo=stored.undoable,
        undone=undo_words(stored.ruleset, stored.state),
    )


def _sheet_of(stored: StoredGame) -> dict[str, Any]:
    """The sheet view, and the printed sheet."""
    view = view_of(stored)
    return {
        "view": view,
        "leaf": leaf_of(stored, view),
        "may_score": stored.may_score,
        "begun": day_of(stored.row.started_at).isoformat(),
        "begun_words": date_words(stored.row.started_at),
        "outcome": winner_words(stored),
        "answered": lambda note: answered_words(
            note.doubt, stored.ruleset, stored.state, note.values["number"]
        ),
    }


@blueprint.get("/across")
@follows_the_game
def across(token: str) -> ResponseReturnValue:
    """Contracts in large type, optionally rotated for the far side.

    It stays after the end and shows the winner, because the game may be reopened. A screen in the
    room (`tv`) goes on to the next game of the same people.
    """
    stored = the_game(token)
    for_screen = "tv" in request.args
    # A game that was begun by mistake has no rounds.
    may_go_on = for_screen and not (stored.state.open and stored.state.rounds)
    following = _next_game(stored) if may_go_on else None
    if following:
        return redirect(url_for(".across", token=following, tv=1), 303)
    phones = phones_at(stored)
    return game_page(
        "sheet/across.html",
        stored,
        view=across_view(stored.ruleset, stored.state, phones.still_counting),
        phones=phones,
        outcome=winner_words(stored),
        turned="turned" in request.args,
        for_screen=for_screen,
        may_go_on=may_go_on,
    )


def _next_game(stored: StoredGame) -> str | None:
    people = [stored.state.names[seat] for seat in stored.state.order]
    return next_game(stored.row.id, stored.row.device, stored.row.started_at, people)
