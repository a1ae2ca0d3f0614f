"""All that an open page needs to draw a round without asking: its places, words and drawings."""

from collections.abc import Iterator

from flask import Blueprint, Response, make_response, render_template, request

from companion.records.kept_game import KeptGame
from companion.rules.cards import CardClass
from companion.rules.entries import KINDS, EntryUndone
from companion.rules.rulesets import Ruleset
from companion.web.counting.forms import NAMES_OF_STEPS
from companion.web.drawings.blank_hand import BlankHandForm
from companion.web.figures.last_step import LastStep
from companion.web.http.games import the_game
from companion.web.http.phones import Phones, phones_at
from companion.web.words.blanks import Blank
from companion.web.words.doubts import doubt_blanks, refusal_blanks
from companion.web.words.hands import came_to_words
from companion.web.words.playing import nobody_out_words
from companion.web.words.standings import far_blanks
from companion.web.words.winners import why_blanks

blueprint = Blueprint("drawings", __name__, url_prefix="/g/<token>")


@blueprint.get("/drawings")
def page(token: str) -> Response:
    """The drawings of this game; unchanged they are not sent again."""
    kept = the_game(token)
    answer = make_response(render_template("drawings/drawings.html", **_blanks(kept)))
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _blanks(kept: KeptGame) -> dict[str, object]:
    return {
        "token": kept.token,
        "kept": kept,
        "view": Blank(),
        "key": Blank("key"),
        "phones": _BlankPhones(phones_at(kept)),
        "form": BlankHandForm(kept.ruleset),
        "classes": list(_classes(kept.ruleset)),
        "came_to_words": came_to_words,
        **NAMES_OF_STEPS,
        "scored": nobody_out_words(kept.ruleset),
        "steps": list(_steps()),
        "doubts": list(doubt_blanks(kept.ruleset)),
        "why": list(why_blanks()),
        "far": list(far_blanks()),
        "refusals": list(refusal_blanks(kept.ruleset)),
        "colours": " ".join(str(colour + 1) for colour in kept.colours),
    }


def _classes(ruleset: Ruleset) -> Iterator[CardClass]:
    """Every card class of every deal, by its key."""
    dealt = [row.cards_dealt for row in ruleset.decks if row.cards_dealt]
    deals = {*ruleset.cards_dealt, *dealt}
    values = [ruleset.card_values, *(ruleset.card_values_for(cards) for cards in sorted(deals))]
    yield from {one.key: one for deal in values for one in deal.classes}.values()


def _steps() -> Iterator[LastStep]:
    """Every step that can be taken back."""
    for code in (*sorted(KINDS.keys() - {EntryUndone.kind}), "nobody_out"):
        yield LastStep(0, code, Blank("name"), Blank("round"))  # type: ignore[arg-type]


class _BlankPhones:
    """Phones, of which only the browser knows who counts what just now."""

    def __init__(self, phones: Phones) -> None:
        self.seat, self.is_new, self.may_sit = phones.seat, phones.is_new, phones.may_sit
        self.place = phones.place

    def at_hand(self, _: object) -> Blank:
        return Blank("phone")
