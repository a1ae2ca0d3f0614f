"""A custom game as a file: the same game after an import; invalid files are refused."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import tomli_w

from companion.gamefile.own_game import from_toml, to_toml
from companion.rules.reading.catalogue import FOLDER, catalogue, game_data
from companion.rules.reading.keys import RULE_KEYS, all_keys
from companion.rules.reading.own_games import edited, read_own_game
from companion.rules.reading.sections import RulesetError
from companion.rules.reading.toml_text import MOST_BYTES
from tests.kinds import with_every_key


@pytest.mark.parametrize("key", with_every_key())
def test_a_game_written_and_read_again_is_the_same(key: str) -> None:
    own = edited(game_data(key), {"name": "Ours “of the lake”", "key": "ours-of-the-lake"})
    again = from_toml(to_toml(own).encode())
    assert again == own
    assert read_own_game(again) == read_own_game(own)


# Keys that stand in a table of their own.
_TABLE_OF = dict.fromkeys(("when", "tie_points", "rejoin"), "end") | {
    "drawn": "moving_wild",
    "at": "knocking",
    "equal": "knocking",
    "low_ace_is_one": "opening",
    "runs": "melding",
    "all_at_once": "opening",
    "may_eliminate": "drops",
}


@pytest.mark.parametrize("in_every_game", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_comments_offer_keys_that_the_file_does_not_have(in_every_game: bool) -> None:  # noqa: FBT001
    """Each is taken up once; in the soak, in every game."""
    read = set[str]()
    for key in catalogue():
        data, file = game_data(key), to_toml(game_data(key))
        for name in _offered(file):
            of_table = _TABLE_OF.get(name)
            assert name not in (data[of_table] if of_table else data), key
            if in_every_game or name not in read:
                after = from_toml(_taking_up(name, file).encode())
                assert name in (after[of_table] if of_table else after), key
                read.add(name)


# Keys of no game that no comment offers. (`options` are of a played game.)
IN_NO_GAME: dict[str, dict[str, Any]] = {
    "melding.lowest_in_run": {"melding": {"lowest_in_run": "3"}},
    "melding.usual": {"melding": {"usual": {"ace": "high"}}},
    "melds.text": {"melds": [{"text": "Typed."}]},
    "closing.knock": {
        "scoring": "capped_hands",
        "knocking": {"most": 5},
        "closing": {"knock": -10},
    },
}


def test_every_key_of_a_ruleset_is_in_a_game_or_offered_or_below() -> None:
    paths = [path for path, _ in all_keys(RULE_KEYS)]
    tables = {path.rpartition(".")[0] for path in paths}
    known = {"options", *IN_NO_GAME}
    for key in catalogue():
        known |= {*_paths(game_data(key))}
        for name in _offered(to_toml(game_data(key))):
            known.add(f"{_TABLE_OF[name]}.{name}" if name in _TABLE_OF else name)
    assert {*paths} - tables - known == set()


def _paths(data: Mapping[str, Any], place: str = "") -> Iterator[str]:
    for name, value in data.items():
        yield f"{place}{name}"
        for row in value if isinstance(value, list) else [value]:
            if isinstance(row, Mapping):
                yield from _paths(row, f"{place}{name}.")


@pytest.mark.parametrize("edits", IN_NO_GAME.values(), ids=IN_NO_GAME)
def test_a_key_of_no_game_is_written_and_read_again(edits: dict[str, Any]) -> None:
    own = edited(game_data("contract-rummy"), edits | {"name": "Ours", "key": "ours"})
    assert from_toml(to_toml(own).encode()) == own
    assert {key: own[key] for key in edits} == edits


def _taking_up(name: str, file: str) -> str:
    return re.sub(f"^# ({name} = )", r"\1", file, flags=re.MULTILINE)


def _offered(file: str) -> list[str]:
    return re.findall(r"^# (\w+) = ", file, flags=re.MULTILINE)


def test_a_file_that_comments_make_too_large_to_be_read_has_none() -> None:
    few = game_data("five-crowns")
    for lines in range(60, 80):
        told = {f"line_{number}": {"text": "x" * 390} for number in range(lines)}
        data = few | {"how_to_play": {"turn": told}}
        if len(tomli_w.dumps(data)) > MOST_BYTES:
            break
        long = data
    assert "# " not in to_toml(long)
    assert from_toml(to_toml(long).encode())["how_to_play"] == long["how_to_play"]


@pytest.mark.parametrize("key", with_every_key())
def test_a_file_of_the_catalogue_is_read_too(key: str) -> None:
    """Also a file that contains only the differences to the game it extends."""
    own = from_toml((FOLDER / f"{key}.toml").read_bytes())
    assert read_own_game(own | {"key": key}) == catalogue()[key]


def test_a_contract_that_asks_for_a_rank_is_written_and_read_again() -> None:
    own = edited(game_data("contract-rummy"), {"contracts": ["S3 2xA"] * 7})
    text = to_toml(own)
    assert "S3 2xA" in text
    assert from_toml(text.encode())["contracts"] == ["S3 2xA"] * 7


def five_rounds(last: str = "S3 S3 R4", **more: object) -> Any:
    """A file of Contract Rummy with its first four contracts and this one."""
    contracts = ["S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", last]
    without = {"without_house_rules": ["deal"], "cards_dealt": 12}
    file = {"extends": "contract-rummy", "name": "Five", "contracts": contracts}
    return from_toml(to_toml(file | without | more).encode())


LAST_CONTRACT = "only_who_goes_out_lays_down_last"


@pytest.mark.parametrize(
    ("last", "said", "holds"),
    [
        ("S3 S3 R4", {}, False),
        ("S3 S3 R4", {LAST_CONTRACT: True}, True),
        ("R4 R4 R4", {}, True),
    ],
)
def test_a_rule_for_the_last_contract_goes_with_the_contract(
    last: str, said: dict[str, bool], holds: object
) -> None:
    """Three runs of four take all twelve cards; the rule applied only to that contract."""
    own = five_rounds(last, **said)
    assert own[LAST_CONTRACT] == holds
    assert read_own_game(own).only_who_goes_out_lays_down_last == holds
    asked = {rule["key"] for rule in own["house_rules"]}
    assert ("last_round" in asked) == (last == "R4 R4 R4" or bool(said))


def a_file(**changes: object) -> bytes:
    return to_toml(game_data("five-crowns") | changes).encode()


RULES = game_data("five-crowns")["house_rules"]


def asking(*values: object, dealt: int = 5, **changes: object) -> bytes:
    """A file whose only house rule has these choices, each with these changes."""
    choices = [{"value": value, "label": "?", "changes": changes} for value in values]
    rule = {"key": "odd", "default": values[0], "question": "?", "why": "?", "choices": choices}
    return a_file(house_rules=[rule], cards_dealt=dealt)


MANY = [RULES[0] | {"key": f"rule{n}"} for n in range(31)]

BROKEN = {
    "no TOML": (b"name = ", "the file", "TOML"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "the file", "UTF-8"),
    "JSON": (b'{"name": "Ours"}', "the file", "TOML"),
    "nothing": (b"", "the file", "something in it"),
    "a number of thousands of digits": (b"x = " + b"9" * 5000, "the file", "TOML"),
    "a number that cannot be printed": (b"x = 0x" + b"f" * 5000, "the file", "9 digits"),
    "more than a game": (b"#" * 32769, "the file", "32 kB"),
    "arrays in arrays": (b"x = " + b"[\n" * 16_000, "the file", "8 levels"),
    "tables in tables": (b"x." * 16_000 + b"x = 1", "the file", "8 levels"),
    "nine levels of keys": (b"a.b.c.d.e.f.g.h.i = 1", "the file", "8 levels"),
    "nine levels in quotes": (b'a.b.\'c\'.d."e.\\"" . f.g.h.i = 1', "the file", "8 levels"),
    "nine levels in two steps": (b"[a.b.c.d.e]\nf.g.h.i = 1", "the file", "8 levels"),
    "nine levels inside a line": (b"x = {a.b.c.d.e.f.g.h.i = 1}", "the file", "8 levels"),
    "nine levels after a text": (
        b'x = """\n"#" """\na.b.c.d.e.f.g.h.i = 1',
        "the file",
        "8 levels",
    ),
    "an unknown key": (a_file(virtual_deck=True), "virtual_deck", "no such key"),
    "choices already made": (a_file(options={}), "options", "no choices"),
    "an unknown base": (b'extends = "../../etc"', "extends", "a game of the catalogue"),
    "a base that is no text": (b"extends = 5", "extends", "a text"),
    "too many players": (a_file(players={"least": 2, "most": 10**6}), "players.most", "2 to 20"),
    "a deal of a million": (a_file(cards_dealt=10**6), "cards_dealt", "from 1 to 60"),
    "a million rounds": (a_file(cards_dealt=[3] * 2000), "cards_dealt", "from 1 to 60"),
    "a name of two lines": (a_file(name="Five\nCrowns"), "name", "a text"),
    "an endless name": (a_file(name="x" * 500), "name", "400 characters"),
    "a choice that asks other questions": (asking(1, 2, house_rules=[]), "house_rules", "can set"),
    "a choice that gives another key": (asking(1, 2, key="a/b"), "key", "can set"),
    "choices that a page sends alike": (
        asking(5, "5", cards_dealt=7),
        "house_rules[0].choices",
        "each value once",
    ),
    "choices that mend what the file says": (
        asking(1, 2, dealt=99, cards_dealt=7),
        "cards_dealt",
        "from 1 to 60",
    ),
    "a date": (
        (
            b'extends = "twelve-step-rummy"\nname = "X"\n'
            b'how_to_play.turn.foo = {text = "hi", when = {a = 2020-01-01}}'
        ),
        "how_to_play.turn.foo.when",
        "texts, whole numbers",
    ),
    "a rank that no key can spell": (
        a_file(pack={"ranks": ["A-K", "3"]}),
        "pack.ranks",
        "letters and digits",
    ),
    "house rules without end": (a_file(house_rules=MANY), "house_rules", "0 to 30"),
}


@pytest.mark.parametrize(("content", "key", "expected"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_with_the_key_at_fault(
    content: bytes, key: str, expected: str
) -> None:
    with pytest.raises(RulesetError) as error:
        from_toml(content)
    assert error.value.key == key
    assert expected in error.value.expected


@pytest.mark.parametrize(
    ("key", "missing"),
    [
        ("just-points", {"moving_wild", "last_turns", "discard_to_go_out", "rummy_doubles"}),
        ("just-points", {"contract_term", "tie_points", "rejoin"}),
        ("chinchon", {"rummy_doubles", "at", "equal", "contract_term", "tie_points"}),
        ("twelve-step-rummy", {"rejoin"}),
    ],
)
def test_comments_offer_no_key_without_effect(key: str, missing: set[str]) -> None:
    file = to_toml(edited(game_data(key), {}))
    offered = {*_offered(file)}
    assert "adjustments" in offered
    assert not offered & missing
