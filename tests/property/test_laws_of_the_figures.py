"""The statistics of players equal a simple recount of the logs.

The recount goes through the rounds with a tally per player, and shares only the replay with the
tested code.
"""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.fold.entries import GameEnded
from companion.rules.fold.replay import replay
from companion.rules.judging.scoring import points_in_hands
from companion.rules.model.names import Nickname, Nicknames
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.rules.statistics import figures_of, read_figures
from companion.web.pages.profiles.games import Game, Played, games_called
from companion.web.pages.profiles.view import (
    WAYS,
    Group,
    PersonView,
    groups_of,
    people_known,
    person_view,
    season_view,
)
from tests.property.any_game import Evening, evenings
from tests.soak import examples

# Cy is renamed to Kit and merged with Dee; in games with both they stay two players.
NICKNAMES = Nicknames({"cy": Nickname("Kit"), "dee": Nickname("Kit", 7)})
ANY_DAY = date(2026, 1, 1)
OF_GAMES = st.lists(evenings(), min_size=1, max_size=4)


@dataclass
class Tally:
    """A tally of one player; rounds and points separately for each kind of game."""

    games: int = 0
    won: int = 0
    outs: int = 0
    beaten: int = 0
    most: dict[bool, int] = field(default_factory=lambda: defaultdict(int))
    rounds: dict[bool, int] = field(default_factory=lambda: defaultdict(int))
    points: dict[bool, int] = field(default_factory=lambda: defaultdict(int))
    stuck: int = 0
    against: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))


@dataclass(frozen=True)
class Over:
    """A finished game, and its players by seat."""

    ruleset: Ruleset
    state: State
    who: dict[int, str]


def over(evening: Evening) -> Over | None:
    """The finished game; ended early if the rules would continue."""
    state = evening.state
    if not state.outcome.over:
        if not state.has_scores or not state.active:
            return None
        state = replay(evening.ruleset, evening.seats, (*evening.log, GameEnded("")))
    return Over(evening.ruleset, state, people(state))


def people(state: State) -> dict[int, str]:
    """Players by seat: Cy is Kit, and so is Dee in games without Cy."""
    names = {seat: state.names[seat].lower() for seat in state.order}
    kit = "cy" if "cy" in names.values() else "dee"
    return {seat: "kit" if name == kit else name for seat, name in names.items()}


def recounted(games: list[Over]) -> dict[str, Tally]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for game in games:
        place = {one.seat: one.place for one in game.state.standings}
        for seat, who in game.who.items():
            tally = tallies[who]
            tally.games += 1
            tally.won += seat in game.state.outcome.winners
            tally.beaten += len([one for one in game.who if place[one] > place[seat]])
            count_rounds(game, seat, tally)
            for other, name in game.who.items():
                if other != seat:
                    of_both = tally.against[name]
                    of_both[0] += 1
                    of_both[1] += seat in game.state.outcome.winners
                    of_both[2] += other in game.state.outcome.winners
    return tallies


def count_rounds(game: Over, seat: int, tally: Tally) -> None:
    kind = game.ruleset.end.low_wins
    waited: dict[int, int] = defaultdict(int)
    for scored in game.state.rounds:
        if scored.void or not scored.counted or scored.deal.playoff:
            continue
        if seat not in scored.deal.players:
            continue
        tally.rounds[kind] += 1
        tally.points[kind] += scored.points[seat]
        hands = points_in_hands(game.ruleset, scored)
        tally.most[kind] = max(tally.most[kind], hands.get(seat, 0))
        tally.outs += scored.play.went_out == seat
        if game.ruleset.advancing == "finish":
            waited[scored.deal.contracts[seat]] += 1
    tally.stuck = max([tally.stuck, *waited.values()])


def kept(games: list[Over]) -> tuple[Game, ...]:
    """The games as pages get them, the latest first, after a round trip through the book."""
    rows = []
    for number, game in enumerate(games):
        figures = figures_of(game.ruleset, game.state)
        assert figures is not None
        again = read_figures(json.loads(json.dumps(figures.as_data())))
        assert again == figures
        names = [game.state.names[seat] for seat in game.state.order]
        day = ANY_DAY + timedelta(days=number)
        colours = range(len(names))
        rows.append(Played("", game.ruleset.name, day, False, names, colours, again))  # noqa: FBT003
    return games_called(rows[::-1], NICKNAMES)


@settings(max_examples=examples(3, 6), deadline=None)
@given(played=OF_GAMES)
def test_people_groups_and_seasons_are_a_plain_recount_of_the_logs(played: list[Evening]) -> None:
    games = [game for game in map(over, played) if game]
    tallies, told = recounted(games), kept(games)
    known = {one.who: (one.games, one.won) for one in people_known(told)}
    assert known == {who: (tally.games, tally.won) for who, tally in tallies.items()}
    for who, tally in tallies.items():
        check_person(person_view(who, told), tally, games, who)
    check_groups(told, games)


def check_person(view: PersonView | None, tally: Tally, games: list[Over], who: str) -> None:
    assert view is not None
    theirs = [game for game in games if who in game.who.values()]
    low = sum(game.ruleset.end.low_wins for game in theirs)
    kind = low * 2 >= len(theirs)
    assert (len(view.games), view.won, view.outs) == (tally.games, tally.won, tally.outs)
    assert (view.stuck.figure if view.stuck else 0) == (tally.stuck if tally.stuck > 1 else 0)
    rounds, points = tally.rounds[kind], tally.points[kind]
    if rounds:
        assert view.average == round(points / rounds)
    most = tally.most[kind] if tally.most[kind] > 1 else 0
    is_average = bool(rounds) and most == round(points / rounds)  # no figure is shown twice
    assert (view.most.figure if view.most else 0) == (0 if is_average else most)
    assert list(view.cells) == [
        any(game.who[seat] == who for seat in game.state.outcome.winners) for game in theirs
    ]
    check_best(view, theirs, who, most)
    against = sorted(([r.games, r.won, r.lost] for r in view.rivals), reverse=True)
    everybody = sorted(tally.against.values(), reverse=True)
    assert [row[0] for row in against] == [row[0] for row in everybody[: len(against)]]
    assert all(row in everybody for row in against)


def check_best(view: PersonView, theirs: list[Over], who: str, most: int) -> None:
    """The best winning total of the most played game; omitted if it equals the most of a round.

    House rules say whether low or high totals win: only those as in the latest win are compared.
    """
    names = [game.ruleset.name for game in theirs][::-1]
    mostly = max(names, key=names.count)
    won = [
        (game.ruleset.end.low_wins, game.state.final_totals[seat])
        for game in theirs
        for seat in game.state.outcome.winners
        if game.who[seat] == who and game.ruleset.name == mostly
    ]
    low = won[-1][0] if won else True
    totals = [total for kind, total in won if kind == low]
    best = min(totals, default=None) if low else max(totals, default=None)
    assert best == (view.best.figure if view.best else most if best == most else None)


def check_groups(told: tuple[Game, ...], games: list[Over]) -> None:
    groups = groups_of(told, {})
    assert all(len(set(map(id, a.games)) & set(map(id, b.games))) == 0 for a, b in pairwise(groups))
    for group in groups:
        mine = [game for game in games if set(game.who.values()) <= group.who]
        mine = [game for game in mine if 2 * len(game.who) > len(group.who)]
        assert len(group.games) <= len(mine)
        theirs = set(map(id, group.games))
        chosen = [game for game, one in zip(games, told[::-1], strict=True) if id(one) in theirs]
        check_season(group, chosen)


def check_season(group: Group, chosen: list[Over]) -> None:
    tallies = recounted(chosen)
    low = sum(game.ruleset.end.low_wins for game in chosen) * 2 >= len(chosen)
    for by in WAYS:
        view = season_view(group, by)
        rows = {one.player.who: one for one in view.ranks}
        worth: dict[str, tuple[bool, Fraction]] = {}
        for who, row in rows.items():
            tally = tallies[who]
            assert (row.won, row.games, row.beaten) == (tally.won, tally.games, tally.beaten)
            points, rounds = tally.points[low], tally.rounds[low]
            average = Fraction(points, rounds) if rounds else None
            assert (row.average is None) == (average is None)
            if by == "points":
                sign = 1 if low else -1
                worth[who] = (average is None, sign * (average or Fraction(0)))
            else:
                worth[who] = (False, Fraction(-tally.won if by == "wins" else -tally.beaten))
        for who, row in rows.items():
            assert row.place == 1 + len([o for o in worth.values() if o < worth[who]])
