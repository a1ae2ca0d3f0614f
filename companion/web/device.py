"""The device that keeps score: known by a random name in a signed cookie, and by nothing else."""

from flask import session

from companion.records.games import new_key


def this_device() -> str:
    """The name of this device; made up the first time it is needed."""
    session.permanent = True
    device: str = session.setdefault("device", new_key())
    return device


def known_device() -> str | None:
    """The name of this device, if it ever was about to make a game."""
    return session.get("device")
