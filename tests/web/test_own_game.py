"""Your own game: from a game of the catalogue to the next evening, and to a friend's phone."""

import io
from collections.abc import Mapping
from functools import cache

import pytest
from flask import Flask

from companion.gamefile.own_game import to_toml
from companion.records import new_games as records
from companion.records.games import new_key
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.own_games import edited
from tests.web.html import Element
from tests.web.page import Page, Pairs, filled
from tests.web.phone import Phone
from tests.web.table import Table, send_new_game, start_game

TWELVE_STEP = "/own/from/twelve-step-rummy"
CONTRACT_RUMMY = "/own/from/contract-rummy"
KEEP = "Keep this game"


def own_game(phone: Phone, start: str = TWELVE_STEP, **typed: str) -> Page:
    """The rules card of an own game, made with these fields typed over."""
    page = phone.send(start, form_of(phone, start, {"name": "Lake Rummy", **typed}))
    assert page.status == 200, page.texts(".error")
    return page


def form_of(phone: Phone, start: str, typed: Mapping[str, str | None]) -> Pairs:
    """What its form sends with this typed over: but for its keys its page is the same for all."""
    keys = {"csrf_token": phone.csrf_token, "key": new_key()}
    return filled(_form_at(phone.app, start), {**typed, **keys})


@cache
def _form_at(app: Flask, start: str) -> Element:
    return Phone(app).open(start).one("#own-game")


def told(card: Page) -> dict[str, list[str]]:
    """The paragraphs on a rules card, by their headings."""
    sections = card.all(".play")
    headings = [section.query("h2")[0].to_text() for section in sections]
    paragraphs = [[p.to_text() for p in section.query("p")] for section in sections]
    return dict(zip(headings, paragraphs, strict=True))


def key_of(card: Page) -> str:
    return card.path.rsplit("/", 1)[-1]


def send_file(phone: Phone, content: bytes, name: str = "friend.toml") -> Page:
    data = {"csrf_token": phone.csrf_token, "key": "k", "file": (io.BytesIO(content), name)}
    return Page(phone, phone.client.post("/own/file", data=data, follow_redirects=True))


def refused(phone: Phone, field: str, start: str = TWELVE_STEP, **typed: str | None) -> str:
    """What the form says at this field when it is sent so; everything typed still stands in it."""
    sent = form_of(phone, start, typed)
    again = phone.send(start, sent)
    assert again.status == 422
    link = again.one(".trouble a").attrs["href"] or ""
    assert again.one(link)
    left_out = {"csrf_token", "key"}
    assert {pair for pair in sent if pair[0] not in left_out} <= {
        pair for pair in again.fill("#own-game") if pair[0] not in left_out
    }
    assert phone.open("/own").texts(".own b") == []
    return again.error_at(field)


@pytest.mark.parametrize("key", catalogue())
def test_every_game_of_the_catalogue_can_be_made_ones_own(phone: Phone, key: str) -> None:
    card = own_game(phone, f"/own/from/{key}")
    assert card.heading == "Lake Rummy"
    assert card.said == "Kept for your next games."


def test_a_contract_can_ask_for_two_aces(phone: Phone) -> None:
    wrong = refused(phone, "contracts-2", CONTRACT_RUMMY, **{"contracts-2": "S3 2xZ"})
    assert wrong == "No card in play is called Z. Take it out, or ask for another rank."
    card = own_game(phone, CONTRACT_RUMMY, **{"contracts-2": "S3 R4 2xA"})
    assert "Set of 3, run of 4, 2 aces" in card.texts(".contracts span")


def test_its_line_is_made_from_its_rules_where_none_is_typed(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    assert page.typed("#own-game")["summary"] == ""
    card = page.press(KEEP, name="Lake Rummy")
    line = "12 contracts, each until it is made; the first to make them all wins."
    assert phone.open("/games").texts(".own small") == [line]
    changed = phone.open(f"/own/{key_of(card)}")
    sent = changed.fill("#own-game", **{"contracts-11": None})
    phone.send(changed.path, sent)
    assert phone.open("/games").texts(".own small") == [line.replace("12", "11")]


def test_a_line_that_was_typed_stays(phone: Phone) -> None:
    card = own_game(phone, summary="With dear kings")
    again = phone.open(f"/own/{key_of(card)}")
    assert again.typed("#own-game")["summary"] == "With dear kings"


@pytest.mark.usefixtures("table")
def test_no_more_names_are_asked_for_than_can_play(phone: Phone) -> None:
    new_game = own_game(phone, **{"players-most": "3"}).follow("Play this")
    assert len(new_game.all("input.name")) == 3
    assert "Add a player" not in new_game.buttons()
    assert "Ann: add" in new_game.buttons()
    full = new_game.press("Cy: add", names__0="Zoë", names__1="Yu")
    assert [field.attrs["value"] for field in full.all("input.name")] == ["Zoë", "Yu", "Cy"]
    assert "Ann: add" not in full.buttons()


def test_the_own_game_is_there_for_the_next_game(phone: Phone) -> None:
    own_game(phone, summary="Ours, with dear kings")
    assert phone.open("/new").texts(".own b") == ["Lake Rummy"]
    assert phone.open("/games").texts(".own small") == ["Ours, with dear kings"]
    assert Phone(phone.app).open("/new").texts(".own b") == []


def test_the_rules_card_shows_what_was_typed(phone: Phone) -> None:
    typed = {"values-K": "77", "cards_dealt": "12 13", "how_to_play-melds": "A\n\nB"}
    card = own_game(phone, **typed)
    assert "K 77 points" in card.words
    assert told(card)["Melds"] == ["A", "B"]
    assert "12" in card.words


def test_the_small_print_goes_along_and_can_be_typed_over(phone: Phone) -> None:
    of_base = told(phone.open("/games/twelve-step-rummy"))
    card = own_game(phone, **{"how_to_play-stock": "Then the round is void."})
    assert {**of_base, "A turn": [*of_base["A turn"][:-1], "Then the round is void."]} == told(card)
    again = phone.open(f"/own/{key_of(card)}").typed("#own-game")
    assert again["how_to_play-stock"] == "Then the round is void."
    assert again["how_to_play-wild_cards"].splitlines() == of_base["Wild cards"]


def test_what_goes_with_a_house_rule_follows_it_in_an_own_game_too(phone: Phone) -> None:
    line = "A buyer pays a card."
    buys = phone.open(CONTRACT_RUMMY).typed("#own-game")["how_to_play-buying"].splitlines()
    typed = {"how_to_play-buying": "\n".join([line, *buys[1:]])}
    card = own_game(phone, CONTRACT_RUMMY, **typed)
    assert told(card)["Buying"] == [line, *buys[1:]]
    new_game = card.follow("Play this")
    names = {"names-0": "Ann", "names-1": "Ben"}
    for allowed in (False, True):
        typed = new_game.fill("#new-game", **names, option_buys=str(allowed))
        table = phone.send(new_game.path, typed)
        assert (line in phone.open(f"{table.path}rules").words) == allowed


def test_a_paragraph_too_long_for_a_card_is_refused(phone: Phone) -> None:
    sentence = refused(phone, "how_to_play-turn", **{"how_to_play-turn": "x" * 401})
    assert sentence == "This has 401 characters. Use 400 or fewer."


def test_it_is_played_and_its_rules_stay_with_the_game(phone: Phone) -> None:
    card = own_game(phone, **{"values-K": "77"})
    table = card.follow("Play this").press(
        "Deal the first round", **{"names-0": "Ann", "names-1": "Ben"}
    )
    assert table.path.startswith("/g/")
    phone.open(f"/own/{key_of(card)}").press(KEEP, **{"values-K": "1"})
    assert "K 77 points" in phone.open(f"{table.path}rules").words
    assert "K 1 point" in phone.open(card.path).words


def test_house_rules_that_were_not_settled_are_asked(phone: Phone) -> None:
    card = own_game(phone, **{"values-10": "7"})
    page = card.follow("Play this")
    names = {element.attrs.get("name") for element in page.all("input")}
    assert "option_two_value" in names
    assert "option_tie_points" in names
    assert "option_ten_value" not in names


def test_a_rematch_is_played_by_the_same_own_rules(phone: Phone) -> None:
    card = own_game(phone, **{"values-K": "77"})
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
    phone.open(f"/own/{key_of(card)}").press(KEEP, **{"values-K": "77"})
    again = phone.open(rematch)
    assert sentence in again.words
    assert again.follow("Play by today’s rules").path == f"/new/{key_of(card)}"


STEPS = [
    ("contracts:more", "contracts", 13),
    ("contracts:0:drop", "contracts", 11),
    ("adjustments:more", "adjustments", 1),
    ("decks:more", "decks", 4),
]


@pytest.mark.parametrize(("step", "rows", "count"), STEPS)
def test_a_step_changes_its_rows_and_leaves_the_rest(
    phone: Phone, step: str, rows: str, count: int
) -> None:
    page = phone.open(TWELVE_STEP)
    typed = {"name": "Half typed", "values-K": "not yet"}
    after = phone.send(TWELVE_STEP, [*page.fill("#own-game", **typed), ("step", step)])
    fields = after.typed("#own-game")
    assert len({name.split("-")[1] for name in fields if name.startswith(f"{rows}-")}) == count
    assert (fields["name"], fields["values-K"]) == ("Half typed", "not yet")


MOVES = [
    ("contracts:more", "10 10 10 11 12 13 14", "10 10 10 11 12 13 14 14"),
    ("contracts:2:drop", "10 10 11 12 12 12 12", "10 10 12 12 12 12"),
    ("contracts:4:up", "6 7 8 9 10 11 12", "6 7 8 10 9 11 12"),
    ("contracts:4:down", "6 7 8 9 10 11 12", "6 7 8 9 11 10 12"),
    ("contracts:6:down", "6 7 8 9 10 11 12", "6 7 8 9 10 11 12"),
    ("contracts:0:set", "6 7 8 9 10 11 12", "6 7 8 9 10 11 12"),
    ("contracts:more", "11", "11"),
    ("contracts:0:drop", "10 12", "10 12"),
]


@pytest.mark.parametrize(("step", "dealt", "after"), MOVES)
def test_a_contract_takes_its_number_of_cards_dealt_along(
    phone: Phone, step: str, dealt: str, after: str
) -> None:
    sent = phone.open(CONTRACT_RUMMY).fill("#own-game", cards_dealt=dealt)
    page = phone.send(CONTRACT_RUMMY, [*sent, ("step", step)])
    assert page.typed("#own-game")["cards_dealt"] == after


def test_a_meld_grows_to_the_cards_dealt_and_no_further(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    sent = page.fill("#own-game", cards_dealt="5", **{"contracts-0": ""})
    page = phone.send(TWELVE_STEP, [*sent, ("step", "contracts:0:colour")])
    again = phone.send(TWELVE_STEP, [*page.fill("#own-game"), ("step", "contracts:0:0:longer")])
    assert page.typed("#own-game")["contracts-0"] == "C5" == again.typed("#own-game")["contracts-0"]


def test_where_a_contract_is_played_until_it_is_made_cards_are_dealt_by_round(phone: Phone) -> None:
    dealt = " ".join(["13"] * 12)
    sent = phone.open(TWELVE_STEP).fill("#own-game", cards_dealt=dealt)
    page = phone.send(TWELVE_STEP, [*sent, ("step", "contracts:3:drop")])
    assert page.typed("#own-game")["cards_dealt"] == dealt


def test_cards_dealt_for_more_rounds_than_have_contracts_are_refused(phone: Phone) -> None:
    sentence = refused(phone, "cards_dealt", CONTRACT_RUMMY, cards_dealt="10 10 12 12 12")
    assert "dealt for 5 rounds, and there are contracts for 7" in sentence
    assert "One number alone serves every round" in sentence


def test_contracts_are_drawn_as_they_are_built(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    before = len(page.all("#contract-0 rect"))
    after = phone.send(TWELVE_STEP, [*page.fill("#own-game"), ("step", "contracts:0:run")])
    assert len(after.all("#contract-0 rect")) == before + 4
    assert "2 sets of 3, run of 4" in after.texts("#contract-0 summary")[0]


def test_the_rules_card_is_shown_before_anything_is_kept(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP).press("Rules card", **{"values-K": "77"})
    assert "K 77 points" in " ".join(page.texts("#preview section"))
    assert page.typed("#own-game")["values-K"] == "77"
    assert phone.open("/own").texts(".own b") == []


WRONG = [
    ("name", {"name": " "}, "Give your game a name."),
    ("name", {"name": "x" * 41}, "41 characters"),
    ("values-K", {"values-K": "ten"}, "Enter a whole number from"),
    ("values-K", {"values-K": ""}, "Enter a whole number from 0 to 1000."),
    ("values-K", {"values-K": "1001"}, "from 0 to 1000"),
    ("cards_dealt", {"cards_dealt": ""}, "from 1 to 60"),
    ("cards_dealt", {"cards_dealt": "13 lots"}, "from 1 to 60"),
    ("advancing", {"advancing": "round"}, "Change one of the two"),
    (
        "end-limit",
        {"end-when": "limit_reached", "end-winner": "lowest_total"},
        "Enter a whole number from",
    ),
    ("decks-1-jokers", {"decks-1-jokers": "few"}, "Enter a whole number from"),
    ("decks-2-decks", {"decks-2-decks": ""}, "Enter a whole number from"),
    ("players-most", {"players-most": "21"}, "from 2 to 20"),
    ("players-least", {"players-least": "0"}, "from 1 to 20"),
    ("moving_wild-value", {"moving": "points"}, "Enter a whole number from"),
]


@pytest.mark.parametrize(("field", "typed", "sentence"), WRONG)
def test_what_cannot_be_played_is_said_at_its_field(
    phone: Phone, field: str, typed: dict[str, str], sentence: str
) -> None:
    assert sentence in refused(phone, field, **typed)


def test_where_nobody_buys_a_contract_takes_no_more_than_is_dealt(phone: Phone) -> None:
    said = refused(phone, "contracts-2", "/own/from/russian-rummy", cards_dealt="7")
    assert "It takes 8 cards, and only 7 are dealt." in said


def test_an_answer_that_does_not_go_with_another_is_said_at_it(phone: Phone) -> None:
    said = refused(phone, "end-winner", **{"end-winner": "lowest_total"})
    assert "Change one of the two" in said


def test_an_answer_that_nobody_could_pick_is_said_at_its_question(phone: Phone) -> None:
    sent = phone.open(TWELVE_STEP).fill("#own-game", advancing="sometimes")
    again = phone.send(TWELVE_STEP, sent)
    assert (again.status, again.error_at("advancing")) == (422, "Choose one of these.")


def test_everything_that_is_wrong_is_said_at_once(phone: Phone) -> None:
    typed = {"values-K": "", "values-9": "x", "cards_dealt": "many", "players-most": "0"}
    page = phone.open(TWELVE_STEP).press(KEEP, **typed, **{"decks-0-jokers": "-1", "name": ""})
    assert page.status == 422
    assert page.one(".trouble a").attrs["href"] == "#name"
    assert page.error_at("values-K") == page.error_at("values-9")
    assert "from 1 to 60" in page.error_at("cards_dealt")
    assert "from 2 to 20" in page.error_at("players-most")
    assert "from 0 to 9999" in page.error_at("decks-0-jokers")


def test_points_need_their_reason(phone: Phone) -> None:
    page = (
        phone.open(TWELVE_STEP).press("Add a reason").press(KEEP, **{"adjustments-0-points": "5"})
    )
    assert page.error_at("adjustments-0-reason") == "Say what the points are for."


def test_a_contract_without_melds_is_said_at_the_contract(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    sent = [pair for pair in page.fill("#own-game") if pair[0] != "contracts-4"]
    again = phone.send(TWELVE_STEP, [*sent, ("contracts-4", "")])
    assert again.texts("#contract-4 .error") == ["Tap + Set or + Run."]


def test_a_doubled_tap_keeps_one_game(phone: Phone) -> None:
    sent = phone.open(TWELVE_STEP).fill("#own-game")
    first, second = (phone.answer(TWELVE_STEP, sent) for _ in range(2))
    assert first.location == second.location
    assert len(phone.open("/own").texts(".own b")) == 1


def test_a_friend_opens_the_link_and_makes_it_theirs(phone: Phone, other_phone: Phone) -> None:
    card = own_game(phone)
    seen = other_phone.open(card.path)
    assert "A game made by somebody else" in seen.words
    mine = seen.follow("Add to my games").press(KEEP, name="Ours too")
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
    back = page.press("Put it back")
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
    card = own_game(phone, **{"values-K": "77", "summary": "Ours, “with dear kings” – 100 %"})
    answer = phone.client.get(f"/own/{key_of(card)}/file")
    assert "lake-rummy.toml" in answer.headers["Content-Disposition"]
    theirs = send_file(other_phone, answer.data)
    assert theirs.heading == "Lake Rummy"
    assert "K 77 points" in theirs.words
    assert other_phone.open("/own").texts(".own b") == ["Lake Rummy"]


VARIANT = b'extends = "twelve-step-rummy"\nkey = "ours"\n'


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG", "This is not the file of a game. Ask for the file again."),
        (b" \n", "This file is empty. Ask for the file again."),
        (b"advancing", "Ask for the file again, or put it right there."),
        (b"advancing = 5", "“house_rules”: Needed here: a list"),
        (
            b'extends = "twelve-step-rummy"\nkey = "x"\nname = "Ours"\ncards_dealt = 99',
            "cards_dealt",
        ),
        (VARIANT + b'name = "Ours"\nvirtual_deck = true', "“virtual_deck”: Nothing here is"),
        (VARIANT + b"name = ' '", "“name”: Type something here"),
        (VARIANT + b"name = '" + b"x" * 401 + b"'", "“name”: Type something here"),
        (VARIANT + b"name = '" + b"x" * 41 + b"'", "“name”: This has 41 characters."),
        (VARIANT + "name = 'a\u202eb'".encode(), "“name”: This has invisible characters."),
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
    again = card.follow("Edit").press(KEEP, **{"values-prefix": "7"})
    assert (again.status, "prefix 7 points" in again.words) == (200, True)


def test_a_file_sent_twice_by_a_new_phone_is_kept_once(app: Flask) -> None:
    """Neither tap waits for the cookie that the other brings back."""
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
    assert (again.path, again.said) == (card.path, "You have this already.")
    assert phone.open("/own").texts(".own b") == ["Lake Rummy"]


def test_a_file_has_to_be_chosen_first(phone: Phone) -> None:
    page = send_file(phone, b"", "")
    assert (page.status, page.trouble) == (422, "Choose a file first: one that somebody gave you.")


@pytest.mark.parametrize("path", ["/own/from/bridge", "/own/nothing", "/own/nothing/file"])
def test_an_own_game_that_is_not_there_is_a_page_that_says_so(phone: Phone, path: str) -> None:
    assert phone.open(path).status == 404


LAST_CONTRACT = "only_who_goes_out_lays_down_last"
ASKED = (
    "Another contract comes last now, so this is no longer ticked. "
    "Tick it if it holds for that one too."
)


def test_with_another_contract_last_its_rule_is_asked_about_again(phone: Phone) -> None:
    start = "/own/from/contract-rummy"
    page = phone.open(start)
    assert LAST_CONTRACT in page.typed("#own-game")
    same_last = phone.send(start, [*page.fill("#own-game"), ("step", "contracts:0:drop")])
    assert LAST_CONTRACT in same_last.typed("#own-game")
    assert ASKED not in same_last.words
    other_last = phone.send(start, [*same_last.fill("#own-game"), ("step", "contracts:5:drop")])
    assert LAST_CONTRACT not in other_last.typed("#own-game")
    assert ASKED in other_last.words
    card = other_last.press(KEEP, name="Lake Rummy")
    assert "In the last round only" not in card.words
    again = phone.open(f"/own/{key_of(card)}")
    sent = [*again.fill("#own-game"), (LAST_CONTRACT, "y")]
    assert "In the last round only" in phone.send(again.path, sent).words


def test_where_it_did_not_hold_nothing_is_asked(phone: Phone) -> None:
    sent = [*phone.open(TWELVE_STEP).fill("#own-game"), ("step", "contracts:11:drop")]
    assert ASKED not in phone.send(TWELVE_STEP, sent).words


LAST_QUEUE = {"last_turns": "y", "discard_to_go_out": None}


@pytest.mark.parametrize("hand_size", ["known", "unknown"])
@pytest.mark.parametrize("marked_not_down", [False, True])
def test_no_cards_left_after_a_last_turn_is_the_contract_made(
    phone: Phone, hand_size: str, *, marked_not_down: bool
) -> None:
    card = own_game(phone, **LAST_QUEUE)
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
    """The same own game, in which nobody knows how many cards a hand holds."""
    data = {**game_data("twelve-step-rummy"), "last_turns": True, "hand_size": "unknown"}
    with phone.app.app_context():
        seats = Seats(("Ann", "Ben", "Cy"))
        new = records.NewGame({**data, "options": {}}, seats)
        return Table(phone, records.start_game(new, "a-phone"))


def test_an_empty_hand_can_be_typed_as_nothing_after_a_last_turn(phone: Phone) -> None:
    table = send_new_game(phone, "Ann", "Ben", game=key_of(own_game(phone, **LAST_QUEUE)))
    table.go_out("Ann")
    table.count("Ben", total=0)
    assert table.state.open is not None
    assert 1 in table.state.open.play.laid_down


def test_where_nobody_else_can_be_without_cards_it_is_not_offered(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    table.go_out("Ann")
    assert "No cards left" not in table.hand_of("Ben").buttons()
