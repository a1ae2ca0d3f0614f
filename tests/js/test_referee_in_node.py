"""The browser's referee and its page say what Python says, and no branch of them is left out."""

import json
from pathlib import Path
from typing import Any

from companion.rules.cases import rules_of_case
from companion.rules.reading.sections import RulesetError
from companion.rules.referee.judge import judge
from tests.js.node import HERE, run_in_node
from tests.referee.cases import every_case
from tests.soak import examples
from tests.vectors.judged import ODD_CASES, random_cases
from tests.vectors.tapped import tapped_pages

_RANDOM, _PAGES = 1500, 300


def _vectors() -> dict[str, Any]:
    known: dict[str, int] = {}
    rules: list[Any] = []
    cases = []
    worked = [one["case"] for one in every_case()]
    for case in [*worked, *ODD_CASES, *random_cases(range(examples(_RANDOM)))]:
        try:
            found = rules_of_case(case)
        except (LookupError, ValueError, RulesetError):
            continue  # what only Python reads
        name = json.dumps(found, sort_keys=True)
        if name not in known:
            known[name] = len(rules)
            rules.append(found)
        cases.append({"rules": known[name], "case": case, "answer": judge(found, case)})
    return {"rules": rules, "cases": cases, "pages": [*tapped_pages(range(examples(_PAGES)))]}


def test_the_browser_judges_as_the_rules_do_and_no_branch_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(_vectors()), "utf-8")
    found = run_in_node("referee.mjs", file)
    assert found["different"] == []
    excused = json.loads((HERE / "uncovered_referee.json").read_text("utf-8"))
    known = {(row["file"], row["text"]) for row in excused}
    missed = {(row["file"], row["text"]): row["line"] for row in found["uncovered"]}
    assert [
        f"{f}:{line}: {text}" for (f, text), line in missed.items() if (f, text) not in known
    ] == []
    assert known <= missed.keys()  # else it needs no excuse
