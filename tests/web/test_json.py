"""The JSON API: the same commands, access and refusals as for pages."""

from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from companion.records.people import limits
from companion.records.people.links import new_key
from companion.rules.fold import entries as e
from companion.rules.model.play import Hand
from tests.web.phone import Phone
from tests.web.table import Table

ROUND_OVER = ({"kind": "laid_down", "seat": 0}, {"kind": "went_out", "seat": 0})
WHOLE = {"cards": {"3-9": 13}}


class Door:
    """A client of the JSON API, on one phone."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def log(self, after: int = 0) -> dict[str, Any]:
        return self.table.phone.client.get(self.address, query_string={"after": after}).json

    def send(self, *commands: dict[str, Any], after: int = 0) -> dict[str, Any]:
        """Send commands like a phone; returns the response."""
        answer = self.post({"commands": list(commands), "after": after})
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(self, data: Any, **headers: str) -> Any:
        key = {"X-CSRFToken": self.table.phone.csrf_token}
        return self.table.phone.client.post(self.address, json=data, headers=key | headers)

    @property
    def address(self) -> str:
        return self.table.address("log")


@pytest.fixture
def door(table: Table) -> Door:
    return Door(table)


def command(*entries: dict[str, Any], seen: int = 0, **more: Any) -> dict[str, Any]:
    return {"tap": new_key(), "seen": seen, "entries": list(entries)} | more


def counted(seat: int, hand: dict[str, Any] | None = None, *, down: bool | None = None) -> Any:
    cards = WHOLE if hand is None else hand
    return {"kind": "hand_counted", "seat": seat, "hand": cards, "down": down}


def corrected(**play: Any) -> dict[str, Any]:
    played = {"laid_down": [0], "went_out": 0, "hands": {}, "buys": {}, "adjustments": {}}
    return {"kind": "round_corrected", "number": 1, "play": played | play}


def nested(times: int) -> list[Any]:
    """A list in a list in a list ..."""
    return [nested(times - 1)] if times else []


@pytest.mark.both_databases
def test_a_command_is_kept_and_the_log_comes_back(door: Door) -> None:
    answer = door.send(command(*ROUND_OVER, round=1))
    assert answer["answers"][0] | {"tap": ""} == {"tap": "", "status": "kept", "numbers": [1, 2]}
    assert answer["version"] == 2
    assert [(row["number"], row["entry"]["kind"], row["here"]) for row in answer["entries"]] == [
        (1, "laid_down", True),
        (2, "went_out", True),
    ]
    assert door.table.state.open.over


@pytest.mark.both_databases
def test_a_whole_round_is_one_request(door: Door) -> None:
    hands = [command(counted(seat), round=1) for seat in (1, 2)]
    last = command(counted(3), {"kind": "round_scored"}, round=1)
    answer = door.send(command(*ROUND_OVER, round=1), *hands, last)
    assert [a["status"] for a in answer["answers"]] == ["kept"] * 4
    assert door.table.state.totals == (0, 65, 65, 65)
    assert door.table.page("sheet").status == 200


def test_a_total_that_may_be_either_needs_an_explicit_down(door: Door) -> None:
    asked = command(counted(1, {"points": 100}), round=1)
    said = command(counted(1, {"points": 100}, down=True), round=1)
    _, refused, kept = door.send(command(*ROUND_OVER, round=1), asked, said)["answers"]
    assert (refused["status"], refused["code"], refused["seat"]) == ("refused", "down_or_not", 1)
    assert refused["sentence"].startswith("100 points could be a whole hand, or the cards left")
    assert kept["status"] == "kept"


@pytest.mark.both_databases
def test_the_same_tap_twice_is_written_once(door: Door) -> None:
    once = command(*ROUND_OVER, round=1)
    first, second = door.send(once, once)["answers"]
    assert first == second == door.send(once)["answers"][0]
    assert door.table.kinds == ["laid_down", "went_out"]


def test_each_command_is_answered_by_itself(door: Door) -> None:
    good, bad = command({"kind": "laid_down", "seat": 1}), command({"kind": "laid_down", "seat": 9})
    answer = door.send(bad, good, command({"kind": "noted", "text": ""}))
    refused, kept, no_news = answer["answers"]
    assert (refused["status"], refused["code"], refused["seat"]) == ("refused", "unknown_player", 9)
    assert refused["sentence"]
    assert (kept["status"], kept["numbers"]) == ("kept", [1])
    assert (no_news["status"], no_news["numbers"]) == ("kept", [])


@pytest.mark.both_databases
def test_in_order_nothing_is_written_behind_what_was_not(door: Door) -> None:
    """Later commands of a phone may depend on earlier ones."""
    good, bad = command({"kind": "laid_down", "seat": 1}), command({"kind": "laid_down", "seat": 9})
    answer = door.post({"commands": [good, bad, good], "in_order": True}).json
    assert [a["status"] for a in answer["answers"]] == ["kept", "refused"]
    assert answer["version"] == 1


def test_who_wrote_an_entry_is_told_by_which_tap(door: Door, other_phone: Phone) -> None:
    """For the case that the response was lost."""
    sent = command(*ROUND_OVER, round=1)
    door.send(sent)
    assert [row["tap"] for row in door.log()["entries"]] == [sent["tap"], sent["tap"]]
    theirs = Door(door.table.on(other_phone)).log()["entries"]
    assert not any(row["here"] or "tap" in row for row in theirs)


def test_other_house_rules_come_with_the_tail(door: Door) -> None:
    options = door.table.stored.ruleset.options
    door.table.write(e.LaidDown(0), e.RulesChanged({**options, "ten_value": 5}))
    assert "ruleset" not in door.log(after=2)
    (tens,) = [row for row in door.log(after=1)["ruleset"]["card_values"] if "10" in row["ranks"]]
    assert tens["value"] == 5


def test_a_refusal_is_a_sentence_without_marks(door: Door) -> None:
    over = command(*ROUND_OVER, round=1)
    scored = command(counted(1, {}), {"kind": "round_scored"}, round=1)
    answer = door.send(over, scored)["answers"][1]
    assert (answer["code"], answer["seat"]) == ("blank_hand", 1)
    assert "Ben" in answer["sentence"]
    assert "<" not in answer["sentence"]
    assert door.table.kinds == ["laid_down", "went_out"], "and of two entries neither is kept"


def test_too_few_players_stay_by_no_command_either(two: Table) -> None:
    answer = Door(two).send(command({"kind": "player_left", "seat": 1}))["answers"][0]
    assert (answer["status"], answer["code"]) == ("refused", "too_few_stay")
    assert answer["sentence"] == "This game needs at least 2 players."
    assert two.kinds == []


def test_doubts_are_questions_and_answered_they_are_kept(door: Door) -> None:
    hands = [command(counted(seat), round=1) for seat in (1, 2)]
    nine = counted(3, {"cards": {"3-9": 9}}, down=False)
    door.send(command(*ROUND_OVER, round=1), *hands)
    asked = door.send(command(nine, {"kind": "round_scored"}, seen=4, round=1))["answers"][0]
    assert asked["status"] == "doubted"
    (doubt,) = asked["doubts"]
    assert (doubt["code"], doubt["seat"]) == ("wrong_hand_size_without_contract", 3)
    assert "Dee" in doubt["sentence"]
    accepted = {"kind": "round_scored", "accepted": [[doubt["code"], doubt["seat"]]]}
    kept = door.send(command(nine, accepted, seen=4, round=1))["answers"][0]
    assert kept["status"] == "kept"


def test_doubts_nobody_was_asked_about_are_kept_and_told(door: Door) -> None:
    """The round was written down offline, and nobody can be asked any more."""
    hands = [command(counted(seat), round=1) for seat in (1, 2)]
    door.send(command(*ROUND_OVER, round=1), *hands)
    nine = counted(3, {"cards": {"3-9": 9}}, down=False)
    late = command(nine, {"kind": "round_scored"}, seen=4, round=1, unasked=True)
    assert door.send(late)["answers"][0]["status"] == "kept"
    assert door.log()["entries"][-1]["entry"]["not_asked"] == [
        ["wrong_hand_size_without_contract", 3]
    ]
    sheet, history = door.table.page("sheet"), door.table.page("history")
    assert "Round 1, not confirmed: Dee is not down" in sheet.words
    assert sheet.one("abbr.flag").attrs["title"] == "open doubt"
    assert "Round 1 written down offline with an open doubt" in history.words


@pytest.mark.both_databases
def test_what_others_wrote_comes_with_a_conflict(door: Door) -> None:
    door.table.write(e.LaidDown(0), e.WentOut(0), e.HandCounted(1, Hand(points=90), down=False))
    answer = door.send(command(counted(1), seen=2, round=1), after=2)
    conflict = answer["answers"][0]
    assert (conflict["status"], conflict["code"]) == ("conflict", "two_hands")
    assert conflict["others"] == [3]
    assert conflict["sentence"]
    assert [(row["number"], row["entry"]["hand"], row["here"]) for row in answer["entries"]] == [
        (3, {"points": 90}, False)
    ]


def test_a_command_that_names_its_players_is_for_nobody_else(door: Door) -> None:
    """Xia joins and is undone, Bo joins, then Yun: whoever the seat of Yun is now."""
    xia, bo, yun = (
        command({"kind": "player_joined", "name": name}) for name in ("Xia", "Bo", "Yun")
    )
    undo = command({"kind": "entry_undone", "sequence": 1}, seen=1)
    door.send(xia, undo, bo, yun)
    mark = {"kind": "laid_down", "seat": 4}
    wrong, gone, right = (
        command(mark | {"seat": seat}, seen=4, seated={str(seat): by["tap"]})
        for seat, by in ((4, yun), (4, xia), (5, yun))
    )
    answers = door.send(wrong, gone, right)["answers"]
    assert [answer["status"] for answer in answers] == ["conflict", "conflict", "kept"]
    assert door.table.state.open.play.laid_down == {5}
    name = door.send()["entries"][3]["name"]
    again = command({"kind": "took_back", "seat": 5}, seen=5, seated={"5": f"resent-of-{name}"})
    assert door.send(again)["answers"][0]["status"] == "kept"


def test_a_player_is_named_by_the_place_of_the_entry_in_its_command(door: Door) -> None:
    both = command(*({"kind": "player_joined", "name": name} for name in ("Xia", "Yun")))
    door.send(both)
    mark = {"kind": "laid_down", "seat": 5}
    keys = (both["tap"], f"{both['tap']}+1")
    named = (command(mark, seen=2, seated={"5": key}) for key in keys)
    answers = door.send(*named)["answers"]
    assert [answer["status"] for answer in answers] == ["conflict", "kept"]


def test_commands_for_which_there_is_no_room_are_not_answered(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ENTRIES", 2)
    commands = [command({"kind": "laid_down", "seat": seat}, seen=seat) for seat in range(4)]
    answer = door.send(*commands)
    assert [one["tap"] for one in answer["answers"]] == [one["tap"] for one in commands[:2]]
    full = door.post({"commands": commands[2:]})
    assert (full.status_code, full.json["heading"]) == (409, "This game is full")
    assert door.table.kinds == ["laid_down", "laid_down"]


def test_a_hand_that_was_saved_card_by_card_is_undone_by_one_command(door: Door) -> None:
    hands = [e.HandCounted(1, Hand(points=points), down=False) for points in range(1, 41)]
    door.table.write(e.WentOut(0), *hands)
    undos = [{"kind": "entry_undone", "sequence": number} for number in range(41, 1, -1)]
    (answer,) = door.send(command(*undos, seen=41, round=1, unasked=True))["answers"]
    assert answer["status"] == "kept"
    assert not door.table.state.open.play.hands


def test_a_whole_number_is_one_however_it_is_spelt(door: Door) -> None:
    """JSON has one number type: for a schema 2.0 is an integer."""
    door.table.write(e.LaidDown(0), e.WentOut(0), e.HandCounted(1, Hand(points=90), down=False))
    hand = counted(1.0) | {"hand": {"cards": {"3-9": 12.0, "A": 1.0}}}  # type: ignore[arg-type]
    answer = door.send(command(hand, seen=2.0, round=1.0), after=2.0)  # type: ignore[arg-type]
    assert answer["answers"][0]["others"] == [3]
    kept = door.send(command(hand, seen=3.0, round=1.0))  # type: ignore[arg-type]
    assert kept["answers"][0]["numbers"] == [4]
    assert ".0" not in str(door.table.log[-1])


def test_a_command_for_another_round_is_a_conflict(door: Door) -> None:
    assert door.send(command(*ROUND_OVER, round=2))["answers"][0]["status"] == "conflict"
    assert door.table.kinds == []


def test_only_the_tail_of_the_log_is_sent(door: Door) -> None:
    door.send(command(*ROUND_OVER, round=1))
    tail = door.log(after=1)
    assert (tail["version"], [row["number"] for row in tail["entries"]]) == (2, [2])
    nothing_more = door.log(after=2)
    assert (nothing_more["version"], nothing_more["entries"]) == (2, [])


def test_a_tap_that_said_nothing_new_says_nothing_when_it_is_sent_again(door: Door) -> None:
    door.table.write(e.LaidDown(1))
    silent = command({"kind": "laid_down", "seat": 1}, seen=1)
    assert door.send(silent)["answers"][0]["numbers"] == []
    door.table.write(e.TookBack(1))
    assert door.send(silent)["answers"][0] == {
        "tap": silent["tap"],
        "status": "kept",
        "numbers": [],
    }
    assert door.table.kinds == ["laid_down", "took_back"]


@pytest.mark.both_databases
def test_a_refused_request_that_is_delivered_again_later_writes_nothing(door: Door) -> None:
    refused = command({"kind": "laid_down", "seat": 4}, round=1)
    assert door.send(refused)["answers"][0]["status"] == "refused"
    door.table.write(e.PlayerJoined("Eve"))
    late = door.send(refused)["answers"][0]
    assert (late["status"], late["code"]) == ("conflict", "out_of_date")
    assert door.table.kinds == ["player_joined"]
    asked_again = door.send(refused | {"seen": 1})["answers"][0]
    assert (asked_again["status"], asked_again["numbers"]) == ("kept", [2])


def test_a_correction_has_its_number_in_the_log_and_that_of_its_round(door: Door) -> None:
    hands = [command(counted(seat), round=1) for seat in (1, 2)]
    last = command(counted(3), {"kind": "round_scored"}, round=1)
    door.send(command(*ROUND_OVER, round=1), *hands, last)
    play = {"laid_down": [0], "went_out": 0, "hands": {str(s): {"points": 85} for s in (1, 2, 3)}}
    right = {
        "kind": "round_corrected",
        "number": 1,
        "play": {**play, "buys": {}, "adjustments": {}},
    }
    [line] = door.send(command(right, seen=6), after=6)["entries"]
    assert (line["number"], line["entry"]["number"]) == (7, 1)
    assert [one["number"] for one in door.log()["entries"]] == [1, 2, 3, 4, 5, 6, 7]


def test_who_watches_reads_and_writes_nothing(door: Door, other_phone: Phone) -> None:
    door.send(command(*ROUND_OVER, round=1))
    watching = Door(Table(other_phone, door.table.stored.row.watch_token))
    tail = watching.log()
    assert tail["version"] == 2
    assert not any(entry["here"] for entry in tail["entries"])
    answer = watching.post({"commands": [command({"kind": "laid_down", "seat": 1})]})
    assert (answer.status_code, answer.json["heading"]) == (403, "This link is for watching")


def test_without_the_key_of_a_page_nothing_is_written(door: Door) -> None:
    data = {"commands": [command(*ROUND_OVER)]}
    answer = door.table.phone.client.post(door.address, json=data)
    assert (answer.status_code, set(answer.json)) == (400, {"heading", "sentence"})
    assert door.table.kinds == []


def test_a_link_that_leads_nowhere_says_so_as_data(phone: Phone) -> None:
    answer = phone.client.get(f"/g/{new_key()}/log")
    assert (answer.status_code, answer.json["heading"]) == (404, "There is nothing here")


ENTRY = "commands[0].entries[0]"


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        ({}, "missing", "commands"),
        ([], "invalid", ""),
        ({"commands": {}}, "invalid", "commands"),
        ({"commands": [{}]}, "missing", "commands[0].tap"),
        ({"commands": [command(*ROUND_OVER, seen=-1)]}, "invalid", "commands[0].seen"),
        ({"commands": [command(*ROUND_OVER) | {"tap": "x"}]}, "invalid", "commands[0].tap"),
        ({"commands": [command({"kind": "danced", "seat": 1})]}, "invalid", f"{ENTRY}.kind"),
        ({"commands": [command({"kind": "laid_down"})]}, "missing", f"{ENTRY}.seat"),
        ({"commands": [command({"kind": "laid_down", "seat": "1"})]}, "invalid", f"{ENTRY}.seat"),
        ({"commands": [command(*ROUND_OVER)], "more": 1}, "unknown", "more"),
        ({"commands": [command(*ROUND_OVER, seen=float("nan"))]}, "invalid", "commands[0].seen"),
        ({"commands": [command(*ROUND_OVER, seen=10**4000)]}, "invalid", "commands[0].seen"),
        (
            {"commands": [command(*ROUND_OVER) | {"tap": "\ud800" * 20}]},
            "invalid",
            "commands[0].tap",
        ),
        (
            {"commands": [command(counted(0, {"cards": {"\ud800": 1}}))]},
            "invalid",
            f"{ENTRY}.hand.cards",
        ),
        ({"commands": [], "\ud800": 1}, "invalid", ""),
        ({"commands": nested(900)}, "invalid", "commands[0]" + 15 * "[0]"),
        ({"commands": [command({"kind": "noted", "text": "a\ud800"})]}, "invalid", f"{ENTRY}.text"),
        ({"commands": [command({"kind": "noted", "text": "a\0b"})]}, "invalid", f"{ENTRY}.text"),
        ({"commands": [command({"kind": "titled", "title": " a"})]}, "invalid", f"{ENTRY}.title"),
        (
            {"commands": [command({"kind": "player_joined", "name": "a\ue000"})]},
            "invalid",
            f"{ENTRY}.name",
        ),
        (
            {"commands": [command(corrected(hands={"01": WHOLE}))]},
            "unknown",
            f"{ENTRY}.play.hands.01",
        ),
    ],
)
def test_what_has_not_the_shape_of_commands_is_named_where_it_stands(
    door: Door, data: Any, code: str, field: str
) -> None:
    answer = door.post(data)
    assert answer.status_code == 422
    assert (answer.json["code"], answer.json["field"]) == (code, field)
    assert field in answer.json["sentence"]
    assert door.table.kinds == []


@pytest.mark.parametrize("opening", ["[", '{"commands":[', '{"commands":{"":'])
def test_what_is_nested_too_deeply_is_refused_in_a_sentence(door: Door, opening: str) -> None:
    key = {"X-CSRFToken": door.table.phone.csrf_token, "Content-Type": "application/json"}
    times = min(100_000, 250_000 // len(opening))
    answer = door.table.phone.client.post(door.address, data=opening * times, headers=key)
    assert answer.status_code == 422
    assert "nested deeper than the 16 levels" in answer.json["sentence"]


@pytest.mark.both_databases
def test_more_entries_than_one_request_takes_are_refused_and_none_is_written(door: Door) -> None:
    marks = [{"kind": "laid_down", "seat": 0}, {"kind": "took_back", "seat": 0}] * 10
    answer = door.post({"commands": [command(*marks) for _ in range(21)]})
    assert answer.status_code == 413
    assert "these commands have 420 entries, and one request takes 400" in answer.json["sentence"]
    assert door.table.kinds == []
    assert door.post({"commands": [command(*marks) for _ in range(20)]}).status_code == 200


def test_the_limits_of_a_request_are_documented(app: Flask) -> None:
    promised = app.test_client().get("/schema/openapi.json").json
    answers = promised["paths"]["/api/1/games/{token}/log"]["post"]["responses"]
    assert "400 entries" in answers["413"]["description"]
    assert "16 levels" in answers["422"]["description"]
    commands = promised["components"]["schemas"]["commands"]["properties"]["commands"]
    assert "400 entries" in commands["description"]


def test_what_is_answered_has_the_shape_that_is_promised(door: Door, app: Flask) -> None:
    promised = app.test_client().get("/schema/openapi.json").json
    answer = door.send(
        command(*ROUND_OVER, round=1),
        command({"kind": "laid_down", "seat": 9}),
        command(counted(1), {"kind": "round_scored"}, round=1),
    )
    shape = {"$ref": "#/components/schemas/tail", "components": promised["components"]}
    Draft202012Validator(shape).validate(answer)
    assert {a["status"] for a in answer["answers"]} == {"kept", "refused"}


def test_a_tail_weighs_little_against_the_page(door: Door) -> None:
    door.send(command(*ROUND_OVER, round=1))
    tail = door.table.phone.client.get(door.address, query_string={"after": 1})
    assert len(tail.data) < 500


def test_the_tail_carries_the_rules_also_where_they_were_changed_back(door: Door) -> None:
    """The page may have sent its request before the change."""
    options = dict(door.table.stored.ruleset.options)
    fives, tens = ({**options, "ten_value": value} for value in (5, 10))
    door.table.write(e.RulesChanged(fives), e.RulesChanged(tens), e.RulesChanged(fives))
    assert door.log(after=1)["ruleset"] == door.log()["ruleset"]
    assert "ruleset" not in door.log(after=3)
