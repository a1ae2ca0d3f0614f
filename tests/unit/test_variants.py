"""A game that extends another: its own values hold, whatever the house rules of the other say."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.gamefile.own_game import from_toml
from companion.rules.model.house_rules import HouseRule
from companion.rules.reading.catalogue import catalogue, extended, game_data, resolved_variant
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import read_own_game
from companion.rules.reading.sections import RulesetError, value_at

LOST_DEAL = b'extends = "contract-rummy"\nkey = "ours"\nname = "Ours"\ncards_dealt = '


def variant_of(key: str, values: dict[str, Any]) -> dict[str, Any]:
    """The merged data of a game that extends this one with values by dotted path."""
    data: dict[str, Any] = {"extends": key, "key": "ours", "name": "Ours"}
    for path, value in values.items():
        *parents, last = path.split(".")
        place = data
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return resolved_variant(data, "ours.toml")


def other_choices() -> Iterator[tuple[str, HouseRule, Any]]:
    """Every choice that is not the default of its house rule, if the rule applies by default."""
    for key, game in catalogue().items():
        for rule in game.house_rules:
            if rule.needs is None:
                others = (c for c in rule.choices if not c.has_value(rule.default))
                yield from ((key, rule, choice) for choice in others)


@pytest.mark.parametrize(
    ("key", "rule", "choice"),
    [pytest.param(k, r, c, id=f"{k}-{r.key}-{c.value}") for k, r, c in other_choices()],
)
def test_a_value_of_the_variant_is_the_default_of_the_house_rule_about_it(
    key: str, rule: HouseRule, choice: Any
) -> None:
    data = variant_of(key, dict(choice.changes))
    played = apply_house_rules(data, {})
    assert {path: value_at(played, path) for path in choice.changes} == choice.changes
    assert rule.key in played["options"]


@pytest.mark.parametrize(
    ("key", "values", "gone"),
    [
        ("contract-rummy", {"cards_dealt": 12}, {"deal"}),
        ("contract-rummy", {"values.Joker": 99}, {"joker_value"}),
        ("classic-rummy", {"end.limit": 77}, {"limit"}),
    ],
)
def test_a_value_that_no_choice_has_removes_the_house_rule(
    key: str, values: dict[str, Any], gone: set[str]
) -> None:
    data = variant_of(key, values)
    before = {row["key"] for row in game_data(key)["house_rules"]}
    assert before - {row["key"] for row in data["house_rules"]} == gone
    played = apply_house_rules(data, {})
    assert {path: value_at(played, path) for path in values} == values
    assert read_own_game(data).name == "Ours"


def test_a_house_rule_that_needs_a_removed_one_is_removed() -> None:
    numbers = [{"value": n, "label": str(n)} for n in (10, 11)]
    deal = {"key": "deal", "question": "?", "why": "?", "default": 10, "choices": numbers}
    needing = {**deal, "key": "needing", "needs": "deal", "needs_choice": 10, "sets": "wild"}
    base = {"house_rules": [needing, deal | {"sets": "cards_dealt"}]}
    assert extended(base, {"extends": "x", "cards_dealt": 12})["house_rules"] == []
    kept = extended(base, {"extends": "x", "cards_dealt": 11})["house_rules"]
    assert [(row["key"], row["default"]) for row in kept] == [("needing", 10), ("deal", 11)]


def test_a_file_that_contradicts_its_own_house_rule_is_refused_with_both_places() -> None:
    data = {**game_data("contract-rummy"), "key": "ours", "cards_dealt": 12}
    with pytest.raises(RulesetError, match=r"cards_dealt: .*house rule deal sets by default"):
        read_own_game(data)


FILES = {
    "a deal of its own": LOST_DEAL + b"12",
    "a deal that is too small": LOST_DEAL + b"7",
    "a deal that is a text": LOST_DEAL + b'"x"',
    "an infinite deal": LOST_DEAL + b"inf",
    "an infinite wild card": LOST_DEAL + b"12\nwild = inf",
    "no change": LOST_DEAL.replace(b"cards_dealt = ", b""),
    "an unknown key": LOST_DEAL + b"12\nvirtual_deck = true",
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_the_command_and_the_pages_accept_the_same_files(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "ours.toml"
    file.write_bytes(content)
    said = CliRunner().invoke(main, ["check", str(file)])
    try:
        from_toml(content)
        refused = None
    except RulesetError as error:
        refused = error.key
    assert (said.exit_code == 0) == (refused is None)
    assert refused is None or refused in said.output


def test_a_variant_deals_as_many_cards_as_it_says() -> None:
    ruleset = read_own_game(from_toml(FILES["a deal of its own"]))
    assert {ruleset.dealt(number, 4) for number in range(1, 8)} == {12}


def test_a_choice_about_a_table_that_no_game_has_is_refused_and_not_looked_up() -> None:
    rule = b'[[house_rules]]\nkey = "odd"\ndefault = 1\nquestion = "?"\nwhy = "?"\n'
    choices = b"".join(
        b'[[house_rules.choices]]\nvalue = %d\nlabel = "?"\nchanges = { foo = { a = 1 } }\n' % n
        for n in (1, 2)
    )
    with pytest.raises(RulesetError, match="foo"):
        from_toml(LOST_DEAL + b"10\nfoo = { a = 1 }\n" + rule + choices)
