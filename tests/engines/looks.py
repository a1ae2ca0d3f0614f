"""Layout that may differ between engines: page width, and the lines of key labels."""

from functools import partial

from tests.browser.faces import FACES, set_in
from tests.browser.looks import sticking_out
from tests.engines.phone import Phone

_IS_DRAWN = "() => [innerWidth, document.readyState, document.fonts.status]"
# The number of lines of each of these texts, and whether a tap hits the same element from end to
# end, so that nothing overlaps it.
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
    """The page does not overflow; the name of each key is on one line and not covered.

    In the wide font, because others need less space.
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
