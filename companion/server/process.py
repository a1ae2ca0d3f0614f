"""uvicorn with our limits: one process, or a supervisor with workers."""

import os
import signal
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import uvicorn

from companion.monitoring import metrics
from companion.server.http_protocol import UVICORN
from companion.server.https.certificates import reading_again

THREADS = "COMPANION_THREADS"  # of each worker
DEFAULT_THREADS = 128
_SHUTDOWN_SECONDS = 3
_HEALTHCHECK_SECONDS = 60  # a worker on a busy machine is slow, not dead


@dataclass(frozen=True, slots=True)
class Options:
    """Address, number of processes, TLS certificate (PEM files) and app.

    `authority` is the folder of the authority that renews the certificate, and `steps` the port of
    the page that shows how to trust it.
    """

    host: str
    port: int
    workers: int
    certificate: str | None = None
    key: str | None = None
    authority: str | None = None
    steps: int | None = None
    app: str = "companion.server.asgi:make"

    @property
    def scheme(self) -> str:
        """The scheme of its URLs."""
        return "https" if self.certificate else "http"

    def as_arguments(self) -> list[str]:
        """The same on the command line of `python -m companion.server`."""
        options = {name: value for name, value in asdict(self).items() if value is not None}
        return [word for name, value in options.items() for word in (f"--{name}", str(value))]


def serve(options: Options) -> None:
    """Serve until a signal ends it, with metrics if configured."""
    # uvicorn raises the signal again after its shutdown; the cleanup below must still run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    metrics.begin()
    beside = metrics.serve_beside()
    if options.authority and options.steps:
        from companion.server.https.page import Home, serve_steps  # noqa: PLC0415 - an extra

        serve_steps(Home(options.host, options.steps, options.port, Path(options.authority)))
    try:
        uvicorn.run(options.app, **settings(options))
    finally:
        if beside:
            beside.terminate()
        metrics.end()


def settings(options: Options) -> dict[str, Any]:
    """The uvicorn configuration."""
    return {
        **UVICORN,
        "factory": True,
        "host": options.host,
        "port": options.port,
        "workers": options.workers,
        "ssl_certfile": options.certificate,
        "ssl_keyfile": options.key,
        "ssl_context_factory": reading_again if options.certificate else None,
        "timeout_graceful_shutdown": _SHUTDOWN_SECONDS,
        "timeout_worker_healthcheck": _HEALTHCHECK_SECONDS,
        "log_config": log_config(os.environ.get("COMPANION_LOG") == "json"),
    }


def log_config(in_json: bool) -> dict[str, Any]:  # noqa: FBT001
    """The log configuration: standard error, without links."""
    formatter = {"()": "companion.monitoring.logs.JsonLines" if in_json else "logging.Formatter"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_links": {"()": "companion.monitoring.logs.WithoutLinks"}},
        "formatters": {"lines": formatter},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["without_links"],
            }
        },
        # A warning for each malformed request would let anybody fill the disk.
        "loggers": {"uvicorn": {"handlers": ["stderr"], "level": "ERROR", "propagate": False}},
    }
