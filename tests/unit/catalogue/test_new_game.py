"""A new game is one TOML file, without any Python."""

import shutil
from pathlib import Path

import pytest

from companion.rules.fold.replay import replay
from companion.rules.model.state import State
from companion.rules.reading.catalogue import FOLDER, catalogue, data_of_path
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from tests.unit.table import ANN, BEN, CY, a_round, log_of, seats

WHOLE_GAME = """
key = "attic-rummy"
name = "Attic Rummy"
summary = "Two contracts, and sevens are dear."
cards_dealt = [7, 8]
advancing = "round"
contracts = ["S3 S3", "S4 R4"]
wild = ["Joker"]
direction = "right"
joining = "start_at_one"
only_who_goes_out_lays_down_last = false
melds = []
differences = []
sources = [{ text = "The attic, found under the roof." }]
players = { least = 2, most = 4 }
decks = [{ up_to = 4, decks = 1, jokers = 3 }]
adjustments = [{ points = -5, reason = "Made tea" }]
buys = { allowed = false, limit = 1, cards_each = 2 }
end = { when = "rounds_played", winner = "lowest_total", tiebreak = "shared", blocked = "void" }

[pack]
ranks = ["K", "9", "8", "7", "Moth"]
copies = 6
exceptions = { Moth = 2 }
called = { Moth = "night moth" }

[values]
Joker = 40
K = 10
9 = 9
8 = 8
7 = 70
Moth = "Joker"

[[house_rules]]
key = "sevens"
sets = "values.7"
default = 70
question = "What does a Seven cost?"
why = "Grandmother said 70."
choices = [{ value = 70, label = "70 points" }, { value = 7, label = "7 points" }]
"""

VARIANT = """
extends = "contract-rummy"
key = "aunts-rummy"
name = "Aunt’s Rummy"
summary = "Contract Rummy in two rounds, with dear aces."
cards_dealt = 10
contracts = ["S3 S3", "S3 R4"]
without_house_rules = ["deal"]

[values]
A = 25

[[house_rules]]
key = "joker_value"
why = "My aunt wanted it so."
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "attic-rummy.toml").write_text(WHOLE_GAME, "utf-8")
    (tmp_path / "aunts-rummy.toml").write_text(VARIANT, "utf-8")
    shutil.copy(FOLDER / "contract-rummy.toml", tmp_path)
    return tmp_path


def played(folder: Path, key: str, *rounds: object, **house_rules: object) -> State:
    data = apply_house_rules(data_of_path(folder / f"{key}.toml"), house_rules)
    return replay(read_ruleset(data), seats(3), log_of(*rounds))


ATTIC = [
    a_round(ANN, {BEN: {"7": 1, "Moth": 1}, CY: {"K": 1}}, down={CY}),
    a_round(BEN, {ANN: {"9": 2}, CY: {"Joker": 1}}, adjusted={BEN: -5}),
]


def test_a_file_in_the_folder_is_a_game_of_the_catalogue(folder: Path) -> None:
    assert [*catalogue(folder)] == ["attic-rummy", "aunts-rummy", "contract-rummy"]


def test_the_new_game_is_played_to_its_end(folder: Path) -> None:
    state = played(folder, "attic-rummy", *ATTIC)
    assert [scored.deal.cards for scored in state.rounds] == [7, 8]
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, CY]
    assert state.totals == (18, 70 + 40 - 5, 10 + 40)
    assert (state.outcome.code, state.outcome.winners) == ("lowest_total", (ANN,))


def test_a_cards_label_is_that_of_its_file(folder: Path) -> None:
    game = catalogue(folder)["attic-rummy"]
    assert game.pack.called == {"Moth": "night moth"}
    assert game.card_values.classes[0].called == game.pack.called


def test_its_house_rule_is_asked_and_changes_the_score(folder: Path) -> None:
    assert played(folder, "attic-rummy", *ATTIC, sevens=7).totals == (18, 7 + 40 - 5, 50)


def test_a_variant_contains_only_differences(folder: Path) -> None:
    state = played(folder, "aunts-rummy", *[a_round(ANN, {BEN: {"A": 1, "9": 1}, CY: 60})] * 2)
    assert state.totals == (0, 68, 120)
    assert state.outcome.over
    aunts, base = (catalogue(folder)[key] for key in ("aunts-rummy", "contract-rummy"))
    assert [r.key for r in aunts.house_rules] == [r.key for r in base.house_rules[1:]]
    rule = next(rule for rule in aunts.house_rules if rule.key == "joker_value")
    assert (rule.why, rule.question) == ("My aunt wanted it so.", "What is a joker worth?")


@pytest.mark.parametrize("base", ["no-such-game", "aunts-rummy"])
def test_a_variant_of_nothing_is_refused(folder: Path, base: str) -> None:
    text = VARIANT.replace('extends = "contract-rummy"', f'extends = "{base}"')
    (folder / "aunts-rummy.toml").write_text(text, "utf-8")
    with pytest.raises(RulesetError, match=r"aunts-rummy\.toml: extends: expected the key"):
        catalogue(folder)
