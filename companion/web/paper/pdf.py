"""The sheet as PDF, typeset by typst if the extra `pdf` is installed."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from flask import Flask, Response, send_file
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from flask_babel import lazy_gettext as _
from markupsafe import Markup

from companion.rules.model.contracts import Contract, Run
from companion.web.http.colours import colour_of
from companion.web.http.errors import page
from companion.web.http.troubles import Trouble
from companion.web.paper.missing_fonts import MissingFonts, missing_fonts
from companion.web.paper.printing import Leaf
from companion.web.paper.typesetting import can_typeset, letters_here, runs_of, typeset
from companion.web.paper.view import Column, Paper, PenRow
from companion.web.paper.words import mark_of
from companion.web.view_models.race import Line, Race
from companion.web.view_models.sheet import Cell, Row
from companion.web.words.figures import figure

MOST_ROUNDS = 300  # rounds; one takes about two milliseconds
_LONG_LABEL = 16  # characters of a name beside its line
_MISSING = Trouble(
    _("This app cannot make PDFs"),
    _(
        "Its PDF extra is not installed. Print the sheet from the browser, which can also "
        "save it as a PDF, or ask the person who runs the app to install the extra, as the "
        "README explains."
    ),
    "nothing",
)
_TOO_LONG = Trouble(
    _("That is too long for a PDF"),
    _("This game has too many rounds for a PDF. Print the sheet from the browser instead."),
    "nothing",
)


def init_app(app: Flask) -> None:
    """Register for templates whether PDFs are available, and what fonts they lack."""
    app.add_template_global(can_typeset, "can_make_pdf")
    app.add_template_global(fonts_missing_for)
    app.add_template_global(mark_of)


def fonts_missing_for(leaf: Leaf) -> MissingFonts | None:
    """Characters of this sheet that a PDF would show as boxes; None if there are none."""
    has_pdf = can_typeset() and not is_too_long(leaf)
    return missing_fonts(_data(leaf)) if has_pdf else None


def pdf_answer(leaf: Leaf, name: str) -> ResponseReturnValue:
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


def is_too_long(leaf: Leaf) -> bool:
    """Whether typesetting would block others for too long."""
    return len(leaf.paper.rows) + len(leaf.paper.pen_rows) > MOST_ROUNDS


def pdf_of(leaf: Leaf) -> bytes:
    """The sheet as PDF; requires the extra. Raises TooBusy."""
    return typeset("sheet.typ", _data(leaf), "pdf")


def _data(leaf: Leaf) -> dict[str, Any]:
    paper, said = leaf.paper, leaf.said
    return {
        "letters_of": letters_here(),
        "lang": str(get_locale() or "en").partition("_")[0],
        "labels": said.labels,
        "kind": paper.kind,
        "wide": paper.is_wide,
        "long": paper.has_long_names,
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
        "columns": [
            _column(*one) for one in zip(paper.columns, said.made, said.formers, strict=True)
        ],
        "rows": [_row(row, paper, said.labels) for row in paper.rows],
        "settled": [
            (label, ["" if points is None else figure(points) for points in row.points])
            for label, row in zip(said.settled, paper.settlement, strict=True)
        ],
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


def sharers_data(paper: Paper) -> list[dict[str, Any]]:
    """The winners of a shared win with their colours, for the sheet and the picture of a result."""
    return [{"name": one.name, "colour": colour_of(one.seat)} for one in paper.sharers]


def _column(column: Column, made: str, formers: Sequence[Markup]) -> dict[str, Any]:
    return {
        "name": column.name,
        "colour": _colour(column.seat),
        "total": "" if column.total is None else figure(column.total),
        "made": made,
        "formers": [runs_of(former) for former in formers],
    }


def _row(row: Row, paper: Paper, labels: Mapping[str, str]) -> dict[str, Any]:
    cells = zip(row.cells, paper.columns, strict=True)
    marks = labels if paper.has_marks else {}
    return {
        "number": str(row.number),
        "flags": ("c" if row.corrected else "") + ("?" if row.doubted else ""),
        "dealer": row.dealer.name,
        "counted": row.counted,
        "handed": [n for n, one in enumerate(row.handovers) if one],
        "cells": [
            _cell(cell, labels) | {"mark": marks.get(mark_of(cell), "")}
            if cell
            else _start(column, row.number)
            for cell, column in cells
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


def race_data(race: Race, title: str) -> dict[str, Any]:
    """The race as data for typst, for the sheet and the picture of a result."""
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
    return line.name if len(line.name) <= _LONG_LABEL else line.short


def _contract(contract: Contract, words: str) -> dict[str, Any]:
    return {"words": words, "melds": [(m.size, isinstance(m, Run)) for m in contract.melds]}
