"""Static files with the version of all of them in their address, so phones cache them for a year.

Relative addresses keep the version: `/static/<version>/css/table.css` requests `../fonts/…`, and a
module its imports. `page/table.js` is `js/pages/table.js` joined with its imports.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import brotli
from flask import Flask, Response, abort, current_app, request

from companion.web.http.modules import joined

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
_COMMENTS = {
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
    # Whole-line and trailing comments, except after a quotation mark that may end a text; types,
    # with the parentheses round a name that a cast needs.
    ".js": re.compile(
        rb"^[ \t]*//.*$|/\*\*\s(?s:.*?)\*/ ?(?:\(([\w.]+)\)(?! =>))?|[ \t]+// [^\"`\n]*$",
        re.MULTILINE,
    ),
}
_SPACE = {
    ".css": re.compile(rb"^\s+", re.MULTILINE),
    # The end of a line after these characters has no meaning. No text has several lines.
    ".js": re.compile(rb"^\s+|(?<=[,;{(\[])\n\s*", re.MULTILINE),
}


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
    if suffix in _COMMENTS:
        body = _SPACE[suffix].sub(b"", _COMMENTS[suffix].sub(_kept, body))
    return StaticFile(suffix, body)


def _kept(comment: re.Match[bytes]) -> bytes:
    return b"".join(filter(None, comment.groups()))


def _version(files: dict[str, StaticFile]) -> str:
    """A digest of all files."""
    digest = hashlib.sha256()
    for name, file in files.items():
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.body).digest())
    return digest.hexdigest()[:_VERSION_LENGTH]
