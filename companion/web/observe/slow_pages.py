"""The slowest response of each page in the last hour, for the operator; without links."""

import time
from dataclasses import dataclass
from threading import Lock

from flask import Flask, Response, current_app, request

from companion.web.observe.measuring import seconds_taken

_EXTENSION = "companion-slow-pages"
_BUCKET_SECONDS, _BUCKETS = 300, 12  # an hour; memory is bounded by the number of endpoints


@dataclass(frozen=True, slots=True)
class SlowPage:
    """An endpoint such as `table.page`, and its slowest response in milliseconds."""

    endpoint: str
    milliseconds: int


class SlowPages:
    """The slowest response by endpoint, in buckets of five minutes. Times are in seconds."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._buckets: dict[int, dict[str, float]] = {}

    def note(self, endpoint: str, taken: float, now: float) -> None:
        """Note a response that took this long."""
        bucket = int(now // _BUCKET_SECONDS)
        with self._lock:
            if bucket not in self._buckets:
                self._drop_before(bucket - _BUCKETS)
            slowest = self._buckets.setdefault(bucket, {})
            slowest[endpoint] = max(taken, slowest.get(endpoint, 0))

    def slowest(self, now: float, most: int = 5) -> list[SlowPage]:
        """The slowest endpoints of the last hour, the slowest first."""
        found: dict[str, float] = {}
        with self._lock:
            self._drop_before(int(now // _BUCKET_SECONDS) - _BUCKETS)
            for bucket in self._buckets.values():
                for endpoint, taken in bucket.items():
                    found[endpoint] = max(taken, found.get(endpoint, 0))
        ranked = sorted(found.items(), key=lambda one: -one[1])[:most]
        return [SlowPage(endpoint, round(taken * 1000)) for endpoint, taken in ranked]

    def _drop_before(self, bucket: int) -> None:
        self._buckets = {at: one for at, one in self._buckets.items() if at > bucket}


def init_app(app: Flask) -> None:
    """Measure every response, if there is an operator’s page to show it."""
    if not app.config["PASSPHRASE"]:
        return
    slow = app.extensions[_EXTENSION] = SlowPages()

    @app.after_request
    def _note(response: Response) -> Response:
        taken = seconds_taken()
        if taken is not None and request.endpoint:
            slow.note(request.endpoint, taken, time.monotonic())
        return response


def slowest_pages() -> list[SlowPage]:
    """The slowest pages of the last hour in this process."""
    slow: SlowPages = current_app.extensions[_EXTENSION]
    return slow.slowest(time.monotonic())
