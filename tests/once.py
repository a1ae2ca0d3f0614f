"""Shared by all processes of a test run: compiled templates, catalogue pages, an empty score book.

And per process, shared by all apps: the compiled URL builders, half of the time to make an app.
"""

import os
import sys
import time
from ast import literal_eval
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import cast

import brotli
from flask import Flask, Response, send_from_directory
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from companion.app import create_app
from companion.server.asgi import Companion
from companion.server.process import DEFAULT_THREADS
from companion.settings.config import KEY_FILE
from companion.web.assets import StaticFile
from tests.temporary import folder_of_this_run

AXE = "/tests/axe.js"
# Of all servers of this run but those that tests tell apart, so that they share catalogue pages.
SAME_KEY = "a key of the tests, of 32 characters or more"
CONFIG, CLOCK = "TESTS_CONFIG", "TESTS_CLOCK"  # in the environment of a server


def made_once() -> Path:
    """The folder of this run, which is removed at its end."""
    return folder_of_this_run()


def with_pages_compiled(app: Flask) -> Flask:
    """Use templates compiled, and catalogue pages drawn, by any process of this run."""
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(made_once()))
    app.extensions["companion-catalogue-pages"] = _CataloguePages(app)
    return app


def has_the_same_key(instance: Path) -> None:
    """The server of this new folder signs like the others."""
    key = instance / KEY_FILE
    key.touch(0o600)
    key.write_text(SAME_KEY)


Which = tuple[str, str, bool]  # language, prefix, whether in large letters


class _CataloguePages(OrderedDict[Which, str]):
    """The pages of all games, whose drawing takes seconds, by what the app draws them for.

    Those of servers with the same keys, as the rules in them are signed.
    """

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self._app = app

    def __contains__(self, which: object) -> bool:
        file = self._file(which)
        if not super().__contains__(which) and file.exists():
            super().__setitem__(cast("Which", which), file.read_text("utf-8"))
        return super().__contains__(which)

    def __setitem__(self, which: Which, pages: str) -> None:
        super().__setitem__(which, pages)
        with NamedTemporaryFile("w", dir=made_once(), encoding="utf-8", delete=False) as draft:
            draft.write(pages)
        Path(draft.name).replace(self._file(which))

    def _file(self, which: object) -> Path:
        said = ("SECRET_KEY", "SECRET_KEY_FALLBACKS", "BABEL_TRANSLATION_DIRECTORIES")
        drawn_for = repr((which, *(self._app.config.get(name) for name in said)))
        return made_once() / f"catalogue-{sha256(drawn_for.encode()).hexdigest()}"


def remember_addresses() -> None:
    """Compile the URL builder of each rule for the first app only."""
    compiled: Callable[[Rule, bool], Callable[..., object]] = Rule._compile_builder
    known: dict[object, Callable[..., object]] = {}

    def builder(rule: Rule, append_unknown: bool = True) -> Callable[..., object]:  # noqa: FBT001, FBT002
        same = (rule.rule, append_unknown, tuple(rule._trace), str(rule.defaults))
        if same not in known:
            known[same] = compiled(rule, append_unknown)
        return known[same]

    Rule._compile_builder = builder  # type: ignore[method-assign]


def served() -> Companion:
    """The application of a test worker, configured by its environment."""
    go_by_the_clock()
    return Companion(served_app(literal_eval(os.environ.get(CONFIG, "{}"))), DEFAULT_THREADS)


def go_by_the_clock() -> None:
    """Set the clock of this process ahead by `CLOCK` seconds; timers are unaffected."""
    ahead = float(os.environ.get(CLOCK, "0"))
    if not ahead:
        return
    here, off = time.time, timedelta(seconds=ahead)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + off

    time.time = lambda: here() + ahead
    for name, module in [*sys.modules.items()]:
        if name.startswith("companion.") and vars(module).get("datetime") is datetime:
            module.datetime = Clock  # type: ignore[attr-defined]


def served_app(config: dict[str, object]) -> Flask:
    """The app with compiled templates, and with the scripts that tests run in its pages."""
    app = with_pages_compiled(create_app(config))
    _compress_quickly()
    app.add_url_rule(AXE, view_func=_axe)
    return app


def _compress_quickly() -> None:
    """Lower compression levels: the best ones take each server most of a second."""
    quick = cached_property(lambda file: bytes(brotli.compress(file.body, quality=1)))
    quick.__set_name__(StaticFile, "_with_brotli")
    StaticFile._with_brotli = quick  # type: ignore[misc]


def _axe() -> Response:
    found = find_spec("axe_playwright_python")
    folder = found and found.submodule_search_locations
    assert folder
    return send_from_directory(folder[0], "axe.min.js", max_age=86_400)
