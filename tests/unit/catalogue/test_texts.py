"""The texts of the catalogue: forbidden words, repetitions, and dependencies."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.rules.reading.catalogue import FOLDER, _own_data, catalogue, game_data
from companion.rules.reading.sections import value_at

# Words of writers about games, not of players.
AUTHOR = re.compile(
    r"\b(we|us|our|ours|i|author|sources?|pages?|silent|unseen|seen|reading|prints?|printed"
    r"|this project|start(?:s|ed)? from|stands? nowhere|we read|excerpt|cop(?:y|ies) of)\b",
    re.IGNORECASE,
)
ASKED = "May I?"


def texts_of(table: Any) -> Iterator[str]:
    """All texts in a game's file, except the sources."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        for key, value in table.items():
            top = key.partition(".")[0]
            if top not in {"sources", "key", "value", "default", "melding"}:
                yield from texts_of(value)
    elif isinstance(table, list):
        for value in table:
            yield from texts_of(value)


@pytest.mark.parametrize("key", catalogue())
def test_no_card_speaks_as_an_author(key: str) -> None:
    texts = [text.replace(ASKED, "") for text in texts_of(_own_data(FOLDER / f"{key}.toml"))]
    assert [text for text in texts if AUTHOR.search(text)] == []


def paragraphs_of(data: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    parts = {**data.get("how_to_play", {})}
    if isinstance(data.get("differences"), dict):
        parts["differences"] = data["differences"]
    for part, rows in parts.items():
        for name, row in rows.items():
            yield part, name, row


VARIANTS = {
    key: data["extends"]
    for key in catalogue()
    if "extends" in (data := _own_data(FOLDER / f"{key}.toml"))
}


@pytest.mark.parametrize("key", VARIANTS)
def test_a_variant_repeats_nothing_of_the_game_it_extends(key: str) -> None:
    of_base = {row["text"] for *_, row in paragraphs_of(game_data(VARIANTS[key])) if "text" in row}
    own = [row.get("text") for *_, row in paragraphs_of(_own_data(FOLDER / f"{key}.toml"))]
    assert [text for text in own if text in of_base] == []


@pytest.mark.parametrize("key", catalogue())
def test_a_paragraphs_condition_is_a_key_of_the_rules(key: str) -> None:
    data = game_data(key)
    asked = {f"options.{rule['key']}" for rule in data["house_rules"]}
    for part, name, row in paragraphs_of(data):
        for path in row.get("when", {}):
            assert path in asked or value_at(data, path) is not None, (part, name, path)
