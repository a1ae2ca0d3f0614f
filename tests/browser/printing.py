"""Printed pages, parsed."""

import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from unicodedata import normalize

from playwright.sync_api import Page
from pypdf import PdfReader

from tests.browser.missing import cannot

_DPI = 60
_INCH = 25.4  # mm
_LIGHT = 200  # of 255: a lighter grey is no text


class Printed:
    """A printed document: number of pages, orientation and text."""

    def __init__(self, pdf: bytes) -> None:
        self._pdf = pdf
        self._sheets = PdfReader(BytesIO(pdf)).pages
        self.pages = len(self._sheets)

    @property
    def is_upright(self) -> bool:
        """Higher than wide."""
        box = self._sheets[0].mediabox
        return bool(box.height > box.width)

    @cached_property
    def text(self) -> str:
        """All words in writing order, without ligatures and line breaks."""
        text = poppler("pdftotext", "-raw", "-", "-", pdf=self._pdf).decode()
        return " ".join(normalize("NFKC", text).split())


@dataclass(frozen=True)
class Picture:
    """The first page in greyscale, a byte per pixel."""

    width: int
    height: int
    pixels: bytes

    @property
    def margins(self) -> tuple[float, float, float, float]:
        """The distance of the first ink from the left, right, top and bottom edge, in mm."""
        rows = [self.pixels[y * self.width : (y + 1) * self.width] for y in range(self.height)]
        inked = [y for y, row in enumerate(rows) if min(row) < _LIGHT]
        left = min(next(x for x, p in enumerate(rows[y]) if p < _LIGHT) for y in inked)
        right = min(next(x for x, p in enumerate(rows[y][::-1]) if p < _LIGHT) for y in inked)
        edges = (left, right, inked[0], self.height - 1 - inked[-1])
        first, second, third, last = (round(edge * _INCH / _DPI, 1) for edge in edges)
        return first, second, third, last


def printed(page: Page, paper: str) -> Printed:
    """Print the page on this paper."""
    return Printed(page.pdf(format=paper, prefer_css_page_size=True))


def pictured(pdf: bytes) -> Picture:
    """The first page as a greyscale print."""
    picture = poppler("pdftoppm", "-gray", "-singlefile", "-r", str(_DPI), "-", pdf=pdf)
    _kind, size, _most, pixels = picture.split(b"\n", 3)
    width, height = map(int, size.split())
    return Picture(width, height, pixels)


def poppler(program: str, *how: str, pdf: bytes) -> bytes:
    """The output of this program for a PDF; extracting its text in Python takes a second."""
    if shutil.which(program) is None:
        cannot("No program to read pages of paper: apt-get install poppler-utils")
    return subprocess.run((program, *how), input=pdf, capture_output=True, check=True).stdout


def sheets_of_any_paper(page: Page) -> int:
    """The number of pages on paper as narrow as A4 and slightly shorter than Letter."""
    return len(PdfReader(BytesIO(page.pdf(width="210mm", height="265mm"))).pages)
