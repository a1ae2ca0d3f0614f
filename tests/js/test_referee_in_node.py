"""The referee and its view model in JavaScript agree with Python, in every branch."""

import json
from pathlib import Path

from tests.js.node import HERE, run_in_node
from tests.soak import examples
from tests.vectors.judged import judged_cases, telling_seeds
from tests.vectors.tapped import tapped_pages

# Random cases in addition to those chosen for their branches; many more in a soak.
_RANDOM, _PAGES = 20, 60


def test_the_browser_judges_as_the_rules_do_and_no_branch_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    pages = [*tapped_pages(range(examples(_PAGES)))]
    seeds = dict.fromkeys([*telling_seeds(), *range(examples(_RANDOM))])
    vectors = judged_cases(seeds) | {"pages": pages}
    file.write_text(json.dumps(vectors), "utf-8")
    found = run_in_node("referee.mjs", file)
    assert found["different"] == []
    excused = json.loads((HERE / "uncovered_referee.json").read_text("utf-8"))
    known = {(row["file"], row["text"]) for row in excused}
    missed = {(row["file"], row["text"]): row["line"] for row in found["uncovered"]}
    assert [
        f"{f}:{line}: {text}" for (f, text), line in missed.items() if (f, text) not in known
    ] == []
    assert known <= missed.keys()  # otherwise it needs no excuse
