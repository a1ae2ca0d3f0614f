"""The line of a file to which an error belongs."""

import pytest

from companion.rules.reading.toml_text import line_of

TEXT = """\
name = "Ours"
summary = '''
cards_dealt = 5
'''
cards_dealt = 7
contracts = [
    "S3 S3",
    # the long one
    "S3 R4",
]
decks = [{ up_to = 4 }, { up_to = 8 }]

[values]
K = 10
"Joker" = 25

[[house_rules]]
key = "deal"

  [[house_rules.choices]]
  value = 1
  [[house_rules.choices]]
  value = 2

[[house_rules]]
key = 'joker'

[[house_rules.choices]]
value = 3
[how_to_play.turn.draw]
text = "Draw."
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("name", "name ="),
        ("cards_dealt", "cards_dealt = 7"),
        ("contracts", "contracts = ["),
        ("contracts[1]", '"S3 R4"'),
        ("contracts[5]", "contracts = ["),
        ("decks[1].jokers", "decks = "),
        ("values.K", "K = 10"),
        ("values.Joker", '"Joker"'),
        ("values.A", "[values]"),
        ("house_rules[0].choices[1].value", "value = 2"),
        ("house_rules[1].choices[0].label", "[[house_rules.choices]]"),
        ("house_rules[1].question", "[[house_rules]]"),
        ("house_rules.joker", "[[house_rules]]"),
        ("house_rules.joker.needs", "[[house_rules]]"),
        ("how_to_play.turn.draw.text", 'text = "Draw."'),
    ],
)
def test_a_key_is_found_or_else_the_table_that_it_is_missing_in(key: str, line: str) -> None:
    number = line_of(TEXT, key)
    assert number
    assert TEXT.split("\n")[number - 1].strip().startswith(line)


def test_the_second_house_rule_is_not_the_first() -> None:
    assert (line_of(TEXT, "house_rules.deal"), line_of(TEXT, "house_rules.joker")) == (17, 25)
    assert line_of(TEXT, "house_rules[1].choices[0].label") == 28


@pytest.mark.parametrize("key", ["players", "players.least", "the file", "house_rules", ""])
def test_a_missing_key_has_no_line(key: str) -> None:
    assert line_of(TEXT, key) is None


@pytest.mark.parametrize(
    ("why", "line"),
    [
        ("Expected '=' after a key (at line 3, column 10)", 3),
        ("Unclosed array (at end of document)", 31),
        ("Exceeds the limit for integer string conversion", None),
    ],
)
def test_a_syntax_error_has_its_line(why: str, line: int | None) -> None:
    assert line_of(TEXT, "the file", why) == line
