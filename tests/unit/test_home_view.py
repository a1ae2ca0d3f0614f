"""The view model of the home page."""

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.play import Hand
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import catalogue
from companion.web.pages.home import open_game_view
from companion.web.view_models.remembered import Person, played_game

ANN, BEN, CY = range(3)
ROUND: tuple[e.Entry, ...] = (
    *(e.LaidDown(BEN), e.WentOut(ANN), e.HandCounted(BEN, Hand(points=20), down=True)),
    *(e.HandCounted(CY, Hand(points=65), down=False), e.RoundScored()),
)


def state_of(game: str, *entries: e.Entry) -> State:
    return replay(catalogue()[game], Seats(("Ann", "Ben", "Cy")), entries)


def standing(game: str, *entries: e.Entry) -> list[tuple[str, int | None, int, bool]]:
    view = open_game_view(catalogue()[game], state_of(game, *entries), range(9))
    assert view is not None
    ranks = view.ranks
    return [(r.name, r.standing.on, r.standing.total, r.is_ahead) for r in ranks]


def test_the_leader_is_listed_first() -> None:
    assert standing("twelve-step-rummy", *ROUND) == [
        ("Ann", 2, 0, True),
        ("Ben", 2, 20, False),
        ("Cy", 1, 65, False),
    ]


def test_nobody_is_ahead_before_the_first_round() -> None:
    assert [ahead for *_, ahead in standing("contract-rummy")] == [False] * 3


def test_a_player_who_left_is_not_in_the_standing() -> None:
    assert [name for name, *_ in standing("twelve-step-rummy", *ROUND, e.PlayerLeft(BEN))] == [
        "Ann",
        "Cy",
    ]


def test_a_round_has_its_place_where_the_game_has_a_plan() -> None:
    views = [
        open_game_view(catalogue()[game], state_of(game, *ROUND), range(9))
        for game in ("contract-rummy", "twelve-step-rummy")
    ]
    assert [(view.planned, view.rounds) for view in views if view] == [(2, 7), (2, None)]


def test_a_game_that_is_over_has_no_standing_to_go_on_with() -> None:
    state = state_of("contract-rummy", *ROUND * 7)
    assert open_game_view(catalogue()["contract-rummy"], state, range(9)) is None


SUMMARY = {"players": ["Ann", "Ben", "Cy"], "round": 4, "over": False, "winners": []}


def test_an_open_game_is_everybodys() -> None:
    game = played_game(SUMMARY, range(3))
    assert (game.is_over, game.round, game.winners) == (False, 4, ())
    assert game.others == game.people


def test_a_finished_game_lists_winners_and_players() -> None:
    game = played_game(SUMMARY | {"over": True, "winners": ["Cy"]}, range(3))
    assert game.winners == (Person(CY, "Cy"),)
    assert game.others == (Person(ANN, "Ann"), Person(BEN, "Ben"))


def test_everybody_has_their_colour() -> None:
    assert [one.colour for one in played_game(SUMMARY, (4, 3, 0)).people] == [4, 3, 0]
