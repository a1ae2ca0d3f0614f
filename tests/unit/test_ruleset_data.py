"""A ruleset as JSON data, the only source of rules for the browser's fold."""

import json

import pytest

from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.ruleset import ruleset_data
from tests.vectors.coverage import unheld_keys


@pytest.mark.parametrize("key", catalogue())
def test_it_is_json_and_small(key: str) -> None:
    data = ruleset_data(catalogue()[key])
    text = json.dumps(data, separators=(",", ":"))
    assert json.loads(text)["contracts"] == [c.cards for c in catalogue()[key].contracts]
    assert len(text) < 12_000


def test_every_rule_key_is_in_the_data_or_listed_as_unused() -> None:
    assert unheld_keys(ruleset_data(catalogue()["twelve-step-rummy"])) == []


def test_where_the_wild_rank_moves_cards_are_priced_for_every_deal() -> None:
    data = ruleset_data(catalogue()["five-crowns"])
    dear = {cards: values[0]["ranks"] for cards, values in data["card_values_for"].items()}
    assert sorted(map(int, dear)) == [*range(3, 14)]
    prices = {
        cards: {c["key"]: c["value"] for c in v} for cards, v in data["card_values_for"].items()
    }
    assert prices["3"] != prices["4"]
