"""Layout that may differ between engines: the page width, and the lines of key labels."""

from functools import partial

from tests.browser.faces import FACES, set_in
from tests.browser.looks import sticking_out
from tests.engines.phone import Phone

_IS_DRAWN = "() => [innerWidth, document.readyState, document.fonts.status]"
# Each piece of text that is one of these words: in how many lines it stands, and whether a thumb
# meets one and the same thing from end to end, so that nothing lies on it.
_NAMES = """
words => [...document.querySelectorAll("main *")]
  .filter(e => !e.firstElementChild && words.includes(e.textContent.trim()))
  .filter(e => e.closest(".key")?.checkVisibility({ visibilityProperty: true }))
  .map(e => {
    const range = document.createRange();
    range.selectNodeContents(e);
    const boxes = [...range.getClientRects()];
    const met = boxes.flatMap(({ left, right, top, bottom }) =>
      [left + 1, right - 1].map(x => document.elementFromPoint(x, (top + bottom) / 2)));
    const lines = new Set(boxes.map(box => Math.round(box.bottom)));
    return [e.textContent.trim(), lines.size, met[0] !== null && new Set(met).size === 1];
  })
"""


def look(phone: Phone, *keys: str) -> None:
    """Nothing is wider than the phone; each of these keys has its name in one line, all of it seen.

    In the wide face: what has room in it has room in others.
    """
    engine = phone.engine
    set_in(engine, FACES[0])
    for width in engine.WIDE if keys else engine.WIDE[:1]:
        engine.resizes(width)
        phone.comes_to(partial(engine.evaluate, _IS_DRAWN), [width, "complete", "loaded"])
        wide = sticking_out(engine)
        assert not wide, f"{width} px: {wide}"
        names = engine.evaluate(_NAMES, keys)
        assert sorted(names) == sorted([key, 1, True] for key in keys), f"{width} px: {names}"
    if keys:
        engine.resizes(engine.WIDE[0])
    set_in(engine, "")
