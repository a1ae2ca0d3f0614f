"""The referee as a plain form: every tap is a request, and the address contains the whole case."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.cli.judge import verdict_text
from companion.rules.fold.entries import GameEnded, WentOut
from companion.sentences import JUDGED
from tests.unit.catalogue.games import CARD_GAMES
from tests.web.own_games import key_of, own_game
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game

TWELVE = "/referee/twelve-step-rummy"
AN_OPEN_CASE = "ask=contract&contract=2&cards=KH+KS+KD&cards=AS+2S+*+4S"
HALF_DOWN = "ask=contract&contract=2&cards=9H+9S+9D"
A_HAND = "ask=go_down&contract=6&cards=9H+9C+9D+*+5S+6S+7S+8S+KH+QD+JC+4D+3H"


def address_of(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.response.request.url).query)


def verdict(page: Page) -> str:
    return " ".join(page.texts(".verdict"))


def test_a_set_with_a_wild_card_is_tapped_in_and_judged(phone: Phone) -> None:
    page = phone.open(TWELVE)
    for key in ("9", "Hearts", "9"):
        page = page.press(key)
        assert verdict(page) == ""
    page = page.press("Joker")
    assert verdict(page) == "Legal"
    assert "It is a set." in page.words
    assert address_of(page)["cards"] == ["9S 9H *"]
    assert address_of(page.press("Take the last card back"))["cards"] == ["9S 9H"]
    assert "cards" not in address_of(page.press("Clear"))


def test_the_next_step_is_never_the_one_that_takes_the_cards_away(
    phone: Phone, table: Table
) -> None:
    meld = "ask=meld&cards=9H+9S+9D"
    alone, at_table = phone.open(f"{TWELVE}?{meld}"), table.page(f"referee?{meld}")
    red = ".dock .btn:not(.ghost)"
    assert (alone.texts(red), at_table.texts(red)) == ([], ["Table"])
    unanswered = (phone.open(TWELVE), table.page("referee"), phone.open(f"{TWELVE}?{HALF_DOWN}"))
    assert [page.texts(red) for page in unanswered] == [[], [], []]
    assert (alone.texts(".bar .words"), at_table.texts(".bar .words")) == ([], ["Rules"])


def test_the_key_of_the_joker_has_its_name(phone: Phone) -> None:
    assert phone.open(TWELVE).texts(".ranks .under") == ["Joker"]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("rummy-500", ["no jokers"]),
        ("rummy-500?house=jokers:both_per_deck", []),
        ("gin-rummy", ["no jokers"]),
        ("twelve-step-rummy", []),
        ("phase-10", []),
    ],
)
def test_a_game_without_jokers_says_so_where_the_key_would_be(
    phone: Phone, game: str, told: list[str]
) -> None:
    assert phone.open(f"/referee/{game}").texts(".ranks .none") == told


@pytest.mark.parametrize(
    ("case", "free"),
    [
        ("rummy-500", [3]),
        ("rummy-500?cards=9H", [2]),
        ("rummy-500?cards=9H+9S+9D", [0]),
        ("rummy-500?ask=lay_off", [3, 1]),
        ("gin-rummy?ask=knock", [10]),
        ("romme?ask=opening&cards=9H&cards=&at=1", [0, 3]),
        ("twelve-step-rummy?ask=contract&contract=2&cards=9H", [2, 4]),
        ("twelve-step-rummy?ask=contract&contract=2&cards=9H+9S+9D", [0, 4]),
    ],
)
def test_free_places_show_how_many_cards_are_needed(
    phone: Phone, case: str, free: list[int]
) -> None:
    groups = phone.open(f"/referee/{case}").all("#ruling figure")
    assert [len(group.node.css(".free")) for group in groups] == free


@pytest.mark.parametrize(("cards", "marks"), [("", 0), ("9H", 0), ("9H+9S+9D", 1), ("9H+8S+3D", 1)])
def test_an_answer_has_a_mark_beside_it(phone: Phone, cards: str, marks: int) -> None:
    assert len(phone.open(f"/referee/rummy-500?cards={cards}").all(".verdict .seal")) == marks


def test_a_contract_of_which_a_meld_is_missing_has_no_mark_yet(phone: Phone) -> None:
    page = phone.open(f"{TWELVE}?{HALF_DOWN}")
    assert (verdict(page), page.all(".verdict .seal")) == ("Legal so far", [])
    assert verdict(phone.open(f"{TWELVE}?{HALF_DOWN}&cards=5S+6S+7S+8S")) == "Legal"


def test_a_part_of_the_last_contract_is_judged_as_one(phone: Phone) -> None:
    run = "ask=contract&contract=4&cards=&cards=&cards=3H+4H+5H+6H"
    assert verdict(phone.open(f"/referee/king-rummy?{run}")) == "Legal so far"
    page = phone.open(f"/referee/king-rummy?{run}+7H")
    assert verdict(page) == "Not legal"
    assert JUDGED["last_contract_exact"].one in page.words


@pytest.mark.parametrize(
    ("case", "lists"),
    [
        ("twelve-step-rummy?ask=meld", ["Question"]),
        ("twelve-step-rummy?ask=contract", ["Question", "My contract"]),
        ("twelve-step-rummy?ask=lay_off", ["Question", "Whose meld", "I went down"]),
        ("king-rummy?ask=lay_off", ["Question", "My contract", "Whose meld", "I went down"]),
        ("romme?ask=go_down", ["Question"]),
    ],
)
def test_each_list_has_its_name_and_only_what_matters_is_asked(
    phone: Phone, case: str, lists: list[str]
) -> None:
    assert phone.open(f"/referee/{case}").texts(".list-of span:not(.sr)") == lists


def test_the_reason_the_source_and_cards_that_would_do_follow(phone: Phone) -> None:
    page = phone.open(f"{TWELVE}?ask=contract&contract=2&cards=9H+9S+9D&cards=5S+*+2H+8S")
    assert verdict(page) == "Not legal"
    assert JUDGED["wilds_touch_in_run"].one in page.words
    assert "Source: rules of 12-Step Rummy" in page.words
    six_or_seven = ["6 of spades", "7 of spades"]
    assert page.texts(".helping .sr, .helping b") == [
        *six_or_seven,
        "Joker",
        *six_or_seven,
        "2 of hearts",
    ]
    assert page.texts(".wrong .sr") == ["Joker, at fault", "2 of hearts, at fault"]


@pytest.mark.parametrize(
    ("case", "marked"),
    [
        ("twelve-step-rummy?ask=lay_off&cards=5H+6H+7H+8H&cards=5H", [0, 1]),
        ("twelve-step-rummy?ask=lay_off&cards=5H+6H+8C&cards=8C", [1, 0]),
        ("scala-40?ask=lay_off&cards=9S+9H+9D&cards=9S", [0, 1]),
        ("romme?ask=opening&cards=5H+6H+7H&cards=KH+KD+KS+5H", [0, 1]),
        ("chinchon?ask=defend&cards=5O+6O+7O&cards=1O+1P+1E+5O&cards=&cards=2A+5P", [0, 1, 0]),
        ("twelve-step-rummy?ask=contract&contract=2&cards=9H+9S+9D&cards=5S+6S+9H+8S", [0, 1]),
    ],
)
def test_a_card_is_marked_where_it_is_at_fault(phone: Phone, case: str, marked: list[int]) -> None:
    groups = phone.open(f"/referee/{case}").all("#ruling figure")
    assert [len(group.node.css(".wrong")) for group in groups] == marked


@pytest.mark.parametrize("cards", ["KS+AS+*", "AS+KS+*", "*+AS+KS", "AS+*+KS"])
def test_the_reason_is_the_same_in_whatever_order_the_cards_are_tapped(
    phone: Phone, cards: str
) -> None:
    assert JUDGED["run_least"].one in phone.open(f"{TWELVE}?cards={cards}").words


@pytest.mark.parametrize("card", ["", "7S", "7H&turn=before"])
def test_a_wild_card_that_is_not_swapped_says_what_it_stands_for(phone: Phone, card: str) -> None:
    page = phone.open(f"{TWELVE}?ask=swap&cards=5H+6H+*+8H&cards={card}&at=1")
    assert verdict(page) == ("No" if card else "")
    assert page.texts("#ruling .as") == ["=7"]


def test_where_nobody_has_to_be_down_a_card_may_be_laid_off_before(phone: Phone) -> None:
    case = "ask=lay_off&cards=5H+6H+7H&cards=8H&turn=before"
    page = phone.open(f"/referee/classic-rummy?{case}")
    assert verdict(page) == "Yes"
    assert "The card fits. Source: as in Contract Rummy" in page.words
    card = phone.open("/games/classic-rummy").words
    assert "on any player’s melds, even before you are down yourself." in card
    asked = start_game(phone, "Ann", "Ben", game="rummy-500").page(f"referee?{case}")
    decided = asked.follow("Decide it").press(
        "That is our rule", option_melding_own_meld_first="True"
    )
    assert decided.status == 200


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("ask=meld&cards=9H+9S+9D", "Source: rules of 12-Step Rummy"),
        ("ask=contract&contract=2&cards=9H+9S+9D&cards=5S+6S+7S+8S", "Source: rules of 12"),
        (
            "ask=lay_off&cards=9H+9S+9D&cards=9C",
            "Yes You are down, and the card fits. Source: rules of 12-Step Rummy",
        ),
    ],
)
def test_a_legal_answer_names_its_source(phone: Phone, case: str, said: str) -> None:
    page = phone.open(f"{TWELVE}?{case}")
    assert verdict(page) in {"Legal", "Yes"}
    assert said in page.words


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("ask=meld&cards=9H+9S+9H+9S+9H+9S", "There are only 2 such cards in the decks in play."),
        ("ask=meld&cards=9H+1H", "This game has no such card."),
        (f"ask=go_out&cards={'+'.join(['9H', '8D', '7C', 'KS'] * 9)}", "There are only"),
        ("ask=meld", "Choose a suit, then tap the ranks."),
        ("ask=go_out", "Tap the cards that you still have after melding and laying off."),
        ("ask=meld&cards=9H", "1 of 3 cards"),
        ("ask=lay_off&cards=9H+9S+9D", "Then choose “Your card” and tap it."),
        ("ask=lay_off&cards=9H+9S+9D&at=1", "Now tap your card."),
        (HALF_DOWN, "Legal so far 1 meld of the contract is still to come."),
        ("ask=swap&cards=4S+5S+*+7S&cards=6S&whose=own", JUDGED["swap_own"].one),
        ("ask=swap&cards=4S+5S+*+7S&cards=8S", JUDGED["swap"].one),
        ("ask=swap&cards=2S+*+2D&cards=2C", JUDGED["swap_from_set"].one),
        ("ask=lay_off&cards=9H+9S+9D&cards=9C&turn=before", JUDGED["lay_off_not_down"].one),
        ("ask=swap&cards=4S+5S+*+7S&cards=6S", "Use it in this turn."),
        ("ask=meld&cards=*+*+6S+5S", "Legal in this order"),
        (A_HAND, "Before you discard, at least 40 points stay in your hand."),
    ],
)
def test_it_says_what_is_to_be_done(phone: Phone, case: str, said: str) -> None:
    assert said in phone.open(f"{TWELVE}?{case}&players=3").words


@pytest.mark.parametrize(
    "junk",
    [
        "ask=?&at=99&suit=Q&players=x&wild=7",
        "cards=" + "x+" * 300,
        "house=a&tap=rank",
        "contract=-1",
    ],
)
def test_an_address_that_makes_no_sense_still_opens_the_page(phone: Phone, junk: str) -> None:
    assert phone.open(f"{TWELVE}?{junk}").status == 200


def test_games_with_other_packs_have_keys_of_their_own(phone: Phone) -> None:
    page = phone.open("/referee/phase-10?ask=meld&cards=7R+W+7B")
    assert verdict(page) == "Legal"
    assert page.texts(".suits button") == ["Red", "Blue", "Green", "Yellow"]
    assert page.texts("#answer .lead .sr") == ["Wild", "7"]
    crowns = phone.open("/referee/five-crowns?cards=7T+8T+KD&wild=K")
    assert verdict(crowns) == "Legal"
    assert "Stars" in crowns.words


def test_no_game_of_this_name_is_no_page(phone: Phone) -> None:
    assert phone.open("/referee/no-such-game").status == 404


def test_an_open_question_is_decided_as_a_house_rule(two: Table) -> None:
    page = two.page(f"referee?{AN_OPEN_CASE}")
    assert verdict(page) == "Your table decides"
    page = page.follow("Decide it")
    assert "Then this is legal." in page.words
    page.press("That is our rule", option_melding_natural_wild_in_run="True")
    assert two.stored.ruleset.melding.natural_wild_in_run is True
    assert verdict(two.page(f"referee?{AN_OPEN_CASE}")) == "Legal"


def test_only_answers_of_its_house_rule_are_to_choose(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummikub")
    page = table.page("referee/decide?ask=lay_off&cards=5R+6R+7R&cards=8R&whose=other&turn=same")
    assert {one.attrs["value"] for one in page.all("input[name=option_melding_lay_off]")} == {
        "same_turn",
        "next_turn",
    }


def test_once_a_round_is_written_the_change_is_previewed_first(two: Table) -> None:
    two.has_played(1, 0, 65)
    page = two.page(f"referee/decide?{AN_OPEN_CASE}")
    page = page.press("That is our rule", option_melding_natural_wild_in_run="False")
    assert "Rescore the game" in page.buttons()
    page.press("Rescore the game")
    assert verdict(two.page(f"referee?{AN_OPEN_CASE}")) == "Not legal"


def test_who_only_watches_decides_nothing(two: Table, other_phone: Phone) -> None:
    link = two.stored.row.watch_token
    page = other_phone.open(f"/g/{link}/referee?{AN_OPEN_CASE}")
    assert verdict(page) == "Your table decides"
    assert page.all("#dock a[href*=decide]") == []


def test_a_case_that_is_not_open_has_nothing_to_decide(two: Table) -> None:
    page = two.page("referee/decide?ask=meld&cards=9H+9S+9D")
    assert verdict(page) == "Legal"


def test_whether_a_hand_can_go_down_is_told_where_the_table_allows_it(two: Table) -> None:
    page = two.page(f"referee?{A_HAND}")
    assert verdict(page) == ""
    assert "Your table can allow it in its house rules." in page.words
    assert page.texts(".dock .btn") == ["Clear", "Table"]
    change = page.follow("House rules")
    change.press("Play by these rules", option_referee_tells_go_down="True")
    assert verdict(two.page(f"referee?{A_HAND}")) == "Yes"
    assert "May the referee say whether a hand can go down?" in two.page("rules").words


def test_in_practice_it_is_always_told(phone: Phone) -> None:
    assert verdict(phone.open(f"{TWELVE}?{A_HAND}")) == "Yes"


@pytest.mark.parametrize(
    ("hand", "gap"),
    [
        ("KH+KS+KD+KC+6H+7H+8H+JS+4D+5C+9C+10D+QS", ["5 of hearts, missing"]),
        ("KH+KS+KD+*+5H+6H+7H+8H+2C+4D+5C+9C+QS", []),  # it can go down
        ("KH+KS+5D+5C+6H+7H+9S+10S+2S+4D+8C+QC+3H", []),  # one card is not enough
    ],
)
def test_the_card_that_a_hand_lacks_is_a_gap_in_its_meld(
    phone: Phone, hand: str, gap: list[str]
) -> None:
    page = phone.open(f"{TWELVE}?ask=go_down&contract=6&cards={hand}")
    assert page.texts(".missing .sr") == gap


GIN, INDIAN = "/referee/gin-rummy", "/referee/indian-rummy"
GIN_HAND = "AH+AC+8C+6H+10D+6C+7H+AS+7C+5H"


def captions(page: Page) -> list[str]:
    return page.texts(".laid figcaption")


def test_the_cheapest_arrangement_of_a_hand_is_laid_out(phone: Phone) -> None:
    page = phone.open(f"{GIN}?ask=deadwood&cards={GIN_HAND}")
    assert verdict(page) == "10 points"
    assert captions(page) == ["Run of 3", "Run of 3", "Set of 3", "Left over"]
    assert page.texts(".rest .sr") == ["10 of diamonds"]


@pytest.mark.parametrize(
    ("cards", "said", "told"),
    [
        (GIN_HAND, "Yes", "10 points of deadwood"),
        (f"{GIN_HAND}+KD", "Yes", "To discard"),
        (f"{GIN_HAND}+9D+4H+3H", "", "There are too many possibilities. Tap fewer cards."),
        ("AH+AC+8C+6H", "", "4 of 10 cards"),
        ("AH+AC+8C+6H+10D+6C+7H+AS+2D+5H", "One card short", "too much deadwood for a knock"),
        ("AH+3C+8C+6H+10D+JC+QH+KS+2D+5H", "No", "too much deadwood for a knock"),
        ("AH+AC+AD+6H+7H+8H+9H+QS+QD+QC+10H", "Gin", "0 points of deadwood"),
    ],
)
def test_it_says_whether_a_player_may_knock(phone: Phone, cards: str, said: str, told: str) -> None:
    page = phone.open(f"{GIN}?ask=knock&cards={cards}")
    assert verdict(page) == said
    assert told in page.words


def test_big_gin_is_told_where_it_is_played(phone: Phone) -> None:
    hand = "AH+AC+AD+6H+7H+8H+9H+QS+QD+QC+10H"
    page = phone.open(f"{GIN}?ask=knock&cards={hand}&house=big_gin:31")
    assert verdict(page) == "Big gin"


def test_what_is_laid_off_on_a_knock_is_marked_in_the_melds_of_the_knocker(phone: Phone) -> None:
    melds = "cards=7H+7S+7D&cards=JS+QS+KS"
    page = phone.open(f"{GIN}?ask=defend&{melds}&cards=&cards=7C+10S+10D+KH&at=3")
    assert verdict(page) == "20 points"
    assert captions(page) == ["Laid off", "Laid off", "Left over"]
    assert page.texts(".picked .sr") == ["7 of clubs", "10 of spades"]
    waiting = phone.open(f"{GIN}?ask=defend&{melds}&at=1")
    assert "Enter the knocker’s melds, then your own hand." in waiting.words


@pytest.mark.parametrize(
    ("cards", "said", "told"),
    [
        ("5H+6H+7H+9S+10S+*+KD+KC+KS+2C+2D+2S+3H+QS", "Yes", "To discard"),
        ("5H+6H+7H+9S+10S+*+KD+KC+KS+2C+2D+2S+3H", "One card short", "Not all cards are in melds."),
        ("5H+6H+8H+9S+10C+*+KD+KC+KS+2C+4D+2S+3H", "No", "A pure sequence is missing"),
    ],
)
def test_it_says_whether_a_player_may_declare(
    phone: Phone, cards: str, said: str, told: str
) -> None:
    page = phone.open(f"{INDIAN}?ask=declare&cards={cards}")
    assert verdict(page) == said
    assert told in page.words


def test_without_a_pure_run_all_cards_count_up_to_the_limit(phone: Phone) -> None:
    page = phone.open(f"{INDIAN}?ask=deadwood&cards=5H+6H+8H+9S+10S+*+KD+KC+KS+QC+JD+10C+9D")
    assert verdict(page) == "80 points"
    assert JUDGED["least_pure_runs"].one + " So all cards in the hand count." in page.words
    assert "That is the most a hand can count." in page.words


def test_at_a_table_deadwood_is_told_once_the_round_is_over(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="gin-rummy")
    asked = f"referee?ask=deadwood&cards={GIN_HAND}"
    page = table.page(asked)
    assert verdict(page) == ""
    assert "Before the end of a round the referee does not say this" in page.words
    table.write(WentOut(0))
    assert verdict(table.page(asked)) == "10 points"


def test_after_the_game_a_table_is_told_everything(table: Table) -> None:
    table.has_played(1, 0, 65)
    table.write(GameEnded(""))
    assert verdict(table.page(f"referee?{A_HAND}")) == "Yes"


def test_a_case_is_shown_to_others_with_its_house_rules_and_without_names(
    two: Table, other_phone: Phone
) -> None:
    two.page(f"referee/decide?{AN_OPEN_CASE}").press(
        "That is our rule", option_melding_natural_wild_in_run="True"
    )
    page = two.page(f"referee?{AN_OPEN_CASE}")
    shared = page.one("#share").attrs["href"] or ""
    assert two.token not in shared
    seen = other_phone.open(shared)
    assert verdict(seen) == "Legal"
    assert not re.search(r"\bAnn\b|\bBen\b", seen.html)
    without = re.sub("house=[^&]*", "", shared)
    assert verdict(other_phone.open(without)) == "Your table decides"


@pytest.mark.parametrize(
    ("game", "options", "kept"),
    [
        ("chinchon", {"chinchon": "-50", "deck": "48"}, ["chinchon:-50", "deck:48"]),
        ("burraco", {"ends": "1005", "sides": "alone"}, ["ends:1005", "sides:alone"]),
    ],
)
def test_a_shown_case_keeps_house_rules_of_any_value(
    phone: Phone, game: str, options: dict[str, str], kept: list[str]
) -> None:
    page = start_game(phone, "Ann", "Ben", game=game, **options).page("referee?ask=meld")
    shown = phone.open(page.one("#share").attrs["href"] or "")
    assert {*kept} <= {*parse_qs(urlsplit(shown.one("#share").attrs["href"]).query)["house"]}


def test_a_house_rule_that_the_game_does_not_have_leaves_the_others_in_force(phone: Phone) -> None:
    house = "house=x:1&house=buys:maybe&house=melding_natural_wild_in_run:True"
    assert verdict(phone.open(f"{TWELVE}?{AN_OPEN_CASE}&{house}")) == "Legal"


def test_a_table_gives_the_contract_of_its_player(two: Table) -> None:
    seat = two.page("seat/0")
    assert 'data-why="referee"' in seat.html
    own = seat.follow("Is this legal?")
    assert own.texts(".seg button") == ["Set of 3", "Set of 3"]


def test_a_phone_without_a_player_is_given_the_contract_of_most_players(table: Table) -> None:
    table.has_played(1, 0, 15, 20, 25, down={0, 1, 3})
    asked = table.page("referee?ask=contract")
    assert asked.texts(".seg button") == ["Set of 3", "Run of 4"]


def test_of_a_contract_the_meld_tapped_last_is_that_on_which_a_card_is_laid_off(
    phone: Phone,
) -> None:
    case = "ask=contract&contract=2&cards=9H+9S+9D&cards=5S+6S+7S+8S&at=1"
    page = phone.open(f"{TWELVE}?{case}&tap=ask+lay_off")
    address = address_of(page)
    assert (address["ask"], address["cards"], address["at"]) == (
        ["lay_off"],
        ["5S 6S 7S 8S"],
        ["1"],
    )


@pytest.mark.parametrize(
    ("question", "tap", "cards"),
    [
        ("ask=lay_off&cards=9H+9S+9D&cards=9C&at=1", "swap", ["9H 9S 9D", "9C"]),
        ("ask=swap&cards=9H+9S+*&cards=9C", "lay_off", ["9H 9S *", "9C"]),
        ("ask=lay_off&cards=9H+9S+9D&cards=9C&at=1", "meld", ["9H 9S 9D"]),
        ("ask=meld&cards=9H+9S+9D", "go_out", []),
    ],
)
def test_another_question_about_the_same_meld_keeps_it_but_going_out_starts_empty(
    phone: Phone, question: str, tap: str, cards: list[str]
) -> None:
    page = phone.open(f"{TWELVE}?{question}&tap=ask+{tap}")
    assert address_of(page).get("cards", []) == cards


def test_the_hand_of_a_defender_is_no_meld(phone: Phone) -> None:
    case = "ask=defend&cards=7S+7H+7D&cards=&cards=&cards=7C+2H&at=3"
    assert address_of(phone.open(f"{GIN}?{case}&tap=ask+meld"))["cards"] == ["7S 7H 7D"]


def test_a_table_gives_the_wild_rank_of_its_round(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="five-crowns")
    page = table.page().follow("Is this legal?")
    assert address_of(page)["wild"] == ["3"]
    assert page.one("select[name=wild] option[selected]").to_text() == "3 is wild"
    assert "No wild rank" not in page.words
    assert "No wild rank" in phone.open("/referee/five-crowns").words


@pytest.mark.parametrize("place", ["/games/twelve-step-rummy", "/referee"])
def test_practice_is_reached_from_rules_cards_and_from_the_list(phone: Phone, place: str) -> None:
    label = "Is this legal?" if "games" in place else "12-Step Rummy"
    page = phone.open(place)
    link = next(a for a in page.all("main a") if label in a.to_text())
    assert (link.attrs["href"] or "").startswith(TWELVE)


def test_home_leads_to_practice(phone: Phone) -> None:
    assert phone.open("/").follow("Is this legal?").path == "/referee"


def test_a_table_with_a_game_of_its_own_is_told_why_it_has_no_link(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game=key_of(own_game(phone)))
    page = table.page("referee?ask=meld&cards=9H+9S+9D")
    assert verdict(page) == "Legal"
    assert not page.all("#share")
    assert page.all("#no-link")
    assert not phone.open(TWELVE).all("#no-link")


def test_seven_cards_of_one_colour_are_a_meld(phone: Phone) -> None:
    page = phone.open("/referee/phase-10?ask=meld&cards=1R+1R+4R+W+9R+12R+5R")
    assert (verdict(page), "7 of one colour" in page.words) == ("Legal", True)


def test_a_remedy_names_the_card_that_it_replaces(phone: Phone) -> None:
    case = "ask=contract&contract=2&cards=9H+9S+9D&cards={}+AS+2S+3S"
    page = phone.open("/referee/contract-rummy?" + case.format("KS"))
    assert verdict(page) == "Not legal"
    assert page.texts(".helping .sr, .helping b") == ["4 of spades", "Joker", "K of spades"]
    assert verdict(phone.open("/referee/contract-rummy?" + case.format("4S"))) == "Legal"


@pytest.mark.parametrize(("jokers", "asked"), [("none", False), ("both_per_deck", True)])
def test_a_swap_is_asked_about_only_where_cards_are_wild(
    phone: Phone, jokers: str, *, asked: bool
) -> None:
    page = phone.open(f"/referee/rummy-500?house=jokers:{jokers}")
    assert bool(page.all("[name=ask] option[value=swap]")) is asked


def test_several_taps_may_come_at_once(phone: Phone) -> None:
    page = phone.open(f"{TWELVE}?cards=9S&tap=suit+H&tap=rank+9&tap=bare+*&tap=rank+8&tap=back")
    assert (verdict(page), address_of(page)["cards"]) == ("Legal", ["9S 9H *"])
    page = phone.open(f"{TWELVE}?cards=9S&tap=ask+contract&tap=slot+1&tap=rank+8")
    assert address_of(page)["cards"] == ["9S", "8S"]


def test_an_order_without_a_question_is_offered_where_the_typed_one_leaves_one_open(
    phone: Phone,
) -> None:
    page = phone.open("/referee/russian-rummy?ask=meld&cards=8S+9S+10S+JS+QS+KS+AS+2S")
    assert verdict(page) == "Your table decides"
    last = page.all("ul.fan")[-1].query("li .sr")
    assert "Legal in this order" in page.words
    assert [card.to_text() for card in last][:2] == ["2 of spades", "8 of spades"]


def test_the_first_melds_are_judged_where_a_game_asks_for_points(phone: Phone) -> None:
    opening = {"points": 51, "pure_runs": 1, "missed": 100}
    key = key_of(own_game(phone, "/own/from/classic-rummy", {"opening": opening}))
    page = phone.open(f"/referee/{key}?ask=opening&cards=10H+JH+QH&cards=6S+6D+6C")
    assert verdict(page) == "Not legal"
    assert "3 points are missing: the melds are worth 48, and 51 are needed." in page.words
    assert JUDGED["opening_points"].one in page.words
    page = phone.open(f"/referee/{key}?ask=opening&cards=10H+JH+QH&cards=7S+7D+7C")
    assert verdict(page) == "Legal"
    assert "51 points, of which 51 are needed." in page.words
    page = phone.open(f"/referee/{key}?ask=go_down&cards=10H+JH+QH+7S+7D+7C+2C")
    assert verdict(page) == "Yes"
    assert page.texts("figcaption") == ["Run of 3", "Set of 3", "Left over"]
    page = phone.open(f"/referee/{key}?ask=go_down&cards=10H+JH+7S+7D+7C+2C")
    assert verdict(page) == "One card short"
    assert JUDGED["opening_pure_runs"].one in page.words


def test_a_game_without_an_opening_has_no_question_about_it(phone: Phone) -> None:
    page = phone.open("/referee/classic-rummy?ask=opening")
    assert "My first melds" not in page.words
    assert "Can I go down?" not in page.words


def test_tiles_have_colours_and_a_way_to_close_has_its_name_in_the_game(phone: Phone) -> None:
    tiles = phone.open("/referee/rummikub?ask=meld&cards=9K+9R+9R")
    assert "A set may not have the same colour twice." in tiles.words
    cards = phone.open("/referee/chinchon?ask=knock&cards=1O+2O+3O+4O+5O+6O+7O")
    assert verdict(cards) == "Chinchón"
    assert "Coins Cups Swords Batons" in cards.words


@pytest.mark.parametrize("game", ["twelve-step-rummy", "burraco", "gin-rummy", "canasta"])
def test_going_out_is_answered_only_once_a_card_is_tapped(phone: Phone, game: str) -> None:
    for discards in ("0", "1"):
        page = phone.open(f"/referee/{game}?ask=go_out&discards={discards}")
        assert page.all(".verdict") == []


def test_everything_that_an_opening_lacks_is_told(phone: Phone) -> None:
    page = phone.open("/referee/rami-71?ask=opening&cards=KS+KD+*&cards=7S+8S+*")
    assert "36 points are missing: the melds are worth 35, and 71 are needed." in page.words
    missing = ("opening_points", "opening_pure_runs", "opening_pure_sets")
    assert all(page.words.count(JUDGED[rule].one) == 1 for rule in missing)
    told = verdict_text("rami-71", "opening", ["KS KD *", "7S 8S *"])
    assert all(told.count(JUDGED[rule].one) == 1 for rule in missing)


_AT_THE_END = {
    "gin-rummy": ["What is my deadwood?", "May I knock?", "Laying off after a knock"],
    "chinchon": ["What is my deadwood?", "May I close?", "Laying off at the end"],
    "ramino": ["What is my deadwood?", "May I close?"],
    "indian-rummy": ["What is my deadwood?", "May I declare?"],
    "cacheta": ["What is my deadwood?"],
    "five-crowns": ["What is my deadwood?"],
    "three-thirteen": ["What is my deadwood?"],
}


@pytest.mark.parametrize("game", CARD_GAMES)
def test_questions_about_the_end_are_offered_where_they_matter_in_the_words_of_the_game(
    phone: Phone, game: str
) -> None:
    offered = phone.open(f"/referee/{game}").texts("#list-ask option")
    at_the_end = ("deadwood", "May I", "Laying off a")
    found = [one for one in offered if any(word in one for word in at_the_end)]
    assert found == _AT_THE_END.get(game, [])


@pytest.mark.parametrize(
    ("case", "answer", "said"),
    [
        # At most one card may be left over, worth 5 at most.
        ("ask=knock&cards=1O+1P+1E+2O+3O+4O+7P", "One card short", JUDGED["closing"].one),
        ("ask=knock&cards=4O+5O+6O+7O+1E+2A+1P", "One card short", JUDGED["closing_cards"].one),
        ("ask=knock&cards=1O+1P+1E+2O+3O+4O+5P", "Yes", "5 points of deadwood"),
        (
            "ask=defend&cards=1O+1P+1E&cards=2O+3O+4O+5O&cards=&cards=6O+1A+7P&at=3",
            "14 points",
            JUDGED["lay_off_on_all"].one,
        ),
    ],
)
def test_where_players_close_nobody_knocks(phone: Phone, case: str, answer: str, said: str) -> None:
    page = phone.open(f"/referee/chinchon?{case}")
    assert (verdict(page), said in page.words) == (answer, True)
    assert "knock" not in page.words
