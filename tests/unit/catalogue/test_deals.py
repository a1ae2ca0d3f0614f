"""The deal of each game: contracts, cards per round, decks and jokers by number of players."""

import pytest

from companion.rules.reading.catalogue import catalogue
from tests.unit.catalogue.games import game

SEVEN = ["S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4"]
TWELVE = ["S3 S3", "S3 R4", "S4 S4", "R4 R4", "S3 S3 S3", "S4 R4"]
TWELVE += ["S3 R7", "S3 S3 R4", "S5 S5", "R5 R5", "S8", "R10"]

CONTRACTS = {
    "twelve-step-rummy": TWELVE,
    "russian-rummy": TWELVE,
    "dummy-rummy": TWELVE,
    "dummy-rummy-must-finish": [
        *TWELVE[:4],
        *["S4 R4", "S3 S3 R4", "S3 R7", "S3 S3 S3"],
        *TWELVE[8:],
    ],
    "contract-rummy": SEVEN,
    "progressive-rummy": SEVEN,
    "zioncheck": SEVEN,
    "continental-rummy": SEVEN,
    "carioca": [*SEVEN, "S3 S3 S3 S3"],
    "liverpool-rummy": SEVEN[:6],
    "king-rummy": ["S3 R4", "S3 S3 S3", "R4 R4", "S3 S3 R4"],
    "shanghai-rummy": [
        *["S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 R7"],
        *["S3 S3 R5", "R4 R4 R4", "S3 R10", "S3 S3 S3 R5", "R5 R5 R5"],
    ],
    "kalooki-jamaican": [
        *["S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4", "S3 S3 S3 S3"],
        *["S3 S3 S3 R4", "S3 S3 R4 R4", "S3 R4 R4 R4", "R4 R4 R4 R4"],
    ],
    "frustration": [
        *["S3 S3", "S3 R4", "R7", "S4 S4", "S4 R4"],
        *["R8", "S4 R5", "R9", "S2 S6", "S5 S5"],
    ],
    "phase-10": [
        *["S3 S3", "S3 R4", "S4 R4", "R7", "R8"],
        *["R9", "S4 S4", "C7", "S5 S2", "S5 S3"],
    ],
    "five-crowns": [],
    "three-thirteen": [],
    "classic-rummy": [],
    "rummy-500": [],
    "gin-rummy": [],
    "indian-rummy": [],
    "scala-40": [],
    "kalookie": [],
    "romme": [],
    "rami-51": [],
    "rami-71": [],
    "hand": [],
    "chinchon": [],
    "ramino": [],
    "loba": [],
    "pontinho": [],
    "cacheta": [],
    "rummikub": [],
    "burraco": [],
    "canasta": [],
    "hand-and-foot": [],
    "just-points": [],
}


@pytest.mark.parametrize("key", CONTRACTS)
def test_the_contracts_in_their_order(key: str) -> None:
    assert [contract.notation for contract in game(key).contracts] == CONTRACTS[key]


def test_no_game_is_left_out() -> None:
    assert set(CONTRACTS) == set(DEALT) == set(DECKS) == set(ENDS) == set(catalogue())


@pytest.mark.parametrize(
    ("key", "cards"),
    [
        ("shanghai-rummy", [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
        ("kalooki-jamaican", [9, 10, 11, 12, 12, 13, 14, 15, 16]),
        ("contract-rummy", [6, 7, 8, 9, 10, 11, 12]),
        ("twelve-step-rummy", [6, 7, 8, 8, 9, 8, 10, 10, 10, 10, 8, 10]),
        ("phase-10", [6, 7, 8, 7, 8, 9, 8, 7, 7, 8]),
    ],
)
def test_contracts_take_so_many_cards(key: str, cards: list[int]) -> None:
    assert [contract.cards for contract in game(key).contracts] == cards


UP_TO_THIRTEEN = [*range(3, 14)]
DEALT = {
    "twelve-step-rummy": [13] * 12,
    "russian-rummy": [13] * 12,
    "dummy-rummy": [13] * 12,
    "dummy-rummy-must-finish": [13] * 12,
    "contract-rummy": [10, 10, 10, 10, 12, 12, 12],
    "progressive-rummy": [6, 7, 8, 9, 10, 11, 12],
    "shanghai-rummy": [11] * 10,
    "liverpool-rummy": [10] * 6,
    "zioncheck": [11] * 7,
    "king-rummy": [10] * 4,
    "carioca": [12] * 8,
    "continental-rummy": [7, 8, 9, 10, 11, 12, 13],
    "kalooki-jamaican": [9, 10, 11, 12, 12, 13, 14, 15, 16],
    "frustration": [10] * 10,
    "phase-10": [10] * 10,
    "five-crowns": UP_TO_THIRTEEN,
    "three-thirteen": UP_TO_THIRTEEN,
    "classic-rummy": [7] * 5,
    "rummy-500": [7] * 5,
    "gin-rummy": [10] * 5,
    "indian-rummy": [13] * 5,
    "scala-40": [13] * 5,
    "kalookie": [13] * 5,
    "romme": [13] * 5,
    "rami-51": [13] * 5,
    "rami-71": [14] * 5,
    "hand": [14] * 7,
    "chinchon": [7] * 5,
    "ramino": [10] * 5,
    "loba": [9] * 5,
    "pontinho": [9] * 5,
    "cacheta": [9] * 5,
    "rummikub": [14] * 5,
    "burraco": [11] * 5,
    "canasta": [11] * 5,
    "hand-and-foot": [22] * 4,
    "just-points": [1] * 5,
}


@pytest.mark.parametrize("key", DEALT)
def test_cards_dealt_to_each_of_three_players_round_by_round(key: str) -> None:
    rounds = range(1, len(DEALT[key]) + 1)
    assert [game(key).dealt(number, 3) for number in rounds] == DEALT[key]


def test_by_a_house_rule_king_rummy_deals_twelve_cards_last() -> None:
    king = game("king-rummy", deal="twelve_last")
    assert [king.dealt(number, 3) for number in range(1, 5)] == [10, 10, 10, 12]


@pytest.mark.parametrize(
    ("key", "by_players"),
    [
        ("classic-rummy", {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}),
        ("rummy-500", {2: 10, 3: 7, 4: 7, 5: 7, 8: 7}),
    ],
)
def test_some_games_deal_by_the_number_of_players(key: str, by_players: dict[int, int]) -> None:
    assert {players: game(key).dealt(1, players) for players in by_players} == by_players


TWELVE_STEP_DECKS = {2: (2, 4), 5: (2, 4), 6: (3, 6), 7: (3, 6), 8: (4, 8), 9: (4, 8)}
# By number of players: decks, jokers in all.
DECKS = {
    "twelve-step-rummy": TWELVE_STEP_DECKS,
    "russian-rummy": TWELVE_STEP_DECKS,
    "dummy-rummy": TWELVE_STEP_DECKS,
    "dummy-rummy-must-finish": {2: (2, 4), 4: (2, 4)},
    "contract-rummy": {2: (2, 1), 3: (2, 2), 4: (2, 3), 5: (3, 4), 6: (3, 5), 7: (3, 6), 8: (3, 7)},
    "progressive-rummy": {2: (2, 1), 4: (2, 1), 5: (3, 2), 8: (3, 2)},
    "shanghai-rummy": {2: (2, 4), 4: (2, 4), 5: (3, 6), 6: (3, 6)},
    "liverpool-rummy": {2: (2, 4), 4: (2, 4), 5: (3, 6)},
    "zioncheck": {3: (2, 4), 6: (2, 4)},
    "king-rummy": {2: (2, 4), 5: (2, 4)},
    "carioca": {2: (2, 4), 6: (2, 4)},
    "continental-rummy": {2: (2, 4), 4: (2, 4), 5: (3, 6)},
    "kalooki-jamaican": {3: (2, 4), 4: (2, 4), 5: (3, 8), 6: (3, 8), 7: (4, 10), 8: (4, 10)},
    "frustration": TWELVE_STEP_DECKS,
    "phase-10": {2: (1, 0), 6: (1, 0)},
    "five-crowns": {2: (2, 6), 7: (2, 6)},
    "three-thirteen": {2: (1, 0), 3: (2, 0)},
    "classic-rummy": {2: (1, 0), 6: (1, 0)},
    "rummy-500": {2: (1, 0), 4: (1, 0), 5: (2, 0), 8: (2, 0)},
    "gin-rummy": {2: (1, 0)},
    "indian-rummy": {2: (2, 2), 6: (2, 2)},
    "scala-40": {2: (2, 4), 6: (2, 4)},
    "kalookie": {2: (2, 2), 5: (2, 2)},
    "romme": {2: (2, 6), 6: (2, 6)},
    "rami-51": {2: (2, 4), 5: (2, 4)},
    "rami-71": {2: (2, 4), 5: (2, 4)},
    "hand": {2: (2, 2), 5: (2, 2)},
    "chinchon": {2: (1, 0), 4: (1, 0), 5: (2, 0), 8: (2, 0)},
    "ramino": {2: (2, 4), 7: (2, 4)},
    "loba": {2: (2, 4), 5: (2, 4)},
    "pontinho": {3: (2, 2), 8: (2, 2)},
    "cacheta": {2: (2, 2), 8: (2, 2)},
    "rummikub": {2: (2, 2), 4: (2, 2)},
    "burraco": {2: (2, 4), 3: (2, 4)},
    "canasta": {2: (2, 4), 3: (2, 4)},
    "hand-and-foot": {2: (4, 8), 3: (6, 12), 4: (8, 16), 8: (8, 16)},
    "just-points": {2: (1, 0), 12: (1, 0)},
}


@pytest.mark.parametrize("key", DECKS)
def test_decks_and_jokers_by_number_of_players(key: str) -> None:
    found = {players: game(key).decks_for(players) for players in DECKS[key]}
    assert {p: (decks.decks, decks.jokers) for p, decks in found.items()} == DECKS[key]


@pytest.mark.parametrize(
    ("key", "players", "cards"),
    [
        ("progressive-rummy", 5, 158),
        ("kalooki-jamaican", 6, 164),
        ("phase-10", 2, 108),
        ("five-crowns", 4, 2 * 58),
        ("chinchon", 4, 40),
        ("pontinho", 4, 104 + 2),  # the two wild cards count twice: as what they are, and as jokers
        ("rummikub", 4, 106),
        ("hand-and-foot", 2, 216),
    ],
)
def test_so_many_cards_are_in_play(key: str, players: int, cards: int) -> None:
    assert game(key).decks_for(players).cards == cards


@pytest.mark.parametrize(
    ("key", "card", "copies"),
    [
        ("phase-10", "Wild", 8),
        ("phase-10", "Skip", 4),
        ("phase-10", "12", 8),
        ("kalooki-jamaican", "A_red", 4),
        ("kalooki-jamaican", "A_black", 4),
        ("kalooki-jamaican", "K", 8),
        ("five-crowns", "3", 10),
        ("five-crowns", "Joker", 6),
        ("three-thirteen", "A", 8),
    ],
)
def test_three_players_have_so_many_of_a_card(key: str, card: str, copies: int) -> None:
    assert game(key).decks_for(3).copies(card) == copies


BY_ROUND = ("round", "rounds_played", "lowest_total", "shared")
MUST_FINISH = ("finish", "contract_finished", "first_to_finish", "shared")
ENDS = {
    "twelve-step-rummy": (*MUST_FINISH, None),
    "russian-rummy": (*MUST_FINISH, None),
    "dummy-rummy-must-finish": (*MUST_FINISH, None),
    "dummy-rummy": (*BY_ROUND, 12),
    "contract-rummy": (*BY_ROUND, 7),
    "progressive-rummy": (*BY_ROUND, 7),
    "shanghai-rummy": (*BY_ROUND, 10),
    "liverpool-rummy": (*BY_ROUND, 6),
    "zioncheck": (*BY_ROUND, 7),
    "king-rummy": (*BY_ROUND, 4),
    "carioca": (*BY_ROUND, 8),
    "continental-rummy": (*BY_ROUND, 7),
    "kalooki-jamaican": (*BY_ROUND, 9),
    "frustration": (
        *("finish", "contract_finished", "lowest_points_when_someone_finishes", "shared", None),
    ),
    "phase-10": ("finish", "contract_finished", "first_to_finish", "playoff", None),
    "five-crowns": ("none", "rounds_played", "lowest_total", "shared", 11),
    "three-thirteen": ("none", "rounds_played", "lowest_total", "shared", 11),
    "classic-rummy": ("none", "limit_reached", "lowest_total", "shared", None),
    "rummy-500": ("none", "limit_reached", "highest_total", "play_on", None),
    "gin-rummy": ("none", "limit_reached", "highest_total", "shared", None),
    "indian-rummy": ("none", "one_left", "last_left", "shared", None),
    "scala-40": ("none", "one_left", "last_left", "shared", None),
    "kalookie": ("none", "one_left", "last_left", "shared", None),
    "romme": ("none", "table_ends", "lowest_total", "shared", None),
    "rami-51": ("none", "table_ends", "lowest_total", "shared", None),
    "rami-71": ("none", "limit_reached", "lowest_total", "shared", None),
    "hand": ("none", "rounds_played", "lowest_total", "shared", 7),
    "chinchon": ("none", "one_left", "last_left", "shared", None),
    "ramino": ("none", "one_left", "last_left", "shared", None),
    "loba": ("none", "one_left", "last_left", "shared", None),
    "pontinho": ("none", "one_left", "last_left", "shared", None),
    "cacheta": ("none", "one_left", "last_left", "shared", None),
    "rummikub": ("none", "table_ends", "highest_total", "shared", None),
    "burraco": ("none", "limit_reached", "highest_total", "play_on", None),
    "canasta": ("none", "limit_reached", "highest_total", "play_on", None),
    "hand-and-foot": ("none", "rounds_played", "highest_total", "shared", 4),
    "just-points": ("none", "table_ends", "lowest_total", "shared", None),
}


@pytest.mark.parametrize("key", ENDS)
def test_advancing_and_the_end_of_each_game(key: str) -> None:
    rules = game(key)
    end = rules.end
    assert (rules.advancing, end.when, end.winner, end.tiebreak, rules.rounds) == ENDS[key]


def test_only_the_games_that_say_so_go_the_other_way_or_have_a_last_turn() -> None:
    games = catalogue().values()
    assert {g.key for g in games if g.direction == "right"} == {
        *("carioca", "continental-rummy", "hand", "chinchon"),
    }
    assert {g.key for g in games if g.last_turns} == {"five-crowns", "three-thirteen"}
    assert {g.key for g in games if g.only_who_goes_out_lays_down_last} == {
        *("contract-rummy", "liverpool-rummy"),
    }
    assert {g.key for g in games if g.hand_size != "known"} == {
        *("rummy-500", "rummikub", "just-points"),
        *("burraco", "canasta", "hand-and-foot"),
    }
    assert {g.key for g in games if g.knocking} == {"gin-rummy", "chinchon", "ramino"}
    assert {g.key for g in games if g.settlement} == {"gin-rummy"}


# The game, and the limit of buys per round; None without a limit.
BUYING = {
    "twelve-step-rummy": None,
    "dummy-rummy": None,
    "dummy-rummy-must-finish": None,
    "contract-rummy": None,
    "progressive-rummy": None,
    "continental-rummy": None,
    "king-rummy": None,
    "shanghai-rummy": (3, 3, 3, 3, 3, 3, 3, 3, 4, 4),
}


def test_players_buy_where_the_rules_have_it_and_nowhere_else() -> None:
    games = catalogue().values()
    assert {g.key: g.buys.limits for g in games if g.buys.allowed} == BUYING


ADJUSTMENTS = {
    "shanghai-rummy": [-25, -50],
    "liverpool-rummy": [-50],
    "continental-rummy": [-10],
    "frustration": [-50],
    "carioca": [-30, 2, -10],
    "rami-71": [-20, 71],
    "ramino": [-15],
}


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_adjustments_are_offered_where_the_game_has_them(key: str) -> None:
    assert [row.points for row in game(key).adjustments] == ADJUSTMENTS.get(key, [])


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_game_has_a_summary_and_its_sources(key: str) -> None:
    rules = game(key)
    assert rules.summary
    assert rules.sources


def test_no_game_has_the_name_or_the_line_of_another() -> None:
    games = catalogue().values()
    assert len({g.name for g in games}) == len({g.summary for g in games}) == len(games)


def test_three_thirteen_says_honestly_that_its_values_are_not_known() -> None:
    rules = game("three-thirteen")
    assert "Check your values" in rules.summary
    assert any("Check your values" in text for text in rules.differences)
