"""Connections with incomplete requests, and their effect on other requests."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from socket import socket
from statistics import median
from time import monotonic

HALVES = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    b"POST /new/twelve-step-rummy HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\na=",
    b"POST /own/file HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\na=",
    b"POST /own/file HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n9\r\na=",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",  # and stays open
    b"",
)


@contextmanager
def half_sent(number: int, connect: Callable[[], socket]) -> Iterator[None]:
    """So many connections that never complete their request."""
    _, most = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (min(most, max(4096, 3 * number)), most))
    with ExitStack() as until, ThreadPoolExecutor(16) as threads:
        wires = threads.map(lambda _: connect(), range(number))
        for count, wire in enumerate(wires):
            until.enter_context(wire).sendall(HALVES[count % len(HALVES)])
        yield


def slowest_of(times: int, ask: Callable[[], int]) -> float:
    """The 99th percentile of so many response times, in seconds; all must succeed."""
    return _times(times, ask)[times * 99 // 100 - 1]


def usual(ask: Callable[[], int], times: int = 20) -> float:
    """The median response time in seconds, which a busy machine changes least."""
    return median(_times(times, ask))


def _times(times: int, ask: Callable[[], int]) -> list[float]:
    """Sorted response times of four phones in seconds."""

    def one(_: int) -> float:
        began = monotonic()
        assert ask() == 200
        return monotonic() - began

    with ThreadPoolExecutor(4) as phones:
        return sorted(phones.map(one, range(times)))
