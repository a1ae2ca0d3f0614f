"""Two rounds with an undo, one without a network, in the browsers of most phones at a table."""

from pathlib import Path

import pytest

from tests.browser.serving import LiveServer
from tests.engines.engine import Engine
from tests.engines.phone import Phone
from tests.engines.round import a_round_and_the_sheet
from tests.engines.wire import wire_to


@pytest.mark.long
def test_two_rounds_one_of_them_without_a_network_and_the_sheet(
    engine: Engine, server: LiveServer, tmp_path: Path
) -> None:
    try:
        with wire_to(server.url) as wire:
            a_round_and_the_sheet(Phone(engine, wire.address), wire)
    except BaseException:
        (tmp_path / "where-it-ended.png").write_bytes(engine.picture())
        raise
