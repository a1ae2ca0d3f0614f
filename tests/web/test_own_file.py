"""The page with the file of a custom game: everything can be edited, and nothing is lost."""

import io
import re
import tomllib
from random import Random
from typing import Any

import pytest

from companion.gamefile import own_game as own_game_files
from companion.gamefile.own_game import to_toml
from companion.records.people.links import new_key
from companion.records.people.own_games import keep_own_game
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.sections import value_at
from tests.soak import examples
from tests.web.own_games import (
    CONTRACT_RUMMY,
    LAKE_RUMMY,
    TWELVE_STEP,
    Changes,
    changed,
    data_on,
    key_of,
    own_game,
    save,
    text_on,
)
from tests.web.page import Page
from tests.web.phone import Phone

FIVE_CROWNS, GIN = "/own/from/five-crowns", "/own/from/gin-rummy"
NOTHING_SAVED = "Nothing is saved yet: something has to be corrected first."


def refused(page: Page, text: str, press: str = "Save") -> Page:
    """The page again, with the error beside the text; nothing is lost or saved."""
    again = page.press(press, text=text)
    assert again.status == 422
    assert NOTHING_SAVED in again.trouble
    assert text_on(again) == text
    assert page.phone.open("/own").texts(".own b") == []
    return again


@pytest.mark.parametrize("key", ["contract-rummy", "five-crowns"])
def test_saved_as_it_is_a_file_says_the_same_again(phone: Phone, key: str) -> None:
    page = phone.open(f"/own/from/{key}")
    shown = data_on(page)
    assert shown["contracts"] == game_data(key)["contracts"]
    assert shown["house_rules"] == game_data(key)["house_rules"]
    again = phone.open(f"/own/{key_of(page.press('Save'))}")
    assert data_on(again) == shown
    assert data_on(phone.open(f"/own/{key_of(again.press('Save'))}")) == shown


ANOTHER_VALUE: Changes = {
    "name": "Typed",
    "players.most": 6,
    "decks.0.jokers": 6,
    "values.K": 77,
    "direction": "right",
    "buys.limit": 2,
    "adjustments": [{"points": 5, "reason": "Late"}],
    "melding.set_least": 2,
    "melding.most_wilds": {"3": 1},
    "house_rules.0.question": "When are twelve cards dealt?",
    "how_to_play.turn": {"typed": {"text": "Typed.", "when": {"buys.allowed": True}}},
}


def test_keys_of_every_shape_can_have_another_value(phone: Phone) -> None:
    """`tests/gamefile/test_own_game_file.py` writes and reads each key."""
    page = phone.open(CONTRACT_RUMMY)
    before, card = data_on(page), save(page, ANOTHER_VALUE)
    assert card.status == 200, card.texts(".error")
    token = key_of(card)
    for data in (data_on(phone.open(f"/own/{token}")), file_of(phone, token)):
        for path, value in ANOTHER_VALUE.items():
            assert at(data, path) == value != at(before, path)


def at(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = data[int(part)] if isinstance(data, list) else data.get(part, {})
    return None if data == {} else data


def file_of(phone: Phone, token: str) -> dict[str, Any]:
    return tomllib.loads(phone.client.get(f"/own/{token}/file").text)


def test_its_name_gives_the_game_its_key(phone: Phone) -> None:
    token = key_of(own_game(phone, changes={"name": "Typed", "key": "another"}))
    assert data_on(phone.open(f"/own/{token}"))["key"] == "typed"


WRONG: list[tuple[Changes, str]] = [
    ({"name": " "}, "Line 2, “name”: Enter a text of up to 400 characters."),
    ({"name": "x" * 41}, "Line 2, “name”: This has 41 characters. Use 40 or fewer"),
    ({"name": "a\u202eb"}, "Line 2, “name”: This has invisible characters. Enter it again."),
    (
        {"values.K": "ten"},
        "“values.K”: Expected here: a whole number, or another rank that has one",
    ),
    ({"values.K": None}, "“values.K”: Enter its value: a whole number from 0 to 1000."),
    ({"values.K": 1001}, "“values.K”: Enter a whole number from 0 to 1000."),
    ({"cards_dealt": "13 lots"}, "“cards_dealt”: Expected here: a whole number from 1 to 60"),
    ({"advancing": "round"}, "“advancing”: “finish” needs an end.when of"),
    ({"advancing": "sometimes"}, "“advancing”: Expected here: one of finish, round, none."),
    ({"end.when": "limit_reached"}, "“end.limit”: Enter a whole number from 1 to 9999."),
    (
        {"end.winner": "lowest_total"},
        "“end.winner”: “first_to_finish” and “lowest_points_when_someone_finishes” need",
    ),
    ({"decks.1.jokers": "few"}, "“decks[1].jokers”: Enter a whole number from 0 to 9999."),
    ({"decks.2.decks": None}, "“decks[2].decks”: Enter a whole number from 1 to 20."),
    ({"players.most": 21}, "“players.most”: Enter a whole number from 2 to 20."),
    ({"players.least": 0}, "“players.least”: Enter a whole number from 1 to 20."),
    ({"moving_wild": {}}, "“moving_wild.value”: Enter a whole number from 0 to 1000."),
    ({"adjustments": [{"points": 5}]}, "“adjustments[0].reason”: Enter a text"),
    ({"how_to_play.turn.draw.text": "x" * 401}, "“how_to_play.turn.draw.text”: Enter a text"),
    ({"contracts.4": ""}, "“contracts[4]”: Expected here: melds such as S3"),
    ({"contracts.4": "S3 2xZ"}, "“contracts[4]”: No card in play is called Z."),
    ({"contracts": []}, "“contracts”: Add a contract, or set advancing to “none”."),
    ({"virtual_deck": True}, "“virtual_deck”: There is no such key here. Remove it."),
    ({"options": {}}, "“options”: Expected here: no choices yet"),
    ({"house_rules": 5}, "“house_rules”: Expected here: a list of 0 to 30 tables."),
    ({"house_rules": [{"key": 7}]}, "“house_rules[0].key”: Enter a text"),
    ({"extends": "whist"}, "“extends”: Expected here: the key of a game of the catalogue."),
]


def test_what_cannot_be_played_is_said_with_its_place(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    for changes, sentence in WRONG:
        again = refused(page, changed(page, changes))
        assert sentence in again.error_at("text"), changes
    assert phone.open("/own").texts(".own b") == []


PLACES = [
    ("cards_dealt = 13", "cards_dealt = 99", "cards_dealt = 99"),
    ("most = 9", "most = 21", "most = 21"),
    ("K = 10", "K = 1001", "K = 1001"),
    ('"S3 S3",', '"S3 2xZ",', '"S3 2xZ",'),
    ("{ up_to = 7, decks = 3", "{ up_to = 7, decks = 99", None),
    ("least = 2\n", "", "[players]"),
    ('winner = "first_to_finish"', 'winner = "first_to_finish" x', None),
    ("cards_dealt = 13", "cards_dealt = ", "cards_dealt ="),
]


@pytest.mark.parametrize(("old", "new", "line"), PLACES)
def test_the_line_that_is_wrong_is_named_and_shown(
    phone: Phone, old: str, new: str, line: str | None
) -> None:
    page = phone.open(TWELVE_STEP)
    text = text_on(page).replace(old, new, 1)
    again = refused(page, text)
    (number,) = re.findall(r"^Line (\d+)", again.error_at("text"))
    shown = again.one("#to-line").to_text()
    assert " ".join(text.split("\n")[int(number) - 1].split()) == shown
    assert (line or new) in shown


def test_of_many_house_rules_the_one_that_cannot_be_played_is_shown(phone: Phone) -> None:
    page = phone.open(CONTRACT_RUMMY)
    start = text_on(page)
    text = start.replace('label = "15 points, like an ace"', 'label = ""')
    again = refused(page, text)
    assert "“house_rules[2].choices[1].label”" in again.error_at("text")
    text = start.replace("cards_dealt = [10, 10, 10, 12, 12, 12, 12]", "cards_dealt = [99]")
    again = refused(page, text)
    assert "“house_rules.deal”: A choice of this house rule cannot be played" in again.error_at(
        "text"
    )
    assert again.one("#to-line").to_text() == "[[house_rules]]"


BROKEN = [
    ("", "This file is empty."),
    (" \n\n", "This file is empty."),
    ("advancing", "Line 1: This cannot be read: Expected '='"),
    ("a = 1\na = 2\n", "Line 2: This cannot be read: Cannot overwrite a value"),
    ("x = " + "9" * 5000, "This cannot be read: Exceeds the limit"),
    ("x = 0x" + "f" * 5000, "A number in this file has more than 9 digits."),
    ("#" * 33_000, "This file is larger than 32 kB. No game needs that much."),
    ("x = " + "[\n" * 9000, "The keys in this file are nested more than 8 levels deep"),
    ("a.b.c.d.e.f.g.h.i = 1", "The keys in this file are nested more than 8 levels deep"),
    ("x = 1979-05-27", "“players”: Expected here: a table."),
    ("name = '\ufffd'", "“"),
    ("\x01", "Line 1: This cannot be read: Invalid statement"),
    ("[" + " " * 30_000, "This cannot be read"),
    ("<script>alert(1)</script>", "This cannot be read"),
]


def test_a_text_that_is_no_game_is_refused_and_stays(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    for number, (text, sentence) in enumerate(BROKEN):
        press = "Preview" if number % 3 else "Save"
        assert sentence in refused(page, text, press).error_at("text"), text[:40]


def test_what_a_browser_makes_of_line_breaks_is_no_part_of_the_file(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    card = page.press("Save", text=text_on(page).replace("\n", "\r\n"))
    assert data_on(phone.open(f"/own/{key_of(card)}")) == data_on(page)
    lines = "\r\n" * 20_000  # the file ends up with half of these bytes
    again = page.press("Save", text="#" + lines + "x")
    assert "Line 20001" in again.error_at("text")


def test_a_form_without_a_text_shows_the_file_as_it_is(phone: Phone) -> None:
    card = own_game(phone)
    kept = data_on(phone.open(f"/own/{key_of(card)}"))
    stamp = {"csrf_token": phone.csrf_token, "key": "k", "name": "From an older page"}
    again = phone.send(f"/own/{key_of(card)}", stamp)
    assert (again.status, data_on(again)) == (422, kept)
    assert "The file was missing" in again.error_at("text")


def test_where_many_files_are_read_at_once_the_text_stays(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_game_files, "_PATIENCE_SECONDS", 0.01)
    page = phone.open(TWELVE_STEP)
    with own_game_files._files_of_strangers.turn(1):
        again = refused(page, text_on(page))
    assert again.error_at("text") == "The app is busy reading files. Try again in a moment."
    assert again.press("Save").status == 200


def test_its_words_and_what_it_leaves_out_stand_in_comments(phone: Phone) -> None:
    text = text_on(phone.open(CONTRACT_RUMMY))
    assert 'advancing = "round"  # or finish, none' in text
    assert '\n# direction = "left"  # or right' in text
    assert 'swap = "any"  # or none, others, silent' in text
    uncommented = re.sub("^# (direction|moving_wild|adjustments)", r"\1", text, flags=re.MULTILINE)
    card = phone.open(CONTRACT_RUMMY).press("Save", text=uncommented.replace('"left"', '"right"'))
    data = data_on(phone.open(f"/own/{key_of(card)}"))
    assert (data["direction"], data["moving_wild"]) == ("right", {"value": "own"})
    assert data["adjustments"] == [{"points": -50, "reason": "Exact cut"}]


def test_the_rules_card_is_shown_before_anything_is_saved(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    seen = page.press("Preview", text=changed(page, {"values.K": 77}))
    assert seen.status == 200
    assert "K 77 points" in " ".join(seen.texts("#preview section"))
    assert data_on(seen)["values"]["K"] == 77
    assert phone.open("/own").texts(".own b") == []


def test_a_house_rule_that_the_file_settles_is_no_longer_asked(phone: Phone) -> None:
    page = phone.open(CONTRACT_RUMMY)
    text = changed(page, {"values.Joker": 40})
    said = "The file now answers this, so it is no longer a question: What is a joker worth?"
    assert said in page.press("Preview", text=text).texts("#preview .note")[0]
    card = page.press("Save", text=text)
    assert said in card.said
    kept = data_on(phone.open(f"/own/{key_of(card)}"))
    asked = [row["key"] for row in kept["house_rules"]]
    assert asked == [
        row["key"] for row in data_on(page)["house_rules"] if row["key"] != "joker_value"
    ]
    assert "Joker 40 points" in card.words


def test_a_house_rule_that_was_edited_itself_stays(phone: Phone) -> None:
    changes = {"values.Joker": 15, "house_rules.2.default": 15}
    card = own_game(phone, CONTRACT_RUMMY, changes)
    assert card.said == "Saved for your next games."
    kept = data_on(phone.open(f"/own/{key_of(card)}"))
    assert kept["house_rules"][2] == game_data("contract-rummy")["house_rules"][2] | {"default": 15}


def test_a_house_rule_goes_with_the_one_that_it_needs_unless_it_was_edited(phone: Phone) -> None:
    page = phone.open(CONTRACT_RUMMY)
    rows = [row for row in data_on(page)["house_rules"] if row["key"] != "buys"]
    assert "How many buys" in save(page, LAKE_RUMMY | {"house_rules": rows}).said
    edited = [row | ({"why": "Ours."} if row["key"] == "buy_limit" else {}) for row in rows]
    again = save(page, {"house_rules": edited})
    sentence = "“house_rules.buy_limit.needs”: Expected here: another house rule's key."
    assert sentence in again.error_at("text")
    again = save(page, {"house_rules.7.needs_choice": "maybe"})
    assert "“house_rules.buy_limit.needs_choice”: Expected here: a choice of" in again.error_at(
        "text"
    )


LINES = ['""', "-1", "1.5", "nan", "true", "1979-05-27", "[]", "[[]]", "{}", '["a"]', "[{ a = 1 }]"]


@pytest.mark.parametrize("key", ["contract-rummy", "twelve-step-rummy", "rummy-500"])
def test_whatever_becomes_of_a_line_there_is_an_answer(phone: Phone, key: str) -> None:
    page, dice = phone.open(f"/own/from/{key}"), Random(key)
    lines = text_on(page).split("\n")
    for _ in range(examples(6, 20)):
        typed = [*lines]
        for n in dice.choices(range(len(lines)), k=dice.choice([1, 1, 3])):
            other = typed[n].partition("=")[0] + "= " + dice.choice(LINES)
            cut = typed[n][: dice.randrange(len(typed[n]) + 1)]
            typed[n] = dice.choice(
                [other, other, cut, "", dice.choice(lines), typed[n].lstrip("# ")]
            )
        answer = page.press("Preview", text="\n".join(typed))
        assert answer.status in {200, 422}
        assert text_on(answer) == "\n".join(typed)


def test_cards_dealt_for_more_rounds_than_have_contracts_are_refused(phone: Phone) -> None:
    page = phone.open(CONTRACT_RUMMY)
    again = refused(page, changed(page, {"cards_dealt": [10, 10, 12, 12, 12]}))
    assert "dealt for 5 rounds, but there are contracts for 7" in again.error_at("text")
    assert "or give one number for all rounds" in again.error_at("text")


def test_where_nobody_buys_a_contract_takes_no_more_than_is_dealt(phone: Phone) -> None:
    page = phone.open("/own/from/russian-rummy")
    again = refused(page, changed(page, {"cards_dealt": 7}))
    assert "8 cards are needed, but only 7 are dealt." in again.error_at("text")


def test_the_text_is_downloaded_as_it_stands_be_it_wrong(phone: Phone) -> None:
    text = "half = typ"
    page = phone.open(TWELVE_STEP).press("Download", text=text)
    assert page.response.get_data(as_text=True) == text
    assert page.response.mimetype == "application/toml"
    disposition = page.response.headers["Content-Disposition"]
    assert disposition == "attachment; filename=our-12-step-rummy.toml"


def sent_with_file(phone: Phone, content: bytes, step: str = "open", text: str = "x = 1") -> Page:
    data = {"csrf_token": phone.csrf_token, "key": new_key(), "text": text, "step": step}
    data["file"] = (io.BytesIO(content), "friend.toml")  # type: ignore[assignment]
    return Page(phone, phone.client.post(TWELVE_STEP, data=data))


@pytest.mark.parametrize("step", ["open", "", "preview"])
def test_an_opened_file_takes_the_place_of_the_text_and_is_not_saved_yet(
    phone: Phone, step: str
) -> None:
    theirs = to_toml(game_data("five-crowns") | {"name": "Six Crowns"})
    page = sent_with_file(phone, b"\xef\xbb\xbf" + theirs.encode(), step)
    assert (page.status, text_on(page)) == (200, theirs.rstrip("\n") + "\n")
    assert page.all("#preview")
    assert phone.open("/own").texts(".own b") == []
    assert page.press("Save").heading == "Six Crowns"


def test_an_opened_file_that_cannot_be_played_is_shown_with_its_error(phone: Phone) -> None:
    page = sent_with_file(phone, b'name = "Ours"\nadvancing')
    assert (page.status, text_on(page)) == (422, 'name = "Ours"\nadvancing')
    assert "Line 2: This cannot be read" in page.error_at("text")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG", "This is not the file of a game. Ask for the file again."),
        (b" \n", "This file is empty. Ask for the file again."),
        (b"#" * 32_769, "larger than 32 kB. No game needs that much. Ask for the file again."),
    ],
    ids=["picture", "empty", "large"],
)
def test_a_file_that_is_no_text_leaves_the_text_as_it_is(
    phone: Phone, content: bytes, sentence: str
) -> None:
    page = sent_with_file(phone, content, text="half = typ")
    assert (page.status, text_on(page)) == (422, "half = typ")
    assert sentence in page.error_at("file")


def test_a_doubled_tap_keeps_one_game(phone: Phone) -> None:
    sent = phone.open(TWELVE_STEP).fill("#own-file")
    first, second = (phone.answer(TWELVE_STEP, sent) for _ in range(2))
    assert first.location == second.location
    assert len(phone.open("/own").texts(".own b")) == 1


def test_the_file_of_a_dropped_game_can_be_edited_and_saving_puts_it_back(phone: Phone) -> None:
    card = own_game(phone)
    card.press("Remove from this phone")
    page = phone.open(f"/own/{key_of(card)}")
    again = refused(page, "half = typ")
    assert again.heading == "The file of your game"
    save(page, {"values.K": 77})
    assert phone.open("/own").texts(".own b") == ["Lake Rummy"]


@pytest.mark.parametrize("start", ["/own/{}", "/own/from/{}"])
def test_a_game_that_was_kept_before_it_would_be_refused_is_shown_and_put_right(
    phone: Phone, start: str
) -> None:
    old = game_data("contract-rummy") | {"cards_dealt": [10, 10, 12, 12, 12], "house_rules": []}
    token = new_key()
    with phone.app.app_context():
        keep_own_game(old, phone.device, token)
    page = phone.open(start.format(token))
    assert data_on(page)["cards_dealt"] == old["cards_dealt"]
    again = page.press("Save")
    assert "Cards are dealt for 5 rounds" in again.error_at("text")
    assert save(again, LAKE_RUMMY | {"cards_dealt": 12}).heading == "Lake Rummy"


def test_the_file_begins_with_what_was_answered(phone: Phone) -> None:
    answered = "contracts-0=S3&contracts-1=S3 R4&rounds=2&name=Ours&advancing=round"
    page = phone.open(f"{CONTRACT_RUMMY}?{answered}")
    data = data_on(page)
    assert (data["name"], data["contracts"]) == ("Ours", ["S3", "S3 R4"])
    assert value_at(data, "end.when") == "rounds_played"
    assert data["summary"] == "2 contracts, one a round; fewest points win."
    assert data_on(phone.open(f"{CONTRACT_RUMMY}?{answered}&prices-0=x"))["name"] == "Ours"
