"""Joins the script of a page with its imports into one file.

Otherwise a phone would request each module only after the one that imports it. There is no build:
modules are joined when the app starts, and each is also served unchanged. Only a subset of `import`
and `export` is supported: named imports from a relative address, and exports at the declaration.
"""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.\.?/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import\s*[{*\w\"']|export\b).*", re.MULTILINE)


class NotJoined(ValueError):
    """An unsupported import or export, a cycle, or a missing module."""


def joined(modules: Mapping[str, str], entry: str) -> str:
    """The module of this name with all its imports, each once, as one text.

    `modules` are texts by address below one folder; raises NotJoined.
    """
    *before, _ = order = _order(modules, entry)
    numbers = {name: number for number, name in enumerate(order)}
    values = (_as_a_value(modules, name, numbers) for name in before)
    return "".join((*values, _with_values(modules, entry, numbers)))


def _order(modules: Mapping[str, str], name: str, within: tuple[str, ...] = ()) -> list[str]:
    """Depth-first: dependencies before dependants; `within` is the current path."""
    if name in within or name not in modules:
        raise NotJoined(" imports ".join((*within, name)))
    before = [
        earlier
        for wanted in _imported(modules[name], name)
        for earlier in _order(modules, wanted, (*within, name))
    ]
    return [*dict.fromkeys((*before, name))]


def _imported(text: str, name: str) -> Iterator[str]:
    return (_address(name, found[2]) for found in _IMPORT.finditer(text))


def _address(name: str, relative: str) -> str:
    return normpath(join(dirname(name), relative))


def _as_a_value(modules: Mapping[str, str], name: str, numbers: Mapping[str, int]) -> str:
    """A module in a scope of its own: a constant with its exports, named by its number."""
    text = _with_values(modules, name, numbers)
    exports, body = ", ".join(_EXPORT.findall(text)), _EXPORT.sub("", text)
    return f"const ${numbers[name]} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _with_values(modules: Mapping[str, str], name: str, numbers: Mapping[str, int]) -> str:
    """A module whose imports are replaced by these constants."""

    def value(found: re.Match[str]) -> str:
        names, relative = found.groups()
        number = numbers[_address(name, relative)]
        return f"const {names.replace(' as ', ': ')} = ${number};" if names else ""

    text = _IMPORT.sub(value, modules[name])
    if odd := _LEFT_OVER.search(_EXPORT.sub("", text)):
        raise NotJoined(f"{name}: {odd[0]}")
    return text
