"""New game: names, seats, dealer, house rules; no input is ever lost."""

import json

import pytest

from companion.rules.fold.entries import DealerChanged, PlayerLeft
from companion.rules.reading.catalogue import catalogue
from tests.kinds import one_of_each_kind
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import NEW_GAME, Table, send_new_game, start_game


def names_on(page: Page) -> list[str]:
    return [field.attrs.get("value") or "" for field in page.all("input.name")]


def test_new_game_asks_what_is_played_and_then_who_plays(phone: Phone) -> None:
    page = phone.open("/new")
    assert page.heading == "What do you play?"
    assert "12-Step Rummy" in page.texts("a.game b")
    page = phone.open(NEW_GAME)
    assert page.heading == "12-Step Rummy"
    assert names_on(page) == ["", "", "", ""]


def test_the_way_back_from_who_plays_is_to_the_games(phone: Phone) -> None:
    assert phone.open("/new/rummy-500").follow("Back to the games").path == "/new"


def test_each_choice_says_what_it_is_like(phone: Phone) -> None:
    games = phone.open("/new").texts("a.game")
    for line in (
        "12-Step Rummy 12 contracts, each made before the next",
        "Contract Rummy 7 rounds, a contract each",
        "Five Crowns 11 rounds, another rank wild in each",
        "Classic Rummy No contracts, ends at 100 points",
        "Rummy 500 Melds score, ends at 500 points",
    ):
        assert line in games
    assert len(games) == len(catalogue()) + 1  # plus the link to custom games


@pytest.mark.both_databases
def test_what_was_played_last_stands_first_with_its_people(phone: Phone, two: Table) -> None:
    start_game(phone, "Cy", "Dee")
    start_game(phone, "ben", "Ann")
    page = phone.open("/new")
    assert page.texts("h2") == ["Last played", "All games"]
    assert page.texts(".last a") == ["12-Step Rummy ben, Ann", "12-Step Rummy Cy, Dee"]
    page = page.follow("12-Step Rummy Cy, Dee")
    assert names_on(page)[:2] == ["Cy", "Dee"]
    assert two.phone.open("/new").texts(".last a")  # and on no other phone
    assert Phone(phone.app).open("/new").texts(".last a") == []


@pytest.mark.both_databases
@pytest.mark.usefixtures("table")
def test_games_are_searched_for_by_name_or_by_who_played(phone: Phone) -> None:
    page = phone.open("/new").press("Search", q="dummy RUMMY")
    assert [words.split(" 12 ")[0] for words in page.texts(".ledger a")] == [
        "Dummy Rummy",
        "Dummy Rummy, must finish",
    ]
    assert page.typed("#choose")["q"] == "dummy RUMMY"
    assert phone.open("/new?q=dee").texts(".ledger a") == ["12-Step Rummy Ann, Ben, Cy, Dee"]
    page = phone.open("/new?q=whist")
    assert page.texts(".ledger a") == []
    assert "No game has this name." in page.one("#none-found").to_text()
    everything = page.follow("All games").texts("a.game")
    assert len(everything) == len(catalogue()) + 2  # what was played last, and another game


def test_an_unknown_game_has_no_form(phone: Phone) -> None:
    assert phone.open("/new/whist").status == 404
    assert phone.open("/games/whist").status == 404


@pytest.mark.both_databases
def test_dealing_seats_the_players_in_the_order_of_their_rows(phone: Phone) -> None:
    table = send_new_game(phone, "Ann", "", "Ben", "Cy", dealer=2, title=" At the lake ")
    assert table.state.names == ("Ann", "Ben", "Cy")
    assert table.stored.row.first_dealer == 1
    assert table.stored.row.title == "At the lake"


@pytest.mark.both_databases
def test_house_rules_are_kept_with_the_game(phone: Phone) -> None:
    table = send_new_game(phone, "Ann", "Ben", ten_value="5", buys="True", buy_limit="1")
    ruleset = table.stored.ruleset
    assert (ruleset.values["10"], ruleset.buys.allowed, ruleset.buys.most(1)) == (5, True, 1)
    assert ruleset.options["final_tiebreak"] == "shared"


def test_each_house_rule_says_which_choice_is_the_default(phone: Phone) -> None:
    page = phone.open(NEW_GAME)
    for rule in page.all(".house-rule fieldset"):
        ticked = [c for c in rule.query("input") if "checked" in c.attrs]
        assert len(ticked) == 1
        assert "(default)" in rule.to_text()


STEPS = {
    "Add a player": (["Cy", "Ann", "", "Bo", ""], "3"),
    "Move up: Player 2": (["Ann", "Cy", "", "Bo"], "3"),
    "Move up: Player 4": (["Cy", "Ann", "Bo", ""], "2"),
}


@pytest.mark.parametrize(("step", "line"), STEPS.items())
def test_a_step_of_filling_in_keeps_everything_typed(
    phone: Phone, step: str, line: tuple[list[str], str]
) -> None:
    typed = {"names__0": "Cy", "names__1": "Ann", "names__2": "", "names__3": "Bo"}
    page = phone.open(NEW_GAME).press(
        step, **typed, dealer="3", title="Lake", option_ten_value="5", option_buys="True"
    )
    kept = page.typed("#new-game")
    assert (names_on(page), kept["dealer"]) == line
    assert (kept["title"], kept["option_ten_value"]) == ("Lake", "5")
    assert kept["option_buys"] == "True"


@pytest.mark.both_databases
@pytest.mark.usefixtures("table")
def test_people_who_played_here_before_are_one_tap_away(phone: Phone) -> None:
    page = phone.open(NEW_GAME)
    assert [b for b in page.buttons() if b.endswith(": add")] == [
        "Ann: add",
        "Ben: add",
        "Cy: add",
        "Dee: add",
    ]
    page = page.press("Ben: add", names__0="Zoë", title="Lake")
    assert names_on(page) == ["Zoë", "Ben", "", ""]
    assert page.typed("#new-game")["title"] == "Lake"
    chips = [(chip.label, "disabled" in chip.attrs) for chip in page.all(".lineup .chip")]
    assert chips[:3] == [("Ann: add", False), ("Ben: add", True), ("Cy: add", False)], "in place"


@pytest.mark.usefixtures("table")
def test_adding_somebody_to_a_full_table_makes_room(phone: Phone) -> None:
    names = {f"names__{n}": f"P{n}" for n in range(4)}
    assert names_on(phone.open(NEW_GAME).press("Dee: add", **names))[-1] == "Dee"


@pytest.mark.both_databases
def test_a_rematch_seats_the_same_people_with_the_next_dealer_and_the_same_rules(
    phone: Phone,
) -> None:
    table = send_new_game(phone, "Ann", "Ben", "Cy", dealer=2, two_value="20", buys="True")
    page = phone.open(f"{NEW_GAME}?again={table.token}")
    again = page.typed("#new-game")
    assert names_on(page)[:3] == ["Ann", "Ben", "Cy"]
    assert (again["dealer"], again["option_two_value"], again["option_buys"]) == ("0", "20", "True")
    page = page.press("Deal the first round")
    assert page.heading == "Round 1"
    assert page.path != table.address()


@pytest.mark.parametrize(
    ("game", "first", "gone", "next_dealer"),
    [
        ("twelve-step-rummy", 1, None, "Cy"),
        ("carioca", 1, None, "Ann"),  # the deal passes to the right
        ("carioca", 0, None, "Dee"),
        ("twelve-step-rummy", 1, 1, "Cy"),
        ("carioca", 1, 1, "Ann"),
    ],
)
def test_in_a_rematch_whoever_follows_the_first_dealer_deals(
    phone: Phone, game: str, first: int, gone: int | None, next_dealer: str
) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", "Dee", dealer=3, game=game)
    table.write(DealerChanged(first))
    table.has_played(1, 0, 5, 5, 5)
    if gone is not None:
        table.write(PlayerLeft(gone))
    page = phone.open(f"/new/{game}?again={table.token}")
    assert names_on(page)[int(page.typed("#new-game")["dealer"])] == next_dealer


def test_a_rematch_of_a_game_that_everybody_has_left_seats_them_all_again(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(1, 0, 5)
    table.write(PlayerLeft(0), PlayerLeft(1))  # only an import can have this
    page = phone.open(f"/new/again/{table.token}")
    assert names_on(page)[int(page.typed("#new-game")["dealer"])] == "Ben"
    again = json.loads(phone.open("/new/alone").one("#known").to_text())["again"]
    assert again[table.token]["people"] == ["Ann", "Ben"]


def test_a_rematch_of_a_game_that_is_not_there_is_no_page(phone: Phone) -> None:
    assert phone.open(f"{NEW_GAME}?again=nothing").status == 404


@pytest.mark.both_databases
def test_a_colour_stays_with_its_person_in_the_rematch_wherever_they_sit(phone: Phone) -> None:
    before = start_game(phone, "Ann", "Ben", "Cy").has_played(12, 0, 5, 65, down=[0, 1])
    page = phone.open(f"/new/twelve-step-rummy?again={before.token}")
    assert [row.attrs["class"] for row in page.all("li.row")][:3] == [
        *("row seat-1", "row seat-2", "row seat-3")
    ]
    line_up = {"names__0": "Cy", "names__1": "Dee", "names__2": "Ann"}
    dealt = page.press("Deal the first round", **line_up)
    assert colours(dealt) == {"Cy": "seat-3", "Dee": "seat-2", "Ann": "seat-1"}
    joined = phone.open(f"{dealt.path}players/join").press("Add this player", name="Eve")
    assert colours(joined) == {"Cy": "seat-3", "Dee": "seat-2", "Ann": "seat-1", "Eve": "seat-4"}
    discs = [one.attrs["class"] for one in phone.open("/").all(".resume .disc")]
    assert discs == [f"disc seat-{colour}" for colour in (3, 2, 1, 4)]


def colours(page: Page) -> dict[str, str]:
    """The colours of all players."""
    seats = page.all("li.seat")
    return {one.query("h2")[0].to_text(): (one.attrs["class"] or "").split()[1] for one in seats}


AGREED = {
    "indian-rummy": "Out at 101 · 13 cards each · 2 jokers · First drop 20 · Middle drop 40",
    "twelve-step-rummy": "12 contracts, each made before the next · 13 cards each",
    "gin-rummy": "First to 100 · 10 cards each · No jokers · Knock with 10 or less",
    "five-crowns": "11 rounds, another rank wild in each · 6 jokers",
    "rami-51": "As many rounds as you like · 13 cards each · 4 jokers · To open: 51",
    "hand": "7 rounds · 14 cards each · 2 jokers · To open: 51",
    "canasta": "First to 5000 · 11 cards each · 4 jokers",
    "cacheta": "10 lives each, until one player is left · 9 cards each",
    "rummikub": "As many rounds as you like · 14 tiles each · To open: 30",
    "just-points": "As many rounds as you like",
}


@pytest.mark.parametrize(("game", "words"), AGREED.items(), ids=AGREED)
def test_what_friends_agree_on_stands_above_the_first_deal(
    phone: Phone, game: str, words: str
) -> None:
    assert phone.open(f"/new/{game}").texts("#agreed") == [words]


@pytest.mark.parametrize("game", one_of_each_kind())
def test_every_game_says_how_it_ends_before_the_first_deal(phone: Phone, game: str) -> None:
    (end, *_) = phone.open(f"/new/{game}").texts("#agreed span")
    assert end


def test_what_friends_agree_on_follows_the_house_rules(phone: Phone) -> None:
    page = phone.open("/new/indian-rummy").press("Add a player", option_pool="201")
    assert page.texts("#agreed") == [
        "Out at 201 · 13 cards each · 2 jokers · First drop 25 · Middle drop 50"
    ]
    page = phone.open("/new/gin-rummy").press("Move up: Player 2", option_knock_at="upcard")
    assert page.texts("#agreed") == ["First to 100 · 10 cards each · No jokers"]
    page = phone.open("/new/indian-rummy").press("Add a player", option_kind="deals")
    assert page.texts("#agreed span")[0] == "2 rounds, another rank wild in each ·"


def test_which_game_is_played_is_asked_beside_the_players(phone: Phone) -> None:
    page = phone.open("/new/indian-rummy")
    assert page.texts(".asked-first .house-rule small") == [
        "Which game do you play?",
        "At how many points is a player out?",
        "How many rounds do you play?",
    ]
    assert page.texts("#house-rules .house-rule small")[0] == "What does a drop cost?"
    page = page.press("Deal the first round", option_pool="7")
    assert page.all(".asked-first .house-rule[open] .error")
    assert page.all("#house-rules[open]") == []
    assert phone.open(NEW_GAME).all(".asked-first") == []


def test_without_a_script_the_rule_whose_seats_are_asked_for_stays_unfolded(phone: Phone) -> None:
    page = phone.open("/new/burraco").press("Show", option_sides="alone")
    assert page.all("#house-rules[open] .house-rule[open]")
