"""A custom game: made from a catalogue game, played again, and sent to another phone."""

import io
from pathlib import Path

import pytest
from flask import Flask

from companion.gamefile.own_game import to_toml
from companion.records.log import games as records
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.own_games import edited
from tests.books import new_book
from tests.databases import Database
from tests.web.own_games import data_on, key_of, own_game, save
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, send_new_game, start_game


def told(card: Page) -> dict[str, list[str]]:
    """The paragraphs of a rules card, by heading."""
    sections = card.all(".play")
    headings = [section.query("h2")[0].to_text() for section in sections]
    paragraphs = [[p.to_text() for p in section.query("p")] for section in sections]
    return dict(zip(headings, paragraphs, strict=True))


def send_file(phone: Phone, content: bytes, name: str = "friend.toml") -> Page:
    data = {"csrf_token": phone.csrf_token, "key": "k", "file": (io.BytesIO(content), name)}
    return Page(phone, phone.client.post("/own/file", data=data, follow_redirects=True))


def test_its_line_is_made_from_its_rules_where_none_is_typed(phone: Phone) -> None:
    card = own_game(phone, changes={"summary": None})
    line = "12 contracts, each until it is made; the first to finish wins."
    assert phone.open("/games").texts(".own small") == [line]
    page = phone.open(f"/own/{key_of(card)}")
    assert data_on(page)["summary"] == line
    save(page, {"contracts": data_on(page)["contracts"][:11]})
    assert phone.open("/games").texts(".own small") == [line.replace("12", "11")]


def test_a_line_that_was_typed_stays(phone: Phone) -> None:
    card = own_game(phone, changes={"summary": "With dear kings"})
    again = save(phone.open(f"/own/{key_of(card)}"), {"values.K": 77})
    assert data_on(phone.open(f"/own/{key_of(again)}"))["summary"] == "With dear kings"


@pytest.mark.usefixtures("table")
def test_no_more_names_are_asked_for_than_can_play(phone: Phone) -> None:
    new_game = own_game(phone, changes={"players.most": 3}).follow("Play this")
    assert len(new_game.all("input.name")) == 3
    assert "Add a player" not in new_game.buttons()
    assert "Ann: add" in new_game.buttons()
    full = new_game.press("Cy: add", names__0="Zoë", names__1="Yu")
    assert [field.attrs["value"] for field in full.all("input.name")] == ["Zoë", "Yu", "Cy"]
    assert all("disabled" in chip.attrs for chip in full.all(".lineup .chip"))


def test_the_own_game_is_there_for_the_next_game(phone: Phone) -> None:
    own_game(phone, changes={"summary": "Ours, with dear kings"})
    assert phone.open("/new").texts(".own b") == ["Lake Rummy"]
    assert phone.open("/games").texts(".own small") == ["Ours, with dear kings"]
    assert Phone(phone.app).open("/new").texts(".own b") == []


def test_the_rules_card_shows_what_was_typed(phone: Phone) -> None:
    melds = {"one": {"text": "A"}, "two": {"text": "B"}}
    changes = {"values.K": 77, "cards_dealt": [12, 13], "how_to_play.melds": melds}
    card = own_game(phone, changes=changes)
    assert "K 77 points" in card.words
    assert {"A", "B"} <= set(told(card)["Melds"])
    assert "12" in card.words


def test_the_small_print_goes_along_and_can_be_typed_over(phone: Phone) -> None:
    of_base = told(phone.open("/games/twelve-step-rummy"))
    (stock,) = game_data("twelve-step-rummy")["how_to_play"]["stock"]
    void = {f"how_to_play.stock.{stock}.text": "Then the round is void."}
    card = own_game(phone, changes=void)
    assert {**of_base, "A turn": [*of_base["A turn"][:-1], "Then the round is void."]} == told(card)


def test_a_rematch_is_played_by_the_same_own_rules(phone: Phone) -> None:
    card = own_game(phone, changes={"values.K": 77})
    table = card.follow("Play this").press(
        "Deal the first round", **{"names-0": "Ann", "names-1": "Ben"}
    )
    token = table.path.split("/")[2]
    card.press("Remove from this phone")
    again = phone.open(f"/new/lake-rummy?again={token}")
    assert again.typed("#new-game")["names-1"] == "Ben"
    second = phone.send(
        f"/new/lake-rummy?again={token}", again.fill("#new-game", **{"names-1": "Cy"})
    )
    assert "K 77 points" in phone.open(f"{second.path}rules").words


def test_a_rematch_by_rules_that_were_changed_since_says_so(phone: Phone) -> None:
    card = own_game(phone)
    table = card.follow("Play this").press(
        "Deal the first round", **{"names-0": "Ann", "names-1": "Ben"}
    )
    rematch = f"/new/lake-rummy?again={table.path.split('/')[2]}"
    sentence = "With the rules of that evening."
    assert sentence not in phone.open(rematch).words
    save(phone.open(f"/own/{key_of(card)}"), {"values.K": 77})
    again = phone.open(rematch)
    assert sentence in again.words
    assert again.follow("Play by today’s rules").path == f"/new/{key_of(card)}"
    assert "K 77 points" not in phone.open(f"{table.path}rules").words


def test_the_link_to_import_rules_unfolds_the_import(phone: Phone) -> None:
    assert "open" not in phone.open("/own").one("#import").attrs
    assert "open" in phone.open("/played/take").follow("Import rules").one("#import").attrs


def test_a_friend_opens_the_link_and_makes_it_theirs(phone: Phone, other_phone: Phone) -> None:
    card = own_game(phone)
    seen = other_phone.open(card.path)
    assert "A game made by somebody else" in seen.words
    mine = save(seen.follow("Add to my games"), {"name": "Ours too"})
    assert key_of(mine) != key_of(card)
    assert other_phone.open("/own").texts(".own b") == ["Ours too"]


def test_nobody_else_changes_or_drops_it(phone: Phone, other_phone: Phone) -> None:
    card = own_game(phone)
    key = key_of(card)
    stamp = {"csrf_token": other_phone.csrf_token}
    assert other_phone.open(f"/own/{key}").status == 404
    assert other_phone.answer(f"/own/{key}", stamp).status_code == 404
    assert other_phone.answer(f"/own/{key}/drop", stamp).status_code == 404
    assert phone.open("/own").texts(".own b") == ["Lake Rummy"]


def test_a_dropped_game_can_be_put_back(phone: Phone) -> None:
    page = own_game(phone).press("Remove from this phone")
    assert page.texts(".own b") == []
    back = page.press("Restore it")
    assert back.texts(".own b") == ["Lake Rummy"]


def test_the_card_of_a_dropped_game_says_so_and_takes_it_back(phone: Phone) -> None:
    card = own_game(phone)
    card.press("Remove from this phone")
    again = phone.open(card.path)
    assert "Removed from this phone." in again.words
    assert "Saved on this phone" not in again.words
    assert again.press("Restore").texts(".own b") == ["Lake Rummy"]
    assert "Saved on this phone" in phone.open(card.path).words


def test_its_file_given_to_a_friend_is_the_same_game(phone: Phone, other_phone: Phone) -> None:
    card = own_game(phone, changes={"values.K": 77, "summary": "Ours, “with dear kings” – 100 %"})
    answer = phone.client.get(f"/own/{key_of(card)}/file")
    assert "lake-rummy.toml" in answer.headers["Content-Disposition"]
    theirs = send_file(other_phone, answer.data)
    assert theirs.heading == "Lake Rummy"
    assert "K 77 points" in theirs.words
    assert other_phone.open("/own").texts(".own b") == ["Lake Rummy"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG", "This is not the file of a game. Ask for the file again."),
        (b" \n", "This file is empty. Ask for the file again."),
        (
            b'extends = "twelve-step-rummy"\nkey = "x"\nname = "Ours"\ncards_dealt = 99',
            "cards_dealt",
        ),
        (
            b'extends = "twelve-step-rummy"\nkey = "x"\nname = "Ours"\nvirtual_deck = true',
            "“virtual_deck”: There is no such key here. Remove it.",
        ),
    ],
)
def test_a_broken_file_is_refused_with_the_key_at_fault(
    phone: Phone, content: bytes, sentence: str
) -> None:
    page = send_file(phone, content)
    assert page.status == 422
    assert sentence in page.trouble
    assert page.texts(".own b") == []


def test_a_rank_may_be_called_like_anything_in_a_form(phone: Phone) -> None:
    ranks = ["data", "prefix", "_x", "Meta", "K"]
    game = edited(
        game_data("five-crowns"),
        {"name": "Odd", "pack": {"ranks": ranks}, "values": dict.fromkeys(["Joker", *ranks], 5)},
    )
    card = send_file(phone, to_toml(game).encode())
    again = save(card.follow("Edit"), {"values.prefix": 7})
    assert (again.status, "prefix 7 points" in again.words) == (200, True)


def test_a_file_sent_twice_by_a_new_phone_is_kept_once(app: Flask) -> None:
    """Both requests are sent before the cookie of the first response."""
    new, same = Phone(app), Phone(app)
    token = new.open("/own").one("form[enctype] [name=csrf_token]").attrs["value"]
    cookie = new.client.get_cookie("companion")
    assert cookie is not None
    same.client.set_cookie("companion", cookie.value)
    file = to_toml(edited(game_data("five-crowns"), {"name": "Ours"})).encode()
    for tap in (new, same):
        sent = {"csrf_token": token, "key": "a new phone", "file": (io.BytesIO(file), "a.toml")}
        assert tap.client.post("/own/file", data=sent).status_code == 303
    assert new.open("/own").texts(".own b") == ["Ours"]


def test_a_file_of_a_game_that_is_here_already_leads_to_it(phone: Phone) -> None:
    card = own_game(phone)
    again = send_file(phone, phone.client.get(f"/own/{key_of(card)}/file").data)
    assert (again.path, again.said) == (card.path, "You already have this game.")
    assert phone.open("/own").texts(".own b") == ["Lake Rummy"]


def test_a_file_has_to_be_chosen_first(phone: Phone) -> None:
    page = send_file(phone, b"", "")
    assert (page.status, page.trouble) == (422, "Choose a file first.")


@pytest.mark.parametrize("path", ["/own/from/bridge", "/own/nothing", "/own/nothing/file"])
def test_an_own_game_that_is_not_there_is_a_page_that_says_so(phone: Phone, path: str) -> None:
    assert phone.open(path).status == 404


LAST_QUEUE = {"last_turns": True, "discard_to_go_out": False}


@pytest.mark.parametrize(
    ("hand_size", "marked_not_down"), [("known", False), ("unknown", False), ("known", True)]
)
def test_no_cards_left_after_a_last_turn_is_the_contract_made(
    phone: Phone, hand_size: str, *, marked_not_down: bool
) -> None:
    card = own_game(phone, changes=LAST_QUEUE)
    known = send_new_game(phone, "Ann", "Ben", "Cy", game=key_of(card))
    table = known if hand_size == "known" else without_sizes(phone)
    table.go_out("Ann")
    if marked_not_down:
        table.hand_of("Ben").press("Next: Cy", card0="1", down="no")
    page = table.hand_of("Ben").press("No cards left")
    assert page.heading == "Cards left: Cy"
    open_round = table.state.open
    assert open_round is not None
    assert (open_round.play.hands[1].cards, 1 in open_round.play.laid_down) == ({}, True)
    table.count("Cy", total=90, down="no")
    table.write_down()
    assert table.state.next_contracts == (2, 2, 1)


def without_sizes(phone: Phone) -> Table:
    """The same custom game with unknown hand sizes."""
    data = {**game_data("twelve-step-rummy"), "last_turns": True, "hand_size": "unknown"}
    with phone.app.app_context():
        seats = Seats(("Ann", "Ben", "Cy"))
        new = records.NewGame({**data, "options": {}}, seats)
        return Table(phone, records.start_game(new, "a-phone"))


def test_where_nobody_else_can_be_without_cards_it_is_not_offered(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    table.go_out("Ann")
    assert "No cards left" not in table.hand_of("Ben").buttons()


def test_a_saved_game_is_sent_to_the_import_of_games(phone: Phone) -> None:
    record = '{"format": "companion-game/1", "players": [' + " " * 40_000 + "]}"
    page = send_file(phone, record.encode())
    assert page.status == 422
    assert "open" in page.one("details#import").attrs
    assert page.trouble == "This file has saved games. Import it under “Import games”."
    assert "Import games" in page.texts(".doors a")


def test_saving_a_game_that_nobody_can_make_says_so(phone: Phone) -> None:
    melding = {**game_data("contract-rummy")["melding"], "last_contract_complete": True}
    edits = {"name": "Ours", "contracts": ["S3 S3", "R4"], "cards_dealt": 11}
    own = edited(game_data("contract-rummy"), edits) | {"melding": melding}
    card = send_file(phone, to_toml(own).encode())
    preview = card.follow("Edit").press("Preview")
    assert preview.trouble.startswith("Nobody can make contract 2: its cards do not exist, or do")


def test_too_many_saved_games_are_told_as_such(tmp_path: Path, database: Database) -> None:
    for app in new_book(tmp_path, database, GAMES_AN_HOUR=(1, 2000)):
        phone = Phone(app)
        files = [to_toml(edited(game_data("five-crowns"), {"name": n})).encode() for n in "ab"]
        assert [send_file(phone, file).status for file in files] == [200, 429]
