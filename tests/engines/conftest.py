"""The installed engines, and their requirements."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.browser import faces
from tests.browser.missing import cannot
from tests.engines.engine import Engine


@pytest.fixture(params=["webkit", pytest.param("firefox", marks=pytest.mark.soak)])
def engine(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Engine]:
    """A page in one of the engines, with the test fonts."""
    make = import_module(f"tests.engines.{request.param}")  # its driver takes long to load
    if not make.is_installed():
        cannot(make.MISSING)
    fonts = faces.fonts_for_chromium(tmp_path)
    if fonts is None:
        cannot(faces.MISSING)
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts))
    with make.started(tmp_path) as engine:
        yield engine
