"""Reading rulesets, and errors that locate the fault."""

import copy
import json
from typing import Any, get_args

import pytest

from companion.rules.model.ruleset import Tiebreak
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from tests.unit.table import TWELVE_STEP, rules

FILE = "house-game.toml"
GONE = object()
Path = tuple[str | int, ...]


def ruleset_data() -> dict[str, Any]:
    return copy.deepcopy(game_data(TWELVE_STEP))


def with_changed(path: Path, value: object) -> dict[str, Any]:
    """The data of 12-Step Rummy with one key changed or removed."""
    data = ruleset_data()
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    if value is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


def spelled(path: Path) -> str:
    """The path as in error messages: `house_rules[0].choices[1].value`."""
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).removeprefix(".")


REQUIRED: list[Path] = [
    ("key",),
    ("name",),
    ("summary",),
    ("cards_dealt",),
    ("advancing",),
    ("contracts",),
    ("wild",),
    ("joining",),
    ("players",),
    ("players", "least"),
    ("players", "most"),
    ("decks",),
    ("decks", 1, "up_to"),
    ("decks", 1, "decks"),
    ("decks", 1, "jokers"),
    ("values",),
    ("buys",),
    ("buys", "allowed"),
    ("buys", "limit"),
    ("buys", "cards_each"),
    ("end",),
    ("end", "winner"),
    ("end", "tiebreak"),
    ("end", "blocked"),
    ("house_rules",),
    ("house_rules", 3, "key"),
    ("house_rules", 3, "sets"),
    ("house_rules", 3, "default"),
    ("house_rules", 3, "question"),
    ("house_rules", 3, "why"),
    ("house_rules", 3, "choices"),
    ("house_rules", 3, "choices", 1, "value"),
    ("house_rules", 3, "choices", 1, "label"),
    ("how_to_play", "wild_cards", "which", "text"),
    ("differences",),
    ("differences", "ten", "text"),
    ("sources",),
]


@pytest.mark.parametrize("path", REQUIRED, ids=spelled)
def test_a_missing_key_is_named(path: Path) -> None:
    with pytest.raises(RulesetError, match="found nothing") as error:
        read_ruleset(with_changed(path, GONE), FILE)
    assert (error.value.file, error.value.key) == (FILE, spelled(path))


WRONG: list[tuple[Path, object, str]] = [
    (("name",), 12, "a text"),
    (("name",), "  ", "a text"),
    (("name",), "x" * 401, "a text of up to 400 characters"),
    (("name",), "Two\nlines", "a text"),
    (("cards_dealt",), "13", "a whole number from 1 to 60"),
    (("cards_dealt",), 0, "a whole number from 1 to 60"),
    (("cards_dealt",), 61, "a whole number from 1 to 60"),
    (("cards_dealt",), [13] * 101, "a whole number from 1 to 60"),
    (("cards_dealt",), 12.5, "a whole number from 1 to 60"),
    (("cards_dealt",), True, "a whole number from 1 to 60"),
    (("advancing",), "sometimes", "one of finish"),
    (("contracts",), "S3 S3", "a list of up to 100 texts"),
    (("contracts",), ["S3 S3", 4], "a list of up to 100 texts"),
    (("contracts",), ["S3 S3"] * 101, "a list of up to 100 texts"),
    (("contracts",), [], "at least one contract"),
    (("wild",), ["Joker", "Skip"], "only ranks that stand under values"),
    (("wild",), "Joker", "a list of up to 100 texts"),
    (("joining",), "never", "one of lowest_active_contract_and_highest_active_total"),
    (("only_who_goes_out_lays_down_last",), 0, "true or false"),
    (("players",), 4, "a table"),
    (("players", "most"), 1, "a whole number from 2 to 20"),
    (("players", "least"), 0, "a whole number from 1 to 20"),
    (("decks",), [], "a list of 1 to 100 tables"),
    (("decks", 0), 2, "a table of keys and values"),
    (("decks", 0, "decks"), 0, "a whole number from 1 to 20"),
    (("decks", 0, "jokers"), -1, "a whole number from 0 to 9999"),
    (("values", "K"), -10, "a whole number from 0 to 1000"),
    (("values", "K"), "ten", "a whole number, or another rank that has one"),
    (("buys", "allowed"), "no", "true or false"),
    (("buys", "limit"), 0, "a whole number from 1 to 20"),
    (("end", "winner"), "the_tallest", "one of first_to_finish"),
    (("end", "tiebreak"), "coin", "one of shared"),
    (("end", "blocked"), None, "one of score_all, void"),
    (("options",), "none", "a table"),
    (("how_to_play",), [], "a table"),
    (("how_to_play", "turn"), "Draw one card.", "a table"),
    (("how_to_play", "turn", "draw"), "Draw one card.", "a table"),
    (("how_to_play", "turn", "draw", "text"), "", "a text"),
    (("how_to_play", "buying", "off", "when"), "buys", "a table"),
    (("melds",), "All cards of a set have the same rank.", "a list of 0 to 100 tables"),
    (("house_rules",), {"key": "ten_value"}, "a list of 0 to 30 tables"),
    (("house_rules", 0, "default"), 7, "the value of one of its choices"),
    (("house_rules", 3, "default"), True, "the value of one of its choices"),
    (("house_rules", 0, "default"), [10], "a text, a number, true or false"),
    (("house_rules", 0, "choices"), [{"value": 10, "label": "ten"}], "a list of 2 to 12 tables"),
]


@pytest.mark.parametrize(("path", "value", "expected"), WRONG, ids=str)
def test_a_wrong_value_is_named_with_what_was_expected(
    path: Path, value: object, expected: str
) -> None:
    with pytest.raises(RulesetError) as error:
        read_ruleset(with_changed(path, value), FILE)
    assert (error.value.file, error.value.key) == (FILE, spelled(path))
    assert error.value.expected.startswith(expected)
    assert str(error.value).startswith(f"{FILE}: {spelled(path)}: expected {expected}")


@pytest.mark.parametrize(
    ("path", "value", "key", "expected"),
    [
        (("values", "Skip"), 15, "values.Skip", "a rank: Joker, A, K"),
        (("values", "1"), 15, "values.1", "a rank: Joker, A, K"),
        (("players", "most"), 10, "decks", "a row for 10 players"),
        (("players", "least"), 10, "players.most", "no fewer than players.least"),
        (("contracts",), ["S3 S3", "S54"], "contracts[1]", "no more cards than are dealt"),
        (("contracts",), ["S3 S3", "Q4"], "contracts[1]", "melds such as S3"),
        (("contracts",), ["S3 S3", ""], "contracts[1]", "melds such as S3"),
    ],
    ids=str,
)
def test_values_that_do_not_go_together_are_named(
    path: Path, value: object, key: str, expected: str
) -> None:
    with pytest.raises(RulesetError) as error:
        read_ruleset(with_changed(path, value), FILE)
    assert (error.value.file, error.value.key) == (FILE, key)
    assert error.value.expected.startswith(expected)


@pytest.mark.parametrize(
    ("path", "value"), [(("cards_dealt",), 10), (("players", "most"), 2), (("players", "least"), 9)]
)
def test_values_that_just_go_together_are_read(path: Path, value: int) -> None:
    read_ruleset(with_changed(path, value), FILE)


@pytest.mark.parametrize(
    "path",
    [
        ("carsd_dealt",),
        ("players", "max"),
        ("decks", 0, "cards"),
        ("buys", "price"),
        ("end", "limit"),
        ("how_to_play", "trun"),
        ("how_to_play", "turn", "draw", "txet"),
        ("house_rules", 0, "hint"),
        ("house_rules", 0, "choices", 1, "give"),
    ],
    ids=spelled,
)
def test_a_key_that_nothing_reads_is_most_likely_a_slip(path: Path) -> None:
    with pytest.raises(RulesetError, match="no such key here") as error:
        read_ruleset(with_changed(path, 1), FILE)
    assert error.value.key == spelled(path)


PACK = {"ranks": ["A", "K", *"98765432", "10", "Q", "J"]}


@pytest.mark.parametrize(
    ("key", "value", "at", "expected"),
    [
        ("called", {"Moth": "night moth"}, "called.Moth", "no such key here"),
        ("called", {"A": " "}, "called.A", "a text"),
        ("called", "ace", "called", "a table"),
        ("exceptions", {"Moth": 2}, "exceptions.Moth", "no such key here"),
        ("exceptions", {"A": 0}, "exceptions.A", "a whole number from 1"),
        ("ranks", ["A", "A"], "ranks", "each rank once"),
        ("ranks", ["Joker", "A"], "ranks", "each rank once"),
    ],
)
def test_a_slip_in_the_pack_is_named(key: str, value: object, at: str, expected: str) -> None:
    with pytest.raises(RulesetError) as error:
        read_ruleset(with_changed(("pack",), {**PACK, key: value}), FILE)
    assert (error.value.key, error.value.expected.startswith(expected)) == (f"pack.{at}", True)


@pytest.mark.parametrize("data", [[], "12-Step", None])
def test_a_ruleset_that_is_no_table_at_all_is_refused(data: Any) -> None:
    with pytest.raises(RulesetError, match=r"house-game\.toml: the file: expected a table"):
        read_ruleset(data, FILE)


@pytest.mark.parametrize(
    "sets", ["values.11", "valeus.10", "buys.allowed.often", "name.first.letter", "contracts.0"]
)
def test_a_house_rule_can_only_set_a_key_that_is_there(sets: str) -> None:
    data = with_changed(("house_rules", 0, "sets"), sets)
    with pytest.raises(RulesetError, match="a key that house rule ten_value can set") as error:
        apply_house_rules(data, {}, FILE)
    assert (error.value.file, error.value.key) == (FILE, sets)


def test_an_invalid_house_rule_is_found_on_reading() -> None:
    data = with_changed(("house_rules", 0, "choices", 0, "changes"), {"values.10": "ten"})
    with pytest.raises(RulesetError, match=r"values\.10: expected a whole number"):
        read_ruleset(apply_house_rules(data, {}, FILE), FILE)


@pytest.mark.parametrize("options", [{"buys": False}, {"buy_limit": 1}])
def test_a_contract_takes_no_more_cards_than_are_dealt_and_bought(
    options: dict[str, object],
) -> None:
    few = 9 if "buys" in options else 7  # contract 7 takes ten
    data = apply_house_rules(with_changed(("cards_dealt",), few), options, FILE)
    with pytest.raises(RulesetError, match="no more cards than are dealt, not 10") as error:
        read_ruleset(data, FILE)
    assert error.value.key == "contracts[6]"


def test_a_word_for_no_limit_of_buys_is_the_only_one() -> None:
    assert read_ruleset(with_changed(("buys", "limit"), "none"), FILE).buys.limits is None
    with pytest.raises(RulesetError, match=r"buys\.limit: expected a whole number from 1 to 20"):
        read_ruleset(with_changed(("buys", "limit"), "any"), FILE)


def test_rules_kept_before_a_key_was_known_have_its_default() -> None:
    data = ruleset_data()
    end = {key: value for key, value in data["end"].items() if key != "tie_points"}
    assert read_ruleset({**data, "end": end}, FILE).end.tie_points == "with_deciding_round"


def test_the_error_about_a_tie_break_lists_all_that_the_game_can_have() -> None:
    data = apply_house_rules(game_data("classic-rummy"), {})
    errors, allowed = [], []
    for tiebreak in get_args(Tiebreak):
        try:
            read_ruleset({**data, "end": {**data["end"], "tiebreak": tiebreak}}, FILE)
            allowed.append(tiebreak)
        except RulesetError as error:
            errors.append(str(error))
    assert allowed == ["shared", "play_on", "tied_play_on"]
    assert errors
    assert all("shared, play_on or tied_play_on" in error for error in errors)


EVERY_OTHER_CHOICE = {
    "ten_value": 5,
    "two_value": 20,
    "buys": False,
    "buy_limit": 4,
    "tie_points": "before_deciding_round",
    "final_tiebreak": "playoff",
    "winner_rule": "lowest_points_when_someone_finishes",
    "blocked_round": "void",
    "decks_rounding": "down",
    "late_join": "start_at_one",
}


@pytest.mark.parametrize("options", [{}, EVERY_OTHER_CHOICE], ids=["defaults", "all others"])
def test_a_ruleset_kept_as_json_and_read_again_is_the_same(options: dict[str, object]) -> None:
    resolved = apply_house_rules(ruleset_data(), options)
    assert read_ruleset(json.loads(json.dumps(resolved))) == read_ruleset(resolved)


def test_applying_the_options_of_a_kept_ruleset_again_changes_nothing() -> None:
    resolved = apply_house_rules(ruleset_data(), EVERY_OTHER_CHOICE)
    assert apply_house_rules(resolved, resolved["options"]) == resolved


def test_a_ruleset_has_the_values_of_its_file() -> None:
    game = rules()
    assert (game.key, game.name, game.cards_dealt) == (TWELVE_STEP, "12-Step Rummy", (13,))
    assert (game.least_players, game.most_players, len(game.contracts)) == (2, 9, 12)
    assert (game.buys.allowed, game.buys.most(1), game.buys.cards_each) == (True, 20, 2)
