"""People over all games: merged names, groups and colours."""

from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest

from companion.rules.model.names import Nickname, Nicknames
from companion.rules.statistics import Figures, GameFigures
from companion.web.pages.profiles.games import Game, Played, games_called
from companion.web.pages.profiles.view import (
    belonging,
    group_among,
    group_with,
    groups_of,
    person_view,
    season_view,
    strangers_of,
)


def figures(*points: int, low: bool = True) -> GameFigures:
    """A round in which they made so many points; the best player has won."""
    order = sorted(points) if low else sorted(points, reverse=True)
    players = [
        Figures(
            p == order[0],
            order.index(p) + 1,
            len(points) - 1 - order.index(p),
            1,
            p,
            p,
            0,
            0,
            None,
            p,
            0,
        )
        for p in points
    ]
    return GameFigures(low, 1, tuple(players))


def evening(
    names: str, *points: int, low: bool = True, colours: str = "", rules: str = ""
) -> Played:
    people = names.split()
    had = [int(c) for c in colours] or range(len(people))
    told = figures(*(points or range(len(people))), low=low)
    called = rules or ("12-Step Rummy" if low else "Rummy 500")
    return Played("", called, date(2026, 1, 1), True, people, had, told)  # noqa: FBT003


def games(*played: Played, nicknames: Nicknames | None = None) -> tuple[Game, ...]:
    """The games, the oldest first."""
    return games_called(played[::-1], nicknames or Nicknames())


AS_ONE = Nicknames({"ann": Nickname("Nan"), "annie": Nickname("Nan", 6)})


def test_merged_people_have_one_name_one_colour_and_all_games() -> None:
    told = games(evening("Ann Ben"), evening("Ben ANNIE"), nicknames=AS_ONE)
    view = person_view("nan", told)
    assert view is not None
    assert [(one.name, one.games, one.can_be_taken) for one in view.names] == [
        ("ANNIE", 1, True),
        ("Ann", 1, True),
    ]
    assert (view.name, view.colour, len(view.games)) == ("Nan", 6, 2)


def test_two_players_of_one_game_are_never_merged() -> None:
    (game,) = games(evening("Annie Ann Nan Ben"), nicknames=AS_ONE)
    assert [(one.who, one.name) for one in game.players] == [
        ("annie", "Annie"),
        ("ann", "Ann"),
        ("nan", "Nan"),
        ("ben", "Ben"),
    ]


def test_players_of_one_game_stay_distinct_in_any_seat_order() -> None:
    """Two are called Cara, and Dora is renamed to one of them."""
    called = {"anna": Nickname("Cara"), "berta": Nickname("Cara"), "dora": Nickname("Anna")}
    for table in permutations(("Anna", "Berta", "Dora")):
        keys = dict(zip(table, Nicknames(called).keys(table), strict=True))
        assert keys == {"Anna": "cara", "Berta": "berta", "Dora": "anna"}
    called["eva"] = Nickname("Berta")
    for table in permutations(("Anna", "Berta", "Dora", "Eva")):
        assert len({*Nicknames(called).keys(table)}) == 4


def test_a_new_name_used_by_a_later_player_belongs_to_them() -> None:
    names = Nicknames({"ann": Nickname("Kit")})
    assert names.key("kit") == names.key("ANN") == "kit"
    assert names.called("KIT") == "Kit"
    assert Nicknames().called("KIT") == "KIT"


def test_only_people_who_never_met_can_be_merged() -> None:
    told = games(evening("Ann Ben"), evening("Cy Ben"), evening("Annie Dee"))
    assert [one.who for one in strangers_of("ann", told)] == ["annie", "dee", "cy"]


@pytest.mark.parametrize(
    ("played", "groups"),
    [
        (["A B", "A B"], {"a b": 2}),
        (["A B", "A C"], {}),
        # A game without one of the group counts for it, if more than half are there.
        (["A B C D", "A B C D", "A B C", "A B"], {"a b c d": 3}),
        # Players who often play by themselves are another group.
        (["A B C", "A B C", "A B", "A B", "A B"], {"a b": 3, "a b c": 2}),
        (["A B C", "A B C", "A B C E"], {"a b c": 2}),
    ],
)
def test_people_who_play_together_are_a_group(played: list[str], groups: dict[str, int]) -> None:
    told = games(*map(evening, played))
    found = {" ".join(sorted(one.who)): len(one.games) for one in groups_of(told, {})}
    assert found == groups


def test_a_group_with_a_name_is_one_however_often_it_plays() -> None:
    told = games(*map(evening, ["A B C", "A B C", "A B"]))
    named = {frozenset("ab"): "Friday"}
    assert [(one.called, len(one.games)) for one in groups_of(told, named)] == [
        ("", 2),
        ("Friday", 1),
    ]
    alone = group_with(frozenset("ab"), told, {})
    assert alone is not None
    assert len(alone.games) == 1
    assert group_with(frozenset("ax"), told, {}) is None


def test_which_games_belong_to_a_group_is_the_same_in_every_month() -> None:
    months = [["A B C D"] * 4, ["A B C"] * 2, ["A B C D", "A B C"]]
    told = games(*(evening(names) for month in months for names in month))
    group = group_with(frozenset("abcd"), told, {})
    assert group is not None
    belongs = belonging(told, {})
    latest_first = (told[:2], told[2:4], told[4:], told)
    found = [len(group_among(group, some, belongs).games) for some in latest_first]
    assert found == [2, 2, 4, 8]


def season(by: str, *played: Played) -> list[tuple[int, str]]:
    told = games(*played)
    group = next(one for one in groups_of(told, {}) if len(one.people) == 3)
    view = season_view(group, by)  # type: ignore[arg-type]
    return [(one.place, one.player.name) for one in view.ranks]


def test_a_season_is_ranked_by_what_the_table_likes() -> None:
    # Ben wins twice and is last once; Ann is always second.
    played = (
        evening("Ann Ben Cy", 20, 10, 30),
        evening("Ann Ben Cy", 20, 10, 90),
        evening("Ann Ben Cy", 20, 150, 10),
    )
    assert season("wins", *played) == [(1, "Ben"), (2, "Cy"), (3, "Ann")]
    assert season("places", *played) == [(1, "Ben"), (2, "Ann"), (3, "Cy")]
    assert season("points", *played) == [(1, "Ann"), (2, "Cy"), (3, "Ben")]


def test_points_of_games_that_most_points_win_are_not_mixed_with_others() -> None:
    played = [evening("Ann Ben", 10, 20), evening("Ann Ben", 10, 20)]
    told = games(*played, evening("Ann Ben", 500, 300, low=False))
    (group,) = groups_of(told, {})
    view = season_view(group, "points")
    assert [(one.player.name, one.average) for one in view.ranks] == [("Ann", 10), ("Ben", 20)]
    assert (view.low_wins, view.left_out) == (True, 1)
    assert view.race is not None
    assert view.race.fewest_on_top
    ann = person_view("ann", told)
    assert ann is not None
    assert (ann.average, ann.won) == (10, 3)


def test_the_race_of_a_long_season_has_few_steps_and_ends_with_the_last_game() -> None:
    told = games(*[evening("Ann Ben", 10, 20) for _ in range(95)])
    (group,) = groups_of(told, {})
    race = season_view(group, "wins").race
    assert race is not None
    assert max(len(line.points) for line in race.lines) <= 42
    assert race.lines[0].end[0] == race.right
    assert race.lines[0].total == 95
    assert [number for number, _ in race.rounds][-1] == 95


def test_a_season_has_the_rounds_of_a_seat_that_was_taken_over() -> None:
    together = evening("Ann Ben Cy Dee", 5, 10, 20, 7)
    taken_over = evening("Ann Ben Dee", 5, 10, 20)
    (cy,) = figures(90).players
    former = replace(taken_over.figures, formers=(("Cy", cy),))
    told = games(together, together, replace(taken_over, figures=former))
    (group,) = groups_of(told, {})
    view = season_view(group, "points")
    assert view.race is not None
    ends = {line.name: line.total for line in view.race.lines}
    assert ends == {one.player.name: round(one.average or 0) for one in view.ranks}
    assert ends["Cy"] == 43
    assert view.dearest is not None
    assert (view.dearest.player.name, view.dearest.figure) == ("Cy", 90)


def test_one_game_is_no_race() -> None:
    told = games(evening("Ann Ben"))
    group = group_with(frozenset({"ann", "ben"}), told, {})
    assert group is not None
    assert season_view(group, "wins").race is None


def test_people_without_any_round_have_no_race_by_points() -> None:
    played = evening("Cy Dee", 10, 20)
    without = tuple(replace(one, rounds=0, points=0) for one in played.figures.players)
    late = replace(played, figures=replace(played.figures, players=without))
    (group,) = groups_of(games(late, late), {})
    view = season_view(group, "points")
    assert (view.race, [one.average for one in view.ranks]) == (None, [None, None])
    assert season_view(group, "wins").race is not None


def test_a_figure_is_not_remembered_twice() -> None:
    once = person_view("ann", games(evening("Ann Ben", 50, 60)))
    assert once is not None
    assert (once.average, once.most, once.best) == (50, None, None)
    twice = person_view("ann", games(evening("Ann Ben", 50, 60), evening("Ann Ben", 20, 90)))
    assert twice is not None
    assert (twice.average, twice.most and twice.most.figure) == (35, 50)
    assert twice.best.figure == 20


@pytest.mark.parametrize(("latest_low", "best"), [(True, 20), (False, 410)])
def test_totals_are_compared_where_house_rules_let_the_same_ones_win(
    latest_low: bool,  # noqa: FBT001
    best: int,
) -> None:
    low = [evening("Ann Ben", points, 90, rules="Indian Rummy") for points in (50, 20)]
    high = [
        evening("Ann Ben", points, 10, low=False, rules="Indian Rummy") for points in (410, 400)
    ]
    view = person_view("ann", games(*(high + low if latest_low else low + high)))
    assert view is not None
    assert view.best is not None
    assert view.best.figure == best
