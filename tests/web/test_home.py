"""Home: the games of this phone only."""

import pytest

from companion.rules.reading.catalogue import catalogue
from companion.web.pages.home import AT_ONCE as PAGE
from tests.records.book import many_games, statements
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import start_game

RULES = f"Rules of {len(catalogue())} games"


def test_a_new_phone_is_told_what_this_is(phone: Phone) -> None:
    page = phone.open("/")
    assert page.heading == "Rummy Companion"
    assert page.texts("h2") == ["You play. This keeps score."]
    assert len(page.texts(".how li")) == 3
    assert page.texts(".dock a") == ["Join a table", "New game"]
    assert phone.home_lists() == []


def test_home_leads_to_the_rules_cards_and_to_a_game_of_ones_own(phone: Phone) -> None:
    page = phone.open("/")
    rules, app = ["Is this legal?", RULES], ["Your own game", "Language: English"]
    assert page.texts(".doors a") == [*rules, "Import games", *app]
    assert page.follow(RULES).heading == "What do you play?"
    assert page.follow("Your own game").heading == "Your own game"
    start_game(phone, "Ann", "Ben")
    games = ["Join a table", "All games on this phone", "Export games", "Import games"]
    assert phone.open("/").texts(".doors a") == [*rules, *games, *app]


@pytest.mark.both_databases
def test_home_lists_the_games_of_this_phone_and_of_no_other(
    phone: Phone, other_phone: Phone
) -> None:
    start_game(phone, "Ann", "Ben")
    start_game(other_phone, "Cy", "Dee")
    assert phone.home_lists() == ["Ann, Ben"]
    assert other_phone.home_lists() == ["Cy, Dee"]


def test_a_phone_that_opened_a_link_and_took_no_seat_finds_the_game_again_and_may_not_delete_it(
    phone: Phone, other_phone: Phone
) -> None:
    table = start_game(phone, "Ann", "Ben").on(other_phone)
    assert table.page().heading == "Round 1"
    assert other_phone.home_lists() == ["Ann, Ben"]
    assert "Delete this game" not in table.page("players").texts("summary")
    assert phone.home_lists() == ["Ann, Ben"]


@pytest.mark.both_databases
def test_a_game_in_progress_is_gone_on_with_and_a_finished_one_was_played_before(
    phone: Phone,
) -> None:
    start_game(phone, "Cy", "Dee", title="At the lake")
    start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    page = phone.open("/")
    assert page.texts("h2") == ["Round 1", "Past games"]
    assert "At the lake" in page.one(".resume").to_text()
    assert [words.split(" ")[:2] for words in page.texts("a.game")] == [["A", "Ann"]]
    assert "Ann won 12-Step Rummy" in page.words


def test_the_open_game_shows_how_it_stands_and_the_others_stand_below(phone: Phone) -> None:
    start_game(phone, "Cy", "Dee")
    table = start_game(phone, "Ann", "Ben").has_played(2, 0, 90, down=[0])
    page = phone.open("/")
    assert page.texts("h2") == ["Round 3", "In progress"]
    assert page.texts(".resume li") == [
        "A Ann ahead on contract 3 Total: 0",
        "B Ben on contract 1 Total: 180",
    ]
    assert page.texts(".dock a") == ["New game", "Continue"]
    assert page.follow("Continue").path == table.address()
    assert [name.to_text() for name in page.one("a.game").query(".who")] == ["Cy", "Dee"]


def test_the_open_game_is_told_in_its_own_terms_and_the_page_around_it_in_general_ones(
    phone: Phone,
) -> None:
    about = phone.open("/").one("meta[name=description]").attrs["content"]
    assert "contract" in (about or "")
    start_game(phone, "Ann", "Ben", game="phase-10").has_played(1, 0, 90, down=[0])
    page = phone.open("/")
    assert page.texts(".resume li")[0] == "A Ann ahead on phase 2 Total: 0"
    assert page.one("meta[name=description]").attrs["content"] == about


def test_same_again_is_one_tap_with_the_dealer_turned_on(phone: Phone) -> None:
    start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    start_game(phone, "Cy", "Dee")
    link = phone.open("/").one("a.again")
    assert link.to_text() == "AB Same again 12-Step Rummy · Ann, Ben"
    page = phone.open(link.attrs["href"] or "")
    assert page.heading == "12-Step Rummy"
    assert page.typed("#new-game")["dealer"] == "1"
    assert phone.open("/new/again/nothing").status == 404


def test_a_game_on_home_leads_to_its_table_or_to_its_winner(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    assert phone.open("/").one(".resume a").attrs["href"] == table.address()
    table.has_played(12, 0, 90, down=[0])
    assert phone.open("/").one("a.game").attrs["href"] == table.address("final")


def device_of(phone: Phone) -> str:
    """The device name in the cookie of this phone, after it started a game."""
    start_game(phone, "Ann", "Ben", title="The latest")
    with phone.client.session_transaction() as session:
        return str(session["device"])


def titles(page: Page) -> list[str]:
    return page.texts(".game .called")


@pytest.fixture
def collector(phone: Phone) -> Phone:
    """A phone with two pages of games, plus one."""
    device = device_of(phone)
    with phone.app.app_context():
        many_games(2 * PAGE, device)
    return phone


@pytest.mark.both_databases
def test_home_lists_a_page_of_games_and_leads_on_to_the_older_ones(collector: Phone) -> None:
    page = collector.open("/")
    assert titles(page)[:2] == ["The latest", f"Evening {2 * PAGE}"]
    assert "Newer games" not in page.texts("a")
    page = page.follow("Older games")
    assert len(titles(page)) == PAGE
    page = page.follow("Older games")
    assert titles(page) == ["Evening 1"]
    assert "Older games" not in page.texts("a")
    assert "You play. This keeps score." not in page.words
    assert len(titles(page.follow("Newer games"))) == PAGE


@pytest.mark.both_databases
def test_games_are_searched_for_by_title_player_or_game(collector: Phone) -> None:
    page = collector.open("/").press("Search", q="evening 17 BEN")
    assert titles(page) == ["Evening 17"]
    assert page.typed("form")["q"] == "evening 17 BEN"
    page = page.press("Search", q="12-step")
    assert page.follow("Older games").typed("form")["q"] == "12-step"


def test_what_is_not_found_is_said_and_leads_back_to_all_games(collector: Phone) -> None:
    page = collector.open("/").press("Search", q="<Zoë>")
    assert "No game on this phone has “<Zoë>” in its title" in page.words
    assert page.typed("form")["q"] == "<Zoë>"
    assert titles(page.follow("All games"))[0] == "The latest"


@pytest.mark.parametrize("number", ["0", "-1", "x", "", "1e3", "²", "1" * 40])
def test_a_page_that_is_no_number_is_the_first(collector: Phone, number: str) -> None:
    assert titles(collector.open(f"/?page={number}"))[0] == "The latest"


@pytest.mark.parametrize("number", ["4", "99999"])
def test_a_page_after_the_last_says_so(collector: Phone, number: str) -> None:
    page = collector.open(f"/?page={number}")
    assert "The list ends before this page." in page.words
    assert titles(page.follow("All games"))[0] == "The latest"


def test_few_games_need_no_search(phone: Phone) -> None:
    start_game(phone, "Ann", "Ben")
    assert "Search" not in phone.open("/").buttons()


@pytest.mark.both_databases
def test_home_weighs_and_asks_as_much_with_a_thousand_games_as_with_a_page_of_them(
    phone: Phone,
) -> None:
    device = device_of(phone)
    with phone.app.app_context():
        many_games(PAGE, device)
        with statements() as few:
            page = phone.open("/")
        many_games(1000, device)
        with statements() as many:
            fuller = phone.open("/")
    assert len(titles(fuller)) == PAGE
    assert len(few) == len(many) <= 6  # two for the lists, four for the open game
    assert len(fuller.html) < len(page.html) + 200 < 20_000


def test_home_reads_no_rules_to_show_the_names_of_games(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])

    def read(*_: object) -> None:
        raise AssertionError("rules were read")

    for reader in ("catalogue.data_of_path", "catalogue.read_ruleset", "ruleset.read_ruleset"):
        monkeypatch.setattr(f"companion.rules.reading.{reader}", read)
    monkeypatch.setattr("companion.rules.game.read_ruleset", read)
    monkeypatch.setattr("companion.records.people.own_games._read", read)
    catalogue.cache_clear()
    page = phone.open("/")
    assert "12-Step Rummy" in page.words
    assert RULES in page.words
