"""The name and the addresses of this machine in a home network."""

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from companion.network import ANYWHERE, is_only_here, network_address

Address = IPv4Address | IPv6Address
LOCALHOST = "localhost"
DOMAIN = "local"  # the domain of multicast DNS (RFC 6762)
_ANYWHERE = {ANYWHERE, "::"}
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
HOME_NETWORKS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)


@dataclass(frozen=True, slots=True)
class Machine:
    """The names, the best one first, and the addresses of this machine."""

    names: tuple[str, ...]
    addresses: tuple[Address, ...]

    @property
    def hosts(self) -> list[str]:
        """The hosts for other devices: the name, then addresses, as in a URL."""
        names = [name for name in self.names if name != LOCALHOST]
        addresses = [one for one in self.addresses if not one.is_loopback]
        return names + [f"[{one}]" if one.version == 6 else str(one) for one in addresses]  # noqa: PLR2004 - IPv6


def this_machine(listening_on: str) -> Machine:
    """The current names and addresses; `listening_on` is the address of the server.

    Public addresses are left out, because the authority cannot sign for them.
    """
    name = None if is_only_here(listening_on) else local_name(socket.gethostname())
    loopback = (ip_address("127.0.0.1"), ip_address("::1"))
    own = _address(network_address() if listening_on in _ANYWHERE else listening_on)
    reached = (own,) if own and is_at_home(own) and own not in loopback else ()
    return Machine((name, LOCALHOST) if name else (LOCALHOST,), reached + loopback)


def local_name(host_name: str) -> str | None:
    """The `.local` name of a machine with this host name; None if it has none."""
    label = host_name.partition(".")[0].lower()
    return f"{label}.{DOMAIN}" if _LABEL.fullmatch(label) and label != LOCALHOST else None


def is_at_home(address: Address) -> bool:
    """Whether this is a private address."""
    return any(address in network for network in HOME_NETWORKS)


def _address(text: str | None) -> Address | None:
    try:
        return ip_address(text or "")
    except ValueError:
        return None  # a host name, or no network
