"""Figures for Prometheus: the sum over all workers, on an address that phones do not reach."""

import re
import time
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server

import pytest

from tests.workers.test_access_log import ask
from tests.workers.test_behind_a_proxy import running

pytestmark = pytest.mark.only_on("sqlite")
PATIENCE = 60


def collected(port: int) -> str:
    until = time.monotonic() + PATIENCE
    while True:
        wire = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            wire.request("GET", "/metrics")
            return wire.getresponse().read().decode()
        except ConnectionRefusedError:
            assert time.monotonic() < until
            time.sleep(0.05)
        finally:
            wire.close()


def test_requests_are_counted_by_place_and_no_link_is_among_them(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as door:
        metrics = door.getsockname()[1]
    lines = {"COMPANION_METRICS": f"127.0.0.1:{metrics}", "COMPANION_LOG": "json"}
    with running(tmp_path, **lines) as port:
        assert [ask(port, where) for where in ("/", "/", f"/g/{'x' * 22}/")] == [200, 200, 404]
        told = collected(metrics)
        assert ask(port, "/metrics") == 404
    assert re.search(
        r'companion_requests_total\{method="GET",place="home.page",status="200"\} 2\.0', told
    )
    assert 'place="table.page",status="404"} 1.0' in told
    assert "companion_request_seconds_bucket" in told
    assert "x" * 22 not in told
    log = (tmp_path / "server.log").read_text()
    assert '"place": "/g/<token>/", "status": 404' in log
    assert '"logger": "gunicorn.error"' in log
    assert "x" * 22 not in log
