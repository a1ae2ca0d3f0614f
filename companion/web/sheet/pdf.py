"""The sheet as PDF: set by typst, where the extra `pdf` is installed.

What stands on it comes as JSON, so that nothing anybody typed is ever markup. The compiler lets go
of the interpreter while it works: nobody else has to wait for it.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Flask, Response, current_app, send_file
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from flask_babel import lazy_gettext as _
from markupsafe import Markup

from companion.rules.contracts import Contract, Run
from companion.turns import TooBusy
from companion.web.http.colours import colour_of
from companion.web.http.errors import Trouble, page
from companion.web.sheet.paper import Column, PenRow
from companion.web.sheet.printing import Leaf
from companion.web.sheet.race import Line, Race
from companion.web.sheet.view import Cell, Row
from companion.web.words.text import figure, initial

MOST_ROUNDS = 300  # one takes about two milliseconds, and nobody plays so many
_FOLDER = Path("sheet/pdf")
_SANS, _EMBEDDED = ("Noto Sans", "Liberation Sans", "DejaVu Sans"), "Libertinus Serif"
_LONG_LABEL = 16  # characters of a name beside its line
_PATIENCE = 5  # seconds: one is set at a time, which bounds what all of them together take
_AT_WORK = Lock()
_MISSING = Trouble(
    _("This app makes no PDF"),
    _(
        "A part of it is missing here. Print the sheet from the browser, which can save a PDF too; "
        "or have whoever runs the app install that part, as its README says."
    ),
    "nothing",
)
_TOO_LONG = Trouble(
    _("That is too long for a PDF"),
    _("This game has more rounds than a PDF takes. Print the sheet from the browser instead."),
    "nothing",
)


def init_app(app: Flask) -> None:
    """Let templates know whether there is a PDF to offer."""
    app.add_template_global(can_make_pdf)


def can_make_pdf() -> bool:
    """Whether the extra is installed."""
    return find_spec("typst") is not None


def pdf_answer(leaf: Leaf, name: str) -> ResponseReturnValue:
    """The sheet as a file of this name, or a page that says why there is none. Raises TooBusy."""
    if not can_make_pdf():
        return page(_MISSING, 404)
    if len(leaf.paper.rows) + len(leaf.paper.pen_rows) > MOST_ROUNDS:
        return page(_TOO_LONG, 404)
    answer: Response = send_file(
        BytesIO(pdf_of(leaf)), "application/pdf", download_name=f"{name}.pdf"
    )
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def pdf_of(leaf: Leaf) -> bytes:
    """The sheet as PDF, where the extra is installed. Raises TooBusy."""
    folder = Path(current_app.root_path, current_app.template_folder or "", _FOLDER)
    source, sent = (folder / "sheet.typ").read_bytes(), json.dumps(_data(leaf))
    if not _AT_WORK.acquire(timeout=_PATIENCE):
        raise TooBusy
    try:
        pdf: bytes = _compiler(folder).compile(
            input=source, format="pdf", sys_inputs={"sheet": sent}
        )
    finally:
        _AT_WORK.release()
    return pdf


@cache
def _compiler(folder: Path) -> Any:  # noqa: ANN401 - the extra may not be installed
    """One for the process: it looks for the fonts of the system once."""
    import typst  # noqa: PLC0415 - only where the extra is

    compiler: Any = typst.Compiler
    return compiler(b"", font_paths=[str(folder)])


@cache
def _letters() -> str:
    """The first of these families that is here: each that is not costs time in every text."""
    import typst  # noqa: PLC0415

    here = set(typst.Fonts().families())
    return next((family for family in _SANS if family in here), _EMBEDDED)


def _data(leaf: Leaf) -> dict[str, Any]:
    paper, said = leaf.paper, leaf.said
    return {
        "letters_of": _letters(),
        "lang": str(get_locale() or "en").partition("_")[0],
        "labels": said.labels,
        "kind": paper.kind,
        "wide": paper.is_wide,
        "long": paper.has_long_names,
        "row": paper.row,
        "pen": paper.pen_row,
        "title": _runs(said.title),
        "letters": said.letters,
        "colour": _colour(paper.winner),
        "why": _runs(said.why),
        "place": said.place,
        "about": said.about,
        "date": said.date,
        "code": str(leaf.code),
        "columns": [_column(*one) for one in zip(paper.columns, said.made, strict=True)],
        "rows": [_row(row, said.labels) for row in paper.rows],
        "pens": [_pen(*one) for one in zip(paper.pen_rows, said.cards, strict=True)],
        "legend": said.legend,
        "race": _race(paper.race, said.race) if paper.race else None,
        "memories": [(figure, title, _runs(who)) for figure, title, who in said.memories],
        "rules": said.rules,
        "notes": [_runs(note) for note in said.notes],
        "values": said.values,
        "contracts": [_contract(*one) for one in zip(paper.contracts, said.contracts, strict=True)],
    }


def _runs(words: str) -> list[dict[str, Any]]:
    """Words and names in turn, without the elements that set names apart on a page."""
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


def _colour(seat: int | None) -> int:
    return 0 if seat is None else colour_of(seat)


def _column(column: Column, made: str) -> dict[str, Any]:
    total = "" if column.total is None else figure(column.total)
    colour = _colour(column.seat)
    return {"name": column.name, "colour": colour, "total": total, "made": made}


def _row(row: Row, labels: Mapping[str, str]) -> dict[str, Any]:
    return {
        "number": str(row.number),
        "flags": ("c" if row.corrected else "") + ("?" if row.doubted else ""),
        "dealer": row.dealer.name,
        "counted": row.counted,
        "cells": [cell and _cell(cell, labels) for cell in row.cells],
    }


def _cell(cell: Cell, labels: Mapping[str, str]) -> dict[str, Any]:
    word = labels["void"] if cell.points is None else labels["out"] if cell.only_out else ""
    return {
        "contract": str(cell.contract or ""),
        "made": cell.made,
        "word": bool(word),
        "points": word or figure(cell.points or 0),
        "total": figure(cell.total),
    }


def _pen(row: PenRow, cards: str) -> dict[str, Any]:
    contracts = [str(contract or "") for contract in row.contracts]
    return {"number": str(row.number), "dealer": row.dealer, "cards": cards, "contracts": contracts}


def _race(race: Race, title: str) -> dict[str, Any]:
    return {
        "title": title,
        "height": race.height,
        "left": race.left,
        "right": race.right,
        "bottom": race.bottom,
        "rules": [(figure(points), y) for points, y in race.rules],
        "rounds": [(str(number), x) for number, x in race.rounds],
        "lines": [
            {
                "name": _label(line),
                "colour": colour_of(line.seat),
                "dash": line.dash,
                "winner": line.is_winner,
                "points": line.points,
                "label": line.label,
                "total": figure(line.total),
            }
            for line in race.lines
        ],
    }


def _label(line: Line) -> str:
    return line.name if len(line.name) <= _LONG_LABEL else line.short or initial(line.name)


def _contract(contract: Contract, words: str) -> dict[str, Any]:
    return {"words": words, "melds": [(m.size, isinstance(m, Run)) for m in contract.melds]}
