"""The faulty network of the browser tests leaks no connections."""

import gc
import socket
from urllib.parse import urlsplit

import pytest

from tests.network import networks


def test_a_connection_of_the_last_moment_is_closed_as_well(
    recwarn: pytest.WarningsRecorder,
) -> None:
    gc.collect()  # what earlier tests of this process left
    recwarn.clear()
    for _ in range(100):  # asyncio leaked about ten of these
        with networks("http://127.0.0.1:9") as new_network, socket.socket() as phone:
            at = urlsplit(new_network().url)
            phone.settimeout(0)
            phone.connect_ex((at.hostname, at.port))
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []
