"""Your own game: from a game of the catalogue to the next evening, and to a friend's phone."""

import io

import pytest

from companion.rules.catalogue import catalogue
from tests.web.page import Page
from tests.web.phone import Phone

TWELVE_STEP = "/own/from/twelve-step-rummy"
KEEP = "Keep this game"


def own_game(phone: Phone, start: str = TWELVE_STEP, **typed: str) -> Page:
    """The rules card of an own game, made with these fields typed over."""
    page = phone.open(start).press(KEEP, **{"name": "Lake Rummy", **typed})
    assert page.status == 200, page.texts(".error")
    return page


def key_of(card: Page) -> str:
    return card.path.rsplit("/", 1)[-1]


def send_file(phone: Phone, content: bytes, name: str = "friend.toml") -> Page:
    data = {"csrf_token": phone.csrf_token, "key": "k", "file": (io.BytesIO(content), name)}
    return Page(phone, phone.client.post("/own/file", data=data, follow_redirects=True))


def refused(phone: Phone, field: str, start: str = TWELVE_STEP, **typed: str | None) -> str:
    """What the form says at this field when it is sent so; everything typed still stands in it."""
    page = phone.open(start)
    sent = page.fill("#own-game", **typed)
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
    card = own_game(phone, **{"values-K": "77", "cards_dealt": "12 13", "melds": "A\n\nB"})
    assert "K 77 points" in card.words
    assert card.texts(".plain li")[:2] == ["A", "B"]
    assert "12" in card.words


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
    assert "option_ten_value" not in names


def test_a_rematch_is_played_by_the_same_own_rules(phone: Phone) -> None:
    card = own_game(phone, **{"values-K": "77"})
    table = card.follow("Play this").press(
        "Deal the first round", **{"names-0": "Ann", "names-1": "Ben"}
    )
    token = table.path.split("/")[2]
    card.press("Take it off this phone")
    again = phone.open(f"/new/lake-rummy?again={token}")
    assert again.typed("#new-game")["names-1"] == "Ben"
    second = phone.send(
        f"/new/lake-rummy?again={token}", again.fill("#new-game", **{"names-1": "Cy"})
    )
    assert "K 77 points" in phone.open(f"{second.path}rules").words


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
    ("name", {"name": " "}, "a text"),
    ("name", {"name": "x" * 41}, "41 characters"),
    ("summary", {"summary": ""}, "a text"),
    ("values-K", {"values-K": "ten"}, "a whole number"),
    ("values-K", {"values-K": ""}, "points, for this card is in play"),
    ("values-K", {"values-K": "1001"}, "from 0 to 1000"),
    ("cards_dealt", {"cards_dealt": ""}, "from 1 to 60"),
    ("cards_dealt", {"cards_dealt": "13 lots"}, "from 1 to 60"),
    ("contracts-2", {"cards_dealt": "7"}, "no more than 7 cards"),
    ("end-winner", {"end-winner": "lowest_total"}, "Change one of the two"),
    ("advancing", {"advancing": "round"}, "Change one of the two"),
    ("end-limit", {"end-when": "limit_reached", "end-winner": "lowest_total"}, "a whole number"),
    ("decks-1-jokers", {"decks-1-jokers": "few"}, "a whole number"),
    ("decks-2-decks", {"decks-2-decks": ""}, "a whole number"),
    ("players-most", {"players-most": "21"}, "from 2 to 20"),
    ("players-least", {"players-least": "0"}, "from 1 to 20"),
    ("moving_wild-value", {"moving": "points"}, "a whole number"),
    ("advancing", {"advancing": "sometimes"}, "one of finish"),
]


@pytest.mark.parametrize(("field", "typed", "sentence"), WRONG)
def test_what_cannot_be_played_is_said_at_its_field(
    phone: Phone, field: str, typed: dict[str, str], sentence: str
) -> None:
    if typed.get("advancing") == "sometimes" or "end-winner" in typed:
        page = phone.open(TWELVE_STEP)
        again = phone.send(TWELVE_STEP, page.fill("#own-game", **typed))
        assert again.status == 422
        assert sentence in again.error_at(field)
    else:
        assert sentence in refused(phone, field, **typed)


def test_a_contract_without_melds_is_said_at_the_contract(phone: Phone) -> None:
    page = phone.open(TWELVE_STEP)
    sent = [pair for pair in page.fill("#own-game") if pair[0] != "contracts-4"]
    again = phone.send(TWELVE_STEP, [*sent, ("contracts-4", "")])
    assert "melds such as S3" in " ".join(again.texts("#contract-4 .error"))


def test_a_doubled_tap_keeps_one_game(phone: Phone) -> None:
    sent = phone.open(TWELVE_STEP).fill("#own-game")
    first, second = (phone.answer(TWELVE_STEP, sent) for _ in range(2))
    assert first.location == second.location
    assert len(phone.open("/own").texts(".own b")) == 1


def test_a_friend_opens_the_link_and_makes_it_theirs(phone: Phone, other_phone: Phone) -> None:
    card = own_game(phone)
    seen = other_phone.open(card.path)
    assert "Somebody’s own game" in seen.words
    mine = seen.follow("Make it mine").press(KEEP, name="Ours too")
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
    page = own_game(phone).press("Take it off this phone")
    assert page.texts(".own b") == []
    back = page.press("Put it back")
    assert back.texts(".own b") == ["Lake Rummy"]


def test_its_file_given_to_a_friend_is_the_same_game(phone: Phone, other_phone: Phone) -> None:
    card = own_game(phone, **{"values-K": "77", "summary": "Ours, “with dear kings” – 100 %"})
    answer = phone.client.get(f"/own/{key_of(card)}/file")
    assert "lake-rummy.toml" in answer.headers["Content-Disposition"]
    theirs = send_file(other_phone, answer.data)
    assert theirs.heading == "Lake Rummy"
    assert "K 77 points" in theirs.words
    assert other_phone.open("/own").texts(".own b") == ["Lake Rummy"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG", "“the file”: Needed here: a text in UTF-8"),
        (b"advancing = 5", "“house_rules”: Needed here: a list"),
        (
            b'extends = "twelve-step-rummy"\nkey = "x"\nname = "Ours"\ncards_dealt = 99',
            "cards_dealt",
        ),
        (b'extends = "twelve-step-rummy"\nvirtual_deck = true', "“virtual_deck”"),
    ],
)
def test_a_broken_file_is_refused_with_the_key_at_fault(
    phone: Phone, content: bytes, sentence: str
) -> None:
    page = send_file(phone, content)
    assert page.status == 422
    assert sentence in page.trouble
    assert page.texts(".own b") == []


def test_a_file_has_to_be_chosen_first(phone: Phone) -> None:
    page = send_file(phone, b"", "")
    assert (page.status, page.trouble) == (422, "Choose a file first: one that somebody gave you.")


@pytest.mark.parametrize("path", ["/own/from/bridge", "/own/nothing", "/own/nothing/file"])
def test_an_own_game_that_is_not_there_is_a_page_that_says_so(phone: Phone, path: str) -> None:
    assert phone.open(path).status == 404
