"""Five answers and the resulting rules; the content of their pages, derived from the rules."""

from dataclasses import replace

import pytest

from companion.rules.model.contracts import Contract
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.own_games import blank_game, edited, read_own_game
from companion.rules.reading.ruleset import read_ruleset
from companion.web.pages.own_game.answers import (
    Answers,
    PriceGroup,
    edits_of,
    price_groups,
    winner_of,
)
from companion.web.pages.own_game.questions import winner_words
from companion.web.pages.own_game.view import known_games, needs_view, price_lists, price_rows
from tests.kinds import with_every_key

CONTRACT, TWELVE = catalogue()["contract-rummy"], catalogue()["twelve-step-rummy"]
OURS = Answers(
    contracts=("S3 S3", "S3 R4 2xA"),
    prices={"A": 25},
    wild=("Joker",),
    advancing="round",
    winner="lowest_total",
    limit=None,
    tiebreak="shared",
)


def test_a_custom_game_with_defaults_can_be_played() -> None:
    blank = read_ruleset(blank_game())
    own = read_own_game(
        edited(blank_game(), edits_of(blank, OURS) | {"name": "Ours", "key": "ours"})
    )
    assert [contract.notation for contract in own.contracts] == ["S3 S3", "S3 R4 2xA"]
    assert (own.cards_dealt, own.values["A"], own.values["K"], own.rounds) == ((11,), 25, 10, 2)


@pytest.mark.parametrize(
    ("contracts", "dealt"),
    [
        ([contract.notation for contract in CONTRACT.contracts], [10, 10, 10, 10, 12, 12, 12]),
        (["S3 S3"] * 7, [10, 10, 10, 10, 12, 12, 12]),
        (["S3 S3"] * 5, 12),
        (["S3 S3 S3 S3"] * 7, 13),
    ],
)
def test_cards_are_dealt_as_before_where_the_contracts_fit_in(
    contracts: list[str], dealt: list[int] | int
) -> None:
    edits = edits_of(CONTRACT, replace(OURS, contracts=tuple(contracts)))
    assert edits["cards_dealt"] == dealt


def as_it_is(game: Ruleset) -> Answers:
    """Answers without any change."""
    contracts = tuple(contract.notation for contract in game.contracts)
    end = game.end
    asked = (game.advancing, winner_of(game), end.limit, end.tiebreak)
    return Answers(contracts, {}, game.wild, *asked)


WITH_CONTRACTS = [key for key, game in catalogue().items() if game.contracts]


@pytest.mark.parametrize("key", WITH_CONTRACTS)
def test_a_game_in_which_nothing_is_changed_deals_and_asks_as_before(key: str) -> None:
    game = catalogue()[key]
    edits = edits_of(game, as_it_is(game))
    own = read_own_game(edited(game_data(key), edits))
    assert (own.cards_dealt, own.end) == (game.cards_dealt, game.end)
    asked = {rule.key for rule in game.house_rules} - {rule.key for rule in own.house_rules}
    assert "tie_points" not in asked or game.end.winner != "first_to_finish"


@pytest.mark.parametrize("key", with_every_key(WITH_CONTRACTS))
@pytest.mark.parametrize(
    "way", [("finish", "first_to_finish"), ("round", "lowest_total")], ids=["stay", "move on"]
)
def test_every_game_can_be_played_either_way(key: str, way: tuple[str, str]) -> None:
    game = catalogue()[key]
    advancing, winner = way
    answers = replace(as_it_is(game), advancing=advancing, winner=winner, tiebreak="shared")
    own = read_own_game(edited(game_data(key), edits_of(game, answers)))
    assert max(own.cards_dealt) == max(game.cards_dealt)
    assert advancing == "round" or len(own.cards_dealt) == 1


# Its cards do not count, so nobody is asked which are wild.
ASKED_OF_WILD = [key for key, game in catalogue().items() if game.wild and game.counts_hands]


@pytest.mark.parametrize("key", ASKED_OF_WILD)
def test_no_text_says_of_other_cards_that_they_are_wild(key: str) -> None:
    game = catalogue()[key]
    none = edited(game_data(key), {"wild": []})
    before = game.how_to_play["wild_cards"]
    assert read_own_game(none).how_to_play["wild_cards"] == tuple(
        text for text in before if text not in before[:1]
    )


def test_only_the_contracts_of_the_base_game_take_all_cards_dealt() -> None:
    kalooki, key = catalogue()["kalooki-jamaican"], "kalooki-jamaican"
    for contracts, texts in ((as_it_is(kalooki).contracts, 1), (("S3 S3",), 0)):
        answers = replace(as_it_is(kalooki), contracts=contracts)
        own = read_own_game(edited(game_data(key), edits_of(kalooki, answers)))
        assert len(own.how_to_play["laying_down"]) == texts


def test_a_contract_that_is_bought_for_is_dealt_as_before() -> None:
    shanghai = catalogue()["shanghai-rummy"]
    answers = as_it_is(shanghai)
    swapped = (*answers.contracts[:-2], answers.contracts[-1], answers.contracts[-2])
    assert edits_of(shanghai, replace(answers, contracts=swapped))["cards_dealt"] == 11


@pytest.mark.parametrize(
    ("advancing", "winner", "end"),
    [
        ("finish", "first_to_finish", ("contract_finished", "first_to_finish", None)),
        ("round", "lowest_total", ("rounds_played", "lowest_total", None)),
        ("round", "limit", ("limit_reached", "lowest_total", 300)),
    ],
)
def test_who_wins_goes_with_how_players_go_on(
    advancing: str, winner: str, end: tuple[str, str, int | None]
) -> None:
    answers = replace(OURS, advancing=advancing, winner=winner, limit=300)
    said = edits_of(CONTRACT, answers)["end"]
    assert (said["when"], said["winner"], said.get("limit")) == end
    data = edited(game_data("contract-rummy"), edits_of(CONTRACT, answers))
    assert winner_of(read_own_game(data)) == winner


@pytest.mark.parametrize("key", ["scala-40", "kalookie", "loba", "chinchon", "cacheta"])
def test_a_game_that_puts_nobody_out_does_not_ask_for_the_limit(key: str) -> None:
    game = catalogue()[key]
    answers = replace(as_it_is(game), winner="limit")
    own = read_own_game(edited(game_data(key), edits_of(game, answers)))
    assert own.end.limit == game.end.limit
    assert "end.limit" not in {
        path for rule in own.house_rules for choice in rule.choices for path in choice.changes
    }


def test_where_most_points_win_the_choices_say_so() -> None:
    most = winner_words(replace(CONTRACT.end, winner="highest_total"))
    assert str(most["lowest_total"]) == "Most points after the last round"
    assert str(most["limit"]) == "Most points when somebody reaches:"
    fewest = winner_words(CONTRACT.end)
    assert str(fewest["lowest_total"]) == "Fewest points after the last round"


@pytest.mark.parametrize(("key", "most"), [("romme", "Fewest"), ("rummikub", "Most")])
def test_a_game_that_the_table_ends_is_won_as_its_points_count(key: str, most: str) -> None:
    words = winner_words(catalogue()[key].end)
    assert str(words["table_ends"]) == f"{most} points when you stop"


def test_one_price_is_asked_for_cards_that_cost_alike() -> None:
    assert price_groups(CONTRACT) == (
        PriceGroup(("Joker",), 25),
        PriceGroup(("A",), 15),
        PriceGroup(("K", "Q", "J", "10"), 10),
        PriceGroup(("9", "8", "7", "6", "5", "4", "3", "2"), None),
    )
    assert [group.price for group in price_groups(TWELVE)] == [50, 20, 10, 5]


def test_cards_that_cost_their_number_can_cost_all_the_same() -> None:
    numbers = PriceGroup(("3", "2"), None)
    assert numbers.prices(None) == {"3": 3, "2": 2}
    assert numbers.prices(5) == {"3": 5, "2": 5}


def test_a_price_row_is_a_card_class_or_ranks_that_cost_their_number() -> None:
    rows = price_rows(CONTRACT)
    assert [
        (row.card_class.key if row.card_class else row.low + "-" + row.high) for row in rows
    ] == [
        *("Joker", "A", "10-K", "2-9"),
    ]
    assert [row.usual for row in rows] == [25, 15, 10, None]


def test_a_round_shows_what_it_needs_and_the_way_to_the_others() -> None:
    view = needs_view([Contract.parse("S3 2xA"), Contract(()), Contract.parse("R4")], 2)
    assert [(tab.number, tab.is_filled, tab.is_open) for tab in view.tabs] == [
        (1, True, False),
        (2, False, True),
        (3, True, False),
    ]
    assert (view.melds, view.is_last) == ((), False)
    assert needs_view([Contract(())], 9).is_last


def test_three_price_lists_are_offered_that_of_the_game_first() -> None:
    lists = price_lists(catalogue().values(), TWELVE, CONTRACT)
    assert [(one.key, one.is_chosen) for one in lists][:1] == [("twelve-step-rummy", False)]
    assert [one.is_chosen for one in lists].count(True) == 1
    assert len(lists) == 3


def test_games_to_start_from_are_one_of_each_way_and_another() -> None:
    known = known_games(catalogue().values())
    assert {game.advancing for game in known} == {"finish", "round"}
    assert [game.key for game in known] == ["contract-rummy", "twelve-step-rummy", "carioca"]
