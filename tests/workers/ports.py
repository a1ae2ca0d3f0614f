"""Ports for servers that need a fixed one."""

from random import SystemRandom
from socket import AF_UNIX, create_server, socket

_ours: list[socket] = []


def free_port() -> int:
    """A free port below the kernel's ephemeral range, which begins at 32768.

    A lock keeps it from our other processes while this one lives: an abstract name that only one
    can bind.
    """
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
