"""What engines could draw otherwise: how wide a page is, and in how many lines a key's name."""

from functools import partial

from tests.browser.faces import FACES, set_in
from tests.browser.looks import sticking_out
from tests.engines.phone import Phone

_IS_DRAWN = "() => [innerWidth, document.fonts.status]"
# Each piece of text that is one of these words, with the number of lines it stands in.
_LINES = """
words => [...document.querySelectorAll("main *")]
  .filter(e => !e.firstElementChild && words.includes(e.textContent.trim()))
  .filter(e => e.checkVisibility({ visibilityProperty: true }))
  .map(e => {
    const range = document.createRange();
    range.selectNodeContents(e);
    const feet = [...range.getClientRects()].map(box => Math.round(box.bottom));
    return [e.textContent.trim(), new Set(feet).size];
  })
"""


def look(phone: Phone, *keys: str) -> None:
    """Nothing is wider than the phone, and each of these keys is there, its name in one line.

    In the wide face: what has room in it has room in others.
    """
    engine = phone.engine
    set_in(engine, FACES[0])
    for width in engine.WIDE:
        engine.resizes(width)
        phone.comes_to(partial(engine.evaluate, _IS_DRAWN), [width, "loaded"])
        assert sticking_out(engine) == []
        lines = engine.evaluate(_LINES, keys)
        assert sorted(lines) == sorted([key, 1] for key in keys), f"{width} px"
    set_in(engine, "")
