"""Indian Rummy without a script: drops, the rank that is turned up, and who is out."""

import csv
from io import StringIO

import pytest

from companion.rules.fold import entries as e
from tests.browser.printing import poppler
from tests.web.own_games import data_on, key_of, own_game
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game

ANN, BEN, CY = range(3)
FIRST, MIDDLE, WRONG = "First drop 20", "Middle drop 40", "Wrong declaration 80"
CALLED = "Wrong declaration +80"  # where the round ends


@pytest.fixture
def table(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy")


def lost(seat: int, points: int) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(points=points), down=False)


def out_after_two(table: Table) -> Table:
    """Ben reaches 120 points in two rounds, Cy 40."""
    for points in (80, 40):
        table.write(e.WentOut(ANN), lost(BEN, points), lost(CY, 20), e.RoundScored())
    return table


def test_paper_says_the_places_who_is_out_and_what_wrong_stands_for(table: Table) -> None:
    table.write(e.Dropped(BEN, "wrong"), e.WentOut(ANN), lost(CY, 20), e.RoundScored())
    table.write(e.WentOut(ANN), lost(BEN, 40), lost(CY, 20), e.RoundScored(), e.GameEnded(""))
    sheet = table.page("sheet")
    assert sheet.texts(".leaf .places td")[-3:] == ["1", "3 · out", "2"]
    legend = "The points of the round, then the total so far. wrong: wrong declaration."
    assert sheet.texts(".leaf .legend") == [legend]
    pdf = table.phone.client.get(table.address("sheet.pdf")).data
    words = " ".join(poppler("pdftotext", "-layout", "-", "-", pdf=pdf).decode().split())
    assert "Place 1 3 · out 2" in words
    assert legend in words


def test_notes_on_players_are_in_the_order_of_the_rounds(table: Table) -> None:
    table.write(e.WentOut(ANN), lost(BEN, 80), lost(CY, 20), e.RoundScored())
    table.write(e.WentOut(ANN), lost(BEN, 40), lost(CY, 20), e.RoundScored())
    table.write(e.PlayerReturned(BEN))
    table.write(e.WentOut(ANN), lost(BEN, 5), lost(CY, 80), e.RoundScored())
    notes = [note for note in table.page("sheet").texts(".written > .note") if " out " in note]
    assert [note.partition(" ")[0] for note in notes] == ["Ben", "Cy"]


def test_whoever_is_out_plays_the_rematch_and_whoever_left_does_not(table: Table) -> None:
    out_after_two(table).write(e.PlayerLeft(CY))
    again = table.phone.open(f"/new/indian-rummy?again={table.token}")
    assert [one.attrs["value"] for one in again.all("input.name")][:3] == ["Ann", "Ben", ""]


def test_a_rematch_has_no_more_players_than_the_game_has_seats_for(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", "Dee", "Eve", "Fay", game="indian-rummy")
    for points in (80, 40):
        others = [lost(seat, 5) for seat in range(CY, 6)]
        table.write(e.WentOut(ANN), lost(BEN, points), *others, e.RoundScored())
    table.write(e.PlayerJoined("Gus"))
    again = phone.open(f"/new/indian-rummy?again={table.token}")
    names = [one.attrs["value"] for one in again.all("input.name")]
    assert names == ["Ann", "Cy", "Dee", "Eve", "Fay", "Gus"]


def test_after_the_end_all_still_sit_around_the_table(table: Table) -> None:
    out_after_two(table)
    assert len(table.page("players").all(".round-table .man")) == 2
    table.write(e.WentOut(ANN), lost(CY, 80), e.RoundScored())
    assert len(table.page("players").all(".round-table .man")) == 3


def test_after_the_end_history_and_players_lead_to_who_won(table: Table) -> None:
    table.write(*(e.WentOut(ANN), lost(BEN, 80), lost(CY, 80), e.RoundScored()) * 2)
    for name in ("history", "players"):
        assert table.page(name).texts("#dock .btn:last-child, .dock .btn:last-child") == ["Who won"]
    assert "points so far" not in table.page("players").words


def asks_for_the_rank(page: Page) -> bool:
    return "Which rank was turned up?" in page.words


def test_the_rank_that_is_turned_up_lies_on_the_felt(table: Table) -> None:
    page = table.page()
    assert asks_for_the_rank(page)
    page = page.press("7")
    assert page.texts(".one-card .large") == ["Sevens are wild"]
    assert not asks_for_the_rank(page)
    assert asks_for_the_rank(page.press("Change the wild rank"))
    assert table.kinds == ["turned_up", "turned_up"]


def test_a_joker_that_is_turned_up_names_the_aces(table: Table) -> None:
    page = table.page().press("Joker A")
    assert page.texts(".one-card .large") == ["Aces are wild"]


def test_the_keys_of_a_hand_follow_the_wild_rank_and_a_full_hand_is_one_tap(table: Table) -> None:
    table.write(e.TurnedUp("K"), e.WentOut(ANN))
    page = table.page("count/1")
    assert page.texts(".key label b") == [
        *("10 J Q · A", "9", "8", "7", "6", "5", "4", "3", "2", "Joker · K"),
    ]
    page.press("Full hand: 80")
    assert table.state.open.play.hands[BEN] == e.Hand(points=80)


@pytest.mark.parametrize("second_sequence", ["none", "pure", "all"])
def test_a_count_says_by_the_house_rule_what_counts_without_sequences(
    phone: Phone, second_sequence: str
) -> None:
    table = start_game(phone, "Ann", "Ben", game="indian-rummy", second_sequence=second_sequence)
    said = {
        "none": "Without the sequences that you need to declare, all cards in your hand count,",
        "pure": "without a second sequence only the pure sequence does not.",
        "all": "Without a pure sequence all cards in your hand count, even those in melds.",
    }
    table.write(e.WentOut(ANN))
    assert said[second_sequence] in table.page("count/1").words


def test_whoever_forgot_the_wild_rank_is_asked_before_the_first_hand(table: Table) -> None:
    table.write(e.WentOut(ANN))
    before = table.page("count/1")
    assert asks_for_the_rank(before)
    page = before.follow("Which rank was turned up?").press("7").follow("Count hands")
    assert not asks_for_the_rank(page)
    assert page.texts(".key label b")[-1] == "Joker · 7"


def test_once_a_hand_is_counted_nobody_is_asked_for_the_wild_rank(table: Table) -> None:
    table.write(e.WentOut(ANN), lost(BEN, 10))
    page = table.page("count/2")
    assert not asks_for_the_rank(page)
    page.follow("Ann: wrong declaration")


NO_RANK = "No wild rank was named for this round: all cards counted at their usual value."


def test_the_review_says_that_cards_were_counted_without_a_wild_rank(table: Table) -> None:
    table.write(
        e.WentOut(ANN), lost(CY, 10), e.HandCounted(BEN, e.Hand(cards={"7": 2}), down=False)
    )
    page = table.page("review")
    assert NO_RANK in page.words
    page.press("Write it down")
    assert table.state.totals == (0, 14, 10)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param([e.HandCounted(BEN, e.Hand(points=14), down=False)], id="of totals"),
        pytest.param([e.Dropped(BEN, "first")], id="of a drop"),
        pytest.param(
            [e.TurnedUp("9"), e.HandCounted(BEN, e.Hand(cards={"7": 2}), down=False)], id="named"
        ),
    ],
)
def test_the_review_says_nothing_about_the_wild_rank(table: Table, told: list[e.Entry]) -> None:
    table.write(e.WentOut(ANN), *told, lost(CY, 10))
    assert "No wild rank" not in table.page("review").words


def test_a_drop_is_told_in_its_line_and_can_be_taken_back(table: Table) -> None:
    page = table.page().press(f"{FIRST}: Ben")
    assert f"{FIRST}: clear for Ben" in page.buttons()
    assert f"{MIDDLE}: Ben" not in page.buttons()
    assert table.page("out").texts(".stands")[:3] == [
        *("0 points so far", "dropped", "0 points so far"),
    ]
    page.press(f"{FIRST}: clear for Ben")
    assert table.state.open.play.drops == {}


def test_the_last_one_who_has_not_dropped_has_won_and_one_undo_takes_both_back(
    table: Table,
) -> None:
    table.page().press(f"{MIDDLE}: Cy")
    page = table.page().press(f"{FIRST}: Ann")
    page = next(page.press(label) for label in page.buttons() if label.startswith("Undo"))
    assert not table.state.open.over
    assert table.state.open.play.drops == {CY: "middle"}
    page = page.press(f"{FIRST}: Ann")
    assert (table.kinds[-2:], table.state.open.play.went_out) == (["dropped", "went_out"], BEN)
    page.follow("Review").press("Write it down")
    assert table.state.totals == (20, 0, 40)


def test_an_undo_of_a_declaration_leaves_the_drop_before_it(table: Table) -> None:
    table.page().press(f"{MIDDLE}: Cy")
    page = table.page().press("Declare: Ann declared").follow("Back to the table")
    next(page.press(label) for label in page.buttons() if label.startswith("Undo"))
    assert not table.state.open.over
    assert table.state.open.play.drops == {CY: "middle"}


def test_a_wrong_declaration_is_told_where_the_round_ends_too(table: Table) -> None:
    page = table.page("out")
    assert page.texts(".pick-row .wrong") == [f"{CALLED}: {name}" for name in ("Ann", "Ben", "Cy")]
    assert (
        "After a wrong declaration the others play on; the last one left wins the round."
        in page.words
    )
    page = page.press(f"{CALLED}: Ben")
    assert (page.path, table.state.open.over) == (table.address(), False)
    assert table.state.open.play.drops == {BEN: "wrong"}
    assert "Undo: Ben made a wrong declaration" in page.buttons()
    assert table.page("out").texts(".pick-row .wrong") == [f"{CALLED}: Ann", f"{CALLED}: Cy"]


def test_a_declaration_that_was_wrong_is_found_on_the_page_after_it(table: Table) -> None:
    page = table.page().press("Declare: Ann declared").follow("Ann: wrong declaration")
    assert page.path == table.address("out")
    page = page.press(f"{CALLED}: Ann")
    assert (page.path, table.state.open.over) == (table.address(), False)
    assert table.state.open.play.drops == {ANN: "wrong"}


def test_a_round_says_once_whom_it_put_out_of_the_game(table: Table) -> None:
    table.write(e.WentOut(ANN), lost(BEN, 80), lost(CY, 5), e.RoundScored())
    table.write(e.WentOut(ANN), e.Dropped(BEN, "middle"), lost(CY, 5))
    assert table.page("review").texts(".review .who .tag") == ["out"]
    page = table.write_down()
    assert page.said == "Ben is out of the game."
    assert table.page().said == ""
    table.write(e.WentOut(ANN), lost(CY, 5))
    assert table.write_down().said == ""


def test_of_two_the_other_wins_by_a_wrong_declaration(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="indian-rummy")
    table.page().press("Declare: Ann declared")
    table.page().press(f"{WRONG}: Ann")
    assert table.state.open.play.went_out == BEN


def test_the_words_of_a_round_are_that_it_was_won(table: Table) -> None:
    page = table.page("out")
    assert page.texts("h1") == ["Who won the round?"]
    assert "Tap the player who declared, or the last one still in." in page.words
    table.write(e.WentOut(ANN))
    assert "Undo: Ann won the round" in table.page().buttons()
    assert "Ann won the round" in table.page("history").words
    page = table.page("count/1")
    assert page.texts("#round-note") == ["Round 1 · Ann won the round"]
    assert page.texts("#hand a.wrong") == ["Ann: wrong declaration"]
    assert "Ann" not in page.one("header .whose").to_text()  # not below the name of another player
    assert page.texts("#people small")[ANN] == "won · 0"
    assert page.texts("#people i")[ANN] == "won"
    assert table.page("seat/0").texts("#ended") == ["You won the round"]


def test_the_question_who_won_keeps_the_order_of_seats_once_it_is_answered(table: Table) -> None:
    names = table.page("out").texts(".pick b")
    table.write(e.WentOut(CY))
    page = table.page("out")
    assert page.texts(".pick b") == names == ["Ann", "Ben", "Cy", "Nobody"]
    assert page.texts(".pick-row:has(> .down) .pick b") == ["Cy"]


def test_nobody_won_a_round_that_nobody_ended(table: Table) -> None:
    table.write(e.WentOut(None))
    assert "Undo: Nobody won the round" in table.page().buttons()
    assert table.page("count/1").texts("#round-note") == ["Round 1 · Nobody won the round"]
    assert "Nobody won the round" in table.page("history").words


def test_the_review_tells_the_drops_apart(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", "Di", game="indian-rummy")
    table.write(
        e.Dropped(BEN, "first"), e.Dropped(CY, "middle"), e.Dropped(3, "wrong"), e.WentOut(ANN)
    )
    assert table.page("review").texts(".line .words") == [
        *("won", "first drop", "middle drop", "wrong declaration"),
    ]


def test_a_player_can_drop_on_their_own_page(table: Table) -> None:
    page = table.page("seat/1").press("Middle drop 40")
    assert page.path == table.address("seat/1")
    assert table.state.open.play.drops == {BEN: "middle"}
    page.press("I didn’t drop")
    assert table.state.open.play.drops == {}


def test_the_own_page_tells_a_wrong_declaration_from_a_drop(table: Table) -> None:
    page = table.page("seat/1").press(WRONG)
    words = "Wrong declaration: no cards to count"
    assert page.texts(".own h2") == [words]
    assert "I didn’t drop" not in page.buttons()
    table.write(e.WentOut(ANN))
    assert table.page("seat/1").texts("#ended") == [words]
    table.write(e.EntryUndone(table.state.last[0]))  # type: ignore[index]
    table.page("seat/1").press("No wrong declaration")
    assert table.state.open.play.drops == {}


def test_a_drop_that_the_rules_do_not_allow_keeps_its_place_but_is_not_offered(
    phone: Phone,
) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy", drop_limit="1")
    table.write(e.Dropped(BEN, "first"), e.WentOut(ANN), lost(CY, 5), e.RoundScored())
    page = table.page()
    assert page.texts("#seat-1 .mark .label") == [FIRST, MIDDLE, "Declare"]
    assert page.texts("#seat-1 .mark:disabled .label") == [FIRST, MIDDLE]
    assert page.texts("#seat-2 .mark:disabled") == []
    own = table.page("seat/1").buttons()
    assert not any("drop" in label for label in own)
    assert WRONG in own  # which is no choice
    table.write(e.Dropped(BEN, "middle"), e.WentOut(ANN), lost(CY, 5))
    page = table.page("review")
    assert "Ben dropped out of this round, but your rules allow Ben no drop." in page.words


def test_who_is_out_is_told_and_may_come_back(table: Table) -> None:
    page = out_after_two(table).page("players")
    assert page.texts("#away h2, #away small") == ["Out", "out after round 2 · 120 points"]
    assert (
        "Ben comes back with 41 points: one more than the highest total still in the game."
        in page.words
    )
    page.press("Come back: Ben")
    assert table.state.totals == (0, 41, 40)
    assert "Ben was out after round 2, came back before round 3" in table.page("sheet").words


def preview(page: Page) -> tuple[list[str], list[str]]:
    """The sentences that a change withdraws, and those that it adds."""
    sentences = page.texts("#changes p")
    withdrawn, added = (page.texts(f"#changes p > {kind}") for kind in ("del", "ins"))
    return [w for w in withdrawn if w in sentences], [w for w in added if w in sentences]


def test_the_preview_of_a_correction_says_whose_return_falls_away(table: Table) -> None:
    out_after_two(table).write(e.PlayerReturned(BEN))
    table.write(e.WentOut(ANN), lost(BEN, 5), lost(CY, 5), e.RoundScored())
    page = table.page("correct/2").press("See what changes", **{"seat1-total": "10"})
    back = "Ben was out after round 2, came back before round 3 and continued with a total of 41."
    assert preview(page) == ([back], [])
    page.press("Save")
    assert (table.state.totals, table.state.returns) == ((0, 95, 45), ())


def test_a_correction_that_takes_a_returned_player_to_the_limit_leaves_them_at_the_table(
    table: Table,
) -> None:
    out_after_two(table).write(e.PlayerReturned(BEN))
    page = table.page("correct/2").press("See what changes", **{"seat2-total": "80"}).press("Save")
    assert (table.state.totals, table.state.left) == ((0, 101, 100), {})
    assert page.said == "The correction is saved."
    assert table.page("sheet").texts(".scores tfoot td") == ["0", "101", "100"]
    table.write(e.WentOut(ANN), lost(BEN, 5), lost(CY, 0), e.RoundScored())
    assert table.state.left == {BEN: 3}


def test_the_preview_of_a_correction_says_who_is_out_and_who_is_not(table: Table) -> None:
    out_after_two(table)
    table.page("correct/1").press("See what changes", **{"seat2-total": "30"}).press("Save")
    page = table.page("correct/2").press(
        "See what changes", **{"seat1-total": "5", "seat2-total": "80"}
    )
    ben, cy = (f"{name} was out of the game after round 2." for name in ("Ben", "Cy"))
    assert preview(page) == ([ben], ["Ben is still in the game.", cy])


def test_the_preview_of_other_house_rules_says_who_is_no_longer_out(table: Table) -> None:
    page = out_after_two(table).page("rules/change").press("See what changes", option_pool="201")
    assert preview(page)[0] == ["Ben was out of the game after round 2."]


def test_nobody_comes_back_where_that_is_not_played(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy", rejoin="False")
    page = out_after_two(table).page("players")
    assert "Come back: Ben" not in page.buttons()
    assert "By your house rules a player who is out does not come back." in page.words


def test_nobody_comes_back_at_the_limit(table: Table) -> None:
    out_after_two(table).write(e.WentOut(ANN), lost(CY, 60), e.RoundScored())
    page = table.page("players")
    assert "Come back: Ben" not in page.buttons()
    assert "a player who comes back has one point more than the highest total." in page.words
    assert "Ben is out and cannot come back: the limit is 101 points" in page.words


def test_the_table_tells_who_is_out_and_leads_to_coming_back(table: Table) -> None:
    assert table.page().texts(".not-dealt-in li") == []
    out_after_two(table)
    page = table.page()
    assert page.texts(".not-dealt-in li") == ["B Ben out Come back: Ben Total: 120"]
    players = page.follow("Come back: Ben")
    assert players.path == table.address("players")
    assert "open" in players.one("#away-1 details").attrs
    assert "Rename: Ben" not in players.buttons(), "nothing is between the question and its button"
    next_step = ".dock .btn:not(.ghost):not(.undo)"
    assert players.texts(next_step) == ["Come back: Ben"]
    assert players.buttons().count("Come back: Ben") == 1
    unasked = table.page("players")
    assert "open" not in unasked.one("#away-1 details").attrs
    assert unasked.texts(next_step) == ["Table"]
    table.write(e.WentOut(ANN), lost(CY, 60), e.RoundScored())  # Cy is at 100: no way back
    assert table.page().texts(".not-dealt-in li") == ["B Ben out Total: 120"]
    table.write(e.EntryUndone(table.state.last[0]), e.PlayerReturned(BEN))  # type: ignore[index]
    assert table.page().texts(".not-dealt-in li") == []


def test_the_sheet_tells_drops_and_who_is_out_also_printed_and_as_a_pdf(table: Table) -> None:
    table.write(e.WentOut(ANN), e.Dropped(BEN, "wrong"), lost(CY, 5), e.RoundScored())
    table.write(e.WentOut(ANN), e.Dropped(BEN, "middle"), lost(CY, 5), e.RoundScored())
    page = table.page("sheet")
    assert [small for small in page.texts(".scores td small") if "·" in small] == [
        "total 80 · wrong",
        "total 120 · middle drop",
    ]
    assert page.texts(".ranks .name") == ["Ann", "Cy", "Ben out after round 2"]
    assert page.texts(".leaf .cell .ended") == ["wrong", "middle drop"]
    file = table.phone.client.get(table.address("sheet.pdf")).data
    words = poppler("pdftotext", "-", "-", pdf=file).decode().split()
    assert {"middle", "drop", "wrong"} <= {*words}


def test_the_totals_of_a_player_who_came_back_add_up_also_printed_and_as_a_pdf(
    table: Table,
) -> None:
    out_after_two(table).write(e.PlayerReturned(BEN))
    page = table.page("sheet")
    both = "120 → 41"
    assert page.texts("#round-2 td small")[1] == f"total {both}"
    assert page.texts(".leaf .cell .back") == [both]
    file = table.phone.client.get(table.address("sheet.pdf")).data
    assert "→ 41" in " ".join(poppler("pdftotext", "-", "-", pdf=file).decode().split())


def test_out_is_only_who_has_too_many_points(table: Table) -> None:
    table.write(e.WentOut(ANN), lost(BEN, 5))
    assert table.page("review").texts(".line .words")[0] == "won"
    table.write(lost(CY, 5), e.RoundScored())
    out_after_two(table)
    assert set(table.page("sheet").texts(".scores td b.sr")) == {"won"}
    table.write(e.WentOut(ANN), lost(CY, 80), e.RoundScored())
    final = table.page("final")
    assert "Most rounds won" in final.words
    assert "Most often out" not in final.words


def test_the_table_ends_a_game_for_points_and_no_end_is_early(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="indian-rummy", kind="points")
    assert "End the game" in table.page("players").texts("summary")
    table.write(e.WentOut(ANN), lost(BEN, 9), e.RoundScored(), e.GameEnded("Late"))
    assert "Undo: The game ended" in table.page("players").buttons()
    assert "The game ended: Late" in table.page("history").words
    assert "The table ended the game after round 1: “Late”." in table.page("final").words
    table.undo()
    table.write(e.GameEnded(""))
    told = "The table ended the game after round 1. Ann has the most points, 9; next best: −9."
    assert told in table.page("final").words


def test_where_nothing_is_laid_off_the_table_is_asked_nothing_about_it(table: Table) -> None:
    assert table.page("rules").texts("#table-decides legend") == [
        "May a meld be made of wild cards only?"
    ]


def test_files_for_programs_tell_drops_and_the_wild_rank(table: Table) -> None:
    table.write(
        e.TurnedUp("9"), e.WentOut(ANN), e.Dropped(BEN, "wrong"), lost(CY, 5), e.RoundScored()
    )
    table.write(e.WentOut(ANN), lost(BEN, 5), lost(CY, 5), e.RoundScored())
    client = table.phone.client
    rows = csv.DictReader(StringIO(client.get(table.address("game.csv")).data.decode("utf-8-sig")))
    assert [row["drop"] for row in rows] == ["", "wrong", "", "", "", ""]
    first, second = client.get(table.address("score.json")).get_json()["rounds"]
    assert (first["turned_up"], first["drops"]) == ("9", {"Ben": "wrong"})
    assert not second.keys() & {"turned_up", "drops", "ending", "void"}


def test_the_page_of_a_person_counts_their_drops_without_wrong_declarations(table: Table) -> None:
    table.write(e.WentOut(ANN), e.Dropped(BEN, "middle"), e.Dropped(CY, "first"), e.RoundScored())
    table.write(e.WentOut(ANN), e.Dropped(BEN, "first"), e.Dropped(CY, "wrong"), e.RoundScored())
    table.write(e.WentOut(ANN), lost(CY, 5), e.RoundScored())
    words = {
        name: table.phone.open(f"/persons/one?name={name}").texts(".hero dt")
        for name in ("ann", "ben", "cy")
    }
    assert words["ben"] == ["game", "games won", "points per round", "rounds won", "drops"]
    assert (words["ann"][-1], words["cy"][-1]) == ("rounds won", "drop")


def test_a_correction_changes_the_wild_rank_and_a_drop(table: Table) -> None:
    held = e.HandCounted(CY, e.Hand(cards={"8": 2, "4": 1}), down=False)
    table.write(e.TurnedUp("9"), e.WentOut(ANN), e.Dropped(BEN, "first"), held, e.RoundScored())
    page = table.page("correct/1")
    assert page.texts("#hand-1 summary .drop") == ["First drop", "Middle drop", "Wrong declaration"]
    page = page.press("See what changes", turned_up="8", drop1="middle")
    assert page.status == 200
    page.press("Save")
    assert (table.state.totals, table.state.rounds[0].play.turned_up) == ((0, 40, 4), "8")


def test_a_hand_whose_cards_cost_something_else_by_another_wild_rank_is_typed(table: Table) -> None:
    held = e.HandCounted(CY, e.Hand(cards={"Joker/9": 2, "10-A": 1}), down=False)
    table.write(e.TurnedUp("9"), e.WentOut(ANN), lost(BEN, 5), held, e.RoundScored())
    page = table.page("correct/1").press("See what changes", turned_up="K")
    assert (page.status, page.trouble) == (
        422,
        "Cy’s hand is not counted yet. Count the cards that are left.",
    )
    page.press("See what changes", **{"seat2-total": "18"}).press("Save")
    assert table.state.totals == (0, 5, 18)


def test_the_table_shows_the_points_of_whoever_left_a_game_for_points(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy", kind="points")
    table.write(e.WentOut(ANN), lost(BEN, 16), lost(CY, 20), e.RoundScored(), e.PlayerLeft(ANN))
    page = table.page()
    assert page.texts(".seats .total b") == ["−16", "−20"]
    assert page.texts(".not-dealt-in li") == ["A Ann left Total: 36"]


LEVEL = "Ann and Ben are level at 20, so only they play another round."


@pytest.fixture
def tied(phone: Phone) -> Table:
    """Two deals are played: Ann and Ben have 20 points each, Cy has lost 40."""
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy", kind="deals")
    table.write(e.WentOut(ANN), lost(BEN, 0), lost(CY, 20), e.RoundScored())
    table.write(e.WentOut(BEN), lost(ANN, 0), lost(CY, 20), e.RoundScored())
    return table


def test_the_table_says_who_plays_the_tie_breaker_and_who_sits_out(tied: Table) -> None:
    page = tied.page()
    assert page.texts("p.said") == [LEVEL]
    assert page.texts(".seats h2") == ["Ann", "Ben"]
    assert page.texts(".not-dealt-in li") == ["C Cy sits out Total: −40"]
    assert "Declare: Cy declared" not in page.buttons()
    assert "Ben 20 points so far" in tied.page("out").words
    assert "Cy" not in tied.page("out").words
    assert LEVEL in tied.page("sheet").words
    said = tied.page("players").texts("#players summary small")
    assert [words.endswith(" · sits out") for words in said] == [False, False, True]
    page = tied.page("correct/2").press("See what changes", **{"seat0-total": "10"})
    assert preview(page)[0] == [LEVEL]


def test_a_seat_left_empty_in_a_tie_cannot_win_any_more(tied: Table) -> None:
    lost = "A player who leaves before the tie is decided cannot win the game."
    assert lost in tied.page("players/0/leaving").words
    assert lost not in tied.page("players/2/leaving").words


def test_only_who_plays_the_tie_breaker_has_a_hand_to_count(tied: Table) -> None:
    tied.write(e.WentOut(BEN))
    assert "Cy" not in tied.page(f"count/{ANN}").words
    assert tied.page(f"count/{CY}").path == tied.address()
    page = tied.count("Ann", total="70").press("Write it down")
    assert page.texts(".crown h2") == ["Ben wins"]
    told = "Ann and Ben were level and played round 3 alone. Ben wins with 90."
    assert page.texts(".why") == [told]
    assert tied.state.totals == (-50, 90, -40)
    assert tied.phone.client.get(tied.address("score.json")).json["reason"]["sentence"] == told


def test_whoever_comes_back_to_a_game_for_points_goes_on_with_what_they_had(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy", kind="points")
    table.write(e.WentOut(ANN), lost(BEN, 16), lost(CY, 20), e.RoundScored(), e.PlayerLeft(ANN))
    table.write(e.WentOut(BEN), lost(CY, 40), e.RoundScored())
    page = table.page("players")
    assert "Ann continues where they stopped, with 36 points." in page.words
    assert "Nobody starts with an advantage" not in table.page("players/join").words
    assert "Where does a player who joins later start?" not in table.page("rules").words
    page.press("Come back: Ann")
    assert table.state.totals == (36, 24, -60)


def own_table(phone: Phone, without: str, *house_rules: str) -> Table:
    """A table of a custom game like this one, without this key and these house rules."""
    start = "/own/from/indian-rummy"
    rows = [r for r in data_on(phone.open(start))["house_rules"] if r["key"] not in house_rules]
    card = own_game(phone, start, {"house_rules": rows, without: None})
    return start_game(phone, "Ann", "Ben", game=key_of(card))


def test_players_declare_in_a_game_of_one_s_own_without_drops(phone: Phone) -> None:
    table = own_table(phone, "drops", "pool", "drops")
    assert "Declare: Ann declared" in table.page().buttons()
    assert table.page("out").texts("h1") == ["Who declared?"]
    table.write(e.WentOut(ANN))
    assert "Undo: Ann declared" in table.page().buttons()
    page = table.page("count/1")
    assert page.texts("#round-note") == ["Round 1 · Ann declared"]
    assert page.texts("#people small")[ANN] == "declared · 0"


def test_a_game_of_one_s_own_without_pure_sequences_has_no_key_for_a_full_hand(
    phone: Phone,
) -> None:
    table = own_table(phone, "melding.least_pure_runs", "second_sequence")
    table.write(e.WentOut(ANN))
    words = table.page("count/1").words
    assert "pure sequence" not in words
    assert "Full hand" not in words
