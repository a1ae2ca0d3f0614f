"""The picture of a result, drawn by the browser if the server lacks the extra `pdf`."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.evenings import FRIENDS, SHARING, WHOLE_GAME, Evening, shared_by
from tests.browser.serving import LiveServer, serving_without_pdf

BLUE, RED, GREEN, FELT, PAPER = (
    [*bytes.fromhex(code)] for code in ("1f4fb4", "ae1b49", "2f6b12", "124a3b", "f5edda")
)
# The pixels of a file: its size, the colours at these points, and the number of pixels in a box
# (x, y, width, height; y below 0 from the bottom) that differ from its first one.
LOOK = """async ({ file, points, boxes }) => {
  const bytes = Uint8Array.from(atob(file), one => one.charCodeAt());
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(picture.width, picture.height)
    .getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const fromTop = y => y < 0 ? picture.height + y : y;
  const pixels = (x, y, ...size) =>
    new Uint32Array(pen.getImageData(x, fromTop(y), ...size).data.buffer);
  const colour = (x, y) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3);
  return {
    size: [picture.width, picture.height],
    colours: points.map(point => colour(...point)),
    written: boxes.map(box => pixels(...box).filter((one, _, all) => one !== all[0]).length),
  };
}"""
TITLE, REASON, RANKS, RACE, ABOUT = (
    *((150, 100, 900, 90), (60, 256, 1080, 60)),
    *((60, 440, 1080, 330), (60, -600, 1080, 400), (60, -80, 900, 60)),
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server without the extra `pdf`."""
    with serving_without_pdf(tmp_path_factory.mktemp("plain")) as live:
        yield live


def look_at(page: Page, evening: Evening, *points: tuple[int, int]) -> Any:
    """The file offered by the page of the result."""
    page.goto(evening.page("final/share"))
    with page.expect_download() as download:
        page.locator("#save").tap()
    file = download.value.path().read_bytes()
    assert file.startswith(b"\x89PNG"), download.value.suggested_filename
    boxes = [TITLE, REASON, RANKS, RACE, ABOUT]
    given = {"file": b64encode(file).decode(), "points": points, "boxes": boxes}
    return page.evaluate(LOOK, given) | {"name": download.value.suggested_filename}


def test_the_picture_names_the_winner_on_their_colour_with_reason_ranks_and_race(
    page: Page, plain: LiveServer
) -> None:
    evening = Evening(plain, FRIENDS, WHOLE_GAME, dealer=3)
    seen = look_at(page, evening, (2, 2), (1198, 418), (2, 422))
    high = page.evaluate("JSON.parse(document.querySelector('#content').textContent).height")
    assert (seen["name"], seen["size"]) == ("Ann wins.png", [1200, 2 * high])
    assert seen["colours"] == [BLUE, BLUE, PAPER]
    assert min(seen["written"]) > 500, "a part is blank"


@pytest.mark.soak
def test_each_winner_of_a_shared_win_has_a_box_of_their_colour(
    page: Page, plain: LiveServer
) -> None:
    evening = Evening(plain, SHARING, shared_by(3))
    seen = look_at(page, evening, (4, 4), (604, 4), (4, 100), (4, 400))
    assert seen["colours"] == [BLUE, RED, GREEN, FELT]
    assert min(seen["written"]) > 500, "a part is blank"
