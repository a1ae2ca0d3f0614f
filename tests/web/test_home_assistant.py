"""The sensors of the documents: their YAML parsed and templates rendered like in Home Assistant.

PyYAML comes with schemathesis. Jinja is that of the pages.
"""

from typing import Any

import pytest
import yaml
from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from companion.rules.fold.entries import LaidDown
from tests.packaging.documents import DOCUMENTS
from tests.web.phone import Phone
from tests.web.table import Table, start_game

_MOST_CHARACTERS = 255  # of a state in Home Assistant
SENSORS, PASSPHRASE = (
    block.text for block in DOCUMENTS["docs/how-to/programs.md"].blocks if block.language == "yaml"
)


@pytest.fixture(scope="module")
def source() -> dict[str, Any]:
    """The REST source of the sensors, with the sensors."""
    (rest,) = yaml.safe_load(SENSORS)["rest"]
    return dict(rest)


def score_at(source: dict[str, Any], table: Table) -> Any:
    """The response for the address in the document, with the link of this game."""
    address = source["resource"].replace("w.LINK", table.stored.row.watch_token)
    answer = table.phone.client.get(address.removeprefix("http://192.168.1.20:8000"))
    assert answer.status_code == 200
    return answer.json


def states(source: dict[str, Any], table: Table) -> dict[str, str]:
    """The state of each sensor by name."""
    jinja = ImmutableSandboxedEnvironment(undefined=StrictUndefined)
    score = score_at(source, table)
    found = {
        one["name"]: jinja.from_string(one["value_template"]).render(value_json=score).strip()
        for one in source["sensor"]
    }
    assert all(len(state) <= _MOST_CHARACTERS for state in found.values())
    return found


def test_the_sensors_show_an_open_round(source: dict[str, Any], phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(1, 0, 90, down=[0])
    table.write(LaidDown(1))
    assert states(source, table) == {
        "Rummy": "Round 2",
        "Rummy leader": "Ann",
        "Rummy contracts": "Ann: Set of 3, run of 4; Ben: 2 sets of 3 (down)",
    }


def test_the_sensors_show_who_has_won(source: dict[str, Any], phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    won = {"Rummy": "Ann", "Rummy leader": "Ann", "Rummy contracts": ""}
    assert states(source, table) == won


def test_the_score_has_every_attribute_that_a_sensor_takes(
    source: dict[str, Any], phone: Phone
) -> None:
    score = score_at(source, start_game(phone, "Ann", "Ben"))
    taken = {name for one in source["sensor"] for name in one.get("json_attributes", [])}
    assert taken
    assert taken <= score.keys()


def test_the_lines_about_a_passphrase_fit_below_the_address(source: dict[str, Any]) -> None:
    first, *others = SENSORS.splitlines(keepends=True)[1:]
    with_passphrase = yaml.safe_load("".join(["rest:\n", first, PASSPHRASE, *others]))
    assert with_passphrase["rest"] == [
        source | {"authentication": "basic", "username": "home", "password": "PASSPHRASE"}
    ]
