"""Other engines: two rounds, one offline, and a game that starts offline."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.serving import LiveServer
from tests.engines.alone import a_game_starts_alone
from tests.engines.engine import Engine
from tests.engines.phone import Phone
from tests.engines.round import a_round_and_the_sheet
from tests.engines.wire import Wire, wire_to


def _plays(
    evening: Callable[[Phone, Wire], None], engine: Engine, server: LiveServer, folder: Path
) -> None:
    try:
        with wire_to(server.url) as wire:
            evening(Phone(engine, wire.address), wire)
    except BaseException:
        (folder / "where-it-ended.png").write_bytes(engine.picture())
        raise


@pytest.mark.long
def test_two_rounds_one_of_them_without_a_network_and_the_sheet(
    engine: Engine, server: LiveServer, tmp_path: Path
) -> None:
    _plays(a_round_and_the_sheet, engine, server, tmp_path)


@pytest.mark.soak
def test_a_game_that_is_started_without_a_network(
    engine: Engine, server: LiveServer, tmp_path: Path
) -> None:
    _plays(a_game_starts_alone, engine, server, tmp_path)
