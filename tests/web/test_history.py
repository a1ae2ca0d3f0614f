"""The history of a game: entries with time and phone, including undone ones."""

import re
from dataclasses import replace

import pytest

from companion.records.log.games import NewGame
from companion.records.log.games import start_game as start_any_game
from companion.records.log.stored_game import LogLine, StoredGame
from companion.rules.fold import entries as e
from companion.rules.model.play import Drop
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.web.words.entries import Moment, entry_parts, entry_words
from tests.records.book import statements
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import sits
from tests.web.table import Table, start_game

TOLD: list[tuple[e.Entry, str]] = [
    (e.LaidDown(1), "Ben laid down"),
    (e.TookBack(1), "Ben is not down after all"),
    (e.Melded(1, {"K": 3}), "Ben melded 3 × K. Points: 30."),
    (e.WentOut(1), "Ben went out"),
    (e.WentOut(1, went_rummy=True), "Ben went rummy: out in one turn"),
    (e.WentOut(None), "Nobody went out"),
    (
        e.HandCounted(1, e.Hand(cards={"A": 1, "10-K": 2}), down=True),
        "Ben’s hand, down: 1 × A, 2 cards (10 J Q K). Points: 40.",
    ),
    (
        e.HandCounted(1, e.Hand(cards={"A": 1, "K": 1, "Q": 1}), down=False),
        "Ben’s hand: 1 × A, 2 cards (10 J Q K). Points: 40.",
    ),
    (e.HandCounted(1, e.Hand(points=25), down=False), "Ben’s hand: a typed total. Points: 25."),
    (e.HandCounted(1, e.Hand(cards={}), down=True), "Ben’s hand, down: no cards. Points: 0."),
    (e.HandCounted(1, e.Hand(), down=False), "Ben’s hand: not counted. Points: 0."),
    (
        e.HandCounted(1, e.Hand(cards={"A": 1}), down=False, melded=e.Hand(points=60)),
        "Ben’s melds are worth 60. Points in hand: 20 (1 × A).",
    ),
    (e.Dropped(1, "first"), "Ben: First drop"),
    (e.Dropped(1, "middle"), "Ben: Middle drop"),
    (e.Dropped(1, "wrong"), "Ben made a wrong declaration"),
    (e.Dropped(1, None), "Ben did not drop after all"),
    (e.TurnedUp("7"), "Turned up in this round: 7"),
    (e.TurnedUp(None), "The card turned up was removed"),
    (e.Adjusted(1, e.Adjustment(-50, "Cut 100%")), "Ben: Cut 100%, −50"),
    (e.Adjusted(1, e.Adjustment(0, "")), "The extra points for Ben were removed"),
    (e.RoundScored(), "Round 1 written down"),
    (
        e.RoundScored(frozenset({("nobody_out", None)})),
        "Round 1 written down in spite of a doubt",
    ),
    (e.RoundCorrected(3, e.RoundPlay()), "Round 3 corrected"),
    (e.RulesChanged({"ten_value": 5}), "The house rules were changed"),
    (e.EntryUndone(1), "Undone: Ben laid down"),
    (e.PlayerJoined("<Eve>"), "<Eve> joined"),
    (e.PlayerJoined("<Eve>", before=1), "<Eve> joined and plays before Ben"),
    (e.PlayerLeft(1), "Ben left"),
    (e.PlayerLeft(7), "Somebody left"),
    (e.PlayerReturned(1), "Ben came back"),
    (e.PlayerRenamed(1, "Bjørn"), "A name was corrected: Bjørn"),
    (e.SeatTakenOver(1, "<Cem>", "Ben"), "<Cem> took over Ben’s seat"),
    (e.SeatsReordered((1, 0)), "Players changed seats"),
    (e.GameEnded("The last bus"), "The game was ended early: The last bus"),
    (e.GameEnded(""), "The game was ended early"),
    (e.EndTimeSet(None), "The time of the last round was removed"),
    (e.Titled("Friday"), "New title: Friday"),
    (e.Titled(""), "The title was removed"),
    (e.Noted("100% fun"), "Note: 100% fun"),
    (e.Noted(""), "The note was removed"),
    (e.DealerChanged(1), "Ben deals"),
    (e.DealtIn(1, plays=True), "Ben plays this round"),
    (e.DealtIn(1, plays=False), "Ben misses this round"),
]


def test_every_kind_of_entry_is_told_in_a_sentence(two: Table) -> None:
    two.write(e.LaidDown(1))
    moment = Moment(two.stored, 1, two.stored.game.version + 1)
    with two.phone.app.test_request_context():
        for entry, words in TOLD:
            assert entry_words(moment, entry).striptags().replace("\u00a0", " ") == words


def test_no_kind_of_entry_is_forgotten() -> None:
    assert {type(entry) for entry, _ in TOLD} == set(e.KINDS.values())


Counts = list[tuple[str, str, tuple[tuple[str, int], ...], int]]


def test_counted_cards_are_drawn_beside_their_points(two: Table) -> None:
    two.write(e.LaidDown(1))
    moment = Moment(two.stored, 1, two.stored.game.version + 1)
    hand = e.Hand(cards={"A": 1, "K": 2, "Joker": 1})
    drawn = (("A", 1), ("10–K", 2), ("★ · 2", 1))
    words = "1 × A, 2 cards (10 J Q K), 1 card (Joker · 2)"
    counts: list[tuple[e.Entry, str, Counts]] = [
        (e.HandCounted(1, hand, down=True), "Ben’s hand", [("", words, drawn, 90)]),
        (
            e.HandCounted(1, e.Hand(points=25), down=False),
            "Ben’s hand",
            [("", "a typed total", (), 25)],
        ),
        (
            e.HandCounted(1, e.Hand(cards={"A": 1}), down=False, melded=e.Hand(points=60)),
            "Ben’s hand",
            [
                ("Melded on the table", "a typed total", (), 60),
                ("Left in hand", "1 × A", (("A", 1),), -20),
            ],
        ),
        (e.Melded(1, {"K": 3}), "Ben melded", [("", "3 × K", (("K", 1),) * 3, 30)]),
        (e.LaidDown(1), "Ben laid down", []),
    ]
    with two.phone.app.test_request_context():
        for entry, what, parts in counts:
            told = entry_parts(moment, entry)
            here = [
                (c.part, c.cards.replace("\u00a0", " "), c.drawn, c.points) for c in told.counts
            ]
            assert (told.what.striptags(), here) == (what, parts)


def test_a_meld_is_drawn_from_low_to_high_with_its_low_ace(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500")
    low = e.Melded(1, {"3": 1, "2": 1, "low_ace": 1, "A": 1})
    with phone.app.test_request_context():
        (told,) = entry_parts(Moment(table.stored, 1, table.stored.game.version), low).counts
    assert told.drawn == (("A", 1), ("2", 1), ("3", 1), ("A", 1))


def test_counted_melds_have_the_low_ace_before_its_run(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500")
    melds = e.Hand(cards={"2": 1, "3": 1, "10-K": 3, "low_ace": 1})
    counted = e.HandCounted(1, e.Hand(points=5), down=False, melded=melds)
    with phone.app.test_request_context():
        told = entry_parts(Moment(table.stored, 1, table.stored.game.version), counted).counts[0]
    assert told.drawn == (("Low ace", 1), ("2", 1), ("3", 1), ("10–K", 3))


@pytest.mark.parametrize(("drop", "price"), [("first", [20]), ("wrong", [80]), (None, [])])
def test_a_drop_stands_beside_its_price(phone: Phone, drop: Drop | None, price: list[int]) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy")
    moment = Moment(table.stored, 1, table.stored.game.version + 1)
    with phone.app.test_request_context():
        parts = entry_parts(moment, e.Dropped(1, drop))
    assert [count.points for count in parts.counts] == price


def told(page: Page) -> list[str]:
    """Each line without its time and points, the latest first."""
    lines = (line.to_text().replace("\u00a0", " ") for line in page.all(".round p"))
    return [re.sub(r" · \d\d:\d\d(?= ·|$)", "", line) for line in lines]


@pytest.mark.both_databases
def test_the_last_thing_done_stands_first_with_the_phone_it_was_done_on(
    table: Table, other_phone: Phone
) -> None:
    sits(table, other_phone, "Ben")
    table.lay_down("Ann")
    table.on(other_phone).go_out("Ben")
    assert told(table.page("history")) == [
        "Ben went out · Ben’s phone",
        "Ann laid down · this phone",
    ]
    assert told(table.on(other_phone).page("history")) == [
        "Ben went out · this phone",
        "Ann laid down · the phone that started the game",
    ]


@pytest.mark.both_databases
def test_a_phone_nobody_knows_is_another_phone_and_an_old_entry_has_none(
    table: Table, other_phone: Phone
) -> None:
    table.write(e.LaidDown(1))
    table.on(other_phone).lay_down("Cy")
    assert told(table.page("history")) == [
        "Cy laid down · another phone",
        "Ben laid down · unknown phone",
    ]


def test_what_was_taken_back_is_struck_through_and_says_so(table: Table) -> None:
    table.lay_down("Ben")
    page = table.page("history").press("Undo: Ben laid down")
    assert page.path == table.address("history"), "who looks at the history goes on looking at it"
    assert page.said == "Undone: Ben laid down."
    page = table.page("history")
    assert page.texts("del") == ["Ben laid down"]
    assert told(page) == [
        "Undone: Ben laid down · this phone",
        "Ben laid down · undone",
    ]


def test_several_steps_undone_at_once_are_one_line_that_opens(table: Table) -> None:
    table.lay_down("Ben")
    table.lay_down("Cy")
    table.undo()
    table.undo()
    table.write(e.WentOut(0))
    page = table.page("history")
    assert page.texts("summary") == ["Undone: 2 entries"]
    assert told(page) == [
        "Ann went out",
        "Undone: Ben laid down · this phone",
        "Undone: Cy laid down",
        "Cy laid down · undone",
        "Ben laid down · undone",
    ]


def test_a_winner_who_was_replaced_is_struck_through(table: Table) -> None:
    table.write(e.WentOut(1), e.WentOut(2))
    page = table.page("history")
    assert page.texts("del") == ["Ben went out"]
    assert told(page) == ["Cy went out", "Ben went out · replaced"]


def test_the_time_and_the_phone_are_shown_where_they_change(
    table: Table, other_phone: Phone
) -> None:
    table.write(e.TookBack(1))  # by no phone that is known
    for name in ("Ben", "Cy"):
        table.lay_down(name)
    sits(table, other_phone, "Ben")
    table.on(other_phone).go_out("Ben")
    page = table.page("history")
    assert told(page) == [
        "Ben went out · Ben’s phone",
        "Cy laid down · this phone",
        "Ben laid down",
        "Ben is not down after all · unknown phone",
    ]
    times = page.all(".round time")
    assert len(times) == len({time.to_text() for time in times}) > 0
    to_machines = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*\+00:00"
    assert all(re.fullmatch(to_machines, time.attrs["datetime"] or "") for time in times)


def test_undo_leads_nowhere_else(table: Table) -> None:
    for back in ("https://example.org", "//example.org", "home.page"):
        table.write(e.LaidDown(1))
        sent = dict(table.page("history").fill("#undo")) | {"back": back}
        assert table.phone.send(table.address("undo"), sent).path == table.address(), back


def test_the_taps_that_count_one_hand_are_one_line(table: Table, other_phone: Phone) -> None:
    table.write(e.WentOut(0))
    for count in ("1", "2", "3"):
        page = table.hand_of("Cy")
        table.phone.answer(page.path, [*page.fill("#hand", card1=count), ("then", "stay")])
    table.on(other_phone).count("Cy", aces=4)
    assert told(table.page("history")) == [
        "Cy’s hand · Down · 4 × A · another phone",
        "Cy’s hand · Down · 3 × A · replaced · this phone",
        "Ann went out · unknown phone",
    ]


def test_a_hand_names_its_buys(table: Table) -> None:
    table.write(e.WentOut(0), e.HandCounted(1, e.Hand(cards={"3-9": 15}), down=False, buys=1))
    assert told(table.page("history"))[0].startswith("Ben’s hand · 1 buy · 15 cards")


def test_rounds_have_headings_and_lead_to_their_correction(table: Table) -> None:
    table.has_played(2, 0, 90, 90, 90, down=[0]).lay_down("Ben")
    page = table.page("history")
    assert page.texts(".round h2") == ["Round 3", "Round 2", "Round 1"]
    assert page.follow("Correct round 1").path == table.address("correct/1")


def test_a_round_that_was_undone_has_no_correction_and_its_number_is_used_again(
    table: Table,
) -> None:
    table.has_played(1, 0, 90, 90, 90, down=[0])
    table.undo()
    page = table.page("history")
    assert page.texts(".round h2") == ["Round 1"]
    assert told(page)[0].startswith("Undone: Round 1 written down")
    assert not [words for words in page.texts("a") if words.startswith("Correct")]


def test_the_table_the_sheet_and_the_final_page_lead_to_it(two: Table) -> None:
    assert "Nothing has happened yet." in two.page("history").words
    for where in ("", "sheet"):
        assert two.page(where).follow("History").path == two.address("history")
    two.has_played(12, 0, 90, down=[0])
    assert two.page("final").follow("History").path == two.address("history")


def fill_with_marks(table: Table, number: int) -> None:
    """Ben is marked and unmarked, so many times in all."""
    table.write(*[e.TookBack(1) if n % 2 else e.LaidDown(1) for n in range(number)])


@pytest.mark.both_databases
def test_a_long_history_is_read_in_pages_the_last_thing_first(two: Table) -> None:
    fill_with_marks(two, 250)
    page = two.page("history")
    lengths = [len(told(page))]
    assert "Later" not in page.texts("a")
    while "Earlier" in page.texts("a"):
        page = page.follow("Earlier")
        lengths.append(len(told(page)))
    assert lengths == [100, 100, 50]
    assert told(page)[-1] == "Ben laid down"
    assert len(told(page.follow("Later"))) == 100
    assert len(told(page.follow("Later").follow("Later"))) == 100


@pytest.mark.both_databases
def test_a_line_stands_on_one_page_alone_where_a_page_ends_in_a_hand(table: Table) -> None:
    table.write(e.WentOut(0))
    taps = [e.HandCounted(1, e.Hand(points=5 * n), down=True) for n in range(120)]
    table.write(*taps)
    assert told(table.page("history")) == ["Ben’s hand · Down · a typed total"]
    assert told(table.page("history").follow("Earlier")) == ["Ann went out"]


def test_what_was_taken_back_much_later_is_struck_through_on_its_page(two: Table) -> None:
    two.write(e.Titled("Friday"))
    fill_with_marks(two, 150)
    two.write(e.EntryUndone(1))
    assert told(two.page("history"))[0] == "Undone: New title: Friday"
    page = two.page("history").follow("Earlier")
    assert page.texts("del") == ["New title: Friday"]


def test_headings_tell_the_round_also_on_an_earlier_page(two: Table) -> None:
    two.has_played(40, 0, 90, down=[])
    page = two.page("history?before=100")
    assert page.texts(".round h2")[0] == "Round 33"
    assert page.follow("Correct round 20").path == two.address("correct/20")


@pytest.mark.both_databases
def test_a_place_that_is_none_is_the_end_and_before_the_first_nothing_was_done(two: Table) -> None:
    fill_with_marks(two, 3)
    for before in ("x", "", "-1", "²", "99999", "1" * 40):
        assert len(told(two.page(f"history?before={before}"))) == 3, before
    for before in ("0", "1"):
        page = two.page(f"history?before={before}")
        assert "There is nothing earlier." in page.words, before
        assert len(told(page.follow("Later"))) == 3, before


def test_a_page_of_the_history_weighs_and_reads_as_much_in_a_log_of_three_thousand(
    two: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    some_lines = StoredGame.lines

    def counted(kept: StoredGame, first: int, last: int) -> list[LogLine]:
        lines = [*some_lines(kept, first, last)]
        read.append(len(lines))
        return lines

    monkeypatch.setattr(StoredGame, "lines", counted)
    fill_with_marks(two, 150)
    page = two.page("history")
    fill_with_marks(two, 3000)
    two.page()  # fills the cache of this process
    with two.phone.app.app_context(), statements() as said:
        fuller = two.page("history")
        middle = two.page("history?before=1500")
    assert read == [100, 100, 101]
    assert len(said) <= 20
    for one in (fuller, middle):
        assert len(one.html) < len(page.html) + 500 < 40_000


def test_a_correction_says_what_it_changed(table: Table) -> None:
    table.has_played(1, 0, 45, 30, 20)
    play = table.state.rounds[0].play
    hands = {**play.hands, 1: e.Hand(points=515)}
    other = replace(play, hands=hands, laid_down=play.laid_down - {2})
    table.write(e.RoundCorrected(1, other))
    moment = Moment(table.stored, 2, table.state.version)
    with table.phone.app.test_request_context():
        words = entry_words(moment, e.RoundCorrected(1, other)).striptags()
    assert words == "Round 1 corrected: Ben 45 → 515, Cy not down"
    assert told(table.page("history"))[0].startswith(
        "Round 1 corrected: Ben 45 → 515, Cy Down → Not down"
    )


def test_a_correction_names_the_cards_in_the_round_that_it_corrects(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500")
    melds = e.Hand(cards={"7": 3, "A": 3})
    counts = [
        e.HandCounted(s, e.Hand(cards={"5": 3 * s}), down=False, melded=melds) for s in (0, 1)
    ]
    table.write(e.WentOut(0), *counts, e.RoundScored())
    play = table.state.rounds[0].play
    left = e.Hand(cards={"5": 2, "K": 1})
    more = e.Hand(cards={"7": 4, "A": 3})
    other = replace(play, hands={**play.hands, 1: left}, melded={**play.melded, 1: more})
    table.write(e.RoundCorrected(1, other))
    page = table.page("history")
    assert page.texts("#round-1 .what")[0] == "Round 1 corrected"
    assert page.texts("#round-2 li") == []
    cards = "melds with 1 × 7, 1 × 5 removed, 1 card (10 J Q K) added"
    assert page.texts(".change") == [f"Ben 51 → 53: {cards}"]


@pytest.mark.parametrize(
    ("game", "before", "after", "told"),
    [
        ("indian-rummy", ("K", {"A/10-Q": 2, "9": 1}), ("7", {"10-A": 2, "9": 1}), ""),
        ("indian-rummy", ("7", {"10-A": 2, "9": 1}), ("K", {"A/10-Q": 2, "9": 1}), ""),
        (
            "indian-rummy",
            ("K", {"A/10-Q": 2, "9": 1}),
            ("7", {"10-A": 2, "8": 1}),
            "Ben 29 → 28: 1 × 9 removed, 1 × 8 added",
        ),
        ("rummy-500", (None, {"K": 3, "4": 1}), (None, {"10-K": 3, "4": 1}), ""),
    ],
)
def test_a_correction_names_no_cards_that_only_have_another_key(
    phone: Phone,
    game: str,
    before: tuple[str | None, dict[str, int]],
    after: tuple[str | None, dict[str, int]],
    told: str,
) -> None:
    table = start_game(phone, "Ann", "Ben", game=game)
    (turned_up, cards), (other, now) = before, after
    counted = e.HandCounted(1, e.Hand(cards=cards), down=False)
    turns_up = [e.TurnedUp(turned_up)] if turned_up else []
    table.write(*turns_up, e.WentOut(0), counted, e.RoundScored())
    play = table.state.rounds[0].play
    hands = {**play.hands, 1: e.Hand(cards=now)}
    table.write(e.RoundCorrected(1, replace(play, hands=hands, turned_up=other)))
    assert table.page("history").texts(".change") == ([told] if told else [])


def test_a_correction_shows_the_name_of_a_card_as_it_was_written(phone: Phone) -> None:
    data = game_data("classic-rummy")
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    pack = {"ranks": ranks, "called": {"J": "Knave & Queen's <boy>"}}
    rules = {**data, "pack": pack, "options": dict(apply_house_rules(data, {})["options"])}
    with phone.app.app_context():
        table = Table(phone, start_any_game(NewGame(rules, Seats(("Ann", "Ben"))), phone.device))
    counted = e.HandCounted(1, e.Hand(cards={"J": 1}), down=False)
    table.write(e.WentOut(0), counted, e.RoundScored())
    play = table.state.rounds[0].play
    table.write(e.RoundCorrected(1, replace(play, hands={1: e.Hand(cards={"5": 1})})))
    (change,) = table.page("history").texts(".change")
    assert "Knave & Queen's <boy>" in change


@pytest.mark.parametrize("game", ["five-crowns", "three-thirteen", "classic-rummy", "indian-rummy"])
def test_a_correction_says_nothing_of_going_down_where_there_are_no_contracts(
    phone: Phone, game: str
) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game=game)
    hands = [e.HandCounted(s, e.Hand(points=9), down=False) for s in (1, 2)]
    table.write(e.WentOut(0), *hands, e.RoundScored())
    page = table.page("correct/1").press(
        "See what changes", out="1", **{"seat0-total": "5", "seat1-total": ""}
    )
    page.press("Save")
    words = table.page("history").words
    assert "Round 1 corrected: " in words
    assert not re.search(r"\b(Ann|Ben|Cy) (not )?down", words)
