"""Where the walk round the table leads, and what is said there of the hand before."""

from flask import flash, url_for

from companion.records.kept_game import KeptGame
from companion.web.counting.walk_view import next_path
from companion.web.http.phones import phones_at
from companion.web.words.hands import counted_words

_PLACES = {
    "": "sheet.final",
    "out": "table.who_went_out",
    "count": "counting.page",
    "review": "review.page",
}


def next_place(kept: KeptGame, after: int) -> str:
    """The page of the next hand, or the review; who went out, or the winner, where that is due."""
    path, token = (
        next_path(kept.ruleset, kept.state, after, phones_at(kept).still_counting),
        kept.token,
    )
    place, _, seat = path.partition("/")
    if seat:
        return url_for(_PLACES[place], token=token, seat=seat)
    return url_for(_PLACES[place], token=token)


def walk_on(kept: KeptGame, after: int) -> str:
    """The next place; another hand begins with what the last one came to.

    It may have been filled up and left in one tap, and then nobody has seen its total.
    """
    place, open_round = next_place(kept, after), kept.state.open
    if open_round and place.startswith(url_for("counting.next_hand", token=kept.token)):
        flash(counted_words(kept.state.names[after], open_round.by(kept.ruleset), after))
    return place
