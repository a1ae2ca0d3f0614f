"""Every declared field of a view model is used by a page."""

import re
from pathlib import Path

from tests.declarations import views
from tests.vectors.view_data import told_of

TOP = Path(__file__).parents[2]


def _shown() -> str:
    """The sources of pages: templates, scripts, and the modules for words."""
    drawing = [
        *(TOP / "templates").rglob("*.html"),
        *(TOP / "static" / "js").rglob("*.js"),
        *(TOP / "companion" / "web" / "words").glob("*.py"),
    ]
    paths = [path for path in drawing if path.parent.name not in {"views", "rules"}]
    return "\n".join(path.read_text("utf-8") for path in paths)


def test_every_figure_of_a_view_is_shown() -> None:
    shown = {*re.findall(r"\w+", _shown())}
    told = [(kind, name) for kind in views() for name in told_of(kind) or ()]
    shown |= {"winner_seats"}  # read by the page of the winner only, in Python
    assert [f"{kind.__name__}.{name}" for kind, name in told if name not in shown] == []
