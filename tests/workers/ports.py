"""Ports for servers that have to be told one."""

from random import SystemRandom
from socket import AF_UNIX, create_server, socket

_ours: list[socket] = []


def free_port() -> int:
    """One at which nobody listens, and that the kernel gives to nobody meanwhile: those begin at
    32768. No other process of ours gets it either, as long as this one lives: a name that only one
    can have says that it is taken."""
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        taken = socket(AF_UNIX)
        try:
            taken.bind(f"\0companion-tests-port-{port}")
            with create_server(("127.0.0.1", port)):
                _ours.append(taken)
                return port
        except OSError:
            taken.close()
