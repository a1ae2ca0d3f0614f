"""Prometheus metrics on their own address: COMPANION_METRICS=127.0.0.1:9100.

Workers write into a shared folder, and a separate process serves the sums. The address is for the
collector only; phones never reach it.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

WANTED, FOLDER = "COMPANION_METRICS", "PROMETHEUS_MULTIPROC_DIR"
_LOOK_SECONDS = 1.0
_PORT_SECONDS = 3.0  # a server that has just ended releases the address within a second
_REQUEST_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15)


class AddressTaken(RuntimeError):
    """The address of the metrics is in use; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Instruments:
    """The Prometheus counters, gauges and histograms."""

    requests: Any
    seconds: Any
    listening: Any
    copies: Any
    copied_at: Any


def instruments() -> Instruments | None:
    """The instruments of this process; None if metrics are off."""
    return _registered() if FOLDER in os.environ else None


@cache
def _registered() -> Instruments:
    """Created once per process, because a duplicate name is an error."""
    from prometheus_client import Counter, Gauge, Histogram  # noqa: PLC0415 - an extra

    copied_at = "When the last daily copy was made, in seconds since 1970"
    return Instruments(
        requests=Counter("companion_requests", "Requests", ["method", "place", "status"]),
        seconds=Histogram(
            "companion_request_seconds", "Time", ["method"], buckets=_REQUEST_SECONDS
        ),
        listening=Gauge("companion_listening", "Phones that listen", multiprocess_mode="livesum"),
        copies=Counter("companion_daily_copies", "Daily copies, by result", ["result"]),
        copied_at=Gauge("companion_daily_copy_time_seconds", copied_at, multiprocess_mode="max"),
    )


def begin() -> None:
    """Create the folder of the workers’ files, before the first worker starts.

    Ends the process if the address is in use, because missing metrics would go unnoticed.
    """
    if os.environ.get(WANTED):
        try:
            refuse_taken_address()
        except AddressTaken as taken:
            sys.exit(str(taken))
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="companion-metrics-")


def refuse_taken_address() -> None:
    """Check that the address is free. Raises AddressTaken."""
    setting = os.environ.get(WANTED)
    if not setting:
        return
    patience = time.monotonic() + _PORT_SECONDS
    while trouble := _cannot_listen(*address(setting)):
        if time.monotonic() > patience:
            raise AddressTaken(
                f"COMPANION_METRICS is {setting}, and that address cannot be used ({trouble}). "
                "Stop what runs there, or set another address."
            )
        time.sleep(_LOOK_SECONDS / 10)


def _cannot_listen(host: str, port: int) -> str:
    """The error of listening there; empty if it works."""
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except (OSError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)
    return ""


def serve_beside() -> subprocess.Popen[bytes] | None:
    """Start the process that serves the metrics; it ends with this one."""
    if FOLDER not in os.environ:
        return None
    return subprocess.Popen([sys.executable, "-m", "companion.monitoring.metrics"])


def forget(worker: int) -> None:
    """Remove the gauges of a worker that has ended; its counters remain."""
    if FOLDER in os.environ:
        from prometheus_client import multiprocess  # noqa: PLC0415 - an extra

        multiprocess.mark_process_dead(worker)


def end() -> None:
    """Remove the folder, after the last worker has ended."""
    if FOLDER in os.environ:
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


def address(setting: str) -> tuple[str, int]:
    """The address from the settings. Raises ValueError."""
    host, _, port = setting.rpartition(":")
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
