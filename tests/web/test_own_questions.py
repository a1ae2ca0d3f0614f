"""A custom game by up to five questions, one page each, without JavaScript."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.own_games import read_own_game
from companion.web.words.terms import wording
from tests.kinds import one_of_each_kind
from tests.unit.catalogue.games import CARD_GAMES
from tests.web.own_games import data_on, key_of, save
from tests.web.page import Page
from tests.web.phone import Phone

# The keys with a drawing of their cards.
SET, RUN, RANK = "+ Set", "+ Run", "+ A rank"
SEVEN = ("S3 S3", "S3 R4", "S3 R4 2xA", "R4 R4", "S3 S3 S3", "S4 R4", "S3 R7")
ANSWERED = "&".join(f"contracts-{row}={words}" for row, words in enumerate(SEVEN))


def question(phone: Phone, screen: int, more: str = "") -> Page:
    return phone.open(f"/own/new/{screen}?{ANSWERED}{more}")


def answered(page: Page) -> dict[str, str]:
    """The query of this page, which contains all answers."""
    return dict(parse_qsl(urlsplit(page.response.request.url).query, keep_blank_values=True))


def contracts(page: Page) -> list[str]:
    sent = page.typed("#answer")
    return [sent[f"contracts-{row}"] for row in range(int(sent["rounds"]))]


def goes_on(page: Page, label: str = "Next", /, **typed: str | None) -> Page:
    return page.press(label, **typed)


def test_a_game_is_made_from_nothing_and_kept(phone: Phone) -> None:
    page = phone.open("/").follow("Your own game").follow("Make your own rules")
    assert page.heading == "How many contracts?"
    page = goes_on(page, rounds="2")
    assert (page.heading, page.texts(".in-words")) == (
        "What does contract 1 need?",
        ["Nothing yet"],
    )
    page = page.press(SET)
    assert page.texts(".in-words") == ["Set of 3"]
    page = page.press("+").press("+").press("−")
    assert page.texts(".in-words") == ["Set of 4"]
    page = goes_on(page, "Next: contract 2").press(RUN).press(RANK)
    page = page.press("K", times="3")
    assert page.texts(".in-words") == ["Run of 4, 3 kings"]
    page = goes_on(page)
    assert page.heading == "What are cards worth?"
    page = goes_on(page, prices__1="20")
    page = goes_on(page, advancing="finish")
    assert page.heading == "Who wins?"
    page = goes_on(page, "See the rules card", winner="lowest_points_when_someone_finishes")
    assert "Run of 4, 3 kings" in page.texts(".contracts span")
    assert "A 20 points" in page.words
    card = page.press("Save it", name="Lake Rummy")
    assert (card.heading, card.said) == ("Lake Rummy", "Saved for your next games.")
    assert "2 contracts, each until it is made; fewest points win." in card.words
    assert phone.open("/own").texts(".own b") == ["Lake Rummy"]


def test_it_can_be_played_at_once(phone: Phone) -> None:
    page = question(phone, 6, "&name=Lake Rummy").press("Play it")
    assert (page.heading, page.said) == ("Lake Rummy", "Saved for your next games.")
    assert page.press("Deal the first round", names__0="Ann", names__1="Ben").heading.startswith(
        "Round 1 of 7"
    )


def test_a_tap_sent_twice_keeps_one_game(phone: Phone) -> None:
    page = question(phone, 6, "&name=Lake Rummy")
    for _ in range(2):
        assert page.press("Save it").heading == "Lake Rummy"
    assert phone.open("/own").texts(".own b") == ["Lake Rummy"]


WITH_CONTRACTS = [key for key, game in catalogue().items() if game.contracts]
CARDS_COUNT = [key for key in CARD_GAMES if catalogue()[key].counts_hands]
WITHOUT_CONTRACTS = [key for key in CARDS_COUNT if not catalogue()[key].contracts]


@pytest.mark.parametrize("key", one_of_each_kind(WITH_CONTRACTS))
def test_a_game_that_is_known_answers_all_questions_itself(phone: Phone, key: str) -> None:
    page = phone.open(f"/own/new/6?from={key}")
    expected = [str(row) for row in range(1, len(catalogue()[key].contracts) + 1)]
    assert page.texts(".contracts b") == expected
    assert page.press("Save it", name="Lake Rummy").heading == "Lake Rummy"


def test_its_answers_stand_on_the_pages_as_they_are(phone: Phone) -> None:
    page = phone.open("/own").follow("Contract Rummy 7 rounds, a contract each")
    game = catalogue()["contract-rummy"]
    assert contracts(page) == [contract.notation for contract in game.contracts]
    labels = ["Next", *(f"Next: contract {n}" for n in range(2, 8)), "Next", "Next", "Next"]
    for label in labels:
        page = goes_on(page, label)
    assert page.heading == "Who wins?"
    assert page.typed("#answer")["winner"] == "lowest_total"


def test_a_game_that_nobody_knows_answers_none(phone: Phone) -> None:
    assert phone.open("/own/new/1?from=whist").status == 404


@pytest.mark.parametrize("key", one_of_each_kind(WITHOUT_CONTRACTS))
def test_without_contracts_only_what_cards_cost_and_who_wins_is_asked(
    phone: Phone, key: str
) -> None:
    game = catalogue()[key]
    worth = wording("What are cards worth?", game.terms)
    page = phone.open(f"/own/new/1?from={key}")
    assert (page.heading, page.texts(".how-far span")) == (worth, ["1 of 2"])
    assert "Back" not in page.buttons()
    price = [name for name in page.typed("#answer") if name.startswith("prices-")][-1]
    page = goes_on(page, **{price.replace("-", "__"): "33"})
    assert (page.heading, page.texts(".how-far span")) == ("Who wins?", ["2 of 2"])
    assert page.press("Back").heading == worth
    card = goes_on(page, "See the rules card")
    assert "33 points" in card.words
    assert card.press("Back").heading == "Who wins?"
    kept = card.press("Save it", name="Lake Rummy")
    assert kept.heading == "Lake Rummy"
    data = data_on(phone.open(f"/own/{key_of(kept)}"))
    same = ("contracts", "advancing", "cards_dealt", "decks")
    assert {name: data[name] for name in same} == {name: game_data(key)[name] for name in same}
    assert read_own_game(data).end == game.end


@pytest.mark.parametrize("key", ["cacheta", "just-points"])
def test_where_no_cards_count_only_who_wins_is_asked(phone: Phone, key: str) -> None:
    game = catalogue()[key]
    page = phone.open(f"/own/new/1?from={key}")
    assert (page.heading, page.texts(".how-far span")) == ("Who wins?", ["1 of 1"])
    kept = goes_on(page, "See the rules card").press("Save it", name="Hearts")
    data = data_on(phone.open(f"/own/{key_of(kept)}"))
    assert read_own_game(data).end == game.end


def test_rounds_end_a_game_without_contracts_only_where_each_has_its_deal(phone: Phone) -> None:
    by_rounds = phone.open("/own/new/5?from=five-crowns")
    assert [each.attrs["value"] for each in by_rounds.all("[name=winner]")] == [
        "lowest_total",
        "limit",
    ]
    card = goes_on(by_rounds, "See the rules card", winner="limit", limit="200", tiebreak="play_on")
    assert "200" in card.words
    by_points = phone.open("/own/new/5?from=rummy-500")
    assert [each.attrs["value"] for each in by_points.all("[name=winner]")] == ["limit"]


@pytest.mark.parametrize("screen", [1, 2, 4])
def test_a_question_about_contracts_leads_on_where_there_are_none(
    phone: Phone, screen: int
) -> None:
    page = phone.open(f"/own/new/{screen}?from=five-crowns&name=Ours")
    assert page.heading == ("Who wins?" if screen == 4 else "What are cards worth?")
    assert answered(page)["name"] == "Ours"


@pytest.mark.parametrize("screen", range(1, 6))
def test_going_back_and_on_again_loses_nothing(phone: Phone, screen: int) -> None:
    page = question(phone, screen, "&round=7&prices-0=33&costs=contract-rummy&name=Ours")
    on = goes_on(page, next(b for b in page.buttons() if b.startswith(("Next", "See"))))
    assert answered(on)["prices-0"] == "33"
    back = phone.open(f"/own/new/{screen}?{urlsplit(on.response.request.url).query}")
    assert back.typed("#answer").items() >= page.typed("#answer").items()
    if screen > 1:
        before = page.press("Back")
        assert contracts(before) == list(SEVEN)


def test_fewer_rounds_keep_what_was_said_of_the_others(phone: Phone) -> None:
    page = goes_on(question(phone, 1), rounds="3")
    assert contracts(page) == list(SEVEN[:3])
    page = goes_on(page.press("Back"), rounds="7")
    assert contracts(page) == list(SEVEN)


def test_a_round_needs_no_more_cards_than_anybody_could_hold(phone: Phone) -> None:
    page = phone.open("/own/new/2?contracts-0=" + "S10 " * 3)
    again = page.press(SET)
    assert (again.status, again.texts(".in-words")) == (422, ["3 sets of 10"])
    assert again.texts(".error") == ["A contract can have 30 cards at most."]
    larger = phone.open("/own/new/2?contracts-0=S20 S20").all(".drop")
    step = phone.open(f"/own/new/2?contracts-0=S20 S20&step={larger[0].attrs['value']}")
    assert step.texts(".in-words") == ["Set of 20"]


def test_more_rounds_than_are_answered_ask_for_the_rest(phone: Phone) -> None:
    page = question(phone, 6, "&rounds=9")
    assert (page.status, page.heading) == (422, "What does contract 8 need?")
    assert page.texts(".error") == ["Add at least one meld for contract 8."]


@pytest.mark.parametrize(
    ("screen", "field", "typed", "sentence"),
    [
        (1, "rounds", "many", "Enter a whole number from 1 to 30."),
        (1, "rounds", "31", "Enter a whole number from 1 to 30."),
        (3, "prices-0", "dear", "Enter a whole number from 0 to 1000."),
        (4, "advancing", "sometimes", "Choose one of these."),
    ],
)
def test_a_bad_answer_says_what_to_do_at_its_field(
    phone: Phone, screen: int, field: str, typed: str, sentence: str
) -> None:
    again = goes_on(question(phone, screen), "Next", **{field.replace("-", "__"): typed})
    assert again.status == 422
    assert sentence in again.texts(".error")
    if screen != 4:
        assert again.typed("#answer")[field] == typed
    assert [again.typed("#answer")[f"contracts-{row}"] for row in range(7)] == list(SEVEN)


def test_points_that_end_the_game_are_asked_for(phone: Phone) -> None:
    page = question(phone, 5, "&advancing=round")
    again = goes_on(page, "See the rules card", winner="limit", limit="")
    assert (again.status, again.error_at("limit")) == (422, "Enter how many points, such as 500.")
    card = goes_on(again, "See the rules card", limit="300")
    assert "300" in card.words


def test_a_contract_that_nobody_can_make_leads_back_to_its_round(phone: Phone) -> None:
    wrong = ANSWERED.replace("contracts-1=S3 R4", "contracts-1=S3 2xZ")
    page = phone.open(f"/own/new/6?{wrong}")
    assert (page.status, page.heading) == (422, "What does contract 2 need?")
    sentence = "No card in play is called Z. Remove it, or use another rank."
    assert page.texts(".error") == [sentence]


def test_a_name_is_asked_for_before_it_is_kept(phone: Phone) -> None:
    page = question(phone, 6)
    again = page.press("Save it", name=" ")
    assert (again.status, again.error_at("name")) == (422, "Give your game a name.")
    reloaded = phone.open(again.response.request.full_path)
    assert "Set of 3, run of 4, 2 aces" in reloaded.texts(".contracts span")
    assert again.press("Save it", name="Ours").heading == "Ours"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Lake%E2%80%AERummy", "This has invisible characters. Enter it again."),
        ("x" * 401, "This has 401 characters. Use 40 or fewer."),
    ],
    ids=["control", "long"],
)
def test_a_name_that_cannot_be_read_is_said_at_its_field(
    phone: Phone, name: str, sentence: str
) -> None:
    card = question(phone, 6, f"&name={name}")
    assert (card.status, card.error_at("name")) == (200, sentence)
    again = card.press("Save it")
    assert (again.status, again.error_at("name")) == (422, sentence)


def test_a_name_goes_back_along_with_the_answers(phone: Phone) -> None:
    back = question(phone, 6).press("Back", name="Typed")
    assert (back.heading, answered(back)["name"]) == ("Who wins?", "Typed")
    assert "csrf_token" not in answered(back)
    assert contracts(back) == list(SEVEN)


def test_a_contract_larger_than_any_hand_is_not_drawn(phone: Phone) -> None:
    page = phone.open("/own/new/2?contracts-0=S200000")
    assert page.texts(".in-words") == ["Nothing yet"]


def test_a_joker_is_asked_for_only_where_there_are_jokers(phone: Phone) -> None:
    assert "Joker" in phone.open("/own/new/2?rank=").buttons()
    assert "Joker" not in phone.open("/own/new/2?rank=&from=phase-10").buttons()


def test_which_rounds_have_their_contract_is_said_in_words(phone: Phone) -> None:
    page = question(phone, 2, "&rounds=8")
    tabs = page.texts(".tabs .sr")
    assert tabs[6:] == ["Contract 7: entered", "Contract 8: still empty"]


def test_costs_are_taken_from_a_game_that_is_known(phone: Phone) -> None:
    page = question(phone, 3).press("12-Step Rummy")
    assert [page.typed("#answer")[f"prices-{n}"] for n in range(4)] == ["50", "20", "10", "5"]
    card = question(phone, 6, "&costs=twelve-step-rummy&prices-0=40&wild=Joker&wild=2")
    assert "Joker · 2 40 points, wild" in card.words


def test_the_file_has_the_answers_in_it_and_everything_else(phone: Phone) -> None:
    page = question(phone, 6, "&advancing=finish&name=Grandma’s Seven&prices-0=33&costs=carioca")
    label = next(each for each in page.buttons() if each.startswith("Change more in the file"))
    more = page.press(label, name="Typed")
    assert "csrf_token" not in more.response.request.url
    data = data_on(more)
    assert (data["name"], data["key"], data["contracts"]) == ("Typed", "typed", [*SEVEN])
    assert (data["advancing"], data["end"]["when"]) == ("finish", "contract_finished")
    assert data["values"]["Joker"] == 33
    card = save(more, {"cards_dealt": 12})
    assert card.heading == "Typed"
    assert "Set of 3, run of 4, 2 aces" in card.texts(".contracts span")


def test_a_text_refused_after_the_questions_still_begins_with_their_answers(phone: Phone) -> None:
    page = phone.open(f"/own/from/blank?{ANSWERED}&name=Ours&prices-0=33")
    again = phone.send(page.response.request.full_path, page.fill("#own-file", text="half = typ"))
    assert again.status == 422
    assert data_on(phone.open(again.response.request.full_path))["values"]["Joker"] == 33


@pytest.mark.parametrize("screen", ["0", "7", "x"])
def test_there_is_no_other_question(phone: Phone, screen: str) -> None:
    assert phone.open(f"/own/new/{screen}").status == 404


@pytest.mark.parametrize("screen", [2, 3, 5, 6])
def test_whatever_an_address_says_there_is_an_answer(phone: Phone, screen: int) -> None:
    for sent in (
        *("round=0", "round=99", "rounds=0", "rounds=", "step=", "step=9:set", "step=0:rank:"),
        *("go=99", "go=x", "costs=whist&go=next", "prices-²=1", "contracts-999=S3", "wild=Z"),
        *("times=x&step=0:rank:A", "times=9999&step=0:rank:A", "advancing=x", "from="),
    ):
        assert phone.open(f"/own/new/{screen}?{sent}").status in {200, 404, 422}, sent


@pytest.mark.parametrize(
    ("game", "shows"),
    [
        ("five-crowns", "Threes are wild"),
        ("carioca", "Next: Set of 3, run of 4"),
        ("rummy-500", "First to 500"),
        ("twelve-step-rummy", "The table in round 1"),
    ],
)
def test_the_table_of_a_custom_game_is_shown_before_it_is_kept(
    phone: Phone, game: str, shows: str
) -> None:
    page = phone.open(f"/own/new/6?from={game}&name=Ours")
    assert shows in " ".join(page.one(".first-felt").to_text().split())
