"""Typesetting with typst, if the extra `pdf` is installed: PDF sheets and pictures.

Content is passed as JSON, so that no input is ever markup. The compiler releases the GIL, so other
threads continue.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from flask import current_app
from markupsafe import Markup

from companion.fair_queue import TooBusy

_FOLDER = Path("paper/pdf")
_SANS, _EMBEDDED = ("Noto Sans", "Liberation Sans", "DejaVu Sans"), "Libertinus Serif"
_PARTS, _SHEET = (
    "parts.typ",
    "sheet.json",
)  # files that templates request by these names
_PATIENCE = 5  # one document at a time, which bounds the memory
_SHORT_PATIENCE = 1  # a page does not wait longer to learn of missing fonts
_ALL_SIGNS = b"""#set document(title: "signs")
#set text(lang: "en", font: json("sheet.json").letters_of)
#json("sheet.json").signs.map(box).join()"""
_NO_LETTER = "could not be displayed"  # typst's words for a character without a glyph
_SHARP = 144.0  # pixels per inch of a picture: two per point
_AT_WORK = Lock()


def can_typeset() -> bool:
    """Whether the extra is installed."""
    return find_spec("typst") is not None


def typeset(template: str, data: Mapping[str, Any], kind: Literal["pdf", "png"]) -> bytes:
    """One page of this template with this data; requires the extra. Raises TooBusy."""
    folder = _folder()
    # The data is a file, because a changed input would clear typst's cache.
    sent = {
        "main": (folder / template).read_bytes(),
        _PARTS: (folder / _PARTS).read_bytes(),
        _SHEET: json.dumps(data).encode(),
    }
    if not _AT_WORK.acquire(timeout=_PATIENCE):
        raise TooBusy
    try:
        return bytes(
            _compiler(folder).compile(input=sent, root=str(folder), format=kind, ppi=_SHARP)
        )
    finally:
        _AT_WORK.release()


def undrawn(signs: str, most: int) -> str:
    """The first of these characters for which no font here has a glyph, limited to a number.

    Requires the extra. Raises TooBusy.
    """
    if not signs:
        return ""
    if not _AT_WORK.acquire(timeout=_SHORT_PATIENCE):
        raise TooBusy
    try:
        return _undrawn(signs, most)
    finally:
        _AT_WORK.release()


@lru_cache(maxsize=256)
def _undrawn(signs: str, most: int) -> str:
    return "".join(islice(_without_glyph(signs), most))


def _without_glyph(signs: str) -> Iterator[str]:
    """Those without a glyph, by bisection, because most sheets have none."""
    if _can_draw(signs):
        return
    if len(signs) == 1:
        yield signs
        return
    half = len(signs) // 2
    yield from _without_glyph(signs[:half])
    yield from _without_glyph(signs[half:])


def _can_draw(signs: str) -> bool:
    """Whether fonts here have a glyph for each; PDF/UA forbids characters without one."""
    folder = _folder()
    data = json.dumps({"letters_of": letters_here(), "signs": [*signs]}).encode()
    sent = {"main": _ALL_SIGNS, _SHEET: data}
    try:
        _compiler(folder).compile(input=sent, root=str(folder), format="pdf", pdf_standards="ua-1")
    except RuntimeError as refused:
        return _NO_LETTER not in str(refused)
    return True


def _folder() -> Path:
    """The folder of the typst templates and of our font."""
    return Path(current_app.root_path, current_app.template_folder or "", _FOLDER)


@cache
def _compiler(folder: Path) -> Any:  # noqa: ANN401 - the extra may not be installed
    """One per process, because it scans the system fonts."""
    import typst  # noqa: PLC0415 - only where the extra is

    compiler: Any = typst.Compiler
    return compiler(b"", font_paths=[str(folder)])


@cache
def letters_here() -> str:
    """The first available of these families; each missing one costs time in every text."""
    import typst  # noqa: PLC0415

    here = set(typst.Fonts().families())
    return next((family for family in _SANS if family in here), _EMBEDDED)


def runs_of(words: str) -> list[dict[str, Any]]:
    """Words and names alternately, without the elements around names."""
    if not isinstance(words, Markup):
        return [{"name": False, "text": words}]
    return [run for run in _split(words) if run["text"]]


def _split(words: Markup) -> Iterator[dict[str, Any]]:
    for part in str(words).split("<bdi>"):
        name, found, rest = part.partition("</bdi>")
        if not found:
            name, rest = "", part
        for text, is_name in ((name, True), (rest, False)):
            yield {"name": is_name, "text": Markup(text).unescape()}  # noqa: S704
