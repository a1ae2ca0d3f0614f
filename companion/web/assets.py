"""Static files with the version of all of them in their address, so phones cache them for a year.

Relative addresses keep the version: `/static/<version>/css/table.css` requests `../fonts/…`, and a
module its imports. `page/table.js` is `js/pages/table.js` joined with its imports; otherwise a
phone would request each module only after the one that imports it. There is no build: modules are
joined when the app starts, and each is also served unchanged. Only a subset of `import` and
`export` is supported: named imports from a relative address, and exports at the declaration.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

import brotli
from flask import Flask, Response, abort, current_app, request
from rjsmin import jsmin

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


def _order(modules: Mapping[str, str], entry: str) -> list[str]:
    """Depth-first: dependencies before dependants."""
    order: dict[str, None] = {}

    def visit(name: str, within: tuple[str, ...]) -> None:
        if name in within or name not in modules:
            raise NotJoined(" imports ".join((*within, name)))
        if name not in order:
            for wanted in _imported(modules[name], name):
                visit(wanted, (*within, name))
            order[name] = None

    visit(entry, ())
    return [*order]


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


_VERSION_LENGTH = 10
_FOR_GOOD = "public, max-age=31536000, immutable"
_TEXTS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
_PAGES = "pages/"  # below static/js: the entry scripts of pages
_ENCODINGS = ("br", "gzip")  # the smallest first
_PACKED = {".woff2": "font/woff2", ".png": "image/png"}  # compressed formats
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)  # in a style sheet
# What a style sheet does not need, outside of texts. Libraries take the space of “a :is(b)”, too.
_NEEDLESS = re.compile(rb'("[^"]*")|(?<=[{};,:])\s+|\s+(?=[{}])|;(?=\s*\})')
# What jsmin leaves in a script in which the formatter ends every statement with a semicolon. A text
# or a pattern has neither sign directly before a brace, but for a number of repetitions: `{9,}`.
_LEFT_BY_JSMIN = re.compile(rb"(?:;|(?<!\d),)(?=\})|(?<=\})\n")


@dataclass(frozen=True)
class StaticFile:
    """A static file, compressed once on the first request."""

    suffix: str
    body: bytes

    @cached_property
    def _with_brotli(self) -> bytes:
        return bytes(brotli.compress(self.body))

    @cached_property
    def _with_gzip(self) -> bytes:
        return gzip.compress(self.body, mtime=0)

    def encoded(self, encoding: str | None) -> bytes:
        """The body in this encoding."""
        match encoding:
            case "br":
                return self._with_brotli
            case "gzip":
                return self._with_gzip
            case _:
                return self.body

    def answer(self) -> Response:
        """The response to this request."""
        kind = (_TEXTS | _PACKED)[self.suffix]
        known = () if self.suffix in _PACKED else _ENCODINGS
        encoding = request.accept_encodings.best_match(known)
        response = Response(self.encoded(encoding), content_type=kind)
        if encoding:
            response.content_encoding = encoding
        response.vary.add("Accept-Encoding")
        return response


def init_app(app: Flask) -> None:
    """Serve the static folder, with the version in every address."""
    files = _files(Path(app.static_folder or "static"))
    now = _version(files)

    @app.url_defaults
    def _add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("version", now)

    @app.get("/static/<version>/<path:filename>", endpoint="static")
    def _send(version: str, filename: str) -> Response:
        response = files[filename].answer() if filename in files else abort(404)
        # A page from before an update gets the current file, which is not cached.
        response.headers["Cache-Control"] = _FOR_GOOD if version == now else "no-cache"
        return response


def static_file(name: str) -> StaticFile:
    """The file of this name, for views that serve it at another address."""
    return _files(Path(current_app.static_folder or "static"))[name]


@cache
def _files(folder: Path) -> dict[str, StaticFile]:
    """Every static file by its name, and the joined scripts of pages."""
    served = (path for path in sorted(folder.rglob("*.*")) if path.suffix in _TEXTS | _PACKED)
    paths = {path.relative_to(folder).as_posix(): path for path in served}
    bodies = {name: path.read_bytes() for name, path in paths.items()}
    modules = {
        name.removeprefix("js/"): body.decode()
        for name, body in bodies.items()
        if name.startswith("js/")
    }
    for name in modules:
        if name.startswith(_PAGES):
            bodies[f"page/{name.removeprefix(_PAGES)}"] = joined(modules, name).encode()
    return {name: _file(name, body) for name, body in bodies.items()}


def _file(name: str, body: bytes) -> StaticFile:
    suffix = Path(name).suffix
    if suffix == ".css":
        body = _NEEDLESS.sub(lambda text: text[1] or b"", _COMMENT.sub(b"", body))
    if suffix == ".js":
        body = _LEFT_BY_JSMIN.sub(b"", jsmin(body))
    return StaticFile(suffix, body)


def _version(files: dict[str, StaticFile]) -> str:
    """A digest of all files."""
    digest = hashlib.sha256()
    for name, file in files.items():
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.body).digest())
    return digest.hexdigest()[:_VERSION_LENGTH]
