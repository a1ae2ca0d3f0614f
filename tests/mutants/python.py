"""Mutates the rules, one place at a time, and lists mutations that no test detects."""

import ast
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import Any

from tests.mutants.copied import ROOT, copy_to, is_killed

RULES = ROOT / "companion" / "rules"
# Reading and describing rulesets is covered by other kinds of tests.
_NOT_MUTATED = (
    "reading/",
    *("cases", "statistics", "fold/own_copy", "model/fields", "model/house_rules"),
    *("model/json_codec", "model/log_entry", "model/melding", "model/rulings", "model/texts"),
)
_PATHS = (path.relative_to(RULES).with_suffix("").as_posix() for path in RULES.rglob("*.py"))
MODULES = sorted(p for p in _PATHS if not p.startswith(_NOT_MUTATED) and "__init__" not in p)
TESTS = ["tests/unit", "tests/gamefile", "tests/js/test_rules_in_node.py"]
_OF_THE_REFEREE = ["tests/unit/test_judged_cases.py", "tests/js/test_referee_in_node.py"]
_AT_ONCE = 2

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Each mutation of a module: its line, its description, and the mutated source."""
    tree = ast.parse(source)
    decorators = {id(node) for node in _decorators(tree)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in decorators:
            continue
        for change in _changes(node):
            mutated = deepcopy(tree)
            twin = next(n for index, n in enumerate(ast.walk(mutated)) if index == number)
            told = change(twin)
            yield getattr(node, "lineno", 0), told, ast.unparse(mutated)


def _decorators(tree: ast.AST) -> Iterator[ast.AST]:
    """Mutations of `frozen` and `slots` of a dataclass are equivalent."""
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            yield from ast.walk(decorator)


def _changes(node: ast.AST) -> Iterator[Any]:
    """The possible mutations of a node: functions that change a copy and describe the change."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _OTHER:
            yield _compares_otherwise
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in _OTHER:
            yield _operates_otherwise
        case ast.Constant(value=bool() | int()):
            yield _is_another
        case ast.IfExp() | ast.If():
            yield _holds
            yield _fails
        case ast.Call(func=ast.Name(id=name)) if name in _OTHER_CALL:
            yield _calls_another


def _compares_otherwise(node: Any) -> str:
    before = ast.unparse(node)
    node.ops = [_OTHER[type(node.ops[0])]()]
    return f"{before} -> {ast.unparse(node)}"


def _operates_otherwise(node: Any) -> str:
    before = ast.unparse(node)
    node.op = _OTHER[type(node.op)]()
    return f"{before} -> {ast.unparse(node)}"


def _is_another(node: Any) -> str:
    before = node.value
    node.value = not before if isinstance(before, bool) else before + 1
    return f"{before} -> {node.value}"


def _holds(node: Any) -> str:
    before = ast.unparse(node.test)
    node.test = ast.Constant(value=True)
    return f"if {before} -> always"


def _fails(node: Any) -> str:
    before = ast.unparse(node.test)
    node.test = ast.Constant(value=False)
    return f"if {before} -> never"


def _calls_another(node: Any) -> str:
    before = node.func.id
    node.func.id = _OTHER_CALL[before]
    return f"{before} -> {node.func.id}"


def _all() -> list[tuple[str, int, str, str]]:
    rows = []
    for name in MODULES:
        source = (RULES / f"{name}.py").read_text("utf-8")
        rows += [(f"companion/rules/{name}.py", *mutant) for mutant in mutants(source)]
    return rows


def _tests_for(file: str) -> list[str]:
    if file.startswith("companion/rules/referee/"):
        return _OF_THE_REFEREE
    own = f"tests/unit/test_{Path(file).stem}.py"
    first = [own] if (ROOT / own).exists() else []
    return [*first, *(test for test in TESTS if test not in first)]


def mutated_rules(many: int) -> dict[str, Any]:
    """So many mutations, evenly spread: the number `tried`, and the `survivors`.

    The tests of the mutated module run first.
    """
    rows = _all()
    tried = [rows[n * len(rows) // many] for n in range(min(many, len(rows)))]
    with TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(_AT_ONCE) as pool:
        copies: Queue[Path] = Queue()
        for number in range(_AT_ONCE):
            copies.put(copy_to(Path(folder) / str(number)))
        fails = [test for test in (*TESTS, *_OF_THE_REFEREE) if is_killed(copies.queue[0], [test])]
        assert not fails, f"fails or takes too long without any mutation: {fails}"
        kept = [*pool.map(lambda row: _survives(copies, *row), tried)]
    survivors = [_told(*row) for row, lives in zip(tried, kept, strict=True) if lives]
    return {"tried": len(tried), "survivors": survivors}


def _survives(copies: Queue[Path], file: str, _: int, __: str, mutated: str) -> bool:
    copy = copies.get()
    source = (copy / file).read_text("utf-8")
    try:
        (copy / file).write_text(mutated, "utf-8")
        return not any(is_killed(copy, [test]) for test in _tests_for(file))
    finally:
        (copy / file).write_text(source, "utf-8")
        copies.put(copy)


def _told(file: str, line: int, change: str, _: str) -> dict[str, Any]:
    code = (ROOT / file).read_text("utf-8").splitlines()[line - 1].strip()
    return {"file": file, "line": line, "code": code, "change": change}
