"""The first load of a page, and of those after it: bytes on the wire, headers included."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from bench.figures import Figure
from bench.phone import new_phone

_MOST_BYTES, _MOST_REQUESTS, _MOST_LATER = 30 * 1024, 7, 12 * 1024


@dataclass
class Wire:
    """What went over the wire, as Chromium's network log tells it."""

    addresses: list[str] = field(default_factory=list)
    size: int = 0

    def asked(self, event: dict[str, Any]) -> None:
        """A request was sent."""
        self.addresses.append(event["request"]["url"])

    def answered(self, event: dict[str, Any]) -> None:
        """A response has arrived to its last byte."""
        self.size += int(event["encodedDataLength"])


def first_load(browser: Browser, name: str, address: str) -> list[Figure]:
    """Bytes and requests for this page on a new phone."""
    phone = new_phone(browser)
    wire = _load(phone, address)
    phone.close()
    note = " ".join(sorted(_file(asked) for asked in wire.addresses))
    return [
        Figure(f"{name}: first load", wire.size, "bytes", _MOST_BYTES),
        Figure(f"{name}: first load", len(wire.addresses), "requests", _MOST_REQUESTS, note),
    ]


def later_loads(browser: Browser, first: str, pages: Mapping[str, str]) -> Iterator[Figure]:
    """Bytes for each of these pages, by name, on a phone that has seen those before it."""
    phone = new_phone(browser)
    _load(phone, first)
    for name, address in pages.items():
        yield Figure(f"{name}: later load", _load(phone, address).size, "bytes", _MOST_LATER)
    phone.close()


def _load(phone: BrowserContext, address: str) -> Wire:
    page, wire = phone.new_page(), Wire()
    network = phone.new_cdp_session(page)
    network.on("Network.requestWillBeSent", wire.asked)
    network.on("Network.loadingFinished", wire.answered)
    network.send("Network.enable")
    page.goto(address, wait_until="networkidle")
    page.close()
    return wire


def _file(address: str) -> str:
    return address.partition("?")[0].rpartition("/")[2] or "page"
