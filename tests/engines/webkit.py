"""WebKit, the engine of all browsers on iPhones: MiniBrowser on a virtual display."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    NoSuchFrameException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.proxy import Proxy, ProxyType
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.engines.engine import Engine

_DRIVER = "WebKitWebDriver"
_NEEDS = (_DRIVER, "Xvfb")
_DIRECT = Proxy({"proxyType": ProxyType.DIRECT})
MISSING = "WebKit is not installed (apt-get install webkit2gtk-driver xvfb): no round was played."


class WebKit(Engine):
    """WebKitGTK, driven by its own WebDriver."""

    passing = (
        ElementClickInterceptedException,
        ElementNotInteractableException,
        NoSuchElementException,
        NoSuchFrameException,  # the page was left before the script answered
        StaleElementReferenceException,
    )

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def goes_to(self, address: str) -> None:
        self.driver.get(address)

    def resizes(self, width: int) -> None:
        self.driver.set_window_size(width, self.HIGH)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return self.driver.execute_script(f"return ({function})(arguments[0])", argument)

    def name_of(self, element: Any) -> str:
        return element.accessible_name

    def taps(self, element: Any) -> None:
        element.click()

    def types(self, element: Any, words: str) -> None:
        element.clear()
        element.send_keys(words)

    def picture(self) -> bytes:
        return self.driver.get_screenshot_as_png()


def is_installed() -> bool:
    return all(map(shutil.which, _NEEDS))


@contextmanager
def started(folder: Path) -> Iterator[WebKit]:
    """Start it with its log in this folder, and end it with the block."""
    options = Options()
    options.proxy = _DIRECT
    options.page_load_strategy = "none"
    for argument in ("--automation", "--full-screen"):  # its toolbar is wider than a phone
        options.add_argument(argument)
    with _screen() as display, _driver(folder, display) as address:
        way = RemoteConnection(client_config=ClientConfig(address, proxy=_DIRECT))
        driver = WebDriver(way, options=options)
        try:
            yield WebKit(driver)
        finally:
            driver.quit()


@contextmanager
def _driver(folder: Path, display: str) -> Iterator[str]:
    """A running driver on this display; yields its address."""
    with (folder / "webkit.log").open("wb") as log:
        service = Service(
            shutil.which(_DRIVER), log_output=log, env=os.environ | {"DISPLAY": display}
        )
        service.start()
        try:
            yield service.service_url
        finally:
            service.stop()


@contextmanager
def _screen() -> Iterator[str]:
    """A virtual X server, at the first free number."""
    reads, writes = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writes),
        "-screen",
        "0",
        "1024x1024x24",
        "-nolisten",
        "tcp",
    ]
    with os.fdopen(reads) as told:
        server = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
        os.close(writes)
        try:
            yield f":{told.readline().strip()}"
        finally:
            server.terminate()
            server.wait()
