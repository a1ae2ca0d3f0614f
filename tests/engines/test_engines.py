"""A whole round with an undo, and the sheet, in the browsers of most phones at a table."""

from pathlib import Path

from tests.browser.serving import LiveServer
from tests.engines.engine import Engine
from tests.engines.phone import Phone
from tests.engines.round import a_round_and_the_sheet


def test_a_round_with_an_undo_and_the_sheet(
    engine: Engine, server: LiveServer, tmp_path: Path
) -> None:
    try:
        a_round_and_the_sheet(Phone(engine, server.url))
    except BaseException:
        (tmp_path / "where-it-ended.png").write_bytes(engine.picture())
        raise
