"""Where the walk round the table leads, and what is said there of the hand before."""

from flask import flash, url_for

from companion.records.kept_game import KeptGame
from companion.web.counting.walk_view import following_hand
from companion.web.http.phones import phones_at
from companion.web.words.hands import counted_words


def next_place(kept: KeptGame, after: int) -> str:
    """The page of the next hand, or the review; who went out, or the winner, where that is due."""
    open_round, token = kept.state.open, kept.token
    if open_round is None:
        return url_for("sheet.final", token=token)
    if not open_round.over:
        return url_for("table.who_went_out", token=token)
    seat = following_hand(open_round, after, phones_at(kept).still_counting)
    if seat is None or open_round.by(kept.ruleset).needs_no_hands:
        return url_for("review.page", token=token)
    return url_for("counting.page", token=token, seat=seat)


def walk_on(kept: KeptGame, after: int) -> str:
    """The next place; another hand begins with what the last one came to.

    It may have been filled up and left in one tap, and then nobody has seen its total.
    """
    place, open_round = next_place(kept, after), kept.state.open
    if open_round and place.startswith(url_for("counting.next_hand", token=kept.token)):
        flash(counted_words(kept.state.names[after], open_round.by(kept.ruleset), after))
    return place
