"""The texts of the page: the steps for each kind of device, in the language of its browser."""

import gettext
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from babel import Locale
from jinja2 import Environment, FileSystemLoader
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.language_choice import preferred, tag_of

CERTIFICATE = "/rummy-companion.crt"
_PACKAGE = Path(__file__).parents[2]
_TRANSLATIONS = _PACKAGE / "translations"
_FONTS = ("figures", "letters", "accents")
FILES = {
    "/static/css/companion.css": "text/css; charset=utf-8",
    "/static/css/trust.css": "text/css; charset=utf-8",
    "/static/icons/app.svg": "image/svg+xml",
    "/static/js/pages/trust.js": "text/javascript; charset=utf-8",
    **{f"/static/fonts/besley-pad-{name}.woff2": "font/woff2" for name in _FONTS},
}
"""The files that the page loads, and their media types."""
# In this order: Windows Phone mentions Android, and Android mentions Linux.
_DEVICES = (
    ("iPhone", "ios"),
    ("iPad", "ios"),
    ("Windows", "windows"),
    ("Android", "android"),
    ("Macintosh", "macos"),
)
_ANY_OTHER = "other"


@cache
def content_of(path: str) -> bytes:
    """The file at this path of FILES."""
    return (_assets() / path.removeprefix("/")).read_bytes()


def page(addresses: Sequence[str], fingerprint: str, accepted: str, agent: str) -> str:
    """The page for a browser by its headers: `Accept-Language` and `User-Agent`.

    `addresses` are those of the app, the best one first.
    """
    code = language_of(accepted)
    template = _words_in(code).get_template("home_https/page.html")
    return template.render(
        best=addresses[0],
        others=addresses[1:],
        certificate=CERTIFICATE,
        opened=device_of(agent),
        static="/static",
        direction=Locale.parse(code).text_direction,
        fingerprint=fingerprint,
        tag=tag_of(code),
    )


def language_of(accepted: str) -> str:
    """The code of the language for this `Accept-Language`."""
    codes = [file.parents[1].name for file in _TRANSLATIONS.glob("*/LC_MESSAGES/messages.mo")]
    wanted = parse_accept_header(accepted, LanguageAccept)
    return preferred(["en", *codes], (tag for tag, quality in wanted if quality)) or "en"


def device_of(agent: str) -> str:
    """The kind of device, as named on the page, by its `User-Agent`."""
    return next((device for word, device in _DEVICES if word in agent), _ANY_OTHER)


@cache
def _words_in(code: str) -> Environment:
    words = gettext.translation("messages", _TRANSLATIONS, [code], fallback=True)
    found = Environment(
        loader=FileSystemLoader(_assets() / "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined] # by the extension
    return found


def _assets() -> Path:
    """The folder with templates and static files: inside the package in a wheel, else beside it."""
    return _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
