"""A database that did not answer at the start is prepared as soon as it does."""

import os
import time
from threading import Thread

from flask import Flask

from companion import serving
from companion.environment import UNPREPARED
from companion.records.database import IS_AWAY

_AGAIN_SECONDS = 0.5


def prepare_when_it_answers(app: Flask) -> None:
    """Migrate the database in the background, if the start could not; pages say so until then."""
    if UNPREPARED not in os.environ:
        return
    app.extensions[IS_AWAY] = True

    def prepare() -> None:
        while app.extensions[IS_AWAY]:
            try:
                serving.prepare(app)
                app.extensions[IS_AWAY] = False
            except serving.CannotServe:  # the start has said why
                time.sleep(_AGAIN_SECONDS)

    Thread(target=prepare, name="companion-prepare", daemon=True).start()
