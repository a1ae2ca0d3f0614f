"""Host names, and the address of this machine in the local network."""

import re
import socket
from collections.abc import Collection
from ipaddress import IPv6Address
from unicodedata import normalize
from urllib.parse import urlsplit, urlunsplit

ANYWHERE = "0.0.0.0"  # noqa: S104 - compared, not bound
_HERE = {"localhost", "127.0.0.1", "[::1]"}
# Documentation addresses, by the host of a server that listens everywhere; finding the route to one
# sends nothing.
_NOWHERE = {ANYWHERE: ("192.0.2.1", 9), "::": ("2001:db8::1", 9)}
EVERYWHERE = _NOWHERE.keys()
# No underscore: Werkzeug makes no link with it.
_NAME = r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*"
_HOST = re.compile(
    rf"(?:(?P<name>{_NAME})\.?|\[(?P<v6>[0-9a-f:.]+)\])(?::(?P<port>[1-9][0-9]{{0,4}}))?",
    re.ASCII | re.IGNORECASE,
)
_LONGEST_NAME, _LAST_PORT = 253, 65535


def host_name(host: str) -> str | None:
    """The host without its port, in the one spelling that is compared; None if it is invalid.

    A name is in lower case and ASCII (Punycode), without the dot of the root; an IPv6 address is
    compressed, in brackets.
    """
    parts = _HOST.fullmatch(host if host.isascii() else _in_ascii(host))
    if not parts or int(parts["port"] or 0) > _LAST_PORT:
        return None
    if parts["name"]:
        return parts["name"].lower() if len(parts["name"]) <= _LONGEST_NAME else None
    try:
        return f"[{IPv6Address(parts['v6'])}]"
    except ValueError:
        return None


def _in_ascii(host: str) -> str:
    """The name as browsers send it; Python's own codec has the mapping of 2003."""
    labels = normalize("NFKC", host.lower()).split(".")
    return ".".join(
        label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels
    )


def in_url(host: str) -> str:
    """The host as in a URL: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def family_of(host: str) -> socket.AddressFamily:
    """The family of the socket of a server that listens to this host."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def is_only_here(host: str) -> bool:
    """Whether only this machine can use this host."""
    return host_name(host) in _HERE


def is_served(address: str, hosts: Collection[str] | None) -> bool:
    """Whether the app answers at this URL: `hosts` by `host_name`, or any if None."""
    return not hosts or host_name(urlsplit(address).netloc) in hosts


def network_address(listening_on: str = ANYWHERE) -> str | None:
    """The address of this machine in the local network, for a host of EVERYWHERE."""
    with socket.socket(family_of(listening_on), socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE[listening_on])
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") or address == "::1" else address


def address_for_phones(
    opened_at: str, listening_on: str, hosts: Collection[str] | None = None
) -> str | None:
    """The address of the app for phones, derived from the requested address.

    None if it was requested by a local name and phones cannot reach this machine, or if its address
    is not among `hosts` (None for any).
    """
    parts = urlsplit(opened_at)
    if not is_only_here(parts.netloc):
        return opened_at
    other = network_address(listening_on) if listening_on in EVERYWHERE else None
    if other is None:
        return None
    port = f":{parts.port}" if parts.port else ""
    address = urlunsplit(parts._replace(netloc=in_url(other) + port))
    return address if is_served(address, hosts) else None
