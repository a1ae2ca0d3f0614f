"""`companion judge`: cases in JSON, and one question as arguments."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from companion.rules.model.melding import DEFINITIONS
from companion.rules.model.rulings import RULINGS
from companion.rules.reading.cards import melding_data
from companion.rules.reading.catalogue import catalogue
from companion.rules.referee.law import READINGS, UNLIMITED
from companion.sentences import JUDGED, judged_rule

LEGAL = {
    "game": "twelve-step-rummy",
    "ask": "meld",
    "melds": [{"kind": "set", "cards": ["5H", "*", "5C"]}],
}


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["judge", *arguments], input=stdin)


def test_cases_of_a_file_are_answered_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([LEGAL, LEGAL | {"game": "russian-rummy"}]), "utf-8")
    result = run("--json", str(file))
    assert result.exit_code == 0
    assert [found["verdict"] for found in json.loads(result.stdout)] == ["legal", "legal"]


@pytest.mark.parametrize("arguments", [["--json", "-"], ["--json"]])
def test_standard_input_is_scored(arguments: list[str]) -> None:
    result = run(*arguments, stdin=json.dumps([LEGAL]))
    assert json.loads(result.stdout) == [
        {"verdict": "legal", "places": [["5H", "*=5?", "5C"]], "kind": "set"}
    ]


def test_an_invalid_case_is_reported_and_the_others_are_judged() -> None:
    result = run("--json", "-", stdin=json.dumps([{"game": "bridge"}, LEGAL]))
    assert result.exit_code == 2
    answers = json.loads(result.stdout)
    assert answers[0] == {"error": "no game is called so", "at": "game"}
    assert answers[1]["verdict"] == "legal"


@pytest.mark.parametrize("stdin", ["", "{", "{}", "[" * 100_000])
def test_a_file_without_a_list_of_cases_is_refused(stdin: str) -> None:
    result = run("--json", "-", stdin=stdin)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")


def test_melds_are_judged_in_words() -> None:
    result = run("russian-rummy", "S3 R4", "5H * *", "5S * 7S *")
    assert result.output == "Legal.\n  5H *=5? *=5? | 5S *=6S 7S *=8S\n"


@pytest.mark.parametrize("contract", ["2", "S3 R4"])
def test_melds_may_be_typed_in_any_order(contract: str) -> None:
    result = run("twelve-step-rummy", contract, "5S 6S 7S 8S", "5H 5D 5C")
    assert result.output == "Legal.\n  5S 6S 7S 8S | 5H 5D 5C\n"


def test_an_illegal_meld_is_reported_with_its_source() -> None:
    result = run("russian-rummy", "any", "5S * * 8S")
    told = result.output.splitlines()
    assert told[:2] == [
        "Not legal.",
        ("In a run, wild cards may not be next to each other. (* *) Source: S2."),
    ]


def test_a_hand_is_asked_whether_it_holds_the_contract() -> None:
    hand = ["4S", "4H", "4D", "*", "5S", "6S", "7S", "9S", "10H", "KD", "QD", "2C", "3H"]
    result = run("twelve-step-rummy", "6", *hand)
    assert result.output.startswith("Legal.\n")
    assert "Fewest points left: 35." in result.output


def test_an_open_question_is_reported_with_each_answer() -> None:
    result = run("twelve-step-rummy", "any", "AS 2S * 4S")
    assert result.output.startswith("Your table decides.\nNo source says.")
    assert "stand for itself in a run? no: not legal, yes: legal." in result.output


def test_a_hand_is_asked_for_its_deadwood_and_whether_it_may_end_the_round() -> None:
    hand = ["AH", "AC", "8C", "6H", "10D", "6C", "7H", "AS", "7C", "5H"]
    melds = "6C 7C 8C | 5H 6H 7H | AC AH AS"
    told = f"  {melds}\nFewest points left: 10.\nLeft over: 10D.\n"
    assert run("gin-rummy", "deadwood", *hand).output == told
    assert run("gin-rummy", "knock", *hand).output == f"Legal.\n{told}"
    with_a_king = run("gin-rummy", "knock", *hand, "KD").output
    assert with_a_king.endswith("Left over: KD.\nDiscard: 10D.\n")


def test_a_hand_without_a_pure_run_is_told_so() -> None:
    hand = "5H 6H 8H 9S 10S * KD KC KS QC JD 10C 9D"
    told = JUDGED["least_pure_runs"].one
    assert run("indian-rummy", "deadwood", hand).output.endswith(f"{told}\n")
    assert f"Not legal.\n{told}" in run("indian-rummy", "declare", hand).output


@pytest.mark.parametrize("arguments", [("bridge", "any"), ("twelve-step-rummy", "9" * 5000)])
def test_what_cannot_be_judged_is_refused(arguments: tuple[str, str]) -> None:
    refused = run(*arguments, "5H 5C 5D")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.startswith("Error: This cannot be judged: ")


def test_without_cards_the_usage_is_shown() -> None:
    assert run("twelve-step-rummy").exit_code == 2


def test_there_are_words_for_every_rule_that_can_be_broken_or_asked_about() -> None:
    limits = UNLIMITED.keys() - {"gap_at_least", "melds_with_one_run"}
    assert JUDGED.keys() >= {*READINGS, *limits, *DEFINITIONS, "contract", "colour"}
    assert RULINGS.keys() >= READINGS.keys()


@pytest.mark.parametrize(
    ("game", "rule", "said"),
    [
        ("contract-rummy", "lay_off", "from the turn after you have laid down."),
        ("three-thirteen", "lay_off", "There is no laying off."),
        ("king-rummy", "lay_off_in_last", "In the last round there is no laying off."),
        ("chinchon", "lay_off_on", "on other players’ melds only."),
        ("phase-10", "swap", "A wild card stays where it was laid."),
        ("kalooki-jamaican", "swap", "and move the wild card to an end."),
        ("twelve-step-rummy", "swap", "No wild card in this meld stands for that card."),
    ],
)
def test_a_broken_rule_is_told_by_its_value(game: str, rule: str, said: str) -> None:
    rules = melding_data(catalogue()[game])
    assert JUDGED[judged_rule(rule, rules)].one.endswith(said)
