"""Correcting a written round: a preview of the changes, then save."""

from dataclasses import dataclass, replace

import pytest

from companion.records.log.games import open_game
from companion.rules.fold import entries as e
from companion.web.pages.correction import correction_of
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game, undo_label

CHANGES, SAVE, SAVE_ANYWAY = "See what changes", "Save", "Save anyway"


@pytest.fixture
def played(table: Table) -> Table:
    """Round 1: Ann out, Ben down with 15, Cy 120 and Dee 65 not down. Round 2: all made it."""
    table.write(
        e.LaidDown(1),
        e.WentOut(0),
        e.HandCounted(1, e.Hand(cards={"10-K": 1, "3-9": 1}), down=True),
        e.HandCounted(2, e.Hand(cards={"A": 1, "10-K": 8, "3-9": 4}), down=False),
        e.HandCounted(3, e.Hand(points=65), down=False),
        e.RoundScored(),
    )
    return table.has_played(1, 0, 5, 5, 5)


def shown(page: Page) -> list[str]:
    return page.texts("#changes dl > div")


def test_a_cell_of_the_sheet_opens_its_hand(played: Table) -> None:
    sheet = played.page("sheet")
    links = [a.attrs["href"] for a in sheet.all("#round-1 td a")]
    assert links[2] == f"{played.address('correct/1')}?seat=2#hand-2"
    page = played.phone.open(links[2])
    assert page.heading == "Correct round 1"
    open_hands = [d.attrs["id"] for d in page.all("details.hand") if "open" in d.attrs]
    assert open_hands == ["hand-2"]


def test_the_preview_shows_the_round_as_written(played: Table) -> None:
    typed = played.page("correct/1").typed("#correct")
    assert typed["out"] == "0"
    assert (typed["seat1-card2"], typed["seat1-card3"], typed["seat1-down"]) == ("1", "1", "yes")
    assert (typed["seat3-total"], typed["seat3-down"]) == ("65", "no")


def test_a_correction_shows_what_it_changes_and_writes_nothing_yet(played: Table) -> None:
    with played.nothing_written():
        page = played.page("correct/1").press(CHANGES, seat2__card2="7", seat2__card3="5")
    assert shown(page) == ["Cy Round 1 120 115 Total 125 120"]
    assert page.typed("#correct")["seat2-card2"] == "7"
    assert [len(page.all(f"#hand-{seat} .now.changed")) for seat in (1, 2, 3)] == [0, 1, 0]
    assert SAVE in page.buttons()


def test_saving_writes_the_correction_and_marks_the_round(played: Table) -> None:
    page = played.page("correct/1").press(CHANGES, seat2__card2="7", seat2__card3="5")
    page = page.press(SAVE)
    assert (page.path, page.said) == (played.address("sheet"), "The correction is saved.")
    assert played.kinds[-1] == "round_corrected"
    assert played.state.totals == (0, 20, 120, 70)
    assert "Rounds corrected later (c): 1." in page.words
    assert page.texts("#round-1 .flag") == ["c"]


def test_the_sheet_takes_a_correction_back_and_stays(played: Table, other_phone: Phone) -> None:
    sheet = played.page("correct/1").press(CHANGES, seat2__card2="7", seat2__card3="5")
    sheet = sheet.press(SAVE)
    assert undo_label(sheet) == "Undo: Round 1 corrected"
    watched = Table(other_phone, played.stored.row.watch_token).page("sheet")
    assert not any(label.startswith("Undo") for label in watched.buttons())
    sheet = sheet.press("Undo: Round 1 corrected")
    assert (sheet.path, played.state.totals) == (played.address("sheet"), (0, 20, 125, 70))
    assert not any(label.startswith("Undo") for label in sheet.buttons())


def test_a_correction_that_takes_a_contract_back_shifts_the_later_ones(played: Table) -> None:
    page = played.page("correct/1").press(
        CHANGES, seat1__down="no", seat1__card2="0", seat1__card3="13"
    )
    assert shown(page) == ["Ben Round 1 15 65 Total 20 70 Contracts made 2 1 Next contract 3 2"]
    page.press(SAVE)
    assert played.state.next_contracts == (3, 2, 2, 2)


def test_a_correction_that_changes_nothing_says_so(played: Table) -> None:
    page = played.page("correct/1").press(CHANGES)
    assert "No scores would change." in page.words


def test_saving_something_else_than_was_shown_shows_the_changes_again(played: Table) -> None:
    page = played.page("correct/1").press(CHANGES, seat2__card2="7", seat2__card3="5")
    with played.nothing_written():
        page = page.press(SAVE, seat2__card2="6", seat2__card3="6")
    assert shown(page) == ["Cy Round 1 120 110 Total 125 115"]
    page.press(SAVE)
    assert played.state.totals[2] == 115


def test_a_correction_saved_twice_is_written_once(played: Table) -> None:
    page = played.page("correct/1").press(CHANGES, seat2__card2="7", seat2__card3="5")
    page.press(SAVE)
    assert page.press(SAVE).status == 200
    assert played.kinds.count("round_corrected") == 1


def test_a_correction_made_before_something_else_was_written_is_out_of_date(
    played: Table, other_phone: Phone
) -> None:
    page = played.page("correct/1").press(CHANGES, seat2__card2="7", seat2__card3="5")
    played.on(other_phone).lay_down("Ann")
    with played.nothing_written():
        page = page.press(SAVE)
    assert page.status == 409
    assert page.trouble.startswith("The game has changed since this page was opened")
    assert page.typed("#correct")["seat2-card2"] == "7"
    page.press(CHANGES).press(SAVE)
    assert played.state.totals[2] == 120


def test_a_correction_of_a_round_that_was_corrected_meanwhile_shows_it_as_it_is_now(
    played: Table, other_phone: Phone
) -> None:
    page = played.page("correct/1")
    other = played.on(other_phone).page("correct/1")
    other.press(CHANGES, seat1__card3="2").press(SAVE)
    with played.nothing_written():
        page = page.press(CHANGES, seat2__card2="7", seat2__card3="5")
    assert page.status == 409
    assert page.trouble.startswith("The game has changed since this page was opened")
    typed = page.typed("#correct")
    assert (typed["seat2-card2"], typed["seat1-card3"]) == ("8", "2")


def test_a_correction_typed_on_keys_from_before_a_change_of_rules_is_not_mistaken(
    played: Table,
) -> None:
    page = played.page("correct/2")
    played.page("rules/change").press(CHANGES, option_two_value="20").press("Rescore the game")
    with played.nothing_written():
        assert page.press(CHANGES, seat1__total="10").status == 409


def test_the_page_of_a_round_that_was_undone_leads_nowhere(
    played: Table, other_phone: Phone
) -> None:
    page = played.page("correct/2")
    played.on(other_phone).undo()
    assert page.press(CHANGES, seat1__total="10").status == 404


def test_marks_of_others_leave_the_preview_and_save_of_a_correction_as_they_are(
    played: Table, other_phone: Phone
) -> None:
    page = played.page("correct/1")
    played.on(other_phone).lay_down("Ann")
    page.press(CHANGES, seat2__card2="7", seat2__card3="5").press(SAVE)
    assert played.state.totals[2] == 120


def test_doubts_about_a_round_name_its_players(played: Table) -> None:
    played.write(e.SeatTakenOver(2, "Zoe", "Cy"))
    page = played.page("correct/1").press(CHANGES, seat2__card2="7")
    assert "Cy is not down and should hold 13 cards" in page.words
    page.press(SAVE_ANYWAY)
    assert "Cy is not down and should hold 13 cards" in played.page("sheet").words


def test_a_doubtful_correction_is_asked_about_and_may_be_saved_anyway(played: Table) -> None:
    page = played.page("correct/1").press(CHANGES, seat2__card2="7")
    held = "Cy is not down and should hold 13 cards, and 2 more for each buy, but 12 are counted."
    assert page.doubts == [held]
    assert SAVE not in page.buttons()
    page.press(SAVE_ANYWAY)
    assert played.state.rounds[0].accepted == {("wrong_hand_size_without_contract", 2)}


def test_without_javascript_buys_are_stepped_in_the_hand_and_nothing_is_kept(played: Table) -> None:
    with played.nothing_written():
        page = played.page("correct/1").press("One more buy for Cy", seat2__card2="9")
    stepped = page.typed("#correct")
    assert {key: value for key, value in stepped.items() if "buys" in key and value} == {
        "seat2-buys": "1"
    }
    assert (stepped["seat2-card2"], SAVE in page.buttons()) == ("9", False)
    assert [d.attrs["id"] for d in page.all("details.hand") if "open" in d.attrs] == ["hand-2"]


def test_melds_that_nobody_counted_are_asked_for_where_they_belong(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500")
    table.write(
        e.WentOut(0), e.HandCounted(0, e.Hand(cards={}), down=False, melded=e.Hand(points=30))
    )
    table.write(
        e.HandCounted(1, e.Hand(points=5), down=False, melded=e.Hand(points=9)), e.RoundScored()
    )
    page = table.page("correct/1")
    opened = [["open" in d.attrs for d in page.all(f"#hand-{n} details")] for n in (0, 1)]
    assert opened == [[False, True], [False, True]]  # the melds lay in sight of all
    names = [field.attrs["name"] for field in page.all("#hand-1 input")]
    assert names.index("seat1-total") < names.index("seat1-card0")  # a total was typed
    page = page.press(CHANGES, seat1__melded__total="")
    assert page.status == 422
    assert all("open" in part.attrs for part in page.all("#hand-1 details"))
    assert page.trouble.startswith("Ben’s melds are not counted yet. Count the cards")
    assert page.error_at("seat1-melded-total") == "Not counted yet. Enter 0 if there are no cards."
    assert page.all("#seat1-total-error") == []


REFUSED = {
    "somebody else out, whose hand is then to count": (
        {"out": "1"},
        "Ann’s hand is not counted yet.",
    ),
    "a hand left blank": ({"seat3-total": ""}, "Dee’s hand is not counted yet."),
}


@pytest.mark.parametrize(("typed", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_round_that_cannot_be_is_refused_with_everything_typed_kept(
    played: Table, typed: dict[str, str], sentence: str
) -> None:
    with played.nothing_written():
        page = played.page("correct/1").press(CHANGES, **typed, seat2__card2="6")
    assert page.status == 422
    assert page.trouble.startswith(sentence)
    assert page.typed("#correct")["seat2-card2"] == "6"


def test_somebody_who_was_not_dealt_in_cannot_have_gone_out(played: Table) -> None:
    with played.nothing_written():
        page = played.page("correct/1").press(CHANGES, out="9", seat2__card2="6")
    assert (page.status, page.typed("#correct")["seat2-card2"]) == (422, "6")
    assert page.error_at("out") == "That player is not in this round."


def test_whoever_is_corrected_to_have_gone_out_is_down_and_has_no_cards(played: Table) -> None:
    page = played.page("correct/1").press(CHANGES, out="3", seat0__total="5")
    page.press(SAVE)
    play = played.state.rounds[0].play
    assert (play.went_out, 3 in play.laid_down, play.hand(3).size) == (3, True, 0)
    assert played.state.rounds[0].points[0] == 5


@pytest.mark.parametrize("total", ["100", "95"])
def test_a_not_down_that_the_page_shows_counts_for_a_total_typed_over_it(
    played: Table, total: str
) -> None:
    page = played.page("correct/1").press(CHANGES, seat2__total=total)
    assert shown(page) == [f"Cy Round 1 120 {total} Total 125 {int(total) + 5}"]
    page.press(SAVE)
    play = played.state.rounds[0].play
    assert (play.hand(2), 2 in play.laid_down) == (e.Hand(points=int(total)), False)


def test_a_total_of_a_hand_without_an_answer_asks_down_or_not_before_it_shows_changes(
    phone: Phone,
) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", dealer=1, blocked_round="void")
    table.nobody_goes_out()
    table.write(e.RoundScored())
    with table.nothing_written():
        page = table.page("correct/1").press(
            CHANGES, out="0", seat1__total="90", seat1__down="no", seat2__total="100"
        )
    asked = "100 points could be a whole hand, or the cards left after contract 1. Is Cy down?"
    assert (page.status, page.error_at("seat2-down")) == (422, asked)
    typed = page.typed("#correct")
    assert typed["seat2-total"] == "100"
    assert "seat2-down" not in typed
    assert [d.attrs["id"] for d in page.all("details.hand") if "open" in d.attrs] == ["hand-2"]
    assert page.texts(".trouble") == [f"Cy: {asked}"]
    assert page.one(".trouble a").attrs["href"] == "#seat2-down-error"
    page = page.press(CHANGES, seat2__down="no")
    assert page.status == 200


def test_each_error_is_told_at_the_top_with_a_link_to_its_field(played: Table) -> None:
    page = played.page("correct/1").press(CHANGES, seat2__card2="99", seat3__total="12+")
    assert page.texts(".trouble") == [
        "Cy: At most 32.",
        "Dee: Enter a number such as 45, or a sum such as 10+15+20.",
    ]
    links = [link.attrs["href"] for link in page.all(".trouble a")]
    assert links == ["#seat2-card2-error", "#seat3-total-error"]
    assert all(page.all(link) for link in links)


def test_the_minus_of_a_key_takes_a_card_off_a_written_hand_without_a_script(played: Table) -> None:
    minus = 'button[value="seat2-card2"]'
    page = played.page("correct/1")
    assert "name" not in page.all("#correct button")[0].attrs, "Enter looks, and takes nothing off"
    assert "has" in (page.one(minus).parent or page.root).attrs["class"].split()
    sent = [*page.fill("#correct"), ("fewer", "seat2-card2")]
    answer = Page(played.phone, played.phone.answer(played.address("correct/1"), sent))
    assert answer.typed("#correct")["seat2-card2"] == "7"
    assert shown(answer) == [], "one more may be taken off first"


def test_a_typed_total_takes_the_place_of_the_cards_as_they_were_written(played: Table) -> None:
    assert played.state.rounds[0].play.hand(1).cards
    played.page("correct/1").press(CHANGES, seat1__total="45").press(SAVE)
    assert played.state.rounds[0].play.hand(1) == e.Hand(points=45)
    again = played.page("correct/1").press(CHANGES, seat1__card1="1", seat1__down="yes")
    again.press(SAVE)  # and the other way round
    assert played.state.rounds[0].play.hand(1) == e.Hand(cards={"A": 1})


UNREADABLE = {
    "seat2-card2": ("99", "At most 32."),
    "seat2-card1": ("-1", "Enter a whole number from 0 to 8."),
    "seat2-card3": ("x", "Enter a whole number from 0 to 56."),
    "seat3-total": ("12+", "Enter a number such as 45, or a sum such as 10+15+20."),
    "seat2-total": ("999999999", "No more than 99999 points."),
    "seat1-down": ("maybe", "Choose one of these."),
}


@pytest.mark.parametrize(("field", "typed"), UNREADABLE.items(), ids=UNREADABLE)
def test_what_cannot_be_read_is_said_at_its_field_in_an_open_hand(
    played: Table, field: str, typed: tuple[str, str]
) -> None:
    text, sentence = typed
    with played.nothing_written():
        page = played.page("correct/1").press(CHANGES, **{field: text})
    assert page.status == 422
    assert page.error_at(field) == sentence
    assert field == "seat1-down" or page.typed("#correct")[field] == text
    open_hands = [d.attrs["id"] for d in page.all("details.hand") if "open" in d.attrs]
    assert open_hands == [f"hand-{field[4]}"]


@pytest.mark.parametrize("number", ["0", "3", "99999999999999999999"])
def test_a_round_that_was_not_written_cannot_be_corrected(played: Table, number: str) -> None:
    assert played.page(f"correct/{number}").status == 404


def test_a_round_after_the_end_is_kept_and_marked_and_not_counted(phone: Phone) -> None:
    """Ann seemed to finish in round 13; with the correction she finishes in round 12."""
    table = start_game(phone, "Ann", "Ben").has_played(11, 0, 90, down=[0])
    table.write(e.WentOut(1), e.HandCounted(0, e.Hand(points=90), down=False), e.RoundScored())
    table.has_played(1, 0, 90, down=[0])
    ann_was_out = {"out": "0", "seat0__total": "", "seat0__down": "yes"}
    page = table.page("correct/12").press(
        CHANGES, **ann_was_out, seat1__total="90", seat1__down="no"
    )
    assert "Round 13 would no longer count." in page.words
    assert page.texts("#changes del")[-1] == "Ann, round 13"
    assert page.texts("#changes ins")[-1] == "Ann, round 12"
    page.press(SAVE)
    sheet = table.page("sheet")
    assert [row.attrs["id"] for row in sheet.all(".scores tr.after-end")] == ["round-13"]
    assert "Rounds crossed out are kept but not counted." in sheet.words
    assert table.state.totals == (0, 12 * 90)
    final = table.page("final")
    assert "Some rounds on the sheet are kept but not counted." in final.words
    for page in (final, sheet):
        assert "12 rounds" in page.texts("header p")[0]
        assert "12 rounds" in page.texts(".leaf .where")[0]


@dataclass(frozen=True)
class LaterPlay(e.RoundPlay):
    """A round with a field unknown to the form, as a later version may have."""

    later: str = ""


def test_what_the_form_does_not_ask_for_survives_a_correction(played: Table) -> None:
    with played.phone.app.test_request_context():
        typed = correction_of(open_game(played.token), 1)
        play = LaterPlay(**vars(typed.round.play), later="said")
        assert replace(typed, round=replace(typed.round, play=play)).play() == play
