"""The address by which other phones reach the app."""

from flask import current_app, request

from companion.network import address_for_phones


def root_for_phones() -> str | None:
    """The root URL for phones; None if no phone can reach it, or the host would be rejected."""
    listening_on: str = request.environ.get("SERVER_NAME", "")
    return address_for_phones(request.url_root, listening_on, current_app.config["TRUSTED_HOSTS"])
