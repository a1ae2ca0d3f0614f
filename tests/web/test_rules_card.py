"""The rules card: contracts, values, decks, house rules, and differences between sources."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from companion.rules.reading.catalogue import catalogue
from companion.web.pages.rules_card import asked_rules, card_view, players_asked
from companion.web.words.terms import wording
from tests.unit.catalogue.games import CARD_GAMES
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import GAME, Table, start_game


def test_the_card_of_a_game_holds_all_of_its_rules(phone: Phone) -> None:
    page = phone.open(f"/games/{GAME}")
    assert page.heading == "12-Step Rummy"
    assert len(page.texts("ol.contracts li")) == 12
    assert "10 J Q K 10 points" in page.texts("ul.values li")
    assert "Each player is dealt 13 cards." in page.words
    assert page.texts("ul.values")[1] == (
        "2 to 5 players 2 decks, 4 jokers 6 to 7 players 3 decks, 6 jokers "
        "8 to 9 players 4 decks, 8 jokers"
    )


def test_ranks_that_cost_their_own_number_stand_in_one_row(phone: Phone) -> None:
    costs = phone.open("/games/contract-rummy").all("ul.values")[0].query("li")
    assert [row.to_text() for row in costs] == [
        "Joker 25 points, wild",
        "A 15 points",
        "10 J Q K 10 points",
        "2 – 9 face value",
    ]


def test_the_wild_rank_of_a_class_is_named(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", two_value="20").has_played(1, 0, 90)
    for where in ("rules", "sheet"):
        assert "A · 2 20 points; wild: 2" in table.page(where).texts("li")


def test_a_joker_is_not_called_wild_beside_cards_of_the_same_value(phone: Phone) -> None:
    assert "Joker · 10 – A 10 points" in phone.open("/games/rami-71").texts("li")


def test_a_deal_that_hangs_on_the_players_stands_beside_their_number(phone: Phone) -> None:
    page = phone.open("/games/rummy-500")
    assert "2 players 1 deck, no jokers, 10 cards each" in page.texts("ul.values li")
    assert "3 to 4 players 1 deck, no jokers, 7 cards each" in page.texts("ul.values li")
    assert "Each player is dealt" not in page.words


@pytest.mark.parametrize(
    ("least", "most", "shown"),
    [
        (2, 9, [(2, 5), (6, 7), (8, 9)]),
        (3, 5, [(3, 5)]),
        (2, 6, [(2, 5), (6, 6)]),
        (6, 8, [(6, 7), (8, 8)]),
    ],
)
def test_decks_stand_only_beside_players_who_can_sit_down(
    least: int, most: int, shown: list[tuple[int, int]]
) -> None:
    game = replace(catalogue()[GAME], least_players=least, most_players=most)
    assert [(row.players[0], row.players[-1]) for row in card_view(game).decks] == shown


def test_questions_about_decks_that_no_table_can_have_are_not_asked(app: Flask) -> None:
    game = replace(catalogue()["rummy-500"], most_players=4)  # five would take a second deck
    with app.test_request_context():
        asked = asked_rules(game, card_view(game))
        assert "set_repeats_suit" not in {rule.key for rule in asked}
        assert {players_asked(game, card_view(game), rule) for rule in asked} == {None}


def test_each_house_rule_shows_the_default_and_then_the_other_choices(phone: Phone) -> None:
    page = phone.open("/games/twelve-step-rummy")
    shown = dict(zip(page.texts("dl.choices dt"), page.all("dl.choices dd"), strict=True))
    tens = shown["What is a ten worth?"]
    assert tens.to_text().startswith("10 points, like J, Q and K")
    limit = next(question for question in shown if question.startswith("How many buys"))
    assert limit.endswith("Only with “Buying is allowed”.")
    assert "Three buys" in shown[limit].to_text()
    assert len(shown) == len(catalogue()[GAME].house_rules)


@pytest.mark.parametrize(
    ("language", "pool", "to_400"), [("en", "Pool", "To 400"), ("fr", "En pool", "Jusqu’à 400")]
)
def test_a_choice_that_is_needed_is_named_without_its_explanation(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, language: str, pool: str, to_400: str
) -> None:
    monkeypatch.setattr(phone.app.extensions["babel"], "locale_selector", lambda: language)
    (late,) = [
        words
        for words in phone.open("/games/indian-rummy").texts("dl.choices dt span")
        if "400" in words
    ]
    assert f"{pool} / {to_400}" in late
    assert ":" not in late


@pytest.mark.parametrize("game", catalogue())
def test_nothing_is_said_twice_about_a_last_turn(
    rules_card: Callable[[str], Page], game: str
) -> None:
    assert rules_card(game).words.count("one more turn") == catalogue()[game].last_turns


def test_the_card_says_where_the_sources_are_silent(phone: Phone) -> None:
    page = phone.open(f"/games/{GAME}")
    assert "Your table decides" in page.words
    assert "the rules leave out the ten" in page.words
    assert page.texts("h2")[-2:] == ["Your table decides", "Sources"]


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_card_tells_how_a_round_is_played(
    rules_card: Callable[[str], Page], game: str
) -> None:
    page = rules_card(game)
    headings, words = page.texts("h2"), page.words
    told = ["Melds", "Laying down", "Play and the end of the game", "Setting up", "A turn"]
    assert [heading for heading in headings if heading in told] == told
    rules = catalogue()[game]
    for paragraphs in rules.how_to_play.values():
        assert all(wording(text, rules.terms) in words for text in paragraphs)


FIRST_DEALER = {
    "table": "Your table decides who deals first.",
    "lowest_card": "Everybody draws a card; the lowest deals first, and an ace is low.",
    "highest_card": "Everybody draws a card; the highest deals first.",
}


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_card_says_who_deals_who_begins_and_which_way(
    rules_card: Callable[[str], Page], game: str
) -> None:
    rules = catalogue()[game]
    way = {"left": "left, clockwise", "right": "right, anticlockwise"}[rules.direction]
    side = rules.direction
    words = rules_card(game).words
    passing = (
        f"The player on the dealer’s {side} begins; play and deal pass to the {way}."
        if rules.dealer
        else f"Play passes to the {way}."
    )
    assert wording(FIRST_DEALER[rules.first_dealer], rules.terms) in words
    assert passing in words
    turns_up = rules.discards and rules.upcard
    assert ("turn up its top card as the first discard" in words) == turns_up


def test_classic_rummy_says_who_has_lost_and_what_a_blocked_round_gives(phone: Phone) -> None:
    words = phone.open("/games/classic-rummy").words
    assert "when somebody reaches 100 points: that player has lost. The fewest points win" in words
    table = start_game(phone, "Ann", "Ben", game="classic-rummy", scoring="winner_collects")
    words = table.page("rules").words
    assert "If nobody goes out, nobody scores." in words
    assert "The game is over when somebody reaches 100 points. The most points win." in words


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ("shared", "Players with equal points share the win."),
        ("went_out_last_round", "the one who went out in the last round wins."),
        ("playoff", "they play the last contract again: the first to go out wins."),
    ],
)
def test_the_card_says_who_wins_a_tie(phone: Phone, choice: str, sentence: str) -> None:
    table = start_game(phone, "Ann", "Ben", final_tiebreak=choice)
    assert sentence in table.page("rules").words


def test_the_card_of_shanghai_tells_of_its_fourth_buy(phone: Phone) -> None:
    words = phone.open("/games/shanghai-rummy").words
    assert "Rounds 1 to 8: each player may buy up to 3 times a round." in words
    assert "From round 9 on each player may buy up to 4 times a round." in words


def test_the_card_of_a_sitting_has_its_house_rules_and_its_decks(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", ten_value="5", buys="True")
    page = table.page("rules")
    assert "House rules in force" in page.texts("h2")
    assert "3 – 10 5 points" in page.texts("ul.values li")
    assert "Buying is allowed" in page.texts("dl.house dd")
    assert page.texts(".decks li.here") == ["2 to 5 players 2 decks, 4 jokers"]


def test_the_card_follows_the_table_size(phone: Phone) -> None:
    six = start_game(phone, "Ann", "Ben", "Cy", "Dee", "Eve", "Fay", decks_rounding="down")
    assert six.page("rules").texts(".decks li.here") == ["2 to 6 players 2 decks, 4 jokers"]


@pytest.mark.parametrize("place", ["count/1", "sheet"])
def test_the_hand_and_the_sheet_lead_to_the_card(table: Table, place: str) -> None:
    table.go_out("Ann")
    assert table.page(place).follow("Rules").heading == "12-Step Rummy"


def test_the_card_leads_back_to_where_one_came_from(table: Table, phone: Phone) -> None:
    assert table.page("rules").follow("Back to the table").path == table.address()
    assert phone.open(f"/games/{GAME}").follow("Home").path == "/"


def test_after_the_end_the_card_leads_to_the_winner(table: Table) -> None:
    next_step = ".dock > a"
    assert table.page("rules").texts(next_step) == ["Table"]
    table.has_played(12, 0, 15, 20, 25)
    assert table.page("rules").texts(next_step) == ["Who won"]


def test_a_rule_played_otherwise_is_tagged_with_what_is_usual(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", "Dee", ten_value="5")
    page = table.page("rules")
    assert page.texts(".changed-rule") == [
        "What is a ten worth? 5 points, like 3 to 9 changed Usual: 10 points, like J, Q and K"
    ]


def test_from_a_game_the_card_begins_with_the_contract_of_all_or_the_wild_rank(
    phone: Phone,
) -> None:
    carioca = start_game(phone, "Ann", "Ben", game="carioca").page("rules")
    assert carioca.texts(".this-round li") == ["1 2 sets of 3"]
    crowns = start_game(phone, "Ann", "Ben", game="five-crowns").page("rules")
    assert crowns.texts(".this-round") == ["Round 1 3 is wild."]
    assert not start_game(phone, "Ann", "Ben", game="gin-rummy").page("rules").all(".this-round")


@pytest.mark.parametrize("game", [GAME, "five-crowns", "indian-rummy", "just-points"])
def test_the_contents_lead_to_each_section(phone: Phone, game: str) -> None:
    page = phone.open(f"/games/{game}")
    links = [link.attrs["href"] for link in page.all(".contents a")]
    assert links == ["#" + section.attrs["id"] for section in page.all("main .card[id]")]
    assert page.texts(".contents a") == page.texts("h2")


def test_from_a_game_the_card_says_who_is_on_which_contract_and_who_deals(table: Table) -> None:
    table.has_played(1, 0, 90, 90, 90, down=[0])
    page = table.page("rules")
    rows = ["1 2 sets of 3 now: Ben, Cy, and Dee", "2 Set of 3, run of 4 now: Ann"]
    assert page.texts("h2")[:3] == ["Round 2", "Card values", "Contracts, in this order"]
    assert page.texts(".this-round li") == rows
    assert page.texts("#contracts li.here") == rows
    assert page.texts(".dealers li") == ["Ben", "Cy", "Dee", "Ann"]
    assert table.phone.open(f"/games/{GAME}").all(".dealers, .here") == []
