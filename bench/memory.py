"""The peak memory of one worker."""

import re
from pathlib import Path

from bench.figures import Figure
from bench.servers import Server

_PEAK = re.compile(r"VmHWM:\s+(\d+) kB")


def peak_memory(server: Server) -> list[Figure]:
    """Peak resident memory of the larger worker, after all measurements."""
    peaks = [_peak(worker) for worker in server.workers]
    return [Figure("peak memory of one worker", round(max(peaks) / 1024, 1), "MB")]


def _peak(pid: int) -> int:
    found = _PEAK.search(Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0
