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

_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"(\.\.?/[^"]+)";\n?', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import\s*[{*\w\"']|export\b).*|^import .* as .*", re.MULTILINE)
# A name, or the pattern of several, at the beginning of a line: the formatter indents all others.
_DECLARED = re.compile(
    r"^(?:/\*\*.*\*/ )?(?:async )?(?:const|let|class|function\*?) (\w+|[\[{][^;]*?[\]}](?= =))",
    re.MULTILINE,
)


class NotJoined(ValueError):
    """An unsupported import or export, a cycle, a missing module, or two exports of one name."""


def joined(modules: Mapping[str, str], entry: str) -> str:
    """The module of this name with all its imports, each once, as one text in one scope.

    A module has a scope of its own if a name in it is also that of another one. `modules` are texts
    by address below one folder; raises NotJoined.
    """
    *before, _ = order = _order(modules, entry)
    page, exported = _without_imports(modules, entry), _exported(modules, order)
    own = _declared(page) - {*_EXPORT.findall(page)}
    if twice := exported & own:
        raise NotJoined(f"{entry} declares {min(twice)}, which a module exports")
    taken = exported | own
    scopes = [_in_scope(_without_imports(modules, name), taken) for name in before]
    return "".join((*scopes, page))


def _order(modules: Mapping[str, str], entry: str) -> list[str]:
    """Depth-first: dependencies before dependants."""
    order: dict[str, None] = {}

    def visit(name: str, within: tuple[str, ...]) -> None:
        if name in within or name not in modules:
            raise NotJoined(" imports ".join((*within, name)))
        if name not in order:
            for found in _IMPORT.finditer(modules[name]):
                visit(normpath(join(dirname(name), found[1])), (*within, name))
            order[name] = None

    visit(entry, ())
    return [*order]


def _exported(modules: Mapping[str, str], order: Iterable[str]) -> set[str]:
    """The names that modules share, each of one module."""
    exported: dict[str, str] = {}
    for name in order:
        for export in _EXPORT.findall(modules[name]):
            if export in exported:
                raise NotJoined(f"{exported[export]} and {name} both export {export}")
            exported[export] = name
    return {*exported}


def _without_imports(modules: Mapping[str, str], name: str) -> str:
    text = modules[name]
    if odd := _LEFT_OVER.search(_EXPORT.sub("", _IMPORT.sub(_refuse_alias, text))):
        raise NotJoined(f"{name}: {odd[0]}")
    return _IMPORT.sub("", text)


def _refuse_alias(found: re.Match[str]) -> str:
    """Leave an import with another name, which has no place in a common scope."""
    return found[0] if " as " in found[0] else ""


def _declared(text: str) -> set[str]:
    patterns = _DECLARED.findall(_EXPORT.sub("", text))
    return {name for pattern in patterns for name in re.findall(r"\w+", pattern)}


def _in_scope(text: str, taken: set[str]) -> str:
    """The module as it is, and its names are taken; one with a name that is, in its own scope."""
    exports, body = _EXPORT.findall(text), _EXPORT.sub("", text)
    private = _declared(body) - {*exports}
    if private.isdisjoint(taken):
        taken |= private
        return body
    if not exports:
        return f"{{\n{body}}}\n"
    names = f"{{ {', '.join(exports)} }}"
    return f"const {names} = (() => {{\n{body}return {names};\n}})();\n"


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
