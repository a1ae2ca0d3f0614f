"""The source of a request for hourly limits; the book stores only a digest."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import replace
from ipaddress import IPv6Address, ip_address

from flask import current_app, request

from companion.records.people.limits import GamesAnHour

_HOST_BITS = 64  # bits of an IPv6 address: one household has the rest
_DIGEST = 16  # bytes


def source_of_request() -> str:
    """A digest of the address of this request."""
    key, house = current_app.config["SECRET_KEY"], _house(request.remote_addr or "")
    digest = hmac.digest(key.encode(), house.encode(), hashlib.sha256)[:_DIGEST]
    return urlsafe_b64encode(digest).decode().rstrip("=")


def games_an_hour() -> GamesAnHour:
    """The limits for new games and custom games of this request."""
    return replace(GamesAnHour(*current_app.config["GAMES_AN_HOUR"]), source=source_of_request())


def _house(address: str) -> str:
    """The address without the part that one household can choose."""
    try:
        known = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(known, IPv6Address):
        return address
    return str(known.ipv4_mapped or int(known) >> _HOST_BITS)
