"""The address of this machine in the local network."""

import socket
from collections.abc import Collection
from urllib.parse import urlsplit, urlunsplit

ANYWHERE = "0.0.0.0"  # noqa: S104 - compared, not bound
_HERE = {"localhost", "127.0.0.1", "::1"}
_NOWHERE = ("192.0.2.1", 9)  # a documentation address; finding the route to it sends nothing


def is_only_here(host: str) -> bool:
    """Whether only this machine can use this host name."""
    return host in _HERE


def is_served(address: str, hosts: Collection[str] | None) -> bool:
    """Whether the app answers at this address: `hosts`, or any if None."""
    return not hosts or urlsplit(address).hostname in hosts


def network_address() -> str | None:
    """The address of this machine in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") else found


def address_for_phones(
    opened_at: str, listening_on: str, hosts: Collection[str] | None = None
) -> str | None:
    """The address of the app for phones, derived from the requested address.

    None if it was requested by a local name and phones cannot reach this machine, or if its address
    is not among `hosts` (None for any).
    """
    parts = urlsplit(opened_at)
    if not is_only_here(parts.hostname or ""):
        return opened_at
    other = network_address() if listening_on == ANYWHERE else None
    if other is None:
        return None
    port = f":{parts.port}" if parts.port else ""
    address = urlunsplit(parts._replace(netloc=other + port))
    return address if is_served(address, hosts) else None
