"""Games of sides and bonuses: names of a side, both parts of it, and bonuses on every page."""

import json

import pytest

from companion.rules.fold import entries as e
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.own_games import edited, read_own_game
from companion.web.pages.own_game.answers import Answers, edits_of
from tests.web.phone import Phone
from tests.web.table import Table, start_game

ANN_BO, CY_DI = "Ann & Bo", "Cy & Di"


def a_game(phone: Phone, game: str = "burraco", **rules: str) -> Table:
    return start_game(phone, ANN_BO, CY_DI, game=game, **rules)


def cards(**counts: int) -> e.Hand:
    return e.Hand(cards=counts)


def counted(seat: int, left: e.Hand, melded: e.Hand) -> e.HandCounted:
    return e.HandCounted(seat, left, None, None, melded)


ROUND = (
    e.WentOut(0),
    counted(0, cards(K=2), cards(A=7, clean=1)),
    counted(1, cards(Q=1, pot=1), cards(**{"4": 3, "dirty": 2})),
)


@pytest.fixture
def table(phone: Phone) -> Table:
    now = a_game(phone)
    now.write(*ROUND, e.RoundScored())
    return now


# --- A new game ---


def test_two_names_make_a_side_and_one_is_enough(phone: Phone) -> None:
    page = phone.open("/new/burraco")
    assert "Which sides play? In seat order, clockwise" in page.words
    page.press("Deal the first round", **{"names-0": "Ann", "partners-0": "Bo", "partners-1": "Cy"})
    now = phone.open("/")
    assert "Ann & Bo" in now.words
    assert "Cy" in now.words


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (
            {"names-0": "Ann", "partners-0": "Bo", "names-1": "Ann", "partners-1": "Bo"},
            "Two sides have this name.",
        ),
        ({"names-0": "Ann", "partners-0": "Bo"}, "Burraco needs at least 2 sides."),
        (
            {"names-0": "Annabella Maria", "partners-0": "Bartholomew of B", "names-1": "Cy"},
            "This has 34 characters. Use 30 or fewer.",
        ),
    ],
)
def test_wrong_names_of_sides_are_told_and_stay(
    phone: Phone, names: dict[str, str], sentence: str
) -> None:
    page = phone.open("/new/burraco").press("Deal the first round", **names)
    assert sentence in page.words
    for name in names.values():
        assert page.all(f'input[value="{name}"]')


# --- A round ---


def test_the_side_that_went_out_is_asked_for_both_parts(phone: Phone) -> None:
    now = a_game(phone)
    now.write(e.WentOut(0))
    page = now.page("count/0")
    assert "Clean burraco" in page.words
    assert "Pot not taken" in page.words
    assert "Total with bonuses, or a sum such as 10+15" in page.words
    assert len(page.all("details.part-of-two")) == 2


def test_the_side_that_went_out_may_have_no_cards_left(phone: Phone) -> None:
    now = a_game(phone)
    now.write(e.WentOut(0))
    page = now.page("count/0")
    assert "No cards left" in page.buttons()
    page.press("No cards left")
    assert now.state.open.play.hand(0) == e.Hand(cards={})


def test_a_game_without_bonuses_asks_for_its_total_as_before(phone: Phone) -> None:
    now = start_game(phone, "Ann", "Ben", game="rummy-500")
    now.write(e.WentOut(0))
    assert "with bonuses" not in now.page("count/1").words


def test_the_round_cannot_be_written_while_the_side_that_went_out_is_not_counted(
    phone: Phone,
) -> None:
    now = a_game(phone)
    now.write(*ROUND[:1], ROUND[2])
    page = now.page("review")
    assert "Write it down" not in page.buttons()


def test_a_side_that_went_out_with_cards_raises_no_question(phone: Phone) -> None:
    now = a_game(phone)
    now.write(*ROUND)
    page = now.page("review")
    assert "Write it down" in page.buttons()
    assert "Side" in page.words


def test_melds_during_the_round_are_ranks_alone(phone: Phone) -> None:
    page = a_game(phone).page("meld/0")
    assert "Clean burraco" not in page.words
    assert "Joker" in page.words


# --- Bonuses on other pages ---


def test_bonuses_are_named_in_the_history(table: Table) -> None:
    words = table.page("history").words.replace("\u00a0", " ")
    assert "1 × Pot not taken" in words
    assert "Ann & Bo’s melds are worth 305. In hand: 2 cards (8 – K), worth 20." in words


def test_a_correction_has_bonuses_in_their_parts(table: Table) -> None:
    keys = table.page("correct/1").texts(".key b")
    assert keys.count("Clean burraco") == 2
    assert keys.count("Pot not taken") == 2


def test_a_round_in_which_a_side_went_out_is_corrected(table: Table) -> None:
    held = table.stored.ruleset.card_values.of_part("held").counted
    key = [card.key for card in held].index("8-K")
    page = table.page("correct/1").press("See what changes", **{f"seat0-card{key}": "1"})
    page.press("Save")
    (row,) = table.stored.state.rounds
    assert row.play.hands[0] == cards(**{"8-K": 1})
    assert row.points[0] == 7 * 15 + 200 + 100 - 10


def test_a_bonus_by_their_number_is_told_so_on_its_key(phone: Phone) -> None:
    now = a_game(phone, "canasta")
    now.write(e.WentOut(0))
    labels = now.page("count/0").texts(".key label")
    assert "Red threes 100 to 800 in all" in labels
    assert "Natural canasta 500 each" in labels


def test_the_rules_card_has_what_each_bonus_is_worth(table: Table) -> None:
    words = table.page("rules").words
    assert "Clean burraco: 200 points each." in words
    assert "Pot not taken: 100 points off each." in words
    assert "Each line is a side of two players, who meld together." in words


def test_the_sheet_has_the_points_of_sides(table: Table) -> None:
    words = table.page("sheet").words
    assert ANN_BO in words
    assert "385" in words


def test_a_record_names_bonuses_by_their_keys(table: Table) -> None:
    data = json.loads(table.phone.client.get(table.address("game.json")).get_data())
    hands = data["rounds"][0]["hands"]
    assert hands[ANN_BO]["melded"]["cards"] == {"A": 7, "clean": 1}
    assert hands[CY_DI]["cards"] == {"Q": 1, "pot": 1}


def test_the_legend_of_the_way_to_the_target_is_shown_where_there_is_one(phone: Phone) -> None:
    assert "melded this round" in a_game(phone).page().words
    assert "melded this round" not in a_game(phone, "hand-and-foot").page().words


@pytest.mark.parametrize("where", ["game.csv", "sheet.pdf", "sheet", "history", "rules"])
def test_every_page_of_such_a_game_opens(table: Table, where: str) -> None:
    assert table.phone.client.get(table.address(where)).status_code == 200


def test_an_own_game_keeps_the_bonuses_and_partners_of_the_game_it_is_based_on() -> None:
    base = catalogue()["burraco"]
    edits = edits_of(
        base,
        Answers((), {"A": 20}, base.wild, "none", "limit", 2005, "play_on"),
    )
    own = read_own_game(edited(game_data("burraco"), edits))
    assert (own.bonuses, own.partners) == (base.bonuses, True)
    assert own.values["A"] == 20


@pytest.mark.parametrize(
    ("game", "label"),
    [
        ("twelve-step-rummy", "Total, or a sum such as 10+15"),
        ("just-points", "Points, also below 0"),
        ("burraco", "Total with bonuses, or a sum such as 10+15"),
    ],
)
def test_a_total_is_labelled_alike_where_the_phone_draws_it(
    phone: Phone, game: str, label: str
) -> None:
    table = start_game(phone, "Ann", "Ben", game=game)
    drawn = phone.client.get(table.address("drawings")).text
    labels = {"Total, or a sum such as 10+15", "Points, also below 0"} - {label}
    assert label in drawn
    assert not any(f">{other}<" in drawn for other in labels)
