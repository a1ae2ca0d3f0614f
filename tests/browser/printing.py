"""What comes out of the printer, read back."""

from dataclasses import dataclass
from io import BytesIO
from unicodedata import normalize

from playwright.sync_api import Page
from pypdf import PdfReader


@dataclass(frozen=True)
class Printed:
    """A printed page: how many sheets of paper, which way up, and what stands on them."""

    pages: int
    width: float
    height: float
    text: str

    @property
    def is_upright(self) -> bool:
        """Higher than wide."""
        return self.height > self.width


def printed(page: Page, paper: str) -> Printed:
    """Print the page as it is on this paper."""
    reader = PdfReader(BytesIO(page.pdf(format=paper, prefer_css_page_size=True)))
    box = reader.pages[0].mediabox
    text = " ".join(sheet.extract_text() for sheet in reader.pages)
    return Printed(len(reader.pages), box.width, box.height, _plain(text))


def sheets_of_any_paper(page: Page) -> int:
    """How many sheets it takes where they are as narrow as A4 and, for slack, below Letter."""
    return len(PdfReader(BytesIO(page.pdf(width="210mm", height="265mm"))).pages)


def _plain(text: str) -> str:
    """Without ligatures and line breaks."""
    return " ".join(normalize("NFKC", text).split())
