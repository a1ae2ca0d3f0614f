"""Prepares a database that did not answer at the start as soon as it does."""

import logging
import os
import time
from threading import Thread

from flask import Flask

from companion.environment import UNPREPARED
from companion.records.database import IS_AWAY
from companion.server import serving

_AGAIN_SECONDS = 0.5
_log = logging.getLogger(__name__)


def prepare_when_it_answers(app: Flask) -> None:
    """Migrate the database in the background if the start could not; until then pages report it."""
    if UNPREPARED not in os.environ:
        return
    app.extensions[IS_AWAY] = True

    Thread(target=_prepare, args=[app], name="companion-prepare", daemon=True).start()


def _prepare(app: Flask) -> None:
    said = ""
    while app.extensions[IS_AWAY]:
        try:
            serving.prepare(app)
            app.extensions[IS_AWAY] = False
        except serving.CannotServe as trouble:
            # The start logged the failure, but could not know of a newer book.
            if str(trouble) != said and not isinstance(trouble, serving.NoAnswer):
                _log.error("%s", trouble)
            said = str(trouble)
            time.sleep(_AGAIN_SECONDS)
