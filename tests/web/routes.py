"""Every address of a game, from the app's URL map, so that new routes are included."""

from collections.abc import Iterator

from flask import Flask

_LOOKING = {"GET", "HEAD", "OPTIONS"}
_VALUES = {"seat": 1, "number": 1}


def pages_of(app: Flask, token: str) -> list[str]:
    """Every address of this game that accepts GET."""
    return [address for address, method in _addresses(app, token) if method == "GET"]


def steps_of(app: Flask, token: str) -> list[tuple[str, str]]:
    """Every other method with an address of this game."""
    return [(address, how) for address, how in _addresses(app, token) if how not in _LOOKING]


def _addresses(app: Flask, token: str) -> Iterator[tuple[str, str]]:
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/g/<token>"):
            values = {name: _VALUES.get(name, 1) for name in rule.arguments} | {"token": token}
            for method in sorted(rule.methods or ()):
                yield urls.build(rule.endpoint, values, method), method
