"""The share page as phones on the network open it, and the links on it."""

from tests.web.page import Page
from tests.web.table import Table

LAN = "http://192.168.1.20:8000"


def opened_at(table: Table, base: str, where: str = "share", bound: str = "0.0.0.0") -> Page:
    """A page of the game, opened by this address of a server that listens there."""
    answer = table.phone.client.get(
        table.address(where), base_url=base, environ_overrides={"SERVER_NAME": bound}
    )
    return Page(table.phone, answer)


def links(page: Page) -> list[str]:
    return [field.attrs["value"] or "" for field in page.all("input[readonly]")]
