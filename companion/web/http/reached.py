"""The address of the app, as requested and for other phones."""

from flask import current_app, request

from companion.network import address_for_phones


def root_as_requested() -> str:
    """The root URL of this request, with a readable host.

    Werkzeug's `url_root` fails for names that Python's codec cannot decode, such as straße.example.
    """
    try:
        host = request.host.encode().decode("idna")
    except UnicodeError:
        host = request.host
    return f"{request.scheme}://{host}{request.root_path}/"


def root_for_phones() -> str | None:
    """The root URL for phones; None if no phone can reach it, or the host would be rejected."""
    listening_on: str = request.environ.get("SERVER_NAME", "")
    return address_for_phones(root_as_requested(), listening_on, current_app.config["HOSTS"])
