"""The size of an open table: its page, scripts, stylesheets and drawings."""

import re
from urllib.parse import urljoin

import brotli
import pytest

from tests.web.table import Table

# Bytes and requests without headers, with some slack. The goals are 90,000 and 115,000 (ADR 40).
_UNTIL_A_TAP = (101_000, 9)
_IN_ALL = (127_600, 11)
_HEAD = re.compile(r'<template data-of="head" data-key="(\w+)">(.*)')  # on one line
_STYLES = re.compile(r'href="([^"]+\.css)"')
_FILES = re.compile(
    r'src="(?P<opening>[^"]+/opening\.js)"[^>]* data-then="(?P<script>[^"]+)"'
    r' data-further="(?P<further>[^"]+)" data-with="(?P<drawings>[^"]+)"'
)
_ZONE = re.compile(r'<script src="([^"]+/zone\.js)"')
_FONTS = re.compile(r'url\("([^"?]+pad-(?:figures|letters)\.woff2)"\)')


def _sent(table: Table, address: str) -> bytes:
    """The body after decompression by a client."""
    answer = table.phone.client.get(address, headers={"Accept-Encoding": "identity"})
    assert answer.status_code == 200
    return bytes(answer.data)


def _packed(body: bytes, quality: int = 11) -> int:
    """Compressed here, because the app compresses less in this test process."""
    return len(brotli.compress(body, quality=quality))


def _in_brotli(table: Table, address: str) -> tuple[str, int]:
    """A text that the app compresses as it does in use, and its bytes."""
    with table.phone.client.get(address, headers={"Accept-Encoding": "br"}) as answer:
        return brotli.decompress(answer.data).decode(), len(answer.data)


@pytest.mark.only_on("sqlite")
def test_an_open_table_needs_no_more_than_a_known_number_of_bytes_and_requests(
    table: Table,
) -> None:
    page, bytes_of_page = _in_brotli(table, table.address())
    files = _FILES.search(page)
    assert files
    drawn, bytes_of_drawings = _in_brotli(table, files["drawings"])
    heads = {name: _STYLES.findall(head) for name, head in _HEAD.findall(drawn)}
    styles = _STYLES.findall(page)
    assert set(heads["table"]) <= set(styles), "the first tap waits for no stylesheet"
    fonts = {
        urljoin(address, font)
        for address in styles
        for font in _FONTS.findall(_sent(table, address).decode())
    }
    assert len(fonts) == 2
    scripts = [*_ZONE.findall(page), files["opening"], files["script"]]
    sizes = {
        table.address(): bytes_of_page,
        files["drawings"]: bytes_of_drawings,
        **{one: _packed(_sent(table, one)) for one in (*styles, *scripts)},
        **{font: len(_sent(table, font)) for font in fonts},
    }
    _is_no_more_than(_UNTIL_A_TAP, sizes)
    later = {files["further"], *(one for head in heads.values() for one in head)} - {*sizes}
    sizes |= {one: _packed(_sent(table, one)) for one in later}
    _is_no_more_than(_IN_ALL, sizes)


def _is_no_more_than(most: tuple[int, int], sizes: dict[str, int]) -> None:
    total, requests = sum(sizes.values()), len(sizes)

    assert total <= most[0], sizes
    assert requests <= most[1], sizes


def test_drawings_are_compressed_more_than_a_page_that_is_drawn_on_each_request(
    table: Table,
) -> None:
    address = table.address("drawings")
    plain = _sent(table, address)
    with table.phone.client.get(address, headers={"Accept-Encoding": "br"}) as answer:
        assert brotli.decompress(answer.data) == plain
        assert len(answer.data) < 0.95 * _packed(plain, quality=5)
        assert "Accept-Encoding" in answer.headers["Vary"]
        tag = answer.headers["ETag"]
    for encoding in ("br", "gzip", "identity"):
        asked = {"Accept-Encoding": encoding, "If-None-Match": tag}
        assert table.phone.client.get(address, headers=asked).status_code == 304
