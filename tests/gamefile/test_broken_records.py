"""Invalid records, and errors that locate the fault."""

import json
from typing import Any

import pytest

from companion.gamefile import RecordRefused, log_builder, read_record
from companion.rules.reading.catalogue import catalogue, game_data
from tests.gamefile.games import load, one_round, packed, rewritten, scored, short_game


def refusal_of(content: bytes) -> RecordRefused:
    with pytest.raises(RecordRefused) as refused:
        read_record(content)
    return refused.value


def with_hand(hand: Any) -> dict[str, Any]:
    return short_game(rounds=[one_round(hands={"Ben": hand})])


def with_players(*rows: dict[str, Any]) -> dict[str, Any]:
    return short_game(players=[{"name": "Ann"}, {"name": "Ben"}, *rows])


def with_round(**changes: Any) -> dict[str, Any]:
    return short_game(rounds=[one_round(), one_round(**changes)])


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in short_game().items() if name != key}


def own_ruleset(**changes: Any) -> dict[str, Any]:
    return without("game") | {"ruleset": game_data("twelve-step-rummy") | changes}


NOT_A_RECORD = [
    (b"\xff\xfe{}", "not_utf8", "Save it as UTF-8"),
    (b'{"format": ', "not_json", "line 1, column 12"),
    (b"", "not_json", "line 1"),
    (b'{"rounds": NaN}', "not_json", "NaN is not a number"),
    (b'{"rounds": -Infinity}', "not_json", "-Infinity is not a number"),
    (b"[" * 100_000, "not_json", "nested too deeply"),
    (b'{"rounds": ' + b"9" * 5000 + b"}", "not_json", "far too long"),
    (b'{"a": 1, "a": 2}', "bad_record", "“a” stands twice"),
    (b'{"title": "\\ud800"}', "bad_record", "broken character"),
    (b"[]", "bad_record", "expected an object with keys, found []"),
    (b"{}", "bad_record", "“format” is missing"),
]


@pytest.mark.parametrize(("content", "code", "fragment"), NOT_A_RECORD)
def test_an_invalid_record_is_refused(content: bytes, code: str, fragment: str) -> None:
    refused = refusal_of(content)
    assert (refused.code, refused.round, refused.player) == (code, None, None)
    assert fragment in refused.message


UNREADABLE = ["Cy\ue000", "\U00100000", "Cy\n", "C\x00y", "\u2028", "Cy\u200b", "\u200d", "\u3164"]


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_name_that_nobody_can_read_or_type_is_refused_with_its_place(name: str) -> None:
    refused = refusal_of(packed(with_players({"name": name})))
    assert refused.code == "bad_record"
    assert refused.message.startswith("Player 3, name: a text here has a line break or an")


@pytest.mark.parametrize("key", ["title", "note", "first_dealer"])
def test_no_text_of_a_record_has_a_line_break(key: str) -> None:
    refused = refusal_of(packed(short_game(**{key: "Ann\nBen"})))
    assert refused.message.startswith(f"{key.capitalize()}: a text here has a line break")


def test_the_name_of_a_hand_is_read_as_strictly_as_that_of_a_player() -> None:
    refused = refusal_of(packed(short_game(rounds=[{"hands": {"Ben\x00": {"points": 5}}}])))
    assert refused.message.startswith("Round 1, hands: a text here has a line break")


def test_names_are_stored_as_if_they_were_typed() -> None:
    record = json.loads(packed(short_game()).decode().replace('"Ben"', '" Ben  Lee "'))
    assert rewritten(record)["players"][1]["name"] == "Ben Lee"
    assert scored(record)["rounds"][0]["points"].keys() == {"Ann", "Ben Lee"}


def test_a_name_that_differs_in_spaces_only_has_one_hand() -> None:
    hands = {"Ben": {"points": 5}, "Ben ": {"points": 10}}
    refused = refusal_of(packed(short_game(rounds=[{"went_out": "Ann", "hands": hands}])))
    assert "The key “Ben” stands twice" in refused.message


SHAPE = [
    (short_game(format="companion-game/2"), 'Format: expected "companion-game/1"'),
    (short_game(format="companion-score/1", standings=[]), 'expected "companion-game/1"'),
    (short_game(first_deeler="Ann"), "The record: unknown key “first_deeler”. Did you mean “first"),
    (short_game(weather="wet"), "unknown key “weather”. Known here: format, game"),
    (without("players"), "The record: the key “players” is missing"),
    (without("rounds"), "The record: the key “rounds” is missing"),
    (without("game"), "Give either"),
    (short_game(ruleset={}), "Give either"),
    (short_game(title=7), "Title: expected a text, found 7"),
    (short_game(started_at="yesterday"), "Started_at: found"),
    (short_game(started_at="2026-11-20T19:30:00"), "a time in UTC"),
    (short_game(started_at="2026-11-20T19:30:00+01:00"), "a time in UTC"),
    (short_game(started_at="2026-13-20T19:30:00Z"), "a time in UTC"),
    (short_game(started_at="0001-01-01T00:00:00Z"), "between 1970 and 2100"),
    (short_game(started_at="9999-12-31T23:59:59Z"), "between 1970 and 2100"),
    (short_game(options={"ten_value": 5.5}), "Options, ten_value: expected a text or a whole"),
    (short_game(players=[]), "Players: found []"),
    (short_game(players=["Ann", "Ben"]), 'Player 1: expected an object with keys, found "Ann"'),
    (with_players({"name": "  "}), "Player 3, name: found"),
    (with_players({"name": "x" * 81}), "A name of 1 to 80 characters"),
    (with_players({"nick": "Cy"}), "Player 3: "),
    (with_players({"name": "Cy", "joined_before_round": 0}), "Player 3, joined_before_round"),
    (with_players({"name": "Ann"}), "“Ann” stands there 2 times"),
    (
        with_players({"name": "Cy", "joined_before_round": 4, "left_after_round": 2}),
        "Players, Cy: “left_after_round” comes before",
    ),
    (short_game(first_dealer="Zoe"), "“Zoe” does not play from the start. Name one of: Ann, Ben"),
    (
        with_players({"name": "Cy", "joined_before_round": 2}) | {"first_dealer": "Cy"},
        "“Cy” does not play from the start",
    ),
    (short_game(rounds={}), "Rounds: expected a list"),
    (short_game(rounds=[one_round()] * 5001), "void rounds included: at most 5000"),
]


@pytest.mark.parametrize(("record", "fragment"), SHAPE)
def test_a_wrong_shape_is_reported_with_its_path(record: Any, fragment: str) -> None:
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round) == ("bad_record", None)
    assert fragment in refused.message


def test_a_record_of_more_entries_than_a_game_may_have_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = len(read_record(packed(short_game())).entries)
    monkeypatch.setattr(log_builder, "MOST_ENTRIES", entries)
    assert read_record(packed(short_game())).state.rounds
    refused = refusal_of(packed(short_game(rounds=[one_round()] * 2)))
    assert "Rounds: they take more than" in refused.message


def test_rules_that_changed_so_often_that_reading_takes_minutes_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = [{"before_round": 2, "options": {"ten_value": value}} for value in (5, 10, 5)]
    assert read_record(packed(short_game(rules_before=changed))).entries
    monkeypatch.setattr(log_builder, "MOST_WORK", 15)
    refused = refusal_of(packed(short_game(rules_before=changed)))
    assert "Rules_before: they changed more often than in any game" in refused.message


SHAPE_OF_A_ROUND = [
    (with_round(lay_down=["Ann"]), None, "Round 2: unknown key “lay_down”. Did you mean “laid_d"),
    (with_round(went_out=5), None, "Round 2, went_out: found 5. Expected: The name of the player"),
    (with_round(laid_down="Ann"), None, 'Round 2, laid_down: expected a list, found "Ann"'),
    (with_round(laid_down=["Ann", "Ann"]), None, "each of them once"),
    (with_round(went_rummy="yes"), None, "Round 2, went_rummy: expected true or false"),
    (with_round(hands={"Ben": 90}), "Ben", "Round 2, hands, Ben: expected an object"),
    (with_round(hands={"Ben": {}}), "Ben", 'either "cards"'),
    (
        with_round(hands={"Ben": {"cards": {"K": 13}, "points": 130}}),
        "Ben",
        "Round 2, hands, Ben: A hand has either",
    ),
    (with_round(hands={"Ben": {"card": {"K": 13}}}), "Ben", "Did you mean “cards”?"),
    (
        with_round(hands={"Ben": {"cards": {"K": "13"}}}),
        "Ben",
        'Round 2, hands, Ben, cards, K: expected a whole number, found "13"',
    ),
    (with_round(hands={"Ben": {"cards": {"K": 1.5}}}), "Ben", "found 1.5"),
    (with_round(hands={"Ben": {"cards": {"K": True}}}), "Ben", "found true"),
    (with_round(hands={"Ben": {"points": 100_001}}), "Ben", "A typed total"),
    (with_round(buys={"Ben": 21}), "Ben", "a whole number from 0 to 20"),
    (with_round(adjustments={"Ben": {"points": 5}}), "Ben", "the key “reason” is missing"),
]


@pytest.mark.parametrize(("record", "player", "fragment"), SHAPE_OF_A_ROUND)
def test_a_wrong_shape_in_a_round_names_round_and_player(
    record: Any, player: str | None, fragment: str
) -> None:
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round, refused.player) == ("bad_record", 2, player)
    assert fragment in refused.message


def test_a_round_must_say_that_nobody_went_out() -> None:
    line = one_round()
    del line["went_out"]
    refused = refusal_of(packed(short_game(rounds=[line])))
    assert (refused.code, refused.round) == ("bad_record", 1)
    assert "Round 1: the key “went_out” is missing" in refused.message


RULES = [
    (with_round(hands={}), "blank_hand", "Ben", "Ben’s hand is not counted yet"),
    (with_round(hands={"Ben": {"cards": {"Skip": 1}}}), "unknown_card", "Ben", "called “Skip”"),
    (
        with_round(hands={"Ben": {"cards": {"K": -1}}}),
        "negative_count",
        "Ben",
        "There cannot be -1",
    ),
    (with_round(buys={"Ann": -1}), "negative_count", "Ann", "There cannot be -1"),
    (with_round(laid_down=[]), "out_without_contract", "Ann", "without laying down contract 2"),
    (
        with_round(hands={"Ann": {"cards": {"K": 1}}, "Ben": {"points": 90}}),
        "out_with_cards",
        "Ann",
        "Ann went out and has no cards left",
    ),
    (with_round(hands={"Zoe": {"points": 90}}), "unknown_player", "Zoe", "nobody called “Zoe”"),
    (
        with_round(adjustments={"Zoe": {"points": 5, "reason": "late"}}),
        "unknown_player",
        "Zoe",
        "nobody called “Zoe”",
    ),
    (with_round(went_rummy=True), "not_in_this_game", None, "Take “went_rummy” out"),
    (
        with_round(hands={"Ben": {"points": 90, "melded": {"points": 5}}}),
        "not_in_this_game",
        "Ben",
        "12-Step Rummy scores no melds. Take “melded” out",
    ),
]


@pytest.mark.parametrize(("record", "code", "player", "fragment"), RULES)
def test_a_round_against_the_rules_is_refused(
    record: Any, code: str, player: str | None, fragment: str
) -> None:
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round, refused.player) == (code, 2, player)
    assert refused.message.startswith("Round 2")
    assert fragment in refused.message


def test_a_round_after_the_end_is_refused() -> None:
    record = load("points-decide")
    record["rounds"].append(record["rounds"][-1])
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round, refused.player) == ("game_over", 15, None)
    assert "Take out round 15" in refused.message


def test_a_player_is_not_dealt_in_before_joining() -> None:
    record = with_players({"name": "Cy", "joined_before_round": 2})
    record["rounds"][0]["laid_down"] = ["Ann", "Cy"]
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round, refused.player) == ("unknown_player", 1, "Cy")
    assert "when “Cy” joined or left" in refused.message


def test_a_player_who_left_is_not_dealt_in() -> None:
    record = with_players({"name": "Cy", "left_after_round": 0})
    record["rounds"][0]["laid_down"] = ["Ann", "Cy"]
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round, refused.player) == ("unknown_player", 1, "Cy")


NUMBERS_OF_PLAYERS = [
    (short_game(players=[{"name": "Ann"}]), 1, "2 to 9 players, but 1 would"),
    (short_game(players=[{"name": f"P{n}"} for n in range(10)]), 1, "2 to 9 players, but 10"),
    (
        short_game(
            players=[
                *({"name": f"P{n}"} for n in range(9)),
                {"name": "Q", "joined_before_round": 2},
            ],
            rounds=[
                {
                    "laid_down": ["P0"],
                    "went_out": "P0",
                    "hands": {f"P{n}": {"points": 90} for n in range(1, 9)},
                }
            ],
        ),
        2,
        "but 10 would be dealt in to round 2",
    ),
]


@pytest.mark.parametrize(("record", "number", "fragment"), NUMBERS_OF_PLAYERS)
def test_the_game_is_for_so_many_players(record: Any, number: int, fragment: str) -> None:
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round) == ("bad_record", number)
    assert fragment in refused.message


RULESETS = [
    (short_game(game="bridge"), "unknown_game", "no game is called “bridge”. Known: "),
    (short_game(game="../twelve-step-rummy"), "unknown_game", "no game is called"),
    (short_game(options={"tens": 5}), "unknown_option", "Options, tens: expected one of"),
    (short_game(options={"ten_value": 7}), "unknown_option", "ten_value: expected one of 10, 5"),
    (short_game(options={"ten_value": "5"}), "unknown_option", "ten_value: expected one of"),
    (short_game(options={"buys": 1}), "unknown_option", "buys: expected one of true, false"),
    (own_ruleset(contracts=["S3 X4"]), "bad_ruleset", "contracts[0]: expected melds"),
    (own_ruleset(cards=13), "bad_ruleset", "Ruleset, cards: expected no such key"),
    (own_ruleset(end={"winner": "first_to_finish"}), "bad_ruleset", "Ruleset, end.tiebreak"),
    (own_ruleset(values=[]), "bad_ruleset", "Ruleset, values: expected a table"),
    (
        own_ruleset(cards_dealt=10**9),
        "bad_ruleset",
        "cards_dealt: expected a whole number from 1 to 60",
    ),
    (
        own_ruleset(values={"Joker": 10**9, "2": 5}),
        "bad_ruleset",
        "values.Joker: expected a whole number from 0 to 1000",
    ),
    (own_ruleset() | {"options": {"tens": 5}}, "unknown_option", "Options, tens: expected one of"),
    (without("game") | {"ruleset": {}}, "bad_ruleset", "Ruleset, players: expected a table"),
]


@pytest.mark.parametrize(("record", "code", "fragment"), RULESETS)
def test_rules_nobody_can_play_by_are_refused(record: Any, code: str, fragment: str) -> None:
    refused = refusal_of(packed(record))
    assert (refused.code, refused.round) == (code, None)
    assert fragment in refused.message


def test_the_error_for_an_unknown_game_names_the_games_there_are() -> None:
    assert ", ".join(sorted(catalogue())) in refusal_of(packed(short_game(game="bridge"))).message


ALL_RIGHT = [
    short_game(first_dealer="Ben", title="", started_at="2026-11-20T19:30Z"),
    short_game(started_at="2026-11-20T19:30:00.5+00:00"),
    short_game(rounds=[]),
    short_game(rounds=[one_round(hands={"Ann": {"cards": {}}, "Ben": {"points": 90}})]),
    short_game(rounds=[one_round(went_rummy=False)]),
    with_hand({"cards": {"K": 5.0, "7": 8}}),
    with_hand({"cards": {"10-K": 5, "3-9": 8}}),
    own_ruleset(),
    # All but one leave, so no round can be dealt.
    short_game(players=[{"name": "Ann"}, {"name": "Ben", "left_after_round": 1}]),
]


@pytest.mark.parametrize("record", ALL_RIGHT)
def test_valid_records_are_accepted(record: Any) -> None:
    assert read_record(packed(record)).state.outcome.code == "in_progress"


def test_a_byte_order_mark_is_accepted() -> None:
    assert read_record(b"\xef\xbb\xbf" + packed(short_game())).seats.names == ("Ann", "Ben")


def test_a_round_nobody_finished_needs_no_list_of_who_is_down() -> None:
    record = short_game(options={"blocked_round": "void"}, rounds=[{"went_out": None}])
    assert scored(record)["rounds"][0]["void"] is True


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Ann", "ann", "“Ann” and “ann” are one name, capitals aside"),
        ("Åsa", "A\N{COMBINING RING ABOVE}SA", "are one name, capitals aside"),
        ("Ben", "Ben", "“Ben” stands there 2 times"),
        ("Ben", " Ben ", "“Ben” stands there 2 times"),
        ("Ben", "B\u200den", "are one name, capitals aside"),
    ],
)
def test_two_names_that_are_one_are_refused(one: str, other: str, found: str) -> None:
    players = [{"name": one}, {"name": other}, {"name": "Cy", "joined_before_round": 2}]
    with pytest.raises(RecordRefused) as refused:
        read_record(packed(short_game(players=players)))
    assert (refused.value.code, refused.value.player) == ("bad_record", one)
    assert found in refused.value.message


def test_a_newcomer_of_the_same_name_is_refused_too() -> None:
    players = [*short_game()["players"], {"name": "ANN", "joined_before_round": 2}]
    with pytest.raises(RecordRefused, match="capitals aside"):
        read_record(packed(short_game(players=players)))
