"""Figures for Prometheus, on an address of their own: COMPANION_METRICS=127.0.0.1:9100.

The workers write theirs into a folder, and a process beside them serves the sum of them. Phones
never reach that address: it is for the machine that collects.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

WANTED, FOLDER = "COMPANION_METRICS", "PROMETHEUS_MULTIPROC_DIR"
_LOOK_SECONDS = 1.0


def begin() -> None:
    """Before the first worker: make the folder that they write into."""
    if os.environ.get(WANTED):
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="companion-metrics-")


def serve_beside() -> subprocess.Popen[bytes] | None:
    """Start the process that serves them; it ends with this one."""
    if FOLDER not in os.environ:
        return None
    return subprocess.Popen([sys.executable, "-m", "companion.metrics"])


def forget(worker: int) -> None:
    """A worker has ended: what it counted stays, how many listened to it does not."""
    if FOLDER in os.environ:
        from prometheus_client import multiprocess  # noqa: PLC0415 - an extra

        multiprocess.mark_process_dead(worker)


def end() -> None:
    """After the last worker: remove the folder."""
    if FOLDER in os.environ:
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


def address(said: str) -> tuple[str, int]:
    """Where to serve them. Raises ValueError."""
    host, _, port = said.rpartition(":")
    return host.strip("[]") or "127.0.0.1", int(port)


def _serve() -> None:
    from prometheus_client import (  # noqa: PLC0415 - an extra
        CollectorRegistry,
        multiprocess,
        start_http_server,
    )

    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    host, port = address(os.environ[WANTED])
    start_http_server(port, host, registry)
    parent = os.getppid()
    with suppress(KeyboardInterrupt):
        while os.getppid() == parent and Path(os.environ[FOLDER]).is_dir():
            time.sleep(_LOOK_SECONDS)


if __name__ == "__main__":
    _serve()
