"""The printed sheet of a game, with a QR code of the link for watching."""

from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urljoin

import segno
from flask import url_for
from markupsafe import Markup

from companion.records.log.stored_game import StoredGame
from companion.web.guard.proxies import public_address
from companion.web.paper.layout import SheetLayout, paper_of
from companion.web.paper.texts import Evening, SheetTexts, paper_words
from companion.web.view_models.sheet import SheetView, sheet_view
from companion.web.words.winners import winner_words


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet: figures, words, and the address of its code, if any."""

    paper: SheetLayout
    said: SheetTexts
    address: str = ""

    @property
    def code(self) -> Markup:
        """The address as a QR code."""
        return _drawn(self.address) if self.address else Markup("")


def view_of(stored: StoredGame) -> SheetView:
    """The sheet view of this game."""
    return sheet_view(
        stored.ruleset,
        stored.state,
        stored.rule_changes,
        may_score=stored.may_score,
        title=stored.title,
    )


def leaf_of(stored: StoredGame, view: SheetView, *, large: bool = False) -> PrintedSheet:
    """The sheet of this game, for print and for PDF."""
    paper = replace(paper_of(stored.ruleset, stored.state, view), is_large=large)
    started_at, minutes = stored.row.started_at, stored.minutes_played if view.is_over else None
    evening = Evening(stored.state, stored.title, started_at, minutes, winner_words(stored))
    return PrintedSheet(paper, paper_words(stored.ruleset, paper, evening), _watch_address(stored))


def _watch_address(stored: StoredGame) -> str:
    """The address for watching; empty if phones cannot reach the requested address."""
    root = public_address()
    place = url_for("table.page", token=stored.row.watch_token)
    return urljoin(root, place) if root else ""


@lru_cache(maxsize=256)
def code_rows(address: str) -> tuple[bytes, ...]:
    """The rows of the QR code; 1 is dark."""
    return tuple(map(bytes, segno.make(address, error="m", micro=False).matrix))


@lru_cache(maxsize=256)
def _drawn(address: str) -> Markup:
    rows = code_rows(address)
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, on in enumerate(row) if on
    )
    drawn = '<svg class="code" viewBox="0 0 {0} {0}" aria-hidden="true"><path d="{1}" /></svg>'
    return Markup(drawn).format(len(rows), dark)  # noqa: S704 - contains numbers only
