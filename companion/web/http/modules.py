"""A page's script as one file: the module that it names, and before it all those that it imports.

A phone asks for each imported module only once the one before has come. There is no build: modules
are joined when the app starts, and each is still served as it is written. Of `import` and `export`
only what the house writes is known: named imports from a relative address, and exports where
something is declared.
"""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.\.?/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import\s*[{*\w\"']|export\b).*", re.MULTILINE)


class NotJoined(ValueError):
    """It imports or exports in another way, in a circle, or what is not there."""


def joined(modules: Mapping[str, str], entry: str) -> str:
    """The module of this name, with all that it imports, each once, in one text.

    `modules` are texts by address below one folder; raises NotJoined.
    """
    before = (_as_a_value(modules, name) for name in _order(modules, entry) if name != entry)
    return "".join((*before, _with_values(modules, entry)))


def _order(modules: Mapping[str, str], name: str, within: tuple[str, ...] = ()) -> list[str]:
    """What has to be there first comes first; `within` are those that are waiting for it."""
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


def _as_a_value(modules: Mapping[str, str], name: str) -> str:
    """A module in a scope of its own: a constant that holds what it exports."""
    text = _with_values(modules, name)
    exports, body = ", ".join(_EXPORT.findall(text)), _EXPORT.sub("", text)
    return f"const {_constant(name)} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _with_values(modules: Mapping[str, str], name: str) -> str:
    """A module that takes what it imports from these constants."""

    def value(found: re.Match[str]) -> str:
        names, relative = found.groups()
        constant = _constant(_address(name, relative))
        return f"const {names.replace(' as ', ': ')} = {constant};" if names else ""

    text = _IMPORT.sub(value, modules[name])
    if odd := _LEFT_OVER.search(_EXPORT.sub("", text)):
        raise NotJoined(f"{name}: {odd[0]}")
    return text


def _constant(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
