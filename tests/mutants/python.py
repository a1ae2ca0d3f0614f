"""Lists mutations of the rules in Python that no test detects."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from tests.mutants.copied import copy_to, is_killed
from tests.mutants.forked import killed_in_forks
from tests.mutants.mutations import ROOT, Mutation, all_mutations

TESTS = ("tests/unit", "tests/gamefile", "tests/js/test_rules_in_node.py")
_OF_THE_REFEREE = (
    "tests/unit/test_judged_cases.py",
    "tests/property/test_laws_of_the_judge.py",
    "tests/property/test_laws_of_deadwood.py",
)
_ALL = (*TESTS, *_OF_THE_REFEREE)
_AT_ONCE = 2
_TIMES_AS_LONG = 3  # as without a mutation, which may loop for ever


def mutated_rules(many: int) -> dict[str, Any]:
    """So many mutations, evenly spread: the number `tried`, and the `survivors`."""
    mutations = all_mutations()
    tried = [mutations[n * len(mutations) // many] for n in range(min(many, len(mutations)))]
    killed = killed_in_forks(tried, _ALL)
    survivors = _in_copies([mutation for mutation in tried if mutation not in killed])
    return {"tried": len(tried), "survivors": [_told(mutation) for mutation in survivors]}


def _in_copies(mutations: Iterable[Mutation]) -> list[Mutation]:
    """Those that also survive in a separate process."""
    with TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(_AT_ONCE) as pool:
        copies: Queue[Path] = Queue()
        for number in range(_AT_ONCE):
            copies.put(copy_to(Path(folder) / str(number)))
        began = monotonic()
        assert not is_killed(copies.queue[0], _ALL), "fails in a copy without any mutation"
        patience = _TIMES_AS_LONG * (monotonic() - began)
        kept = pool.map(lambda one: (one, _survives(copies, one, patience)), mutations)
        return [mutation for mutation, lives in kept if lives]


def _survives(copies: Queue[Path], mutation: Mutation, patience: float) -> bool:
    copy = copies.get()
    path = copy / mutation.file
    source = path.read_text("utf-8")
    try:
        path.write_text(mutation.source, "utf-8")
        tests = _OF_THE_REFEREE if "/referee/" in mutation.file else TESTS
        return not is_killed(copy, tests, patience)
    finally:
        path.write_text(source, "utf-8")
        copies.put(copy)


def _told(mutation: Mutation) -> dict[str, Any]:
    code = (ROOT / mutation.file).read_text("utf-8").splitlines()[mutation.line - 1].strip()
    return {
        "file": mutation.file,
        "line": mutation.line,
        "code": code,
        "change": mutation.change,
    }
