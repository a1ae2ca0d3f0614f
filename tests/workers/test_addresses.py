"""The address that a server listens to: its port must be free, and people open it in a browser."""

import socket
from contextlib import closing

import pytest

from companion.server import serving
from companion.server.process import Options
from companion.server.serving import CannotServe, addresses, check_ports
from companion.settings.network import family_of
from tests.workers.ports import free_port

OWN = {"0.0.0.0": "192.168.1.20", "::": "fd00::9"}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "::"])
def test_a_port_is_taken_or_free_on_the_address_that_is_listened_to(host: str) -> None:
    port = free_port()
    check_ports(Options(host, port, 1))
    with closing(socket.socket(family_of(host))) as other:
        other.bind((host, port))
        other.listen()
        with pytest.raises(CannotServe, match=f"Port {port} on {host} cannot be used"):
            check_ports(Options(host, port, 1))


@pytest.mark.parametrize(
    ("host", "here", "phones"),
    [
        ("0.0.0.0", "http://localhost:8000/", "http://192.168.1.20:8000/"),
        ("::", "http://localhost:8000/", "http://[fd00::9]:8000/"),
        ("127.0.0.1", "http://127.0.0.1:8000/", None),
        ("::1", "http://[::1]:8000/", None),
        ("fd00::a", "http://[fd00::a]:8000/", "http://[fd00::a]:8000/"),
    ],
)
def test_a_browser_can_open_the_addresses_that_are_printed(
    monkeypatch: pytest.MonkeyPatch, host: str, here: str, phones: str | None
) -> None:
    monkeypatch.setattr(serving, "network_address", OWN.get)
    assert addresses(Options(host, 8000, 1)) == (here, phones)
