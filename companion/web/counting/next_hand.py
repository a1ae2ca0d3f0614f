"""The walk round the table: which hand is counted next, and where it ends."""

from flask import url_for

from companion.records.kept_game import KeptGame
from companion.rules.state import OpenRound
from companion.web.http.phones import Phones, phones_at


def following_hand(open_round: OpenRound, seat: int, phones: Phones) -> int | None:
    """The next hand to be counted here after this one, going round; it comes last itself.

    A hand that another phone has open is being counted already.
    """
    players = open_round.deal.players
    start = players.index(seat) + 1 if seat in players else 0
    round_the_table = (*players[start:], *players[:start])
    uncounted = (s for s in round_the_table if open_round.is_uncounted(s))
    return next((s for s in uncounted if not phones.counting(s)), None)


def next_place(kept: KeptGame, after: int) -> str:
    """The page of the next hand, or the review; who went out, or the winner, where that is due."""
    open_round, token = kept.state.open, kept.token
    if open_round is None:
        return url_for("sheet.final", token=token)
    if not open_round.over:
        return url_for("table.who_went_out", token=token)
    seat = following_hand(open_round, after, phones_at(kept))
    if seat is None or open_round.by(kept.ruleset).needs_no_hands:
        return url_for("review.page", token=token)
    return url_for("counting.page", token=token, seat=seat)
