"""By which address other phones reach the app that this request came to."""

from flask import current_app, request

from companion.network import address_for_phones


def root_for_phones() -> str | None:
    """The root of the app as phones can open it; None where none can, or it would reject them."""
    listening_on: str = request.environ.get("SERVER_NAME", "")
    return address_for_phones(request.url_root, listening_on, current_app.config["TRUSTED_HOSTS"])
