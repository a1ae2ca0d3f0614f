"""The share page and its links, opened by phones on the network."""

from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table

LAN = "http://192.168.1.20:8000"


def opened_at(table: Table, base: str, where: str = "share", bound: str = "0.0.0.0") -> Page:
    """A page of the game, requested with the Host of a server that listens there."""
    answer = table.phone.client.get(
        table.address(where), base_url=base, environ_overrides={"SERVER_NAME": bound}
    )
    return Page(table.phone, answer)


def links(page: Page) -> list[str]:
    return [field.attrs["value"] or "" for field in page.all("input[readonly]")]


def sits(table: Table, phone: Phone, name: str, called: str = "") -> Page:
    """Open the shared link and take a seat."""
    page = table.on(phone).page("seat")
    button = next(b for b in page.buttons() if name in b.split())
    return page.press(button, name=called)
