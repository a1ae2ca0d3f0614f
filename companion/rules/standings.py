"""Places, the winner, the tie-break and the reason (RULES 20: 3 to 9 and 18)."""

from collections.abc import Iterable, Mapping, Sequence

from companion.rules.log import RoundPlay
from companion.rules.rulesets import Ruleset
from companion.rules.state import Deal, Outcome, ReasonCode, Standing


def outcome_after(
    ruleset: Ruleset, deal: Deal, play: RoundPlay, made: Iterable[int], totals: Sequence[int]
) -> Outcome:
    """What the game has come to after this round; `totals` go by seat and include it."""
    if deal.playoff:
        return _after_playoff(deal, play)
    finishers = tuple(s for s in sorted(made) if deal.contracts[s] == len(ruleset.contracts))
    if not finishers:
        return Outcome()
    by_points = ruleset.end.winner == "lowest_points_when_someone_finishes"
    candidates = deal.players if by_points else finishers
    least = min(totals[seat] for seat in candidates)
    tied = tuple(seat for seat in candidates if totals[seat] == least)
    if len(tied) > 1:
        return _break_tie(ruleset, deal, play, finishers, tied)
    alone: ReasonCode = "finished_first" if len(finishers) == 1 else "fewest_points"
    code: ReasonCode = "lowest_total" if by_points else alone
    return Outcome(code, tied, deal.number, finishers)


def _break_tie(
    ruleset: Ruleset,
    deal: Deal,
    play: RoundPlay,
    finishers: tuple[int, ...],
    tied: tuple[int, ...],
) -> Outcome:
    match ruleset.end.tiebreak:
        case "went_out_last_round" if play.went_out in tied:
            return Outcome("tie_went_out", (play.went_out,), deal.number, finishers, tied)
        case "playoff":
            return Outcome("playoff_needed", (), deal.number, finishers, tied)
    return Outcome("tie_shared", tied, deal.number, finishers, tied)


def _after_playoff(deal: Deal, play: RoundPlay) -> Outcome:
    """The first of the tied players to go out wins; until somebody does, they play on."""
    tied = deal.players
    if play.went_out is None:
        return Outcome("playoff_needed", (), deal.number, tied, tied, playoff=True)
    return Outcome("tie_went_out", (play.went_out,), deal.number, tied, tied, playoff=True)


def standings_of(
    ruleset: Ruleset,
    made: Sequence[int],
    progress: Sequence[int],
    totals: Sequence[int],
    left: Mapping[int, int],
    winners: Iterable[int],
) -> tuple[Standing, ...]:
    """Everybody in order: winners, then contracts behind them, then fewest points; leavers last.

    Equals share a place and the next place is left out (1, 1, 3). Where the fewest points win,
    contracts do not rank.
    """
    by_points = ruleset.end.winner == "lowest_points_when_someone_finishes"
    champions = set(winners)

    def rank(seat: int) -> tuple[bool, bool, int, int]:
        contracts = 0 if by_points else -progress[seat]
        return (seat not in champions, seat in left, contracts, totals[seat])

    ranked = sorted(range(len(totals)), key=rank)
    ranks = [rank(seat) for seat in ranked]
    return tuple(
        Standing(ranks.index(rank(seat)) + 1, seat, made[seat], totals[seat]) for seat in ranked
    )
