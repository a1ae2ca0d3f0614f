"""Players: joining, leaving, and a change of the dealer."""

import pytest

from companion.rules.fold.entries import Entry, Hand, HandCounted, PlayerLeft, RoundScored, WentOut
from tests.web.phone import Phone
from tests.web.table import Table, start_game, undo_label

NAME_TAKEN = "Somebody in this game is already called Ann. Add an initial to one of the names."
FULL = "At most 9 players can play by these rules. Somebody has to leave first."
ANN_MADE_IT = {"Ben": "70", "Cy": "65", "Dee": "80"}


def people(table: Table) -> list[str]:
    """Everybody on the page, players at the table first."""
    page = table.page("players")
    return page.texts("#players summary b") + page.texts("#away summary b")


def test_a_newcomer_sits_last_on_the_lowest_contract_with_the_worst_total(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players/join").press("Add this player", name=" Eve ")
    assert page.texts("li.seat h2") == ["Ann", "Ben", "Cy", "Dee", "Eve"]
    assert table.state.totals == (0, 70, 65, 80, 80)
    assert table.state.open is not None
    assert table.state.open.deal.contracts[4] == 1
    assert "Eve joined before round 2 with a total of 80." in table.page("sheet").words


def test_a_newcomer_sits_on_the_left_of_whom_they_say_and_deals_when_it_comes_to_them(
    table: Table,
) -> None:
    page = table.page("players").follow("Add a player")
    chairs = [("Ann", "Ben"), ("Ben", "Cy"), ("Cy", "Dee"), ("Dee", "Ann")]
    asked = [f"Between {left} and {right}" for left, right in chairs]
    assert page.texts("#join label > span") == asked
    assert page.typed("#join") == {"name": "", "after": "3"}
    page.press("Add this player", name="Eve", after="1")
    assert table.page().texts("li.seat h2") == ["Ann", "Ben", "Eve", "Cy", "Dee"]
    for dealer in ("Ann", "Ben", "Eve"):
        assert table.page().texts("header p")[0].startswith(f"{dealer} deals")
        table.play_round("Ann", {"Ben": "65", "Eve": "65", "Cy": "65", "Dee": "65"})
    assert table.page().texts("header p")[0].startswith("Cy deals")
    sheet = table.page("sheet").words
    assert sheet.index("Ben") < sheet.index("Eve") < sheet.index("Cy")


def test_last_is_last_and_a_page_that_does_not_ask_means_that(table: Table) -> None:
    table.page("players/join").press("Add this player", name="Eve")
    table.page("players/join").press("Add this player", name="Flo", after=None)
    assert table.page().texts("li.seat h2") == ["Ann", "Ben", "Cy", "Dee", "Eve", "Flo"]


@pytest.mark.parametrize("after", ["9", "-1", "Ben", "1"])
def test_nobody_sits_beside_somebody_who_is_not_there(table: Table, after: str) -> None:
    table.page("players").press("Leave: Ben")
    with table.nothing_written():
        page = table.page("players/join").press("Add this player", name="Eve", after=after)
    assert (page.status, page.error_at("after")) == (422, "That player is not at the table now.")
    assert page.field("name").attrs["value"] == "Eve"


def test_where_a_newcomer_sits_stays_chosen_beside_a_name_that_is_refused(table: Table) -> None:
    page = table.page("players/join").press("Add this player", name="ann", after="1")
    assert page.error_at("name") == NAME_TAKEN
    assert page.typed("#join") == {"name": "ann", "after": "1"}


def test_who_leaves_before_a_play_off_cannot_win_and_the_page_says_so(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", final_tiebreak="playoff")
    table.has_played(11, 0, 5, 65, down=[0, 1])
    table.play_round("Ben", {"Ann": "55", "Cy": "65"}, down=["Ann"])
    page = table.page("players")
    assert [b for b in page.buttons() if b.startswith("Leave")] == ["Leave: Ann", "Leave: Ben"]
    assert (
        page.words.count("A player who leaves before the tie is decided cannot win the game.") == 2
    )
    page = page.press("Leave: Ann")
    assert (page.texts("h2")[0], page.said) == ("Ben wins", "Ann has left. Undo brings Ann back.")
    assert page.press(undo_label(page)).texts("li.seat h2") == ["Ann", "Ben"]


def test_one_of_two_may_leave_a_tie_for_nobody_is_dealt_to_any_more(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500")
    for melded in ("500", "20"):
        table.write(*_both_melded(int(melded)))
    page = table.page("players").press("Leave: Ben")
    assert (page.texts("h2")[0], page.texts(".why")) == (
        "Ann wins",
        [
            (
                "Ann and Ben were level at 520. Ben left before the tie was decided "
                "and can no longer win, so Ann wins."
            )
        ],
    )


def _both_melded(points: int) -> list[Entry]:
    none, melded = Hand(points=0), Hand(points=points)
    hands = [HandCounted(seat, none, down=False, melded=melded) for seat in (0, 1)]
    return [WentOut(0), *hands, RoundScored()]


def test_a_leaver_is_kept_on_the_sheet_and_dealt_in_no_more(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players").press("Leave: Ben")
    assert page.texts("li.seat h2") == ["Ann", "Cy", "Dee"]
    assert table.state.totals[1] == 70
    sheet = table.page("sheet")
    assert "Ben left after round 1." in sheet.words
    assert "Ben left" in sheet.texts("ol.ranks .name")


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("Leave: Ann", "Ann has left. Undo brings Ann back."),
        ("Deals now: Dee", "Dee deals this round."),
    ],
)
def test_it_says_what_was_done(table: Table, step: str, said: str) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    assert table.page("players").press(step).said == said


def test_what_a_newcomer_starts_with_is_said_before_and_after(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players/join")
    before = "Starts on contract 1 with 80 points. Nobody starts with an advantage over the others."
    assert page.texts(".starts") == [before]
    assert (
        page.press("Add this player", name="Eve").said == "Eve joins on contract 1 with 80 points."
    )


def test_where_there_are_no_contracts_only_points_are_said(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500")
    assert (
        table.page("players/join").press("Add this player", name="Eve").said
        == "Eve joins with 0 points."
    )


def test_what_a_newcomer_starts_with_is_said_again_when_somebody_else_leaves(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT, down=["Ben"])
    joined = table.page("players/join").press("Add this player", name="Eve")
    assert joined.said == "Eve joins on contract 1 with 80 points."
    left = table.page("players").press("Leave: Dee")
    assert left.said == (
        "Dee has left. Undo brings Dee back. Eve now starts on contract 1 with 70 points."
    )
    left = table.page("players").press("Leave: Cy")
    assert left.said == (
        "Cy has left. Undo brings Cy back. Eve now starts on contract 2 with 70 points."
    )
    assert table.undo().said == ("Undone: Cy left. Eve now starts on contract 1 with 70 points.")
    table.play_round("Ann", {"Ben": "65", "Cy": "65", "Eve": "65"})
    assert table.state.totals[4] == 70 + 65
    assert table.undo().said == "Undone: Round 2 written down."


def test_who_comes_back_changes_what_a_newcomer_starts_with_too(table: Table) -> None:
    cy_was_away(table).page("players/join").press("Add this player", name="Eve")
    page = table.page("players").press("Come back: Cy")
    assert page.said == "Cy is back on contract 1 with 160 points."
    left = table.page("players").press("Leave: Dee")
    both = ("Eve now starts on contract 1 with 140 points.", "Cy now starts on contract 1 with 140")
    assert [sentence in left.said for sentence in both] == [True, True]
    assert table.state.totals[2] == table.state.totals[4] == 140


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Enter a name."),
        ("ann", NAME_TAKEN),
        ("x" * 60, "This has 60 characters. Use 30 or fewer."),
        ("\u202eeve", "This has invisible characters. Enter it again."),
    ],
)
def test_a_name_that_cannot_join_says_why_and_stays(table: Table, name: str, sentence: str) -> None:
    page = table.page("players/join").press("Add this player", name=name)
    assert (page.status, page.error_at("name")) == (422, sentence)
    assert page.field("name").attrs["value"] == name
    assert table.kinds == []


def test_a_full_table_takes_nobody(phone: Phone) -> None:
    table = start_game(phone, *"ABCDEFGHI")
    page = table.page("players/join").press("Add this player", name="Joe")
    assert page.error_at("name") == FULL


def test_nobody_comes_or_goes_once_the_game_is_over(two: Table) -> None:
    before = two.page("players")
    two.has_played(12, 0, 90, down=[0])
    over = two.page("players").buttons()
    assert "Add a player" not in two.page("players").words
    assert two.page("players/join").heading == "Players"
    assert not [b for b in over if b.split(":")[0] in {"Leave", "Deals now", "Come back"}]
    with two.nothing_written():
        for step in ("Leave: Ben", "Deals now: Ben"):
            assert before.press(step).status == 409


# --- Names --------------------------------------------------------------------------------------


def test_a_new_name_stands_everywhere_at_once(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players").press("Rename: Ben", name__1=" Benno ")
    assert page.path == table.address("players")
    for where in ("", "sheet", "players"):
        words = table.page(where).words
        assert "Benno" in words
        assert "Ben " not in words.replace("Benno", "")
    assert set(table.phone.home_lists()[0].split(", ")) == {"Ann", "Benno", "Cy", "Dee"}
    assert "Benno: add" in table.phone.open("/new/twelve-step-rummy").buttons()


def test_a_name_can_be_mended_when_the_game_is_over(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    two.page("final").follow("Names, title, note").press("Rename: Ann", name__0="Anna")
    assert two.page("final").texts(".crown h2") == ["Anna wins"]


def test_the_same_name_again_writes_nothing_and_other_letters_do(table: Table) -> None:
    table.page("players").press("Rename: Ben", name__1="Ben")
    assert table.kinds == []
    table.page("players").press("Rename: Ben", name__1="BEN")
    assert table.state.names[1] == "BEN"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Enter a name."),
        ("ANN", NAME_TAKEN),
        ("x" * 31, "This has 31 characters. Use 30 or fewer."),
        ("a\u202eb", "This has invisible characters. Enter it again."),
    ],
)
def test_a_name_that_cannot_be_says_why_at_its_field(
    table: Table, name: str, sentence: str
) -> None:
    page = table.page("players").press("Rename: Ben", name__1=name)
    assert (page.status, page.error_at("name-1")) == (422, sentence)
    assert page.field("name-1").attrs["value"] == name
    assert page.field("name-0").attrs["value"] == "Ann"
    assert table.kinds == []


# --- Places -------------------------------------------------------------------------------------


def test_before_the_first_round_is_written_people_change_places(table: Table) -> None:
    table.lay_down("Cy")
    page = table.page("players").press("Move up: Cy")
    assert page.texts("#players summary b") == ["Ann", "Cy", "Ben", "Dee"]
    assert people(table) == page.texts("#players summary b")
    assert table.page().texts("li.seat h2") == ["Ann", "Cy", "Ben", "Dee"]
    assert "Down : clear for Cy" in table.page().buttons()
    table.play_round("Ann", {"Cy": 5, "Ben": "70", "Dee": "80"})
    assert table.page().texts("header p")[0].startswith("Cy deals")
    assert table.page("sheet").texts(".scores thead th")[1:] == ["Ann", "Cy", "Ben", "Dee"]


def test_sitting_later_is_the_other_way_round(table: Table) -> None:
    page = table.page("players").press("Move down: Ben")
    assert page.texts("#players summary b") == ["Ann", "Cy", "Ben", "Dee"]
    page = page.press("Move down: Ben")
    assert page.texts("#players summary b") == ["Ann", "Cy", "Dee", "Ben"]
    assert "Move down: Ben" not in page.buttons()


def test_hands_are_counted_in_the_new_order(table: Table) -> None:
    table.page("players").press("Move up: Cy")
    page = table.go_out("Ann")
    assert page.path == table.address("count/2")
    assert table.count("Cy", total=70, down="no").path == table.address("count/1")
    assert table.count("Ben", total=70, down="no").path == table.address("count/3")


def test_the_first_cannot_sit_earlier_and_later_nobody_can(table: Table) -> None:
    page = table.page("players")
    assert "Move up: Ann" not in page.buttons()
    table.play_round("Ann", ANN_MADE_IT)
    assert not [b for b in table.page("players").buttons() if b.startswith("Sits one")]
    with table.nothing_written():
        assert page.press("Move up: Cy").status == 409


# --- Back again ---------------------------------------------------------------------------------


def cy_was_away(table: Table) -> Table:
    """Ann has 0 points, Ben 140, Cy 65 from before leaving, Dee 160."""
    table.play_round("Ann", ANN_MADE_IT)
    table.page("players").press("Leave: Cy")
    table.play_round("Ann", {"Ben": "70", "Dee": "80"})
    return table


def test_who_comes_back_is_told_what_with_and_is_dealt_in(table: Table) -> None:
    page = cy_was_away(table).page("players")
    assert "left after round 1" in page.words
    assert "Cy keeps the contracts made and continues with 160 points" in page.words
    page = page.press("Come back: Cy")
    assert page.said == "Cy is back on contract 1 with 160 points."
    assert page.texts("li.seat h2") == ["Ann", "Ben", "Cy", "Dee"]
    assert table.state.totals == (0, 140, 160, 160)
    told = "Cy left after round 1, came back before round 3 and continued with a total of 160."
    assert told in table.page("sheet").texts("p.note")
    with table.nothing_written():
        sent = {"csrf_token": table.phone.csrf_token, "round": "3", "seat": "2"}
        answer = table.phone.send(table.address("players/back"), sent)
    assert (answer.status, answer.trouble) == (422, "That player has not left.")


def test_who_comes_back_where_there_are_no_contracts_is_told_of_none(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="classic-rummy").has_played(1, 0, 5, 5)
    table.write(PlayerLeft(2))
    words = table.has_played(1, 0, 20).page("players").words
    assert "Cy continues with 25 points: nobody comes back with a better total" in words


def test_who_missed_no_round_comes_back_as_before(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    table.page("players").press("Leave: Cy")
    page = table.page("players")
    assert "Cy has missed no round and continues with 65 points as before." in page.words
    page.press("Come back: Cy")
    assert table.state.totals == (0, 70, 65, 80)


# --- Invalid requests
# ------------------------------------------------------------------------------


def test_a_name_for_nobody_in_this_game_is_refused_above_the_page(table: Table) -> None:
    sent = {"csrf_token": table.phone.csrf_token, "seat": "9", "name-9": "Eve"}
    with table.nothing_written():
        page = table.phone.send(table.address("players/rename"), sent)
    assert (page.status, page.trouble) == (422, "That player is not in this game.")


ALONE = (
    "Only the players with equal points play on, so nobody can join or come back now. "
    "Start a new game once the tie is decided."
)


def test_who_cannot_join_a_play_off_is_told_although_nobody_is_asked(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", final_tiebreak="playoff")
    table.has_played(11, 0, 5, down=[0, 1])
    table.play_round("Ben", {"Ann": "55"}, down=["Ann"])
    assert table.state.open is not None
    assert table.state.open.deal.playoff
    sent = {"csrf_token": phone.csrf_token, "round": "13", "name": "Eve", "after": "0"}
    with table.nothing_written():
        page = phone.send(table.address("players/join"), sent)
    assert (page.status, page.trouble) == (422, ALONE)
    assert table.page("players/join").trouble == ALONE
