"""The question whose phone it is: asked once; then the phone opens the player's own page."""

import pytest

from companion.records.people.links import new_key
from companion.records.people.phones import begin_counting, sit_down
from companion.rules.fold.entries import (
    Dropped,
    EntryUndone,
    Hand,
    HandCounted,
    LaidDown,
    PlayerJoined,
    WentOut,
)
from tests.web.phone import Phone
from tests.web.sharing import sits
from tests.web.table import Table, start_game


def another_phone(table: Table, seat: int, name: str = "", *, counting: bool = False) -> None:
    """Another phone has taken a seat, perhaps with an open hand."""
    game, device = table.stored.row.id, new_key()
    with table.phone.app.app_context():
        sit_down(game, device, table.token, seat, name)
        if counting:
            begin_counting(game, device, table.token, seat)


def test_the_link_asks_once_and_then_opens_on_the_players_own_page(
    table: Table, other_phone: Phone
) -> None:
    guest = table.on(other_phone)
    assert guest.page("seat").heading == "Whose phone is this?"
    page = sits(table, other_phone, "Cy")
    assert (page.path, page.heading) == (table.address("seat/2"), "Cy")
    assert guest.page("seat").path == table.address("seat/2")
    card = other_phone.open("/").one(".resume a")
    assert card is not None
    assert other_phone.open(card.attrs["href"] or "").path == table.address("seat/2")


def test_enter_in_the_name_of_the_phone_keeps_its_seat(table: Table, other_phone: Phone) -> None:
    guest = table.on(other_phone)
    for seat in ("", "2"):
        if seat:
            sits(table, other_phone, "Cy")
        form = guest.page("seat/choose").one("#seat")
        first = next(child for child in form.below() if child.name == "button")
        assert (first.attrs["name"], first.attrs["value"]) == ("seat", seat)


def test_the_own_page_shows_the_contract_the_values_the_total_and_the_place(table: Table) -> None:
    table.has_played(1, 0, 90, 5, 40, down=[0, 2])
    page = table.page("seat/2")
    assert page.texts("#own h2") == ["Set of 3, run of 4"]
    assert page.texts(".costs span") == ["Joker · 2 50", "A 20", "10 J Q K 10", "3 – 9 5"]
    assert page.texts(".figures > div") == ["Contract 2 of 12", "Total 5", "Place 2"]


def test_i_am_down_and_take_it_back_and_stay_on_my_page(table: Table) -> None:
    page = table.page("seat/2").press("I’m down")
    assert (page.path, table.kinds) == (table.address("seat/2"), ["laid_down"])
    assert table.state.open.play.laid_down == {2}
    page = page.press("I’m not down")
    assert (page.path, table.kinds[-1]) == (table.address("seat/2"), "took_back")
    assert "I’m down" in page.buttons()


def test_who_goes_out_on_their_own_page_is_not_sent_to_count_for_others(table: Table) -> None:
    page = table.page("seat/2").press("I’m out")
    assert page.path == table.address("seat/2")
    assert "You went out" in page.words
    assert page.follow("Count for everybody").heading == "Cards left: Ann"


def test_a_slip_on_the_own_page_is_taken_back_there_by_the_phone_that_made_it(
    table: Table, other_phone: Phone
) -> None:
    page = sits(table, other_phone, "Cy").press("I’m out")
    assert not [b for b in table.page("seat/1").buttons() if b.startswith("Undo")]
    page = page.press("Undo: Cy went out")
    assert page.path == table.address("seat/2")
    assert page.said == "Undone: Cy went out."
    assert "I’m out" in page.buttons()


def test_whose_round_was_written_on_another_phone_comes_back_to_the_own_page(
    table: Table, other_phone: Phone
) -> None:
    sits(table, other_phone, "Cy")
    table.has_played(1, 0, 90, 5, 40)
    assert table.on(other_phone).page("count/2").path == table.address("seat/2")


def test_each_counts_their_own_hand_and_comes_back_to_their_own_page(
    table: Table, other_phone: Phone
) -> None:
    table.write(LaidDown(1), WentOut(0))
    page = sits(table, other_phone, "Cy").follow("Count my cards")
    assert page.heading == "Cards left: Cy"
    page = page.press("Done", card2="2", card3="1")
    assert (page.path, page.heading) == (table.address("seat/2"), "Cy")
    assert "Your cards are counted: 25" in page.words
    assert table.state.open.play.hand(2).cards == {"10-K": 2, "3-9": 1}


def test_the_rest_key_comes_back_to_the_own_page_too(table: Table, other_phone: Phone) -> None:
    table.write(WentOut(0))
    page = sits(table, other_phone, "Cy").follow("Count my cards").press("3 – 9", card1="1")
    assert page.path == table.address("seat/2")


def test_who_counts_last_may_look_it_over_or_write_it_down_at_once(
    table: Table, other_phone: Phone
) -> None:
    hands = [HandCounted(seat, Hand(cards={"3-9": 1}), down=True) for seat in (1, 3)]
    table.write(WentOut(0), *hands)
    page = sits(table, other_phone, "Cy").follow("Count my cards")
    page = page.press("Write it down", card3="13")
    assert page.path == table.address("seat/2"), "on to the next contract, not to everybody’s"
    assert table.kinds[-2:] == ["hand_counted", "round_scored"]


def test_nothing_is_written_down_at_once_while_another_phone_still_counts(table: Table) -> None:
    hands = [HandCounted(seat, Hand(cards={"3-9": 1}), down=True) for seat in (1, 3)]
    table.write(WentOut(0), *hands)
    page = table.page("count/2")
    another_phone(table, 3, counting=True)
    review = page.press("Write it down", card3="13")
    assert review.heading == "Is round 1 right?"
    assert review.doubts == ["Dee’s hand is still being counted on Dee’s phone."]
    assert "Write it down" not in table.page("count/2").buttons()
    assert review.press("Write it down").heading == "Round 2", "the table has the last word"


def test_one_phone_can_still_count_for_everybody(table: Table, other_phone: Phone) -> None:
    table.write(WentOut(0))
    page = sits(table, other_phone, "Cy").follow("Count for everybody")
    headings = []
    while page.heading.startswith("Cards left") and page.heading != "Cards left: Cy":
        headings.append(page.heading)
        page = page.press(next(b for b in page.buttons() if b.startswith("Next")), card3="13")
    assert headings == ["Cards left: Ben"]
    assert page.press("Done", card3="13").follow("Count for everybody").heading == "Cards left: Dee"


def test_the_table_tells_who_is_counting_who_has_counted_and_who_is_missing(table: Table) -> None:
    table.write(WentOut(0), HandCounted(1, Hand(cards={"3-9": 2}), down=True))
    another_phone(table, 2, counting=True)
    assert table.page().texts(".seat .who .tag")[-3:] == ["counted", "counting", "to count"]
    another_phone(table, 1, "Tablet")
    with table.phone.app.app_context():
        game = table.stored.row
        sit_down(game.id, "tablet", table.token, None, "Tablet")
        begin_counting(game.id, "tablet", table.token, 3)
    assert "Tablet is counting" in table.page().texts(".seat .tag")
    assert "Dee’s hand is still being counted on Tablet." in table.page("review").doubts


def test_a_phone_without_a_name_is_told_in_few_words_in_the_line_of_the_hand(
    table: Table, other_phone: Phone
) -> None:
    table.write(WentOut(0))
    with table.phone.app.app_context():
        game = table.stored.row
        sit_down(game.id, game.device, table.token, None, "")
        begin_counting(game.id, game.device, table.token, 2)
    page = table.on(other_phone).page()
    assert page.texts(".seat .tag.by") == ["another phone is counting"]


def test_during_a_round_nobody_is_said_to_count(table: Table) -> None:
    another_phone(table, 2, counting=True)
    assert not {"counted", "counting", "to count"} & set(table.page().texts(".tag"))


def test_a_phone_tells_that_it_opened_a_hand_and_that_it_put_it_away(
    table: Table, other_phone: Phone
) -> None:
    table.write(WentOut(0))
    sits(table, other_phone, "Cy")
    token = {"csrf_token": other_phone.csrf_token}
    with table.nothing_written():
        assert other_phone.answer(table.address("count/2/open"), token).status_code == 204
    assert "counting" in table.page().texts(".tag")
    table.on(other_phone).page("count/2").press("Done", card3="13")
    assert "counting" not in table.page().texts(".tag")
    other_phone.answer(table.address("count/2/open"), token)
    other_phone.answer(table.address("count/2/open"), token | {"closed": "yes"})
    assert "counting" not in table.page().texts(".tag")


def test_a_phone_may_have_a_name_of_its_own(table: Table, other_phone: Phone) -> None:
    sits(table, other_phone, "Cy", called="Grandma’s tablet")
    table.on(other_phone).lay_down("Ben")
    (line,) = table.page("history").texts(".round p")
    assert line.startswith("Ben laid down")
    assert line.endswith("Grandma’s tablet")


@pytest.mark.parametrize("name", ["x" * 31, "\u202e"])
def test_a_name_that_does_not_fit_is_asked_for_again(
    table: Table, other_phone: Phone, name: str
) -> None:
    page = sits(table, other_phone, "Cy", called=name)
    assert page.status == 422
    assert page.error_at("name")
    assert page.typed("#seat")["name"] == name


@pytest.mark.parametrize("seat", ["4", "-1", "x", "99999999999"])
def test_a_seat_that_is_not_there_is_asked_for_again(
    table: Table, other_phone: Phone, seat: str
) -> None:
    sent = {"csrf_token": other_phone.csrf_token, "seat": seat}
    page = other_phone.send(table.address("seat"), sent)
    assert (page.status, page.heading) == (422, "Whose phone is this?")
    assert table.page("seat/4").path == table.address()


def test_who_took_no_seat_goes_to_the_table_and_is_asked_again_by_the_code_alone(
    table: Table, other_phone: Phone
) -> None:
    assert sits(table, other_phone, "Nobody’s").path == table.address()
    theirs = table.on(other_phone)
    assert "Whose phone is this?" not in theirs.page().words
    assert theirs.page().follow("Take a seat").heading == "Whose phone is this?"
    assert theirs.page("seat").heading == "Whose phone is this?"
    assert sits(table, other_phone, "Cy").heading == "Cy"
    assert "Take a seat" not in theirs.page().words + theirs.page("share").words


@pytest.mark.parametrize("where", ["", "share"])
def test_the_keeper_may_take_a_seat(table: Table, where: str) -> None:
    assert "Whose phone is this?" not in table.page().words
    take = next(a for a in table.page(where).texts("a") if a.startswith("Take a seat"))
    page = table.page(where).follow(take).press("Ann Contract 1")
    assert page.path == table.address("seat/0")
    assert table.page().follow("My own page").path == table.address("seat/0")


def test_who_watches_is_offered_no_seat(table: Table, other_phone: Phone) -> None:
    watching = Table(other_phone, table.stored.row.watch_token)
    assert "Take a seat" not in watching.page().words + watching.page("share").words


def test_a_phone_that_came_to_the_table_itself_may_still_say_whose_it_is(
    table: Table, other_phone: Phone
) -> None:
    page = table.on(other_phone).page().follow("Choose")
    assert page.heading == "Whose phone is this?"


def test_a_game_that_is_over_has_no_seats_any_more(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    assert two.page("seat/1").path == two.address("final")


def test_the_rank_that_is_wild_stands_where_a_contract_would(phone: Phone) -> None:
    page = start_game(phone, "Ann", "Ben", game="five-crowns").page("seat/1")
    assert "Wild this round" in page.words
    assert page.texts("#own h2") == ["3"]
    out = page.one("#dock button")
    assert "ghost" not in (out.attrs["class"] or ""), "the one button there is fills the dock"


def test_going_rummy_is_asked_for_on_a_page_of_its_own(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="classic-rummy", scoring="winner_collects")
    asked = table.page("seat/1").follow("I’m out")
    assert asked.heading == "How did the round end?"
    asked.press("Ben Out")
    assert table.state.open is not None
    assert table.state.open.play.went_out == 1


def test_who_left_has_no_page_of_their_own(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy")
    table.page("players").press("Leave: Cy")
    assert table.page("seat/2").path == table.address()
    assert not [b for b in table.page("seat/choose").buttons() if b.startswith("Cy")]


def test_a_phone_whose_joining_was_taken_back_comes_to_the_table(
    table: Table, other_phone: Phone
) -> None:
    table.page("players/join").press("Add this player", name="Eve")
    sits(table, other_phone, "Eve")
    table.undo()
    theirs = table.on(other_phone)
    assert theirs.page("seat").heading == "Whose phone is this?"
    assert theirs.page("seat/4").path == table.address()
    assert "My own page" not in theirs.page().texts("a")
    table.page("players/join").press("Add this player", name="Fay")
    assert theirs.page("seat").heading == "Whose phone is this?"
    assert "Fay Contract 1" in theirs.page("seat").buttons()


def test_a_phone_keeps_its_player_when_the_undo_of_another_join_moves_the_seat(
    table: Table, other_phone: Phone
) -> None:
    table.write(PlayerJoined("Eve"))
    joined = len(table.log)
    table.write(PlayerJoined("Fay"), PlayerJoined("Gus"))
    sits(table, other_phone, "Fay")
    table.write(EntryUndone(joined))
    assert table.on(other_phone).page("seat").path == table.address("seat/4")
    assert table.on(other_phone).page("seat/4").heading == "Fay"
    taken = [name for name in table.page("seat/choose").buttons() if "has a phone already" in name]
    assert [name.split()[0] for name in taken] == ["Fay"]


def test_whose_cards_another_phone_counts_is_not_told_that_they_are_counted(
    table: Table, other_phone: Phone
) -> None:
    table.write(WentOut(0), HandCounted(2, Hand(cards={"3-9": 1}), down=True))
    sits(table, other_phone, "Cy")
    mine = table.on(other_phone)
    assert "Your cards are counted: 5" in mine.page("seat/2").words
    sent = {"csrf_token": table.phone.csrf_token}
    table.phone.answer(table.address("count/2/open"), sent)
    page = mine.page("seat/2")
    assert page.texts("#ended") == ["Your cards are being counted"]
    assert page.texts("#ended + .lead") == [
        "Somebody is counting them on the phone that started the game."
    ]
    assert "Your cards are counted" not in page.words


def test_who_counts_is_told_who_went_out_and_who_went_out_is_not(table: Table) -> None:
    table.write(LaidDown(0), WentOut(0))
    assert table.page("seat/0").texts(".stage") == ["You went out"]
    assert table.page("seat/2").texts(".stage") == ["Count your cards, Cy Ann went out"]


def test_who_is_down_still_sees_their_contract_and_what_to_do(table: Table) -> None:
    table.write(LaidDown(2))
    page = table.page("seat/2")
    assert page.all(".stage .lying")
    assert page.texts(".stage :is(h2, .tag)") == ["Get rid of your cards", "You are down"]


def test_who_dropped_is_told_so_while_the_others_play_on(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="indian-rummy")
    table.write(Dropped(1, "first"))
    assert table.page("seat/1").texts(".stage h2") == [
        "You dropped out of this round: no cards to count"
    ]
    assert table.page("seat/0").texts(".stage h2") == ["Bring your cards into melds"]


def test_a_game_to_a_total_shows_how_far_it_is(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500")
    assert table.page("seat/0").texts("dd")[0] == "0 of 500"


def test_who_watches_sees_one_way_to_the_table_and_one_to_the_sheet(table: Table) -> None:
    watching = Table(table.phone, table.stored.row.watch_token)
    assert watching.page().texts("a").count("Sheet") == 1
    assert table.page().texts("a").count("Sheet") == 1
    assert watching.page("seat/1").texts("a").count("Table") == 1
    assert table.page("seat/1").texts("a").count("Table") == 1
