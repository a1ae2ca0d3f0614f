"""No class of ours uses or replaces a private name of a library's class that it extends.

ruff finds private names of other objects and modules (SLF001, PLC2701), but not those of `self`.
"""

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from textwrap import dedent

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

import companion

# Werkzeug documents it as the way to choose where uploads are kept.
DOCUMENTED = {("PageRequest", "_get_file_stream")}


def classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            found = vars(import_module(module.name)).values()
            yield from (c for c in found if inspect.isclass(c) and c.__module__ == module.name)


def private_names(cls: type) -> set[str]:
    """Those that its source defines, or uses of itself."""
    try:
        source = dedent(inspect.getsource(cls))
    except (OSError, TypeError):  # in C, or made by a decorator
        return set()
    return {name for node in ast.walk(ast.parse(source)) for name in _names(node)}


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


def of_libraries(cls: type) -> set[str]:
    """The private names of the classes that it extends."""
    others = (base for base in cls.__mro__ if base.__module__.partition(".")[0] != "companion")
    return {name for base in others for name in private_names(base)}


@pytest.mark.long
def test_no_class_uses_private_names_of_a_library() -> None:
    shared = {
        (cls.__name__, name) for cls in classes() for name in private_names(cls) & of_libraries(cls)
    }
    assert shared == DOCUMENTED


def test_such_a_class_would_be_found() -> None:
    class Overriding(H11Protocol):
        def _should_upgrade(self) -> bool:  # type: ignore[override]
            return False

    class Calling(H11Protocol):
        def ends(self) -> None:
            self._unset_keepalive_if_required()

    class CallingBeyond(H11Protocol):
        def ends(self) -> None:
            super()._unset_keepalive_if_required()

    found = [
        private_names(cls) & of_libraries(cls.__base__)
        for cls in (Overriding, Calling, CallingBeyond)
    ]  # type: ignore[arg-type]
    assert found == [{"_should_upgrade"}, *[{"_unset_keepalive_if_required"}] * 2]
