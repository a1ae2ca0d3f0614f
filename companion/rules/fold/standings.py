"""Places, the winner, the tie-break and the reason (RULES 16, 17 and 20: 3 to 9, 18, 29).

Before them the tally of the players: contracts made, current contract, and points; and the points
after the last round, for the game, for rounds won, and for a shutout (RULES 18).
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.rules.fold.order import Seating
from companion.rules.model.melding import SettlementRules
from companion.rules.model.play import RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import (
    Deal,
    GameScore,
    Outcome,
    PlayedRound,
    ReasonCode,
    ScoredRound,
    Settlement,
    SettlementCode,
    SettlementRow,
    Standing,
)


class Tally:
    """By seat: the number of the contract each is on, how many each made, drops, and totals.

    `games` are scored at once; most are alone.
    """

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.contracts = [1] * players
        self.made = [0] * players
        self.drops = Counter[int]()
        nothing = (0,) * players
        self.games = tuple(
            GameScore(nothing, nothing, (n,) * players) for n in range(ruleset.games)
        )
        self._limit = ruleset.end.limit
        self._starts_at_one = ruleset.joining == "start_at_one"
        self._starts_behind = ruleset.starts_behind
        self._is_zero_sum = ruleset.scoring.is_zero_sum
        self._worst = max if ruleset.end.low_wins else min
        self._is_out = ruleset.end.is_out

    @property
    def progress(self) -> list[int]:
        """The number of contracts behind each player, made or granted on joining."""
        return [contract - 1 for contract in self.contracts]

    @property
    def totals(self) -> list[int]:
        """The points of each player in all games."""
        return totals_of(self.games)

    def add(
        self, points: Mapping[int, int], made: Iterable[int], winners: Container[int] = ()
    ) -> None:
        """Add a scored round."""
        self.games = games_after(self.games, points, winners, self._limit)
        for seat in made:
            self.contracts[seat] += 1
            self.made[seat] += 1

    def add_newcomer(self, others: Sequence[int]) -> None:
        """Add a newcomer, by default without an advantage over these (RULES 20, 19 and 35)."""
        at_one = self._starts_at_one
        self.contracts.append(1 if at_one else min((self.contracts[s] for s in others), default=1))
        behind = others if self._starts_behind else ()
        self.games = tuple(
            game.with_newcomer(self._worst_total(game, behind), number)
            for number, game in enumerate(self.games)
        )
        self.made.append(0)

    def make_up(self, seat: int, stayed: Sequence[int], return_costs: int) -> int:
        """A returning player keeps their contracts, and must not benefit from missed rounds.

        One who was out has the highest total of the others, and `return_costs` more. Where the
        points of a round add up to 0, there is no benefit, and nobody's total changes. Returns the
        total to continue with.
        """
        was_out = self._is_out(self.totals[seat]) and not self._is_zero_sum
        if was_out or self._starts_behind:
            others, costs = (stayed, return_costs) if was_out else ((seat, *stayed), 0)
            self.games = tuple(
                game.with_total(seat, self._worst_total(game, others) + costs)
                for game in self.games
            )
        return self.totals[seat]

    def _worst_total(self, game: GameScore, seats: Sequence[int]) -> int:
        """The worst total of these players; 0 if there are none."""
        return self._worst((game.totals[seat] for seat in seats), default=0)


def games_after(
    games: tuple[GameScore, ...],
    points: Mapping[int, int],
    winners: Container[int],
    limit: int | None,
) -> tuple[GameScore, ...]:
    """The games after a round; of several, those in which somebody reached the limit are over.

    The next round won by a player who was shut out in one counts in the next game, by
    rummy-games.com.
    """
    if len(games) == 1:
        return (games[0].after(points, winners),)
    was_over = [_is_over(game, points, limit) for game in games]
    after = [
        game if over else game.after(points, winners)
        for game, over in zip(games, was_over, strict=True)
    ]
    for number, game in enumerate(after):
        if _is_over(game, points, limit) and not was_over[number]:
            after[number + 1 :] = [later.sooner_than(game) for later in after[number + 1 :]]
    return tuple(after)


def _is_over(game: GameScore, seats: Iterable[int], limit: int | None) -> bool:
    return any(game.totals[seat] >= (limit or 0) for seat in seats)


def settlement_of(
    ruleset: Ruleset, outcome: Outcome, games: Sequence[GameScore]
) -> Settlement | None:
    """The settlement of a game; None while it goes on, or if the table ended it early."""
    if ruleset.settlement is None or not outcome.over or outcome.code == "ended_early":
        return None
    if len(games) == 1:
        return _settled(ruleset.settlement, games, [outcome.winners])
    return _settled_apart(ruleset, ruleset.settlement, games)


def _settled_apart(
    ruleset: Ruleset, rules: SettlementRules, games: Sequence[GameScore]
) -> Settlement | None:
    """Each of several games is won by the best in it."""
    seats = range(len(games[0].totals))
    return _settled(rules, games, [_best(ruleset, seats, game.totals) for game in games])


def _settled(
    rules: SettlementRules, games: Sequence[GameScore], winners: Sequence[Sequence[int]]
) -> Settlement | None:
    added = [dict(_rows(rules, *one)) for one in zip(winners, games, strict=True)]
    rows = [SettlementRow(code, *_by_seat([of[code] for of in added])) for code in added[0]]
    final = [
        [sum(points) for points in zip(game.totals, *of.values(), strict=True)]
        for game, of in zip(games, added, strict=True)
    ]
    told = tuple(row for row in rows if any(row.points.values()))
    return Settlement(told, *_by_seat(final)) if told else None


def _by_seat(
    in_games: Sequence[Sequence[int]],
) -> tuple[Mapping[int, int], Mapping[int, tuple[int, ...]]]:
    """The points of each player together, and in each of several games."""
    by_seat = dict(enumerate(zip(*in_games, strict=True)))
    together = {seat: sum(points) for seat, points in by_seat.items()}
    return together, by_seat if len(in_games) > 1 else {}


def round_winners(points: Mapping[int, int], play: RoundPlay) -> frozenset[int]:
    """The players who scored in a round, without adjustments."""
    added = {seat: adjustment.points for seat, adjustment in play.adjustments.items()}
    return frozenset(seat for seat, score in points.items() if score > added.get(seat, 0))


def rounds_won(rounds: Iterable[ScoredRound], players: int) -> list[int]:
    """By seat, the number of rounds in which they scored, without adjustments."""
    counted = [scored for scored in rounds if scored.counted and not scored.void]
    won = [round_winners(scored.points, scored.play) for scored in counted]
    return [sum(seat in winners for winners in won) for seat in range(players)]


def _rows(
    rules: SettlementRules, winners: Sequence[int], game: GameScore
) -> Iterator[tuple[SettlementCode, Sequence[int]]]:
    """The points of each player by code, in one game."""
    seats = range(len(game.totals))
    has_won_all = [s for s in seats if game.won[s]] == [*winners] and len(winners) == 1
    twice = {"points": game.totals, "game": [rules.game for _ in seats], "none": [0 for _ in seats]}
    shutout = twice[rules.shutout if has_won_all else "none"]
    yield "game", [rules.game if seat in winners else 0 for seat in seats]
    yield "boxes", [rules.box * rounds for rounds in game.won]
    yield "shutout", [shutout[seat] if seat in winners else 0 for seat in seats]


def outcome_after(
    played: PlayedRound,
    made: Iterable[int],
    games: Sequence[GameScore],
    points: Mapping[int, int],
) -> Outcome:
    """The outcome after this round, in which `points` were made; `games` include them."""
    ruleset, deal, _ = played
    if deal.playoff:
        return _after_playoff(played)
    if not deal.players:
        return Outcome()  # everybody has left, so nobody can win
    winner = played.play.went_out
    if winner is not None and played.wins_game:
        return Outcome("won_at_once", (winner,), deal.number)
    finishers = _finishers(ruleset, deal, made)
    if not (deal.tiebreak or _has_ended(ruleset, deal, finishers, games)):
        return Outcome()
    totals = _final_totals(ruleset, games)
    candidates = finishers if ruleset.end.by_contracts else _left(ruleset, deal, totals)
    compared = compared_points(ruleset, deal, totals, points)
    tied = _best(ruleset, candidates or deal.players, compared)
    if len(tied) > 1:
        return _break_tie(played, finishers, tied)
    level = deal.players if deal.tiebreak else ()
    return Outcome(_reason(ruleset, finishers), tied, deal.number, finishers, level)


def compared_points(
    ruleset: Ruleset, deal: Deal, totals: Sequence[int], points: Mapping[int, int]
) -> Sequence[int]:
    """The points that decide between players who finish in one round, by seat (RULES 20, 33).

    The totals, or by house rule those before that round. Players who are equal by these, and play
    on alone, are compared by the points of the round that they play for it.
    """
    if not ruleset.end.by_contracts or ruleset.end.tie_points == "with_deciding_round":
        return totals
    of_round = [points.get(seat, 0) for seat in range(len(totals))]
    if deal.tiebreak:
        return of_round
    return [total - cost for total, cost in zip(totals, of_round, strict=True)]


def _final_totals(ruleset: Ruleset, games: Sequence[GameScore]) -> Sequence[int]:
    """The totals that decide: those of a single game, or of several with what is added to each."""
    rules = ruleset.settlement
    settled = _settled_apart(ruleset, rules, games) if rules and len(games) > 1 else None
    return [*settled.totals.values()] if settled else totals_of(games)


def totals_of(games: Sequence[GameScore]) -> list[int]:
    """The points of each player in all games."""
    return [sum(totals) for totals in zip(*(game.totals for game in games), strict=True)]


def _finishers(ruleset: Ruleset, deal: Deal, made: Iterable[int]) -> tuple[int, ...]:
    """The players who made the last contract, in a game won by finishing it."""
    if ruleset.end.when != "contract_finished":
        return ()
    return tuple(s for s in sorted(made) if deal.contracts[s] == len(ruleset.contracts))


def _has_ended(
    ruleset: Ruleset, deal: Deal, finishers: tuple[int, ...], games: Sequence[GameScore]
) -> bool:
    match ruleset.end.when:
        case "contract_finished":
            return bool(finishers)
        case "rounds_played":
            return deal.planned >= (ruleset.rounds or 0)
        case "one_left":
            return len(_left(ruleset, deal, totals_of(games))) <= 1
        case "table_ends":
            return False
    return all(_is_over(game, deal.players, ruleset.end.limit) for game in games)


def _left(ruleset: Ruleset, deal: Deal, totals: Sequence[int]) -> tuple[int, ...]:
    """The players who are not out by their totals."""
    return tuple(seat for seat in deal.players if not ruleset.end.is_out(totals[seat]))


def _best(ruleset: Ruleset, candidates: Iterable[int], totals: Sequence[int]) -> tuple[int, ...]:
    sign = 1 if ruleset.end.low_wins else -1
    seats = tuple(candidates)
    best = min(sign * totals[seat] for seat in seats)
    return tuple(seat for seat in seats if sign * totals[seat] == best)


def _reason(ruleset: Ruleset, finishers: tuple[int, ...]) -> ReasonCode:
    if ruleset.end.by_contracts:
        return "finished_first" if len(finishers) == 1 else "fewest_points"
    if ruleset.end.when == "one_left":
        return "last_left"
    if ruleset.end.low_wins:
        return "lowest_total"
    is_first_there = ruleset.end.when == "limit_reached" and ruleset.games == 1
    return "reached_target" if is_first_there else "highest_total"


def _break_tie(played: PlayedRound, finishers: tuple[int, ...], tied: tuple[int, ...]) -> Outcome:
    number, out = played.deal.number, played.play.went_out
    match played.ruleset.end.tiebreak:
        case "went_out_last_round" if out in tied:
            return Outcome("tie_went_out", (out,), number, finishers, tied)
        case "playoff":
            return Outcome("playoff_needed", (), number, finishers, tied)
        case "play_on" | "tied_play_on" if played.ruleset.end.when != "one_left":
            # where the last one left wins, all of them are out
            return Outcome(finishers=finishers, tied=tied)
    return Outcome("tie_shared", tied, number, finishers, tied)


def dealt_in_alone(ruleset: Ruleset, outcome: Outcome) -> tuple[int, ...]:
    """The tied players, while only they are dealt in to decide the game; otherwise none."""
    if outcome.code == "playoff_needed":
        return outcome.tied
    plays_on = outcome.code == "in_progress" and ruleset.end.tiebreak == "tied_play_on"
    return outcome.tied if plays_on else ()


def _after_playoff(played: PlayedRound) -> Outcome:
    """The first of the tied players to go out wins; until then they play on."""
    number, tied, out = played.deal.number, played.deal.players, played.play.went_out
    if out is None:
        return Outcome("playoff_needed", (), number, tied, tied, playoff=True)
    return Outcome("tie_went_out", (out,), number, tied, tied, playoff=True)


def once_tied_have_left(
    ruleset: Ruleset, outcome: Outcome, left: Container[int], rounds: int
) -> Outcome:
    """The outcome of a tie after some of the tied players have left (RULES 20, 34).

    A player who left cannot win: a single remaining one has won, several play on. If all have left,
    they share the win.
    """
    stay = tuple(seat for seat in outcome.tied if seat not in left)
    if outcome.over or stay == outcome.tied:
        return outcome
    if len(stay) > 1:
        return replace(outcome, tied=stay)
    return replace(
        outcome,
        code=_reason(ruleset, outcome.finishers) if stay else "tie_shared",
        winners=stay or outcome.tied,
        round=outcome.round or rounds,
        gone=tuple(seat for seat in outcome.tied if seat not in stay),
    )


def ended_early(ruleset: Ruleset, rounds: int, players: Sequence[int], tally: Tally) -> Outcome:
    """The outcome of a game that the table ends early, after this number of rounds.

    The best of `players`, those still at the table, win by the game's own ranking: contracts first
    where those decide, then points. All have the same rounds, because only written ones count.
    Equal players share the win: a tie-break refers to a last round, and there was none.
    """
    furthest = _furthest(players, tally.progress) if ruleset.end.by_contracts else ()
    winners = _best(ruleset, furthest or players, tally.totals)
    tied = winners if len(winners) > 1 else ()
    return Outcome("ended_early", winners, rounds, furthest, tied)


def _furthest(players: Sequence[int], progress: Sequence[int]) -> tuple[int, ...]:
    most = max(progress[seat] for seat in players)
    return tuple(seat for seat in players if progress[seat] == most)


def standings_of(
    ruleset: Ruleset,
    seating: Seating,
    tally: Tally,
    winners: Iterable[int],
    settlement: Settlement | None = None,
) -> tuple[Standing, ...]:
    """All players in order: winners, then by contracts, then by points; players who left come last.

    Equal players share a place and the next place is skipped (1, 1, 3); they are listed in order of
    play. Contracts rank only in games won by finishing them; the direction of points is that of the
    game. Where the last one left wins, whoever was out later is ahead. Once points are settled
    their totals rank: whoever has won by reaching a target may have fewer than the other.
    """
    champions, progress = set() if settlement else set(winners), tally.progress
    totals = settlement.totals if settlement else tally.totals
    sign = 1 if ruleset.end.low_wins else -1

    def rank(seat: int) -> tuple[bool, bool, int, int, int]:
        contracts = -progress[seat] if ruleset.end.by_contracts else 0
        stayed = seating.left.get(seat, 0) if ruleset.end.when == "one_left" else 0
        loses = (seat not in champions, seat in seating.left)
        return (*loses, -stayed, contracts, sign * totals[seat])

    ranked = sorted(seating.order, key=rank)
    ranks = [rank(seat) for seat in ranked]
    by_finishing = ruleset.advancing == "finish"
    return tuple(
        Standing(
            place=ranks.index(rank(seat)) + 1,
            seat=seat,
            contracts=tally.made[seat],
            total=tally.totals[seat],
            on=progress[seat] + 1 if by_finishing else None,
        )
        for seat in ranked
    )
