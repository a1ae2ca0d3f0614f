"""Static files with the version of all of them in their address, so phones cache them for a year.

Relative addresses keep the version: `/static/<version>/css/table.css` requests `../fonts/…`, and a
module its imports. `page/table.js` is `js/pages/table.js` joined with its imports; otherwise a
phone would request each module only after the one that imports it. There is no build: modules are
joined when the app starts, and each is also served unchanged. Only a subset of `import` and
`export` is supported: named imports from a relative address, and exports at the declaration, by
names that no other module of a page exports.
"""

import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

import brotli
from flask import Flask, Response, abort, current_app, request
from rjsmin import jsmin

# A name imported as another one has no place in a common scope.
_IMPORT = re.compile(r'^import (?:\{(?:(?! as )[^}])*\} from )?"(\.\.?/[^"]+)";\n?', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import\s*[{*\w\"']|export\b).*", re.MULTILINE)
# A name, or the pattern of several, at the beginning of a line: the formatter indents all others.
_DECLARED = re.compile(
    r"^(?:/\*\*.*\*/ )?(?:async )?(?:const|let|class|function\*?) (\w+|[\[{][^;]*?[\]}](?= =))",
    re.MULTILINE,
)


class NotJoined(ValueError):
    """An unsupported import or export, a cycle, a missing module, or two exports of one name."""


@dataclass(frozen=True, slots=True)
class _Module:
    """A module, with the names that it declares: `exports`, and the `private` ones.

    `text` is without imports, `body` also without the word export.
    """

    name: str
    imports: tuple[str, ...]
    exports: tuple[str, ...]
    private: frozenset[str]
    text: str
    body: str


@cache
def _parsed(name: str, text: str) -> _Module:
    imports = tuple(normpath(join(dirname(name), found)) for found in _IMPORT.findall(text))
    exports, text = tuple(_EXPORT.findall(text)), _IMPORT.sub("", text)
    body = _EXPORT.sub("", text)
    if odd := _LEFT_OVER.search(body):
        raise NotJoined(f"{name}: {odd[0]}")
    declared = {each for found in _DECLARED.findall(body) for each in re.findall(r"\w+", found)}
    return _Module(name, imports, exports, frozenset(declared - {*exports}), text, body)


def joined(modules: Mapping[str, str], entry: str) -> str:
    """The module of this name with all its imports, each once, as one text in one scope.

    A module has a scope of its own if a name in it is also that of another one. `modules` are texts
    by address below one folder; raises NotJoined.
    """
    *before, page = order = _order(modules, entry)
    exported = _exported(order)
    if twice := exported & page.private:
        raise NotJoined(f"{entry} declares {min(twice)}, which a module exports")
    taken = exported | page.private
    return "".join((*(_in_scope(module, taken) for module in before), page.text))


def _order(modules: Mapping[str, str], entry: str) -> list[_Module]:
    """Depth-first: dependencies before dependants."""
    order: dict[str, _Module] = {}

    def visit(name: str, within: tuple[str, ...]) -> None:
        if name in within or name not in modules:
            raise NotJoined(" imports ".join((*within, name)))
        if name not in order:
            module = _parsed(name, modules[name])
            for wanted in module.imports:
                visit(wanted, (*within, name))
            order[name] = module

    visit(entry, ())
    return [*order.values()]


def _exported(order: Iterable[_Module]) -> set[str]:
    """The names that modules share, each of one module."""
    exported: dict[str, str] = {}
    for module in order:
        for export in module.exports:
            if export in exported:
                raise NotJoined(f"{exported[export]} and {module.name} both export {export}")
            exported[export] = module.name
    return {*exported}


def _in_scope(module: _Module, taken: set[str]) -> str:
    """The module as it is, and its names are taken; one with a name that is, in its own scope."""
    if module.private.isdisjoint(taken):
        taken |= module.private
        return module.body
    if not module.exports:
        return f"{{\n{module.body}}}\n"
    names = f"{{ {', '.join(module.exports)} }}"
    return f"const {names} = (() => {{\n{module.body}return {names};\n}})();\n"


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
    _parsed.cache_clear()  # each module once, for this start
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
