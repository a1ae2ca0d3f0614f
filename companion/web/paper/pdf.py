"""The sheet as PDF, typeset by typst if the extra `pdf` is installed.

Content is passed as JSON, so that no input is ever markup. The compiler releases the GIL, so other
threads continue. Characters without a font here, such as those of Chinese names, are named.
"""

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from io import BytesIO
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from flask import Flask, Response, current_app, send_file
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from flask_babel import lazy_gettext as _
from markupsafe import Markup

from companion.fair_queue import TooBusy
from companion.rules.model.contracts import Contract, Run
from companion.web.game.positions import colour_of
from companion.web.guard.errors import page
from companion.web.paper.layout import LARGER, Column, PenRow, SheetLayout
from companion.web.paper.printing import PrintedSheet
from companion.web.view_models.race import Line, Race
from companion.web.view_models.sheet import Cell, Row, SettledCell
from companion.web.words.terms import came_back_with, each_figure, figure
from companion.web.words.text import bdi
from companion.web.words.troubles import ErrorPage

_BROUGHT_BY_TYPST = 0x500  # Latin, Greek and Cyrillic are below
_MOST = 6  # characters that are named
_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
_EMOJI = {"So", "Sk"}  # general categories of Unicode
_DRAWN_WITH_OTHERS = ("M", "Z", "Cf")  # marks, spaces and joiners


@dataclass(frozen=True, slots=True)
class MissingFonts:
    """The first signs without a font, and the Debian packages that bring fonts for them."""

    signs: Markup
    packages: str


def missing_fonts(data: Mapping[str, Any]) -> MissingFonts | None:
    """The characters of this data without a font.

    None if all have one, if nothing can be typeset, or if another request is typesetting.
    """
    if not can_typeset():
        return None
    signs = {sign for text in _texts(data) for sign in text if _is_unusual(sign)}
    try:
        missing = undrawn("".join(sorted(signs)), _MOST + 1)
    except TooBusy:
        return None
    return _named(missing) if missing else None


def _named(missing: str) -> MissingFonts:
    packages = sorted({_package(sign) for sign in missing})
    more = ["…"] if len(missing) > _MOST else []
    return MissingFonts(bdi(" ".join([*missing[:_MOST], *more])), " ".join(packages))


def _texts(data: object) -> Iterator[str]:
    """All texts of this data, at any depth."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from _texts(data.values())
    elif isinstance(data, Iterable):
        for one in data:
            yield from _texts(one)


def _is_unusual(sign: str) -> bool:
    if ord(sign) < _BROUGHT_BY_TYPST:
        return False
    return not unicodedata.category(sign).startswith(_DRAWN_WITH_OTHERS)


def _package(sign: str) -> str:
    if unicodedata.name(sign, "").startswith(_EAST_ASIAN):
        return "fonts-noto-cjk"
    return f"fonts-noto-{'color-emoji' if unicodedata.category(sign) in _EMOJI else 'core'}"


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
    import typst  # noqa: PLC0415 - an extra

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


MOST_ROUNDS = 300  # rounds; one takes about two milliseconds
_LONG_LABEL = 16  # characters of a name beside its line
_MISSING = ErrorPage(
    _("This app cannot make PDFs"),
    _(
        "Its PDF extra is not installed. Print the sheet from the browser, which can also "
        "save it as a PDF, or ask the person who runs the app to install the extra, as the "
        "README explains."
    ),
    "nothing",
)
_TOO_LONG = ErrorPage(
    _("That is too long for a PDF"),
    _("This game has too many rounds for a PDF. Print the sheet from the browser instead."),
    "nothing",
)


def init_app(app: Flask) -> None:
    """Register for templates whether PDFs are available, and what fonts they lack."""
    app.add_template_global(can_typeset, "can_make_pdf")
    app.add_template_global(fonts_missing_for)


def fonts_missing_for(leaf: PrintedSheet) -> MissingFonts | None:
    """Characters of this sheet that a PDF would show as boxes; None if there are none."""
    has_pdf = can_typeset() and not is_too_long(leaf)
    return missing_fonts(_data(leaf)) if has_pdf else None


def pdf_answer(leaf: PrintedSheet, name: str) -> ResponseReturnValue:
    """The sheet as a download, or an error page. Raises TooBusy."""
    if not can_typeset():
        return page(_MISSING, 404)
    if is_too_long(leaf):
        return page(_TOO_LONG, 404)
    answer: Response = send_file(
        BytesIO(pdf_of(leaf)), "application/pdf", download_name=f"{name}.pdf"
    )
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def is_too_long(leaf: PrintedSheet) -> bool:
    """Whether typesetting would block others for too long."""
    return len(leaf.paper.rows) + len(leaf.paper.pen_rows) > MOST_ROUNDS


def pdf_of(leaf: PrintedSheet) -> bytes:
    """The sheet as PDF; requires the extra. Raises TooBusy."""
    return typeset("sheet.typ", _data(leaf), "pdf")


def _data(leaf: PrintedSheet) -> dict[str, Any]:
    paper, said = leaf.paper, leaf.said
    return {
        "letters_of": letters_here(),
        "lang": str(get_locale() or "en").partition("_")[0],
        "labels": said.labels,
        "kind": paper.kind,
        "wide": paper.is_wide,
        "long": paper.has_long_names,
        "more": LARGER if paper.is_spacious else 1,
        "row": paper.row,
        "pen": paper.pen_row,
        "title": runs_of(said.title),
        "letters": said.letters,
        "sharers": sharers_data(paper),
        "colour": _colour(paper.winner),
        "why": runs_of(said.why),
        "place": said.place,
        "about": said.about,
        "date": said.date,
        "code": str(leaf.code),
        "wild": said.wild,
        "marks": paper.has_marks,
        "each": paper.columns_each,
        "columns": [
            _column(*one) for one in zip(paper.columns, said.made, said.formers, strict=True)
        ],
        "rows": [
            _row(row, paper, said.labels, marks)
            for row, marks in zip(paper.rows, said.marks, strict=True)
        ],
        "settled": [
            (label, [_settled(cell) if cell else ("", "") for cell in row.cells])
            for label, row in zip(said.settled, paper.settlement, strict=True)
        ],
        "places": said.places,
        "pens": [_pen(*one) for one in zip(paper.pen_rows, said.cards, strict=True)],
        "legend": said.legend,
        "race": race_data(paper.race, said.race) if paper.race else None,
        "memories": [(figure, title, runs_of(who)) for figure, title, who in said.memories],
        "rules": said.rules,
        "notes": [runs_of(note) for note in said.notes],
        "values": said.values,
        "contracts": [_contract(*one) for one in zip(paper.contracts, said.contracts, strict=True)],
    }


def _colour(seat: int | None) -> int:
    return 0 if seat is None else colour_of(seat)


def sharers_data(paper: SheetLayout) -> list[dict[str, Any]]:
    """The winners of a shared win with their colours, for the sheet and the picture of a result."""
    return [{"name": one.name, "colour": colour_of(one.seat)} for one in paper.sharers]


def _column(column: Column, made: str, formers: Sequence[Markup]) -> dict[str, Any]:
    return {
        "name": column.name,
        "colour": _colour(column.seat),
        "total": "" if column.total is None else figure(column.total),
        "made": made or each_figure(column.games),
        "formers": [runs_of(former) for former in formers],
    }


def _row(
    row: Row, paper: SheetLayout, labels: Mapping[str, str], marks: Sequence[str]
) -> dict[str, Any]:
    cells = zip(row.cells, paper.columns, marks, strict=True)
    return {
        "number": str(row.number),
        "flags": ("c" if row.corrected else "") + ("?" if row.doubted else ""),
        "dealer": row.dealer.name,
        "counted": row.counted,
        "handed": [n for n, one in enumerate(row.handovers) if one],
        "cells": [
            _cell(cell, labels) | {"mark": mark} if cell else _start(column, row.number)
            for cell, column, mark in cells
        ],
    }


def _start(column: Column, number: int) -> dict[str, Any] | None:
    """The starting total of a late joiner, in the round before their first."""
    if column.joined_after != number:
        return None
    total = figure(column.start or 0)
    return {
        "contract": "",
        "made": False,
        "mark": "",
        "word": True,
        "points": "–",
        "total": total,
    }


def _cell(cell: Cell, labels: Mapping[str, str]) -> dict[str, Any]:
    word = (
        labels["void"]
        if cell.points is None
        else labels[cell.ending or "out"]
        if cell.only_out
        else ""
    )
    return {
        "contract": str(cell.contract or ""),
        "made": cell.made,
        "word": bool(word),
        "points": word or figure(cell.points or 0),
        "total": each_figure(cell.games) or figure(cell.total),
    } | _back(cell)


def _back(cell: Cell) -> dict[str, Any]:
    """The total with that of the player who came back, in smaller letters; or nothing."""
    if cell.back is None or cell.games:
        return {}
    return {"total": came_back_with(cell.total, cell.back), "back": True}


def _settled(cell: SettledCell) -> tuple[str, str]:
    """The points, and those in each of several games."""
    return figure(cell.points), each_figure(cell.games)


def _pen(row: PenRow, cards: str) -> dict[str, Any]:
    contracts = [str(contract or "") for contract in row.contracts]
    return {"number": str(row.number), "dealer": row.dealer, "cards": cards, "contracts": contracts}


def race_data(race: Race, title: str, tall: float = 1) -> dict[str, Any]:
    """The race, `tall` times as high, as data for typst: for the sheet and the picture."""
    return {
        "title": title,
        "height": race.height * tall,
        "left": race.left,
        "right": race.right,
        "bottom": race.bottom * tall,
        "rules": [(figure(points), y * tall) for points, y in race.rules],
        "rounds": [(str(number), x) for number, x in race.rounds],
        "lines": [
            {
                "name": _label(line),
                "short": line.short,
                "colour": colour_of(line.seat),
                "dash": line.dash,
                "winner": line.is_winner,
                "points": [(x, y * tall) for x, y in line.points],
                "label": line.label * tall,
                "total": figure(line.total),
            }
            for line in race.lines
        ],
    }


def _label(line: Line) -> str:
    return line.name if len(line.name) <= _LONG_LABEL else line.short


def _contract(contract: Contract, words: str) -> dict[str, Any]:
    return {"words": words, "melds": [(m.size, isinstance(m, Run)) for m in contract.melds]}
