"""The view model of a rules card."""

from companion.rules.fold.entries import Entry, GameEnded, Hand, HandCounted, RoundScored, WentOut
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.pages.rules_card import CardView, card_view

ANN, BEN, CY = range(3)
ONE_ROUND = (
    *(WentOut(ANN), HandCounted(BEN, Hand(points=40), down=True)),
    *(HandCounted(CY, Hand(points=65), down=False), RoundScored()),
)


def card(*entries: Entry, game: str = "twelve-step-rummy", **options: int) -> CardView:
    ruleset = read_ruleset(apply_house_rules(game_data(game), options))
    return card_view(ruleset, replay(ruleset, Seats(("Ann", "Ben", "Cy"), CY), entries))


def test_players_are_listed_at_their_contract_and_dealers_in_order() -> None:
    view = card(*ONE_ROUND)
    told = {one.number: [person.name for person in one.here] for one in view.contracts if one.here}
    assert told == {1: ["Cy"], 2: ["Ann", "Ben"]}
    assert [person.name for person in view.dealers] == ["Ann", "Ben", "Cy"]
    assert [person.name for person in card().dealers] == ["Cy", "Ann", "Ben"]


def test_the_deal_follows_the_direction_of_play() -> None:
    right = next(key for key, game in catalogue().items() if game.direction == "right")
    assert [person.name for person in card(game=right).dealers] == ["Cy", "Ben", "Ann"]


def test_once_the_game_is_over_nobody_deals_and_nobody_is_on_a_contract() -> None:
    view = card(*ONE_ROUND, GameEnded(""))
    assert (view.dealers, [one for one in view.contracts if one.here]) == ((), [])


def test_the_open_round_is_named_with_its_wild_rank() -> None:
    assert (card(*ONE_ROUND).round, card().wild) == (2, None)
    assert (card(game="five-crowns").wild, card(*ONE_ROUND, GameEnded("")).round) == ("3", None)


def test_only_a_changed_house_rule_shows_its_default() -> None:
    usual = {one.rule.key: one.usual and one.usual.value for one in card(ten_value=5).in_force}
    assert (usual["ten_value"], usual["two_value"]) == (10, None)


def test_a_card_of_no_game_has_no_people() -> None:
    view = card_view(catalogue()["twelve-step-rummy"])
    assert (view.dealers, len(view.contracts)) == ((), 12)
    assert not any(row.is_here for row in view.decks)


def test_a_change_is_a_correction_once_a_round_is_written_and_whoever_watches_makes_none() -> None:
    before, after = card(), card(*ONE_ROUND)
    assert (before.at_table, before.is_written, after.is_written) == (True, False, True)
    assert (before.may_change, card_view(catalogue()["five-crowns"]).at_table) == (False, False)
