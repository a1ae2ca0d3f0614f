"""Taps are displayed at once, wait in the outbox, and arrive once and in order.

Tested with the real server through a faulty network.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Route

from companion.records.log.games import write
from companion.rules.decide import Command
from companion.rules.fold import entries as e
from tests.browser.phones import Data, Phone, Phones, Tab, down, hand, out, scored
from tests.browser.watching import time_passes
from tests.network import FAIR, Faults

DROPS = Faults(drop=1)
OUT = (e.LaidDown(0), e.WentOut(0))
ROUND = ["laid_down", "went_out", "hand_counted", "hand_counted", "hand_counted", "round_scored"]
_IS_PUT_AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
_HAS_NO_FRAMES = """() => {
  const { setTimeout: real } = globalThis;
  globalThis.requestAnimationFrame = () => {};
  globalThis.setTimeout = (then, after, ...told) => after !== 100 && real(then, after, ...told);
}"""
_STORED = "() => here.game.outbox.commands.filter(({ order }) => order).length"
_WITHOUT_INDEXED_DB = """IDBFactory.prototype.open = () => {
  throw new DOMException("no", "SecurityError");
};"""
_SAYS_NOTHING = "BroadcastChannel.prototype.postMessage = () => {};"
_SILENT_INDEXED_DB = """IDBFactory.prototype.open = () => ({});
const { setTimeout: real } = globalThis;
globalThis.setTimeout = (then, after, ...told) => real(then, Math.min(after, 20), ...told);"""
_LINE = """async () => {
  const { showState } = await import(`${here.files}js/drawing/state_line.js`);
  const dataset = { waiting: "To send: ….", sent: "All sent.", alone: "Alone.", looking: "Looking.",
    away: "Wait.", stay: "Do not leave.", memory: "Stay.", gone: "Gone.", key: "Load." };
  const said = { dataset, textContent: "" };
  globalThis.line = Object.assign(said, showState(here.game, said, 200, 100));
}"""
_STARTS = """async () => {
  const { openOutbox } = await import(`${here.files}js/sync/outbox.js`);
  const { sendStarts } = await import(`${here.files}js/sync/start_game.js`);
  const starts = await openOutbox(`starts ${Math.random()}`);
  const start = { to: "/start", key: "/key" };
  await starts.add({ tap: "one", names: ["Ann", "Bo"], made: Date.now(), start });
  globalThis.said = [];
  const look = () => said.push(starts.commands[0].sent);
  sendStarts(starts, { look, say: (_, trouble) => said.push(trouble) }, { first: 10, longest: 10 });
}"""
_FINGERS = """async () => {
  const { lifted } = await import(`${here.files}js/browser/finger.js`);
  const finger = (type, pointerId) => dispatchEvent(new PointerEvent(type, { pointerId }));
  const isLifted = [];
  let is = false;
  for (const id of [11, 12]) finger("pointerdown", id);
  lifted().then(() => (is = true));
  finger("pointerup", 11);
  finger("click", 11);
  await new Promise((done) => setTimeout(done, 60));
  isLifted.push(is);
  finger("pointerup", 12);
  await lifted();
  isLifted.push(is);
  const { setTimeout: real } = globalThis;
  globalThis.setTimeout = (then, after, ...told) => real(then, Math.min(after, 50), ...told);
  finger("pointerdown", 13);
  await lifted();
  return [...isLifted, true];
}"""
_SAYS = "words => line.textContent === words"


@pytest.fixture
def game(two_phones: Phones) -> str:
    """A new game of four."""
    return two_phones.deal("Ann", "Ben", "Cy", "Dee")


@pytest.fixture
def phone(two_phones: Phones) -> Phone:
    return two_phones.phones[0]


@pytest.fixture
def tab(phone: Phone, game: str) -> Tab:
    return phone.opens(game)


def plays(tab: Tab, *points: int) -> None:
    """A round of four in which Ann goes out."""
    counts = [hand(seat, left) for seat, left in enumerate(points or (40, 35, 45), 1)]
    for entry in (down(0), out(0), *counts, scored()):
        assert tab.taps(entry) == {"kept": True}


def kinds(phones: Phones, game: str) -> list[str]:
    return [entry["kind"] for entry in phones.log(game)]


def is_asked(seen: Data) -> bool:
    return len(seen["questions"]) == 1 and not seen["toSend"]


def is_asked_online(tab: Tab) -> Data:
    """The first question after the network is back."""
    tab.phone.network.offline = False
    [question] = tab.comes_to(is_asked)["questions"]
    return question


def hears_of(phones: Phones, game: str, tab: Tab, *entries: e.Entry) -> None:
    """Others write this, and the tab receives it."""
    phones.happens(game, *entries)
    version = phones.kept(game).game.version
    tab.comes_to(lambda seen: seen["version"] == version)


def left_out(tab: Tab) -> Data:
    """The first command that was left out."""
    return tab.page.evaluate("here.leftOut(here.game.link)[0].commands[0].entries[0]")


def points_of(phones: Phones, game: str, seat: int) -> int:
    return phones.state(game)["open"]["play"]["hands"][str(seat)]["points"]


def commands_in(phone: Phone, since: int) -> list[Data]:
    """All sent commands, with repetitions."""
    return [one for body in phone.network.sent[since:] for one in json.loads(body)["commands"]]


def test_commands_without_change_are_not_sent_and_invalid_ones_refused(
    phone: Phone, tab: Tab
) -> None:
    before = len(phone.network.sent)
    assert tab.taps({"kind": "took_back", "seat": 1}) == {"kept": True}
    assert tab.taps(down(9))["refused"] == "unknown_player"
    assert tab.taps(down(0), round=7) == {"conflict": "out_of_date"}
    assert tab.taps(scored())["refused"] == "blank_hand"
    other_rules = {"kind": "rules_changed", "options": {}, "retold": []}
    assert tab.taps(other_rules, round=None) == {"waits": True}
    assert (tab.stands()["waiting"], phone.network.sent[before:]) == (0, [])


def test_two_rounds_without_a_network_arrive_once_and_in_order(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    plays(tab)
    plays(tab)
    shown = tab.looks()
    assert (shown["state"]["open"]["deal"]["number"], shown["toSend"], shown["version"]) == (
        3,
        12,
        0,
    )
    two_phones.converge()
    assert kinds(two_phones, game) == ROUND * 2
    assert two_phones.state(game)["totals"] == shown["state"]["totals"]


@pytest.mark.soak
def test_own_entries_that_arrive_by_stream_first_are_completed(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.next("lose response")
    phone.network.faults = DROPS
    tab.taps(down(1))
    tab.comes_to(lambda seen: seen["version"] == 1 and not seen["waiting"])
    two_phones.converge()
    assert kinds(two_phones, game) == ["laid_down"]


@pytest.mark.soak
def test_a_busy_servers_retry_after_is_respected(
    two_phones: Phones, phone: Phone, tab: Tab
) -> None:
    before = len(phone.network.sent)
    phone.network.next("503 3600")
    tab.taps(down(1))
    tab.page.wait_for_function("() => here.game.outbox.commands[0]?.order")
    tab.taps(down(2))
    two_phones.phones[1].opens(tab.token).taps(down(3))
    tab.comes_to(lambda seen: seen["version"] == 1)
    assert len(phone.network.sent) == before + 1
    time_passes(tab.page, 3_600_000)
    two_phones.converge()


def test_entries_of_others_are_applied_below_waiting_commands(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.faults = DROPS
    tab.taps(down(1))
    two_phones.happens(game, e.LaidDown(2))
    seen = tab.comes_to(lambda seen: seen["version"] == 1)
    assert (seen["state"]["open"]["play"]["laid_down"], seen["waiting"]) == ([1, 2], 1)
    tab.taps(down(3))
    two_phones.converge()
    assert [entry["seat"] for entry in two_phones.log(game)] == [2, 1, 3]


@pytest.mark.soak
def test_a_waiting_undo_stays_displayed_after_a_note_by_others(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    hears_of(two_phones, game, tab, e.LaidDown(1))
    phone.network.faults = DROPS
    tab.undoes()
    two_phones.happens(game, e.Noted("late"), e.Adjusted(2, e.Adjustment(5, "late")))
    seen = tab.comes_to(lambda seen: seen["version"] == 3)
    assert (seen["state"]["open"]["play"]["laid_down"], seen["waiting"]) == ([], 1)
    two_phones.converge()
    assert two_phones.state(game)["open"]["play"]["laid_down"] == []


def _counts_twice(phones: Phones, game: str, tab: Tab, points: int, *more: Data) -> Data:
    """Ben's hand is counted here, and as 90 on another phone; returns the question about it."""
    hears_of(phones, game, tab, *OUT)
    tab.phone.network.offline = True
    tab.taps(hand(1, points))
    for entry in more:
        tab.taps(entry)
    phones.happens(game, e.HandCounted(1, e.Hand(points=90), down=True))
    return is_asked_online(tab)


@pytest.mark.soak
def test_two_counts_of_a_hand_raise_a_question_and_mine_can_be_chosen(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    question = _counts_twice(two_phones, game, tab, 40, hand(2, 30))
    assert (question["status"], question["code"]) == ("conflict", "two_hands")
    assert question["entries"][0]["hand"] == {"points": 40}
    assert question["theirs"][0]["hand"] == {"points": 90}
    assert (points_of(two_phones, game, 1), points_of(two_phones, game, 2)) == (90, 30)
    assert tab.answers(question, "keep") == {"kept": True}
    two_phones.converge()
    assert points_of(two_phones, game, 1) == 40


@pytest.mark.soak
def test_with_their_count_chosen_waiting_commands_continue_from_it(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    hands = [e.HandCounted(seat, e.Hand(points=30), down=True) for seat in (2, 3)]
    hears_of(two_phones, game, tab, *OUT, *hands)
    tab.phone.network.offline = True
    for entry in (hand(1, 20), hand(1, 40), scored(), down(2)):
        tab.taps(entry)
    two_phones.happens(game, e.HandCounted(1, e.Hand(points=90), down=True))
    question = is_asked_online(tab)
    assert len(question["entries"]) == 4
    tab.answers(question, "theirs")
    two_phones.converge()
    state = two_phones.state(game)
    assert (state["totals"], state["open"]["play"]["laid_down"]) == ([0, 90, 30, 30], [2])


@pytest.mark.soak
@pytest.mark.parametrize("choice", ["theirs", "drop"])
def test_an_undo_of_a_count_that_waits_for_an_answer_is_left_out_with_it(
    two_phones: Phones, game: str, tab: Tab, choice: str
) -> None:
    question = _counts_twice(two_phones, game, tab, 40)
    tab.taps(hand(1, 60))
    tab.undoes()
    tab.answers(question, choice)
    tab.taps(hand(2, 30))
    two_phones.converge()
    assert (points_of(two_phones, game, 1), points_of(two_phones, game, 2)) == (90, 30)
    assert tab.stands()["waiting"] == 0


@pytest.mark.soak
def test_a_choice_between_two_counts_applies_to_the_displayed_versions(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    question = _counts_twice(two_phones, game, tab, 70)
    shown = tab.looks()["version"]
    two_phones.happens(game, e.HandCounted(1, e.Hand(points=95), down=True))
    tab.comes_to(lambda seen: seen["version"] > shown)
    mine = "([tap, seen]) => here.game.answer(tap, 'mine', seen)"
    tab.page.evaluate(mine, [question["tap"], shown])
    [again] = tab.comes_to(is_asked)["questions"]
    assert points_of(two_phones, game, 1) == 95
    tab.answers(again, "mine")
    two_phones.converge()
    assert points_of(two_phones, game, 1) == 70


@pytest.mark.soak
def test_a_waiting_hand_counts_as_seen_by_its_own_page(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    hears_of(two_phones, game, tab, *OUT)
    phone.network.faults = DROPS
    tab.taps(hand(1, 40))
    two_phones.happens(game, e.HandCounted(1, e.Hand(points=90), down=True))
    tab.comes_to(lambda seen: seen["version"] == 3)
    assert tab.page.evaluate("[here.game.seenOf(1), here.game.seenOf(2)]") == [2, 3]
    tab.taps(hand(1, 45), seen=2)
    phone.network.faults = Faults()
    tab.comes_to(is_asked)
    tab.taps(hand(1, 50), seen=2)
    [question] = tab.questions
    assert [one["hand"]["points"] for one in question["entries"]] == [40, 45, 50]
    tab.answers(question, "mine")
    two_phones.converge()
    assert points_of(two_phones, game, 1) == 50


@pytest.mark.soak
def test_a_tap_on_a_page_being_hidden_is_stored_at_once(phone: Phone, tab: Tab) -> None:
    phone.network.offline = True
    tab.page.evaluate(_HAS_NO_FRAMES)
    tab.taps(down(1))
    tab.page.evaluate(_IS_PUT_AWAY)
    tab.comes_to(lambda _: tab.page.evaluate(_STORED) == 1)
    tab.taps(down(2))
    tab.comes_to(lambda _: tab.page.evaluate(_STORED) == 2)


@pytest.mark.soak
def test_a_round_is_written_despite_irrelevant_entries_of_others(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    plays(tab)
    two_phones.happens(game, e.Noted("At the lake"))
    two_phones.converge()
    state = two_phones.state(game)
    assert (len(state["rounds"]), state["note"]) == (1, "At the lake")


def test_a_round_that_others_have_changed_meanwhile_is_asked_about(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    plays(tab)
    two_phones.happens(game, e.Adjusted(2, e.Adjustment(10, "late")))
    question = is_asked_online(tab)
    assert [entry["kind"] for entry in question["theirs"]] == ["adjusted"]
    tab.answers(question, "keep")
    two_phones.converge()
    assert two_phones.state(game)["totals"] == [0, 40, 45, 45]


@pytest.mark.soak
def test_commands_independent_of_a_refused_one_continue(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    tab.taps({"kind": "player_renamed", "seat": 0, "name": "Anna"}, round=None)
    tab.taps(down(2))
    two_phones.happens(game, e.PlayerRenamed(1, "anna"))
    question = is_asked_online(tab)
    assert (question["code"], question["canKeep"]) == ("name_taken", False)
    tab.answers(question, "drop")
    two_phones.converge()
    assert kinds(two_phones, game) == ["player_renamed", "laid_down"]
    assert tab.stands()["waiting"] == 0


@pytest.mark.soak
@pytest.mark.parametrize("is_opened_again", [False, True])
def test_a_newcomer_of_another_phone_does_not_get_our_newcomers_hand(
    two_phones: Phones, game: str, phone: Phone, tab: Tab, *, is_opened_again: bool
) -> None:
    phone.network.faults = DROPS
    tab.taps({"kind": "player_joined", "name": "Eve", "before": None}, round=None)
    for entry in (down(4), out(None), hand(1, 40, is_down=None), hand(4, 30)):
        tab.taps(entry)
    two_phones.happens(game, e.PlayerJoined("Zoe"))
    if is_opened_again:
        tab.page.evaluate("here.game.outbox.read()")
        tab.opens()
    two_phones.converge()
    state = two_phones.state(game)
    play = state["open"]["play"]
    assert state["names"][4:] == ["Zoe", "Eve"]
    assert play["laid_down"] == [1, 5]  # 40 points show that Ben is down
    assert (play["hands"]["1"], play["hands"]["5"]) == ({"points": 40}, {"points": 30})


def test_undo_takes_back_a_waiting_command(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    tab.taps(down(1))
    tab.taps(down(2))
    assert tab.undoes() == {"kept": True}
    assert tab.state["open"]["play"]["laid_down"] == [1]
    two_phones.happens(game, e.LaidDown(3))
    two_phones.converge()
    assert two_phones.log(game)[1:] == [down(1), down(2), {"kind": "entry_undone", "sequence": 3}]
    tab.undoes()
    two_phones.converge()
    assert two_phones.state(game)["open"]["play"]["laid_down"] == [3]


@pytest.mark.soak
def test_an_undo_of_a_mark_that_another_phone_made_first_has_no_effect(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    tab.taps(down(1))
    tab.undoes()
    two_phones.happens(game, e.LaidDown(1))
    two_phones.converge()
    assert kinds(two_phones, game) == ["laid_down"]


@pytest.mark.soak
def test_an_undo_keeps_its_target_while_an_earlier_command_is_in_question(
    phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    tab.taps_at_once(down(1), down(2))
    tab.undoes()
    phone.network.next("422", "422")  # both of them, then the first
    phone.network.faults = DROPS
    phone.network.offline = False
    tab.comes_to(lambda seen: len(seen["questions"]) == 1)
    tab.page.evaluate("here.game.outbox.read()")
    again = phone.opens(tab.token)
    assert [one.state["open"]["play"]["laid_down"] for one in (tab, again)] == [[], []]


def test_a_reopened_page_continues_with_waiting_commands(phone: Phone, tab: Tab) -> None:
    phone.network.faults = DROPS
    plays(tab)
    tab.page.evaluate("here.game.outbox.read()")
    again = phone.opens(tab.token).looks()
    assert (again["waiting"], again["state"]) == (6, tab.state)


@pytest.mark.soak
def test_a_reopened_page_finds_out_what_was_written_despite_a_lost_response(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.deaf = True
    phone.network.next("lose response")
    phone.network.faults = DROPS
    tab.taps(down(1))
    tab.undoes()
    tab.page.evaluate("here.game.outbox.read()")
    tab.comes_to(lambda _: kinds(two_phones, game) == ["laid_down"])
    two_phones.happens(game, e.Noted("Late"))
    tab.opens()
    two_phones.converge()
    assert two_phones.log(game)[2] == {"kind": "entry_undone", "sequence": 1}


_PLAYS_ON = """most => {
  const tap = (entry) => here.game.tap({ entries: [entry] });
  const scored = (accepted) => tap({ kind: "round_scored", accepted });
  const marks = ["laid_down", "took_back"];
  while (here.game.waiting < most) {
    for (const seat of [1, 2, 3]) for (const kind of marks) tap({ kind, seat });
    tap({ kind: "went_out", seat: null, went_rummy: false });
    const hand = { hand: { points: 100 }, down: false, buys: null, melded: null };
    for (const seat of [0, 1, 2, 3]) tap({ kind: "hand_counted", seat, ...hand });
    const { doubts = [] } = scored([]);
    if (doubts.length) scored(doubts.map(({ code, seat }) => [code, seat]));
  }
  return here.game.outbox.read();
}"""


@pytest.mark.soak
@pytest.mark.parametrize("taps", [240, 2004])
def test_a_long_outbox_is_opened_and_arrives_in_order_a_hundred_at_a_time(
    two_phones: Phones, game: str, phone: Phone, tab: Tab, taps: int
) -> None:
    phone.network.faults = DROPS
    tab.page.evaluate(_PLAYS_ON, taps)
    two_phones.happens(game, e.Noted("Late"))
    again = phone.opens(game)
    seen = again.looks()
    assert (seen["waiting"], len(seen["state"]["rounds"])) == (taps, taps // 12)
    wanted = tab.page.evaluate("here.game.outbox.commands.map(({ tap }) => tap)")
    since = len(phone.network.sent)
    two_phones.converge()
    assert len({one["tap"] for one in commands_in(phone, since)}) == taps
    batches = [len(json.loads(body)["commands"]) for body in phone.network.sent[since:]]
    assert max(batches) == 100
    written = [tap.press for tap in two_phones.kept(game).taps if tap.device == phone.device]
    assert written == wanted


@pytest.mark.soak
def test_a_tab_displays_the_other_tabs_tap_once_it_has_read_it(game: str, phone: Phone) -> None:
    """The other tab sends no message, as if suspended: its tap is found before ours is sent."""
    phone.network.faults = DROPS
    silent, other = phone.opens(game, _SAYS_NOTHING), phone.opens(game)
    silent.taps(down(1))
    silent.page.evaluate("here.game.outbox.read()")
    other.taps(down(2))
    seen = other.comes_to(lambda seen: seen["waiting"] == 2)
    assert seen["state"]["open"]["play"]["laid_down"] == [1, 2]


def test_two_tabs_share_the_outbox_and_one_sends(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.faults = DROPS
    other = phone.opens(game)
    tab.taps(down(1))
    other.comes_to(lambda seen: seen["waiting"] == 1)
    other.taps(down(2))
    tab.comes_to(lambda seen: seen["waiting"] == 2)
    assert [one.state["open"]["play"]["laid_down"] for one in (tab, other)] == [[1, 2], [1, 2]]
    two_phones.converge()
    assert two_phones.log(game) == [down(1), down(2)]


def _two_tabs_of_which_one_is_told_nothing(phone: Phone, game: str) -> tuple[Tab, Tab]:
    """The first tab receives neither messages of the second nor events."""
    phone.network.deaf = True
    return phone.opens(game, _SAYS_NOTHING), phone.opens(game)


@pytest.mark.soak
def test_an_undo_takes_back_a_command_that_the_other_tab_has_sent(
    two_phones: Phones, game: str, phone: Phone
) -> None:
    silent, other = _two_tabs_of_which_one_is_told_nothing(phone, game)
    with phone.network.holding():
        silent.taps(down(1))
        silent.page.evaluate("here.game.outbox.read()")
        assert other.opens().looks()["waiting"] == 1
        two_phones.happens(game, e.LaidDown(2))
    silent.comes_to(lambda seen: not seen["waiting"])
    other.undoes()
    two_phones.converge()
    assert two_phones.log(game)[1:] == [down(1), {"kind": "entry_undone", "sequence": 2}]


@pytest.mark.soak
def test_a_newcomer_of_the_other_tab_does_not_get_our_newcomers_mark(
    two_phones: Phones, game: str, phone: Phone
) -> None:
    silent, other = _two_tabs_of_which_one_is_told_nothing(phone, game)
    silent.taps({"kind": "player_joined", "name": "Zoe", "before": None}, round=None)
    silent.comes_to(lambda seen: not seen["waiting"])
    with phone.network.holding():
        other.taps({"kind": "player_joined", "name": "Eve", "before": None}, round=None)
        other.taps(down(4))
    two_phones.converge()
    state = two_phones.state(game)
    assert [state["names"][seat] for seat in state["open"]["play"]["laid_down"]] == ["Eve"]


@pytest.mark.parametrize(("seat", "marked"), [(4, []), (5, ["Eve"])])
def test_a_mark_means_who_it_was_shown_for_though_an_undo_that_was_not_shown_moves_the_seats(
    two_phones: Phones, game: str, phone: Phone, tab: Tab, seat: int, marked: list[str]
) -> None:
    """The phone leaves it to the server whether Zoe's join can be undone after Eve's."""
    hears_of(two_phones, game, tab, e.PlayerJoined("Zoe"))
    phone.network.faults = DROPS
    assert tab.undoes() == {"kept": True}
    hears_of(two_phones, game, tab, e.PlayerJoined("Eve"))
    assert tab.state["names"][4:] == ["Zoe", "Eve"]
    tab.taps(down(seat))
    two_phones.converge()
    state = two_phones.state(game)
    assert state["names"][4:] == ["Eve"]
    assert [state["names"][seat] for seat in state["open"]["play"]["laid_down"]] == marked
    assert len(tab.questions) == 1 - len(marked)


_SITS_DOWN = """async (seat) => {
  const body = new URLSearchParams({ seat, csrf_token: here.game.key });
  await fetch(`/g/${here.game.link}/seat`, { method: "POST", body });
}"""


def test_the_seat_of_an_undone_player_is_nobodys_on_their_phone_though_another_takes_it(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    hears_of(two_phones, game, tab, e.PlayerJoined("Zoe"))
    tab.page.evaluate(_SITS_DOWN, 4)
    tab.opens()
    assert tab.page.evaluate("here.game.seat") == 4
    hears_of(two_phones, game, tab, e.EntryUndone(1), e.PlayerJoined("Eve"))
    assert tab.state["names"][4:] == ["Eve"]
    assert tab.page.evaluate("here.game.seat") is None


def know_of_zoe(two_phones: Phones, game: str, phone: Phone) -> tuple[Tab, Tab]:
    """A tab that sends no messages, and the other one; from now on messages are lost."""
    silent, other = phone.opens(game, _SAYS_NOTHING), phone.opens(game)
    for tab in (silent, other):
        hears_of(two_phones, game, tab, *[e.PlayerJoined("Zoe")] * (tab is silent))
    phone.network.faults = DROPS
    return silent, other


@pytest.mark.soak
def test_a_mark_hits_nobody_else_after_an_undo_of_the_other_tab_that_was_not_shown(
    two_phones: Phones, game: str, phone: Phone
) -> None:
    silent, other = know_of_zoe(two_phones, game, phone)
    assert silent.undoes() == {"kept": True}
    silent.page.evaluate("here.game.outbox.read()")
    hears_of(two_phones, game, other, e.PlayerJoined("Eve"))
    assert other.taps(down(4)) == {"kept": True}
    two_phones.converge()
    state = two_phones.state(game)
    assert (state["names"][4:], state["open"]["play"]["laid_down"]) == (["Eve"], [])
    assert other.questions


@pytest.mark.soak
def test_a_question_that_the_other_tab_was_asked_is_not_displayed_as_an_answered_tap(
    two_phones: Phones, game: str, phone: Phone
) -> None:
    """This tab learns of Zoe's undone join by the stream, of the question about her mark by
    storage.
    """
    silent, other = know_of_zoe(two_phones, game, phone)
    other.page.route("**/log", lambda route: route.abort())  # it never sends
    assert silent.undoes() == {"kept": True}
    silent.page.evaluate("here.game.outbox.read()")
    assert other.taps(down(4)) == {"kept": True}
    silent.comes_to(lambda seen: seen["waiting"] == 2)
    phone.network.next("fair")
    other.comes_to(lambda seen: seen["version"] == 2)
    phone.network.faults = FAIR
    silent.comes_to(is_asked)
    seen = other.comes_to(is_asked)
    assert (seen["state"]["last"], seen["state"]["open"]["play"]["laid_down"]) == (None, [])


@pytest.mark.soak
def test_nothing_waits_for_an_answer_that_the_other_tab_was_given(
    two_phones: Phones, game: str, phone: Phone
) -> None:
    silent = phone.opens(game, _SAYS_NOTHING)
    question = _counts_twice(two_phones, game, silent, 40)
    silent.page.evaluate("here.game.outbox.read()")
    other = phone.opens(game)
    assert other.questions == [question]
    silent.answers(question, "drop")
    silent.page.evaluate("here.game.outbox.read()")
    assert other.taps(hand(1, 55)) == {"kept": True}
    silent.comes_to(lambda _: points_of(two_phones, game, 1) == 55)


@pytest.mark.soak
def test_entries_for_an_undone_newcomer_do_not_apply_to_a_later_one(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    hears_of(two_phones, game, tab, e.PlayerJoined("Zoe"))
    phone.network.offline = True
    tab.taps(down(4))
    two_phones.happens(game, e.EntryUndone(1), e.PlayerJoined("Eve"))
    question = is_asked_online(tab)
    assert not question["canKeep"]
    tab.answers(question, "drop")
    two_phones.converge()
    assert two_phones.state(game)["open"]["play"]["laid_down"] == []


@pytest.mark.soak
@pytest.mark.parametrize(
    "tap",
    [{"kind": "adjusted", "seat": 1, "adjustment": {"points": 10, "reason": "late"}}, down(1)],
)
def test_a_tap_for_somebody_who_left_before_the_round_was_written_is_asked_about(
    two_phones: Phones, game: str, phone: Phone, tab: Tab, tap: Data
) -> None:
    phone.network.offline = True
    tab.taps(tap)
    hands = (e.HandCounted(seat, e.Hand(points=90), down=True) for seat in (2, 3))
    two_phones.happens(game, e.PlayerLeft(1), *OUT, *hands, e.RoundScored())
    question = is_asked_online(tab)
    assert question["entries"] == [tap]


@pytest.mark.soak
def test_a_corrected_round_does_not_name_somebody_who_had_left_as_out(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    """Ben went out here, had left elsewhere, and nobody went out there: that is asked first."""
    tab.phone.network.offline = True
    tab.taps(out(1))
    hands = (e.HandCounted(seat, e.Hand(points=90), down=True) for seat in (0, 2, 3))
    written = e.RoundScored(frozenset({("nobody_out", None)}))
    two_phones.happens(game, e.PlayerLeft(1), e.WentOut(None), *hands, written)
    question = is_asked_online(tab)
    assert question["entries"] == [out(1)]
    assert tab.answers(question, "mine") == {"kept": True}
    two_phones.converge()
    assert two_phones.state(game)["rounds"][0]["play"]["went_out"] is None
    assert (left_out(tab), tab.stands()["waiting"]) == (out(1), 0)


def _undoes_a_count_of_a_round_that_others_write(
    phones: Phones, game: str, tab: Tab, *more: Data
) -> Data:
    """The question about the undo of Ben's 40, which is in the round that others wrote."""
    hands = [e.HandCounted(seat, e.Hand(points=90), down=True) for seat in (2, 3)]
    hears_of(phones, game, tab, *OUT, *hands)
    tab.taps(hand(1, 40))
    tab.comes_to(lambda seen: seen["version"] == 5 and not seen["waiting"])
    tab.phone.network.offline = True
    tab.undoes()
    for entry in more:
        tab.taps(entry)
    phones.happens(game, e.RoundScored())
    return is_asked_online(tab)


@pytest.mark.soak
def test_an_undo_of_a_count_that_others_wrote_into_the_round_is_asked_about(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    agreed = (hand(2, 95), hand(2, 90))
    question = _undoes_a_count_of_a_round_that_others_write(two_phones, game, tab, *agreed)
    assert question["entries"][0] == {"kind": "entry_undone", "sequence": 5}


@pytest.mark.soak
def test_an_undo_that_a_correction_cannot_express_is_left_out(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    question = _undoes_a_count_of_a_round_that_others_write(two_phones, game, tab, hand(2, 80))
    tab.answers(question, "mine")
    two_phones.converge()
    assert kinds(two_phones, game)[-1] == "round_corrected"
    assert left_out(tab) == {"kind": "entry_undone", "sequence": 5}


@pytest.mark.soak
@pytest.mark.parametrize("before", [_WITHOUT_INDEXED_DB, _SILENT_INDEXED_DB])
def test_without_storage_a_message_says_so_and_taps_still_arrive(
    two_phones: Phones, game: str, phone: Phone, before: str
) -> None:
    tab = phone.opens(game, before)
    assert tab.stands()["trouble"] == "memory"
    phone.network.next("drop")
    plays(tab)
    two_phones.converge()
    assert kinds(two_phones, game) == ROUND


@pytest.mark.soak
def test_without_storage_a_question_survives_a_reload(
    two_phones: Phones, game: str, phone: Phone
) -> None:
    tab = phone.opens(game, _WITHOUT_INDEXED_DB)
    question = _counts_twice(two_phones, game, tab, 40)
    [again] = tab.opens().questions
    assert (again["tap"], again["entries"]) == (question["tap"], question["entries"])


@pytest.mark.soak
def test_a_command_that_the_server_cannot_read_stops_no_other(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    tab.taps_at_once(down(1), down(2))
    phone.network.next("422", "422")  # both of them, then the first
    question = is_asked_online(tab)
    assert question["code"] == "unreadable"
    assert tab.state["open"]["play"]["laid_down"] == [2]
    assert two_phones.log(game) == [down(2)]


@pytest.mark.parametrize(
    ("status", "trouble"),
    [
        ("303 /healthz", "gone"),
        ("403", "key"),
        *(
            pytest.param(status, trouble, marks=pytest.mark.soak)
            for status, trouble in (("404", "gone"), ("400", "key"), ("401", "key"))
        ),
    ],
)
def test_an_ended_link_or_stale_csrf_key_is_reported_and_nothing_is_lost(
    phone: Phone, tab: Tab, status: str, trouble: str
) -> None:
    phone.network.next(*[status] * 20)
    tab.taps(down(1))
    seen = tab.comes_to(lambda seen: seen["trouble"] == trouble)
    assert seen["waiting"] == 1


@pytest.mark.soak
def test_the_status_says_where_commands_are_stored_only_in_trouble(
    two_phones: Phones, phone: Phone, tab: Tab
) -> None:
    tab.page.evaluate(_LINE)
    phone.network.faults = DROPS
    tab.taps(down(2))
    tab.page.wait_for_function(_SAYS, arg="Looking. To send: 1.", polling=20)
    tab.taps(down(3))
    tab.page.wait_for_function(_SAYS, arg="Looking. To send: 2.", polling=20)
    phone.network.faults = Faults()
    tab.page.wait_for_function(_SAYS, arg="All sent.", polling=20)
    tab.page.wait_for_function(_SAYS, arg="", polling=20)
    tab.page.evaluate("dispatchEvent(new Event('offline'))")
    tab.page.wait_for_function(_SAYS, arg="Alone. Do not leave.", polling=20)
    two_phones.converge()
    tab.page.wait_for_function(_SAYS, arg="", polling=20)


def test_a_page_opened_offline_shows_waiting_commands_at_once(phone: Phone, tab: Tab) -> None:
    phone.network.faults = DROPS
    tab.taps(down(2))
    tab.page.evaluate("document.documentElement.dataset.kept = ''")
    tab.page.evaluate(_LINE)
    tab.page.wait_for_function(_SAYS, arg="Looking. To send: 1.", polling=20)


@pytest.mark.soak
def test_waiting_for_the_outbox_ends_once_it_is_sent(tab: Tab) -> None:
    tab.taps(down(1))
    assert tab.page.evaluate("here.game.sent(5000)")
    looks = """() => {
      let looks = 0;
      Object.defineProperty(here.game, "toSend", { get: () => (looks += 1) });
      here.game.dispatchEvent(new Event("change"));
      return looks;
    }"""
    assert tab.page.evaluate(looks) == 0


def test_a_page_that_has_lost_its_lease_takes_another(
    two_phones: Phones, game: str, tab: Tab
) -> None:
    loses = """() => {
      const { outbox } = here.game;
      const { lease } = outbox;
      outbox.lease = async () => ((outbox.lease = lease), false);
    }"""
    tab.page.evaluate(loses)
    tab.taps(down(1))
    two_phones.converge()
    assert two_phones.log(game) == [down(1)]


@pytest.mark.soak
def test_a_page_waiting_for_the_lease_can_still_be_asked(
    two_phones: Phones, phone: Phone, tab: Tab
) -> None:
    holds = """() => new Promise((held) => {
      const name = `companion-${here.game.link}`;
      navigator.locks.request(name, () => new Promise((done) => held((globalThis.goOn = done))));
    }).then(() => {})"""
    since = len(phone.network.sent)
    tab.page.evaluate(holds)
    plays(tab)
    time_passes(tab.page, 11_000)
    tab.page.evaluate("goOn()")
    two_phones.converge()
    assert not any(one["unasked"] for one in commands_in(phone, since))


def tries_twice(tab: Tab) -> None:
    """Wait until the tab has retried to send while offline."""
    happened = tab.phone.network.happened
    before = happened["offline for taps"]
    tab.comes_to(lambda _: happened["offline for taps"] > before + 1)


@pytest.mark.soak
def test_commands_made_offline_long_ago_are_marked_unasked(
    two_phones: Phones, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    plays(tab)
    tries_twice(tab)  # so it knows that it is offline
    time_passes(tab.page, 11_000)
    tries_twice(tab)  # and requests in flight are lost
    since = len(phone.network.sent)
    two_phones.converge()
    unasked = [one["unasked"] for one in commands_in(phone, since)]
    assert unasked == [kind == "round_scored" for kind in ROUND]


@pytest.mark.soak
@pytest.mark.parametrize(("later", "have_gone"), [(0, False), (11_000, True)])
def test_commands_of_a_closed_page_are_marked_unasked_after_a_moment(
    phone: Phone, tab: Tab, later: int, *, have_gone: bool
) -> None:
    phone.network.faults = DROPS
    plays(tab)
    tab.page.evaluate("here.game.outbox.read()")
    again = phone.opens(tab.token, f"const n = Date.now; Date.now = () => n.call(Date) + {later};")
    gone: list[Any] = again.page.evaluate(
        "here.game.outbox.commands.map(({ goneOn }) => Boolean(goneOn))"
    )
    assert gone == [have_gone] * 6


@pytest.mark.soak
def test_a_phone_that_finds_no_room_to_listen_asks_again_until_it_is_answered(
    two_phones: Phones, game: str, phone: Phone
) -> None:
    phone.network.full = True
    tab = phone.opens(game)
    phone.network.next("drop", "half response")
    tab.comes_to(lambda seen: seen["trouble"] == "alone")
    two_phones.happens(game, e.Noted("Late"))
    tab.comes_to(lambda seen: seen["state"]["note"] == "Late" and seen["trouble"] is None)


@pytest.mark.soak
def test_a_game_over_the_limit_is_sent_after_retry_after(tab: Tab) -> None:
    answers = [
        {"status": 429, "headers": {"Retry-After": "3600"}, "body": "{}"},
        {"status": 200, "body": '{"link": "one"}'},
    ]

    def answer(route: Route) -> None:
        route.fulfill(content_type="application/json", **answers.pop(0))

    tab.page.route("**/start", answer)
    tab.page.route("**/key", lambda route: route.fulfill(json={"key": "one"}))
    tab.page.evaluate(_STARTS)
    tab.page.wait_for_function("() => said.includes('many')", polling=20)
    tab.page.evaluate("dispatchEvent(new Event('online'))")
    time_passes(tab.page, 3_599_000)
    tab.page.evaluate("dispatchEvent(new Event('online'))")
    assert len(answers) == 1
    time_passes(tab.page, 1_000)
    tab.page.evaluate("dispatchEvent(new Event('online'))")
    tab.page.wait_for_function("() => said.includes(true)", polling=20)


@pytest.mark.soak
def test_no_redraw_below_a_finger_unless_its_end_was_lost(tab: Tab) -> None:
    assert tab.page.evaluate(_FINGERS) == [False, True, True]


@pytest.mark.soak
def test_a_newcomer_keeps_their_hand_if_undoing_the_previous_one_fails(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    """Seats counted without Zoe would be wrong if Zoe stays."""
    two_phones.happens(game, *OUT, e.PlayerJoined("Zoe"))
    tab.comes_to(lambda seen: seen["version"] == len(OUT) + 1)
    phone.network.offline = True
    tab.undoes()
    tab.taps({"kind": "player_joined", "name": "Eve", "before": None}, round=None)
    tab.taps(hand(4, 70))
    two_phones.happens(game, e.HandCounted(4, e.Hand(points=95), down=True))
    phone.network.offline = False
    [question] = tab.comes_to(is_asked)["questions"]
    assert question["entries"][0]["kind"] == "entry_undone"
    tab.answers(question, "drop")
    two_phones.converge()
    state = two_phones.state(game)
    hands = state["open"]["play"]["hands"]
    counted = {state["names"][int(seat)]: hands[seat]["points"] for seat in hands}
    assert counted == {"Zoe": 95}
    assert tab.page.evaluate("leftOutTaps()")


@pytest.mark.soak
def test_a_reopened_page_finds_the_target_of_an_undo_once_the_server_answers(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    """The page was closed when the target had been dropped, and its number not been stored."""
    phone.network.faults = DROPS
    tab.taps(down(1))
    tab.undoes()
    first = tab.page.evaluate("here.game.outbox.commands[0].tap")
    tab.page.evaluate("here.game.outbox.drop(here.game.outbox.commands.slice(0, 1))")
    tab.page.goto(f"{phone.network.url}/healthz")
    with two_phones.server.app.app_context():  # this phone's request, whose answer is lost
        write(game, first, Command((e.LaidDown(1),), 0), phone.device)
    tab.opens()
    two_phones.converge()
    assert kinds(two_phones, game) == ["laid_down", "entry_undone"]


@pytest.mark.parametrize("is_opened_again", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_points_are_for_the_newcomer_of_this_phone_though_an_earlier_one_was_undone(
    two_phones: Phones, game: str, phone: Phone, tab: Tab, *, is_opened_again: bool
) -> None:
    """Xia's join arrives first, then another phone adds Bo, then the rest arrives."""
    phone.network.faults = DROPS
    tab.taps({"kind": "player_joined", "name": "Xia", "before": None}, round=None)
    tab.undoes()
    tab.taps({"kind": "player_joined", "name": "Yun", "before": None}, round=None)
    adjustment = {"points": 15, "reason": "late"}
    tab.taps({"kind": "adjusted", "seat": 4, "adjustment": adjustment})
    first = tab.page.evaluate("here.game.outbox.commands[0].tap")
    with two_phones.server.app.app_context():  # this phone's request, whose answer is lost
        write(game, first, Command((e.PlayerJoined("Xia"),), 0), phone.device)
    two_phones.happens(game, e.PlayerJoined("Bo"))
    if is_opened_again:
        tab.page.evaluate("here.game.outbox.read()")
        tab.opens()
    two_phones.converge()
    state = two_phones.state(game)
    assert state["names"][4:] == ["Bo", "Yun"]
    assert state["open"]["play"]["adjustments"] == {"5": adjustment}
    assert not tab.questions


def test_a_mark_for_somebody_whose_seat_was_taken_over_is_asked_about(
    two_phones: Phones, game: str, phone: Phone, tab: Tab
) -> None:
    phone.network.offline = True
    tab.taps(down(1))
    tab.taps(down(2))
    two_phones.happens(game, e.SeatTakenOver(1, "Zoe", "Ben"))
    question = is_asked_online(tab)
    assert question["canKeep"] is False
    lines = tab.page.evaluate("here.game.linesOf(here.game.questions[0].commands, {})")
    assert [line["name"] for line in lines] == ["Ben"]
    tab.answers(question, "drop")
    two_phones.converge()
    assert two_phones.state(game)["open"]["play"]["laid_down"] == [2]
