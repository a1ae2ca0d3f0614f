"""The mutations of the rules in Python, one place at a time."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).parents[2]
RULES = ROOT / "companion" / "rules"
# Reading and describing rulesets is covered by other kinds of tests.
_NOT_MUTATED = (
    "reading/",
    *("cases", "statistics", "fold/own_copy", "model/fields", "model/house_rules"),
    *("model/json_codec", "model/log_entry", "model/melding", "model/rulings", "model/texts"),
)
_PATHS = (path.relative_to(RULES).with_suffix("").as_posix() for path in RULES.rglob("*.py"))
MODULES = sorted(p for p in _PATHS if not p.startswith(_NOT_MUTATED) and "__init__" not in p)

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


@dataclass(frozen=True)
class Mutation:
    """A module with one mutation: of the node with this number.

    `function` is the mutated function or method, None for code of the module or of a class body.
    """

    file: str
    line: int
    function: str | None
    change: str
    module: str = field(repr=False)
    number: int
    mutate: Callable[[Any], str]

    @property
    def source(self) -> str:
        """The module with the mutation."""
        tree = ast.parse(self.module)
        self.mutate(next(islice(ast.walk(tree), self.number, None)))
        return ast.unparse(tree)

    @property
    def code(self) -> CodeType:
        """The mutated function, compiled."""
        names, code = self.function.split("."), compile(self.source, str(ROOT / self.file), "exec")
        for name in names:
            nested = (part for part in code.co_consts if isinstance(part, CodeType))
            code = next(part for part in nested if part.co_name == name)
        return code


def all_mutations() -> list[Mutation]:
    return [mutation for name in MODULES for mutation in _mutations(f"companion/rules/{name}.py")]


def _mutations(file: str) -> Iterator[Mutation]:
    module = (ROOT / file).read_text("utf-8")
    tree = ast.parse(module)
    unnoticed = {id(node) for node in _unnoticed(tree)}
    functions = {id(node): name for name, node in _in_functions(tree)}
    for number, node in enumerate(ast.walk(tree)):
        for mutate in () if id(node) in unnoticed else _changes(node):
            line, function = getattr(node, "lineno", 0), functions.get(id(node))
            change = mutate(deepcopy(node))
            yield Mutation(file, line, function, change, module, number, mutate)


def _unnoticed(tree: ast.AST) -> Iterator[ast.AST]:
    """Equivalent mutations: `frozen` and `slots` of a dataclass, `strict` of a `zip`."""
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            yield from ast.walk(decorator)
        if isinstance(node, ast.keyword) and node.arg == "strict":
            yield node.value


def _in_functions(scope: Any, inside: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Each node in the body of a function or method, with the name of the function."""
    for node in scope.body:
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                yield from ((inside + node.name, part) for part in ast.walk(statement))
        elif isinstance(node, ast.ClassDef):
            yield from _in_functions(node, f"{inside}{node.name}.")


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
