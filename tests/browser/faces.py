"""Two test fonts, a wide and a narrow one, so that layout tests do not depend on installed fonts.

Chromium finds them by unique names, so pages not set in them look as usual.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Page

FACES = ("Wide", "Narrow")
MISSING = (
    "Fonts to measure pages with are not installed (apt-get install fonts-dejavu-core"
    " fonts-liberation), so no layout was measured."
)
_FONTS = Path("/usr/share/fonts")
_FILES = {
    "Wide Sans": ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    "Wide Serif": ("DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf"),
    "Narrow Sans": ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    "Narrow Serif": ("LiberationSerif-Regular.ttf", "LiberationSerif-Bold.ttf"),
}
_NAMED = """
  <match target="scan">
    <test name="file" compare="contains"><string>{folder}/</string></test>
    <edit name="family" mode="assign"><string>{family}</string></edit>
  </match>"""
_CONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <cachedir>{here}/cache</cachedir>
  <include>{usual}</include>
  <dir>{here}</dir>{named}
</fontconfig>
"""
# A rules card made by hand has no content security policy, and is printed, too.
SET = """face => {
  const rules = new CSSStyleSheet();
  rules.replaceSync(face && `:root, .leaf {
      --ui: "${face} Sans" !important; --num: "${face} Serif" !important }
    html, small { font-family: "${face} Sans" !important }`);
  document.adoptedStyleSheets = [rules];
}"""


def fonts_for_chromium(here: Path) -> Path | None:
    """The fontconfig file with both test fonts; None if one is missing."""
    named = ""
    for family, files in _FILES.items():
        folder = here / family.replace(" ", "-")
        folder.mkdir()
        for name in files:
            found = next(_FONTS.rglob(name), None)
            if found is None:
                return None
            shutil.copy(found, folder / name)
        named += _NAMED.format(folder=folder, family=family)
    usual = os.environ.get("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")
    config = here / "fonts.conf"
    config.write_text(_CONFIG.format(here=here, usual=usual, named=named))
    return config


def set_in(page: Page, face: str) -> None:
    """Set all text of the page in this font; the default font if it is empty."""
    page.evaluate(SET, face)
