"""The points of a round from the actual cards, by the rules as people tell them (RULES 16 to 20).

In the order of RULES-NATIONAL F2: cards or the price of not having opened, doubling, cap, the
reward for ending the round, adjustments.
"""

from tests.property.any_game import Dealt, cost


def how_it_ended(dealt: Dealt) -> str | None:
    """The way in which the round was ended."""
    play = dealt.play
    if play.went_out is None:
        return None
    return play.ending or ("rummy" if play.went_rummy else "out")


def wins_the_game(dealt: Dealt) -> bool:
    """Whether the player who ended the round has won the game at once."""
    closing, way = dealt.ruleset.closing, how_it_ended(dealt)
    rewards = [getattr(closing, way)] if way else []
    if way == "rummy" and closing.rummy is None:
        rewards.append(closing.out)
    return "wins" in rewards


def points_of(dealt: Dealt) -> dict[int, int]:
    """The points of each player dealt in."""
    if dealt.deal.playoff:
        return dict.fromkeys(dealt.deal.players, 0)
    points = dict.fromkeys(dealt.deal.players, 0)
    if not wins_the_game(dealt):
        points = _by_scheme(dealt, {seat: _held(dealt, seat) for seat in dealt.deal.players})
        if dealt.play.went_out is not None:
            points[dealt.play.went_out] += _reward(dealt)
    for seat, row in dealt.play.adjustments.items():
        points[seat] += row.points
    return points


def _held(dealt: Dealt, seat: int) -> int:
    """What a hand costs its player, or whoever it is paid to."""
    ruleset, play = dealt.ruleset, dealt.play
    if seat in play.drops:
        drops = ruleset.drops
        assert drops
        return {"first": drops.first, "middle": drops.middle, "wrong": drops.wrong}[
            play.drops[seat]
        ]
    is_open = seat in play.laid_down or seat == play.went_out
    missed = ruleset.opening.missed
    points = cost(dealt, dealt.left.get(seat, [])) if is_open or missed is None else missed
    cap = ruleset.most_points
    if cap is not None and points > cap:
        points = cap
    if play.went_rummy and ruleset.rummy_doubles and seat != play.went_out:
        points += points
    return points


def _by_scheme(dealt: Dealt, held: dict[int, int]) -> dict[int, int]:
    out, nothing = dealt.play.went_out, dict.fromkeys(held, 0)
    match dealt.ruleset.scoring.key:
        case "melded_minus_hand":
            return {s: cost(dealt, dealt.melded[s]) - left for s, left in held.items()}
        case "winner_collects":
            return nothing if out is None else nothing | {out: sum(held.values())}
        case "losers_pay":
            lost = {s: -left for s, left in held.items() if s != out}
            return nothing if out is None else lost | {out: -sum(lost.values())}
        case "knock_difference":
            return nothing if out is None else nothing | _after_a_knock(dealt, held, out)
        case "typed_points":
            return {s: hand.points or 0 for s, hand in dealt.play.hands.items()}
    return dict(held)


def _after_a_knock(dealt: Dealt, held: dict[int, int], out: int) -> dict[int, int]:
    """The difference for whoever has less deadwood, with the bonus for gin or an undercut."""
    knocking, ending = dealt.ruleset.knocking, dealt.play.ending
    assert knocking
    (other,) = held.keys() - {out}
    bonus = {"gin": knocking.gin, "big_gin": knocking.big_gin}.get(ending or "gin") or 0
    if ending != "knock" or held[out] < held[other]:
        return {out: held[other] - held[out] + bonus}
    if held[out] == held[other] and knocking.equal == "nobody":
        return {}
    return {other: held[out] - held[other] + (knocking.undercut or 0)}


def _reward(dealt: Dealt) -> int:
    """The reward for ending the round; going rummy without one of its own is going out."""
    closing, way = dealt.ruleset.closing, how_it_ended(dealt)
    reward = getattr(closing, way) if way else None
    if way == "rummy" and reward is None:
        reward = closing.out
    return reward or 0
