"""Static files with the version of all of them in their address, so phones cache them for a year.

Relative addresses keep the version: `/static/<version>/css/table.css` requests `../fonts/…`, and a
module its imports. `page/table.js` is `js/pages/table.js` joined with its imports; otherwise a
phone would request each module only after the one that imports it. `page/round/further.js` is
`js/pages/round/further.js`, which `page/round.js` imports later: the modules that both need are in
the first script only, which exports them to the second. `page/places.css` has the stylesheets of
all places of a round, each in a media rule that is switched when a place is displayed. There is no
build: modules are joined when the app starts, and each is also served unchanged. Only a subset of
`import` and `export` is supported: named imports from a relative address, and exports at the
declaration; in one script, no two modules export the same name.
"""

import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

import brotli
from flask import Flask, Response, abort, current_app, request
from rjsmin import jsmin

_IMPORT = re.compile(
    r'^import (?:(\{(?![^}]* as )[^}]*\}) from )?"(\.\.?/[^"]+)";$\n?', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import\s*[{*\w\"']|export\b).*", re.MULTILINE)


class NotJoined(ValueError):
    """An unsupported import or export, a cycle, or a missing module."""


def joined(modules: Mapping[str, str], entry: str, further: Iterable[str] = ()) -> str:
    """The module of this name with all its imports, each once, as one text.

    `modules` are texts by address below one folder; `further` are those that it imports later, to
    which it exports what they share. Raises NotJoined.
    """
    order = _order(modules, entry)
    text = _in_one(modules, order)
    shared = sorted({name for later in further for name in _shared(modules, later, order)})
    if not shared:
        return text
    return text + f"export {{ {', '.join(shared)}, {shared[0]} as {_id_of(text)} }};\n"


def joined_later(modules: Mapping[str, str], later: str, entry: str) -> str:
    """The module that `entry` imports later, with those of its imports that `entry` does not have.

    The others come from the script of `entry`, and only from the one of the same version: after an
    update of the server, an open page fails to import this script. Raises NotJoined.
    """
    first = _order(modules, entry)
    names = (*sorted(_shared(modules, later, first)), _id_of(_in_one(modules, first)))
    script = relpath(entry, dirname(later))
    head = f'import {{ {", ".join(names)} }} from "{script}";\n'
    return head + _in_one(modules, _own(modules, later, first))


def _in_one(modules: Mapping[str, str], names: Sequence[str]) -> str:
    """These modules, the last as it is. Their exports have one scope: each name is unique."""
    *before, last = names
    return "".join((*(_as_values(modules, name) for name in before), _alone(modules, last)))


def _own(modules: Mapping[str, str], later: str, first: Sequence[str]) -> list[str]:
    """The modules of this later script that the first does not have; raises NotJoined."""
    order = _order(modules, later)
    _refuse_equal_names(modules, [*first, *(own := [one for one in order if one not in first])])
    return own


def _shared(modules: Mapping[str, str], later: str, first: Sequence[str]) -> set[str]:
    """What this later script imports from modules of the first one."""
    return {
        name
        for one in _own(modules, later, first)
        for found in _IMPORT.finditer(modules[one])
        if _address(one, found[2]) in first
        for name in re.findall(r"\w+", found[1] or "")
    }


def _refuse_equal_names(modules: Mapping[str, str], order: Iterable[str]) -> None:
    known: dict[str, str] = {}
    for module in order:
        for name in _EXPORT.findall(modules[module]):
            if known.setdefault(name, module) != module:
                raise NotJoined(f"{known[name]} and {module} export {name}")


def _id_of(text: str) -> str:
    """The name of an export that no script of another text has."""
    return f"$${hashlib.sha256(text.encode()).hexdigest()[:_VERSION_LENGTH]}"


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
    _refuse_equal_names(modules, [*order][:-1])
    return [*order]


def _imported(text: str, name: str) -> Iterator[str]:
    return (_address(name, found[2]) for found in _IMPORT.finditer(text))


def _address(name: str, relative: str) -> str:
    return normpath(join(dirname(name), relative))


def _as_values(modules: Mapping[str, str], name: str) -> str:
    """A module in a scope of its own, and its exports as constants of the script."""
    text = _alone(modules, name)
    exports, body = ", ".join(_EXPORT.findall(text)), _EXPORT.sub("", text)
    if not exports:
        return f"(() => {{\n{body}}})();\n"
    return f"const {{ {exports} }} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _alone(modules: Mapping[str, str], name: str) -> str:
    """A module without its imports, which are constants of the script by the same names."""
    text = _IMPORT.sub("", modules[name])
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
# The stylesheets of the places of a round that no table starts with, in one file.
OF_PLACES = ("forms", "pad", "taps", "conflict", "review", "sheet", "aloud", "counting")
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
            bodies[f"page/{name.removeprefix(_PAGES)}"] = script_of(modules, name).encode()
    parts = (b"@media not all{%s}" % bodies[f"css/{name}.css"] for name in OF_PLACES)
    bodies["page/places.css"] = b"".join(parts)
    return {name: _file(name, body) for name, body in bodies.items()}


def script_of(modules: Mapping[str, str], name: str) -> str:
    """The script of a page, or one that it imports later: `pages/round/further.js`."""
    folder = dirname(name)
    if f"{folder}/" != _PAGES:
        return joined_later(modules, name, f"{folder}.js")
    later = name.removesuffix(".js") + "/"
    return joined(modules, name, [one for one in modules if one.startswith(later)])


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
