"""Ports for servers that have to be told one."""

from contextlib import suppress
from random import SystemRandom
from socket import create_server


def free_port() -> int:
    """One at which nobody listens, and that the kernel gives to nobody meanwhile: those begin at
    32768."""
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with suppress(OSError), create_server(("127.0.0.1", port)):
            return port
