"""No class overrides or uses private names of a library class that it extends.

ruff finds private names of other objects and modules (SLF001, PLC2701), but not those of `self`.
"""

import ast
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from uvicorn.protocols.http.h11_impl import H11Protocol

import companion

# Documented by Werkzeug as the way to choose where uploads are stored.
DOCUMENTED = {("PageRequest", "_get_file_stream")}


def classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            found = vars(import_module(module.name)).values()
            yield from (c for c in found if inspect.isclass(c) and c.__module__ == module.name)


def of_libraries(cls: type) -> set[str]:
    """The private names of its base classes, except those of the standard library."""
    ours = {"companion", *sys.stdlib_module_names}
    others = (base for base in cls.__mro__[1:] if base.__module__.partition(".")[0] not in ours)
    return {name for base in others for name in private_names(base)}


def shared_by(cls: type) -> set[str]:
    """Private names of a library that this class uses or overrides."""
    theirs = of_libraries(cls)
    return theirs and theirs & private_names(cls)


def private_names(cls: type) -> set[str]:
    """The private names that its source defines or uses on `self`."""
    return _of_module(cls.__module__).get(cls.__qualname__, set())


@cache
def _of_module(name: str) -> dict[str, set[str]]:
    """The same for each class of a module, by qualified name; empty without source."""
    try:
        return dict(_inside(ast.parse(inspect.getsource(sys.modules[name])), ""))
    except (OSError, TypeError):
        return {}


def _inside(node: ast.AST, path: str) -> Iterator[tuple[str, set[str]]]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef(name=name):
                yield path + name, {found for part in ast.walk(child) for found in _names(part)}
                yield from _inside(child, f"{path}{name}.")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from _inside(child, f"{path}{name}.<locals>.")
            case ast.stmt():
                yield from _inside(child, path)


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            found = name
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
            found = name
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
            found = name
        case _:
            return
    if found.startswith("_") and not found.startswith("__"):
        yield found


def test_no_class_uses_private_names_of_a_library() -> None:
    assert {(cls.__name__, name) for cls in classes() for name in shared_by(cls)} == DOCUMENTED


class Overriding(H11Protocol):
    def _should_upgrade(self) -> bool:
        return False


class Calling(H11Protocol):
    def ends(self) -> None:
        self._unset_keepalive_if_required()


class CallingBeyond(H11Protocol):
    def ends(self) -> None:
        super()._unset_keepalive_if_required()


def test_a_class_that_did_would_be_found() -> None:
    assert shared_by(Overriding) == {"_should_upgrade"}
    assert shared_by(Calling) == shared_by(CallingBeyond) == {"_unset_keepalive_if_required"}
