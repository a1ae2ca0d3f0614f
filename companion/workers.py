"""How gunicorn runs its workers: `gunicorn --config python:companion.workers`."""

import gc
import os
import resource
import signal
import time
from threading import Thread
from typing import Any

from flask import Flask

from companion import metrics
from companion.environment import UNPREPARED
from companion.logs import WithoutLinks
from companion.records.database import IS_AWAY, writers_of
from companion.records.watching import HUB, Hub
from companion.web.http.listeners import LISTENERS, Listeners

worker_class = "companion.streams.Worker"
# Made once, before there are workers: they start in half the time, and share its memory. Nothing of
# it is open yet, neither a thread nor a connection.
preload_app = True
graceful_timeout = 3
# Seconds that a connection may be silent. By default it is hung up on after two, just when somebody
# has read the page and taps: a form sent in that moment is lost, for no browser sends one twice by
# itself. It holds no thread meanwhile.
keepalive = 75
worker_connections = 4096
control_socket_disable = True
if os.environ.get("COMPANION_LOG") == "json":
    logger_class = "companion.json_logs.ServerLog"
# Who we are reached by is for the app to say, by COMPANION_PROXIES: gunicorn itself would believe
# the headers of anybody on this machine.
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""

metrics.begin()

_AGAIN_SECONDS = 0.5
_PART_FOR_READERS = 8  # an eighth of the threads
_RUBBISH = (10_000, 20, 100)  # how much of it there may be: young, older, old
_SIGNALS_TO_END = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


def when_ready(_server: object) -> None:
    """Serve the metrics, where they are wanted."""
    metrics.serve_beside()


def child_exit(_server: object, worker: Any) -> None:  # noqa: ANN401
    """A worker has ended."""
    metrics.forget(worker.pid)


def on_exit(_server: object) -> None:
    """The server has ended."""
    metrics.end()


def post_worker_init(worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Leave threads for those who read while others wait to write.

    And keep those who listen without threads; end without waiting for them.
    """
    for log in (worker.log.error_log, worker.log.access_log):
        log.addFilter(WithoutLinks())
    # The app takes the prefix away by itself (`web.http.proxies`): gunicorn would answer what does
    # not begin with it, such as /healthz, by an error.
    os.environ.pop("SCRIPT_NAME", None)
    if UNPREPARED in os.environ:
        prepare_when_it_answers(worker.wsgi)
    if worker.wsgi.config.get("DAILY_COPIES"):
        from companion.daily_copies import keep_daily_copies  # noqa: PLC0415 - where asked for

        keep_daily_copies(worker.wsgi)
    # What was loaded stays: to look through it for rubbish, and through all games that are
    # remembered, holds everybody up for a fifth of a second.
    gc.freeze()
    gc.set_threshold(*_RUBBISH)
    hub = worker.wsgi.extensions.get(HUB)
    if hub is None:
        return
    threads = worker.cfg.threads
    free = threads - threads // _PART_FOR_READERS
    writers_of(worker.wsgi).has_room = lambda waiting: waiting < free
    hub.most = min(hub.most, _files() // 2)
    worker.listeners = worker.wsgi.extensions[LISTENERS] = Listeners(worker.wsgi)
    for number in _SIGNALS_TO_END:
        _close_first(hub, number)


def _files() -> int:
    """How many connections this process may hold: as many as it is allowed, if need be."""
    some, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * worker_connections
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if 0 <= some < wanted:  # below nothing is "without limit"
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def prepare_when_it_answers(app: Flask) -> None:
    """Bring the database to its newest shape as soon as that can be; until then pages say so."""
    from companion import serving  # noqa: PLC0415 - gunicorn itself needs no app

    app.extensions[IS_AWAY] = True

    def prepare() -> None:
        while app.extensions[IS_AWAY]:
            try:
                serving.prepare(app)
                app.extensions[IS_AWAY] = False
            except serving.CannotServe:  # as was said at the start
                time.sleep(_AGAIN_SECONDS)

    Thread(target=prepare, name="companion-prepare", daemon=True).start()


def _close_first(hub: Hub, number: signal.Signals) -> None:
    """A stream that is open would hold the worker until it is killed."""
    gunicorns_own: Any = signal.getsignal(number)

    def end(*told: object) -> None:
        hub.close()
        gunicorns_own(*told)

    signal.signal(number, end)
    signal.siginterrupt(number, False)  # noqa: FBT003 - as gunicorn does: no request is disturbed
