"""Layout checks: each returns the problems that it finds."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.faces import SET
from tests.once import AXE

# Loaded once per page from the server: sending it with each check costs as much as the check.
_BARRED = f"""async () => {{
  await import("{AXE}");
  const found = await axe.run({{
    preload: false,  // the stylesheets once more: for a rule that is off, as it is an experiment
    resultTypes: ["violations"],
    rules: {{ "color-contrast": {{ enabled: false }} }},
  }});
  return found.violations;
}}"""

# Targets smaller than 48 px; for a radio button or checkbox its label counts.
_TOO_SMALL = """
() => [...document.querySelectorAll("a[href], button, input, select, summary, textarea")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.disabled)
  .filter(e => !e.matches(".sr, [type=hidden]") && getComputedStyle(e).pointerEvents !== "none")
  .map(e => [e, /^(radio|checkbox)$/.test(e.type) ? e.closest("label") : e])
  .map(([e, target]) => [e, target.getBoundingClientRect()])
  .map(([e, box]) => [e, box, e.matches(".minus") ? 43.5 : 47.5]) // a minus lies within its key
  .filter(([, box, least]) => box.width < least || box.height < least)
  .map(([e, b]) => `${Math.round(b.width)}x${Math.round(b.height)} ${e.outerHTML.slice(0, 120)}`)
"""
# Elements that overflow sideways, except inside scrolling boxes.
_STICKING_OUT = """
() => {
  const wide = document.documentElement.clientWidth;
  const clips = e => /auto|scroll|hidden/.test(getComputedStyle(e).overflowX);
  const scrolls = e => e && (clips(e) || scrolls(e.parentElement));
  const found = [...document.body.querySelectorAll("*")]
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([, box]) => box.right > wide + 1 || box.left < -1)
    .filter(([e]) => !scrolls(e.parentElement) && e.checkVisibility() && !e.closest(".sr, svg"))
    .map(([e, box]) => `${Math.round(box.right)} of ${wide}: ${e.outerHTML.slice(0, 120)}`);
  const pushed = document.documentElement.scrollWidth > wide + 1; // innerWidth grows with it
  return found.length || !pushed ? found : ["the page scrolls sideways"];
}
"""
# A header that leaves less space than six letters for its title, or half the page for the rest.
_CROWDED = """
() => [...document.querySelectorAll("header h1")]
  .map(title => [title, title.closest("header").getBoundingClientRect()])
  .filter(([title, header]) => header.height > innerHeight / 2
    || title.clientWidth < 3 * parseFloat(getComputedStyle(title).fontSize))
  .map(([title, header]) => `${title.clientWidth} in ${header.height}: ${title.textContent}`)
"""
# Words on buttons that wrap without a hyphen; names may.
_BROKEN = """
() => [...document.querySelectorAll("button, summary, .btn, .icon, .mark, .chip")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }))
  .flatMap(e => {
    const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest("bdi, .sr, svg")) continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\\s\\xad-]+-?/g)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`${word} of ${e.outerHTML.slice(0, 120)}`);
      }
    }
    return broken;
  })
"""
# Truncated words; names and titles may end in an ellipsis.
_CUT = """
() => [...document.body.querySelectorAll("*")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".sr, svg, bdi"))
  .filter(e => getComputedStyle(e).clipPath === "none") // for screen readers
  .filter(e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim()))
  .filter(e => /hidden|clip/.test(getComputedStyle(e).overflowX))
  .filter(e => getComputedStyle(e).textOverflow !== "ellipsis")
  .filter(e => getComputedStyle(e).webkitLineClamp === "none")
  .filter(e => e.scrollWidth > e.clientWidth + 1)
  .map(e => `${e.scrollWidth} in ${e.clientWidth}: ${e.outerHTML.slice(0, 120)}`)
"""
# Text, values and placeholders with too little contrast to their background (WCAG 1.4.3).
_CONTRAST = """
() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = colour => {
    if (!known.has(colour)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, a / 255]);
    }
    return known.get(colour);
  };
  const over = ([r, g, b, a], below) =>
    [r, g, b].map((value, n) => value * a + below[n] * (1 - a));
  const grounds = new Map([[null, rgba("Canvas").slice(0, 3)]]);
  const behind = e => {
    if (!grounds.has(e)) {
      grounds.set(e, over(rgba(getComputedStyle(e).backgroundColor), behind(e.parentElement)));
    }
    return grounds.get(e);
  };
  const light = channels => channels
    .map(value => value / 255)
    .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, n) => sum + value * [0.2126, 0.7152, 0.0722][n], 0);
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const says = e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
  const pale = (e, part) => {
    const style = getComputedStyle(e, part);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = contrast(over(rgba(style.color), behind(e)), behind(e));
    return ratio < LEAST ? [`${ratio.toFixed(2)}: ${e.outerHTML.slice(0, 120)}`] : [];
  };
  return [...document.body.querySelectorAll("*")]
    .filter(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter(e => !e.matches(":disabled, .sr, .sr *, svg *"))
    .flatMap(e => [
      ...(says(e) || e.value ? pale(e) : []),
      ...(e.placeholder && !e.value ? pale(e, "::placeholder") : []),
    ]);
}
"""

# Words of less than 14 px, 13 px at 320. Single letters, figures, charts, pictures of paper and the
# keys of the referee, which are as wide as their share of the screen, may be smaller.
_SMALL = """
() => {
  const least = document.documentElement.clientWidth > 320 ? 14 : 13;
  const says = e => [...e.childNodes]
    .some(n => n.nodeType === Node.TEXT_NODE && /\\p{L}{2}/u.test(n.data));
  const isForReaders = e => e && (
    getComputedStyle(e).clipPath === "inset(50%)" || isForReaders(e.parentElement));
  const scale = e => Math.abs(e.getScreenCTM?.().a ?? 1); // of a drawing
  return [...document.body.querySelectorAll("*")]
    .filter(e => says(e) && e.checkVisibility({ visibilityProperty: true }))
    .filter(e => !e.matches("script, option, title, desc, .leaf *, .race *, .ranks *"))
    .filter(e => !isForReaders(e))
    .map(e => [scale(e) * parseFloat(getComputedStyle(e).fontSize), e])
    .filter(([size]) => size && size < least - 0.1)
    .map(([size, e]) => `${size.toFixed(1)} px: ${e.outerHTML.slice(0, 120)}`);
}
"""

_PALE = _CONTRAST.replace("LEAST", "(isLarge ? 3 : 4.5)")
_FAINT = _CONTRAST.replace("LEAST", "7")  # WCAG 1.4.6, for large type too

# The colour at the top of the page, compared with the theme colour.
_CUT_OFF = """
() => {
  scrollTo(0, 0);
  const ground = e => getComputedStyle(e).backgroundColor;
  const painted = e => (ground(e) === "rgba(0, 0, 0, 0)" ? painted(e.parentElement) : ground(e));
  const drawn = painted(document.elementFromPoint(innerWidth / 2, 1));
  const told = [...document.querySelectorAll("meta[name=theme-color]")]
    .find(e => matchMedia(e.media).matches);
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = told.content;
  const asked = getComputedStyle(probe).color;
  probe.remove();
  return asked === drawn ? [] : [`${told.content} is ${asked}, and the page begins with ${drawn}`];
}
"""


_LARGE = """
() => {
  document.documentElement.style.fontSize = "200%";
  const found = [...looks.sticking_out(), ...looks.crowded(), ...looks.broken()];
  document.documentElement.style.fontSize = "";
  return found;
}
"""
_CODE = {
    "too_small": _TOO_SMALL,  # targets
    "sticking_out": _STICKING_OUT,  # overflow, or sideways scrolling
    "cut": _CUT,  # truncated words
    "crowded": _CROWDED,  # titles without space in their header
    "broken": _BROKEN,  # wrapped words on buttons
    "large": _LARGE,  # the first three at 200% text size
    "pale": _PALE,  # insufficient contrast in the current colour scheme
    "small": _SMALL,  # words that are too small
    "faint": _FAINT,  # less contrast than large letters have
    "cut_off": _CUT_OFF,  # the theme colour differs from the top of the page
}
_LOOK = f"""
asked => {{
  const looks = {{ {",".join(f"{name}: {code.strip()}" for name, code in _CODE.items())} }};
  const setIn = {SET};
  return asked.flatMap(([name, face]) => {{
    if (face) setIn(face);
    return looks[name]().map(fault => `${{face}} ${{name}}: ${{fault}}`);
  }});
}}
"""


def found(page: Page, *names: str) -> list[str]:
    """The problems of these kinds on the current page."""
    return found_in(page, *((name, "") for name in names))


def found_in(page: Page, *asked: tuple[str, str]) -> list[str]:
    """The problems of each kind in its font; the current font if empty.

    All checks run in one call, because each call passes through three processes.
    """
    return page.evaluate(_LOOK, asked)


def sticking_out(page: Page) -> list[str]:
    """Elements wider than the viewport, and the page itself if it scrolls sideways."""
    return page.evaluate(_STICKING_OUT)


def barred(page: Page) -> list[str]:
    """Violations of the axe rules except contrast, which takes axe most of its time; see `pale`."""
    found = page.evaluate(_BARRED)
    return [_told(violation) for violation in found]


def _told(violation: dict[str, Any]) -> str:
    where = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
    return f"{violation['id']}: {violation['help']}: {where}"
