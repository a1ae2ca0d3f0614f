"""The table: contracts, players down, and the player who went out."""

from companion.rules.fold.entries import LaidDown
from tests.web.phone import Phone
from tests.web.table import Table, start_game


def seat(table: Table, name: str) -> str:
    row = table.page().one(f"#seat-{table.seat(name)}")
    return " ".join(row.to_text().split())


def test_the_table_shows_dealer_leader_contract_and_decks(table: Table) -> None:
    page = table.page()
    assert page.heading == "Round 1"
    assert page.texts("header p") == ["Ann deals 13 cards Ben plays first 2 decks, 4 jokers"]
    assert page.texts(".seats h2") == ["Ann", "Ben", "Cy", "Dee"]
    assert page.texts(".tag") == ["deals", "plays first"]
    assert page.texts("p.words") == ["2 sets of 3"] * 4
    assert page.texts("p.total") == ["Total: 0"] * 4


def test_laying_down_marks_the_player_and_is_written(table: Table) -> None:
    page = table.lay_down("Ben")
    assert page.path == table.address()
    assert "Down : clear for Ben" in page.buttons()
    assert table.kinds == ["laid_down"]
    assert table.state.open.play.laid_down == {1}


def test_round_over_asks_who_went_out_those_who_are_down_first(table: Table) -> None:
    table.lay_down("Cy")
    page = table.page().follow("Round over")
    assert page.heading == "Who went out?"
    assert page.texts("button.pick b") == ["Cy", "Ann", "Ben", "Dee", "Nobody"]
    assert page.texts("button.pick .stands")[:2] == ["Down", "Not down"]
    assert page.texts("main > .note") == ["The player you tap is marked as down, too."]


def test_picking_who_went_out_walks_to_the_first_hand(table: Table) -> None:
    page = table.page().follow("Round over").press("Ann Not down")
    assert page.heading == "Cards left: Ben"
    assert table.state.open.play.went_out == 0


def test_counting_before_anybody_is_out_asks_who(table: Table) -> None:
    assert table.page("count/").heading == "Who went out?"


def test_looking_over_a_round_that_is_still_played_leads_to_the_table(table: Table) -> None:
    """Links on a phone may be stale: another phone may have written the round down."""
    assert table.page("review").heading == "Round 1"


def test_the_next_round_has_the_next_dealer_the_next_contracts_and_what_was_added(
    table: Table,
) -> None:
    table.play_round("Ann", {"Ben": 15, "Cy": 120, "Dee": 90}, down=["Ben"])
    page = table.page()
    assert page.heading == "Round 2"
    assert "Ben deals" in page.texts("header p")[0]
    assert page.texts("p.words") == ["Set of 3, run of 4"] * 2 + ["2 sets of 3"] * 2
    assert page.texts("p.total") == [
        "Total: 0 last round: +0 ahead",
        "Total: 15 last round: +15",
        "Total: 120 last round: +120",
        "Total: 90 last round: +90",
    ]
    assert "ahead" in seat(table, "Ann")
    assert "ahead" not in seat(table, "Ben")


def test_a_name_stands_apart_from_the_direction_of_its_sentence(phone: Phone) -> None:
    page = start_game(phone, "رنا", "Ben").page()
    assert "<bdi>رنا</bdi>" in page.html
    assert "Lay down: رنا" in page.buttons()


def test_a_name_is_never_read_as_markup(phone: Phone) -> None:
    table = start_game(phone, "<b>Ann</b>", "A&B %(x)s")
    assert table.page().texts(".seats h2") == ["<b>Ann</b>", "A&B %(x)s"]
    table.go_out("A&B %(x)s")
    assert table.undo().said == "Undone: A&B %(x)s went out."
    table.play_round("<b>Ann</b>", {"A&B %(x)s": 45})
    assert table.page("sheet").texts(".scores thead th")[1:] == ["<b>Ann</b>", "A&B %(x)s"]


def test_a_game_that_is_over_shows_who_won_instead_of_a_table(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    for where in ("", "out", "count/", "count/1", "review"):
        assert two.page(where).path == two.address("final"), where


def test_while_the_round_is_counted_the_table_tells_who_is_down_and_out(table: Table) -> None:
    table.lay_down("Ben")
    table.go_out("Ann")
    page = table.page()
    assert page.texts(".mark") == ["Out", "Down"]
    assert page.buttons() == ["Undo: Ann went out"]
    assert page.follow("Count hands").heading == "Cards left: Ben"


def test_games_without_contracts_tell_who_went_out_too(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="five-crowns")
    assert table.page().texts(".mark") == ["Out: Ann went out", "Out: Ben went out"]
    table.go_out("Ben")
    assert table.page().texts("#seat-1 .mark") == ["Out"]
    assert table.page().texts("#seat-0 .mark") == []


def test_where_laying_down_is_going_out_only_out_is_offered_and_says_why(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="liverpool-rummy")
    table.has_played(5, 0, 40)
    page = table.page()
    assert not [b for b in page.buttons() if b.startswith("Lay down")]
    assert page.texts(".marks")[0].startswith("Out")
    assert page.texts(".contract .whole-hand")[0] == "laying down means going out"
    own = table.page("seat/1")
    assert "I’m down" not in own.buttons()
    assert "The contract takes every card: laying down means going out." in own.words
    assert "ghost" not in (own.one("#dock button").attrs["class"] or "")


def test_a_mark_from_before_can_still_be_taken_back_there(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="liverpool-rummy")
    table.has_played(5, 0, 40)
    table.write(LaidDown(1))
    table.take_back("Ben")
    assert table.kinds[-1] == "took_back"


def test_where_play_goes_to_the_right_the_player_on_the_right_begins_and_deals_next(
    phone: Phone,
) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="continental-rummy")
    assert "Ann deals" in table.page().words
    assert "Cy plays first" in table.page().words
    table.has_played(1, 0, 90, 90)
    assert "Cy deals" in table.page().words
    assert "Ben plays first" in table.page().words


def test_while_others_have_a_last_turn_the_table_stays_and_says_so(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="five-crowns")
    page = table.page().press("Out: Ben went out")
    assert page.path == table.address()
    assert page.texts(".last-turn") == ["Ben is out. One last turn for everybody else."]
    assert page.texts("p.words") == ["one last turn", "Went out", "one last turn"]
    counting = page.follow("Count hands")
    assert counting.heading == "Cards left: Ann"
    assert counting.press("No cards left").heading == "Cards left: Cy"
    assert table.page().texts(".last-turn") == []


def test_phase_10_calls_its_contracts_phases_and_shows_its_own_deck(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="phase-10")
    page = table.page()
    assert page.texts("header p") == ["Ann deals 10 cards Ben plays first"]
    assert page.texts(".own-deck p") == [
        "108 cards: 1 to 12 in four colours, each twice, eight Wilds and four Skips"
    ]
    assert page.texts("p.words") == ["2 sets of 3"] * 2
    assert "Contract" not in page.words
    table.go_out("Ann")
    assert "Phase 1 · 2 sets of 3" in table.page("count/1").words


def test_one_contract_for_all_lies_meld_by_meld_with_the_next_one_below(phone: Phone) -> None:
    page = start_game(phone, "Ann", "Ben", game="carioca").has_played(5, 0, 40).page()
    assert page.texts(".named-melds b") == ["Set of 3", "Run of 4", "Run of 4"]
    assert page.texts(".next-one span") == ["Next: 3 runs of 4"]


def test_a_game_to_a_target_says_how_far_everybody_is(phone: Phone) -> None:
    page = start_game(phone, "Ann", "Ben", game="rummy-500").page()
    assert page.texts(".goal-line") == ["First to 500"]
    assert page.texts("p.words") == ["500 to go"] * 2
    other = start_game(phone, "Ann", "Ben", game="classic-rummy").page()
    assert other.texts(".goal-line") == ["Over at 100"]
    assert other.texts("p.words") == ["100 below the limit"] * 2
