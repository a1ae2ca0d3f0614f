"""A score as on a sheet: rows, standings and doubts."""

import json
from copy import deepcopy
from functools import cache
from typing import Any

from click.testing import CliRunner

from companion.cli.commands import main
from tests.gamefile.games import load, packed

Line = tuple[str, tuple[int, ...], tuple[int, ...], tuple[int | None, ...]]
Standings = list[tuple[int, str, int, int]]


def companion_score(name: str) -> dict[str, Any]:
    """The output of `companion score` for a worked game."""
    return deepcopy(_printed_of(name))


@cache
def _printed_of(name: str) -> dict[str, Any]:
    return companion_score_of(load(name))


def companion_score_of(record: Any) -> dict[str, Any]:
    """The output of `companion score -` for a record."""
    return _printed("-", packed(record))


def with_options(name: str, **options: Any) -> dict[str, Any]:
    """A worked game by other house rules."""
    record = load(name)
    return record | {"options": record.get("options", {}) | options}


def _printed(file: str, content: bytes = b"") -> dict[str, Any]:
    result = CliRunner().invoke(main, ["score", file], input=content)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def line_of(found: dict[str, Any]) -> Line:
    """Dealer, points, totals and next contracts of a round, in seat order."""
    return (
        found["dealer"],
        tuple(found["points"].values()),
        tuple(found["totals"].values()),
        tuple(found["next_contract"].values()),
    )


def next_contracts_of(found: dict[str, Any]) -> list[set[int | None]]:
    """The next contracts after each round; one number if all are equal."""
    return [set(line["next_contract"].values()) for line in found["rounds"]]


def standings_of(found: dict[str, Any]) -> Standings:
    """Place, name, contracts and total of each player."""
    return [tuple(standing.values()) for standing in found["standings"]]


def doubts_of(found: dict[str, Any]) -> dict[int, list[dict[str, str]]]:
    """The doubts of each round that has any."""
    return {line["round"]: line["doubts"] for line in found["rounds"] if line["doubts"]}
