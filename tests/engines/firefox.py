"""Headless Firefox, controlled by its Marionette protocol."""

import json
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.engines.engine import Engine
from tests.engines.waiting import comes_true

with warnings.catch_warnings(action="ignore"):  # selenium imports deprecated modules
    from marionette_driver.errors import (
        ElementClickInterceptedException,
        ElementNotInteractableException,
        NoSuchElementException,
        StaleElementException,
    )
    from marionette_driver.geckoinstance import DesktopInstance, GeckoInstance
    from marionette_driver.marionette import Marionette

MISSING = "Firefox is not installed (apt-get install firefox-esr): no round was played."
_NAMES = ("firefox-esr", "firefox")
# Mozilla's preferences for tests; any free port; overlay scrollbars; no preallocated processes; no
# background requests.
_PREFERENCES = {
    **GeckoInstance.required_prefs,
    **DesktopInstance.desktop_prefs,
    "marionette.port": 0,
    "ui.useOverlayScrollbars": 1,
    "gfx.webrender.all": False,
    "gfx.webrender.software": True,
    "extensions.webextensions.remote": False,
    "fission.autostart": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "dom.ipc.processCount": 1,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
}
# Windows cannot be that narrow; the viewport can.
_RESIZE = """
const { style } = gBrowser.selectedBrowser;
for (const [side, length] of Object.entries(arguments[0])) style.setProperty(side, `${length}px`);
"""


class Firefox(Engine):
    """Firefox ESR, as packaged by Debian."""

    passing = (
        ElementClickInterceptedException,
        ElementNotInteractableException,
        NoSuchElementException,
        StaleElementException,
    )

    def __init__(self, marionette: Marionette) -> None:
        self.marionette = marionette

    def goes_to(self, address: str) -> None:
        self.marionette.navigate(address)

    def resizes(self, width: int) -> None:
        size = {"width": width, "height": self.HIGH, "min-height": self.HIGH}
        with self.marionette.using_context("chrome"):
            self.marionette.execute_script(_RESIZE, [size])

    def evaluate(self, function: str, argument: Any = None) -> Any:
        script = f"return ({function})(arguments[0])"
        return self.marionette.execute_script(script, [argument], sandbox=None)

    def name_of(self, element: Any) -> str:
        return element.computed_label

    def taps(self, element: Any) -> None:
        element.click()

    def types(self, element: Any, words: str) -> None:
        element.clear()
        element.send_keys(words)

    def picture(self) -> bytes:
        return self.marionette.screenshot(format="binary", full=False)


def is_installed() -> bool:
    return _found() is not None


def _found() -> str | None:
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def started(folder: Path) -> Iterator[Firefox]:
    """Start it with its profile and log in this folder, and end it with the block."""
    profile = folder / "firefox"
    profile.mkdir()
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(as_is)});"
        for name, as_is in _PREFERENCES.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    with _at_work(profile, folder / "firefox.log") as process:
        marionette = Marionette(port=_port(profile, process))
        marionette.start_session({"pageLoadStrategy": "none"})
        try:
            yield Firefox(marionette)
        finally:
            marionette.delete_session()


@contextmanager
def _at_work(profile: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [_found(), "--headless", "--marionette", "--remote-allow-system-access"]
    with log.open("wb") as told:
        process = subprocess.Popen(
            [*command, "--no-remote", "--profile", profile], stdout=told, stderr=told
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def _port(profile: Path, process: subprocess.Popen[bytes]) -> int:
    """The port that it writes down once it listens."""
    told = profile / "MarionetteActivePort"

    def is_written() -> bool:
        assert process.poll() is None, "Firefox ended before it listened."
        return told.exists() and bool(told.read_text())

    assert comes_true(is_written), "Firefox does not listen."
    return int(told.read_text())
