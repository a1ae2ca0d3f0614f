"""The first load of a page: bytes on the wire, headers included, and requests."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser

from bench.figures import Figure
from bench.phone import new_phone

_MOST_BYTES, _MOST_REQUESTS = 30 * 1024, 7


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
    wire = _load(browser, address)
    note = " ".join(sorted(_file(asked) for asked in wire.addresses))
    return [
        Figure(f"{name}: first load", wire.size, "bytes", _MOST_BYTES),
        Figure(f"{name}: first load", len(wire.addresses), "requests", _MOST_REQUESTS, note),
    ]


def _load(browser: Browser, address: str) -> Wire:
    phone, wire = new_phone(browser), Wire()
    page = phone.new_page()
    network = phone.new_cdp_session(page)
    network.on("Network.requestWillBeSent", wire.asked)
    network.on("Network.loadingFinished", wire.answered)
    network.send("Network.enable")
    page.goto(address, wait_until="networkidle")
    phone.close()
    return wire


def _file(address: str) -> str:
    return address.partition("?")[0].rpartition("/")[2] or "page"
