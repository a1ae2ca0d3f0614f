"""The first and later loads of a page: bytes on the wire, with headers.

Files named in the HTML are needed to show a page; files requested by a script later are counted
separately.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession

from bench.figures import Figure
from bench.phone import new_phone

_MOST_BYTES, _MOST_REQUESTS, _MOST_LATER = 30 * 1024, 7, 12 * 1024
_MOST_IN_ALL = 70 * 1000  # missed: ADR 40


@dataclass
class Request:
    """One request: its file, whether a script made it, and its bytes."""

    file: str
    by_a_script: bool
    size: int = 0
    was_here: bool = False


@dataclass
class Wire:
    """The network traffic, from Chromium's network log."""

    asked: dict[str, Request] = field(default_factory=dict)

    def listen(self, network: CDPSession) -> None:
        """Start recording."""
        network.on("Network.requestWillBeSent", self._sent)
        network.on("Network.requestServedFromCache", self._kept)
        network.on("Network.loadingFinished", self._finished)
        network.send("Network.enable")

    def requests(self, *, shown_only: bool = False) -> list[Request]:
        """The requests that left the phone; or only those needed to show the page."""
        sent = [one for one in self.asked.values() if not one.was_here]
        return [one for one in sent if not (shown_only and one.by_a_script)]

    def _sent(self, event: dict[str, Any]) -> None:
        by_a_script = event["initiator"]["type"] == "script" or event["type"] == "EventSource"
        file = event["request"]["url"].partition("?")[0].rpartition("/")[2] or "page"
        self.asked[event["requestId"]] = Request(file, by_a_script)

    def _kept(self, event: dict[str, Any]) -> None:
        self.asked[event["requestId"]].was_here = True

    def _finished(self, event: dict[str, Any]) -> None:
        if request := self.asked.get(event["requestId"]):
            request.size = int(event["encodedDataLength"])
            request.was_here |= not request.size


def first_load(browser: Browser, name: str, address: str) -> Iterator[Figure]:
    """Bytes and requests on a new phone, until the page is shown and until all is loaded."""
    phone = new_phone(browser)
    wire = _load(phone, address)
    phone.close()
    shown, all_of_it = wire.requests(shown_only=True), wire.requests()
    title = f"{name}: first load, shown"
    yield Figure(title, _size(shown), "bytes", _MOST_BYTES)
    yield Figure(title, len(shown), "requests", _MOST_REQUESTS, _files(shown))
    if len(all_of_it) > len(shown):
        later = [one for one in all_of_it if one not in shown]
        title = f"{name}: first load, and what decides taps"
        yield Figure(title, _size(all_of_it), "bytes", _MOST_IN_ALL)
        yield Figure(title, len(all_of_it), "requests", None, _files(later))


def later_loads(browser: Browser, first: str, pages: Mapping[str, str]) -> Iterator[Figure]:
    """Bytes for each of these pages, by name, on a phone that has seen those before it."""
    phone = new_phone(browser)
    _load(phone, first)
    for name, address in pages.items():
        all_of_it = _load(phone, address).requests()
        yield Figure(
            f"{name}: later load", _size(all_of_it), "bytes", _MOST_LATER, _files(all_of_it)
        )
    phone.close()


def _load(phone: BrowserContext, address: str) -> Wire:
    page, wire = phone.new_page(), Wire()
    wire.listen(phone.new_cdp_session(page))
    page.goto(address, wait_until="networkidle")
    page.close()
    return wire


def _size(requests: list[Request]) -> int:
    return sum(one.size for one in requests)


def _files(requests: list[Request]) -> str:
    return " ".join(sorted(one.file for one in requests))
