"""Proxies and path prefixes: the address of the client, and of the app, also for other phones."""

from collections.abc import Callable
from typing import Any

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.settings.network import address_for_phones
from companion.web.guard import health


def requested_address() -> str:
    """The root URL of this request, with a readable host.

    Werkzeug's `url_root` fails for names that Python's codec cannot decode, such as straße.example.
    """
    try:
        host = request.host.encode().decode("idna")
    except UnicodeError:
        host = request.host
    return f"{request.scheme}://{host}{request.root_path}/"


def public_address() -> str | None:
    """The root URL for phones; None if no phone can reach it, or the host would be rejected."""
    listening_on: str = request.environ.get("SERVER_NAME", "")
    return address_for_phones(requested_address(), listening_on, current_app.config["HOSTS"])


Wsgi = Callable[[dict[str, Any], Any], Any]
_NOTHING_HERE = Response("Nothing here.\n", 404, mimetype="text/plain")
_FOR_GOOD = 308


def init_app(app: Flask) -> None:
    """Trust as many proxies as COMPANION_PROXIES says; none by default."""
    app.wsgi_app = _below(app.config["PREFIX"], app.wsgi_app)  # type: ignore[method-assign,assignment]
    trusted: int = app.config["PROXIES"]
    if trusted:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app,
            x_for=trusted,
            x_proto=trusted,
            x_host=trusted,
            x_prefix=trusted,
        )


def _below(prefix: str, inside: Wsgi) -> Wsgi:
    """Mount the app below this path; health checks answer at both addresses."""

    def enter(environ: dict[str, Any], start_response: Any) -> Any:  # noqa: ANN401
        path = environ.get("PATH_INFO", "")
        if prefix and environ.get("SCRIPT_NAME", "") != prefix and path not in health.ADDRESSES:
            if not f"{path}/".startswith(f"{prefix}/"):
                return _NOTHING_HERE(environ, start_response)
            environ["SCRIPT_NAME"], environ["PATH_INFO"] = prefix, path.removeprefix(prefix)
        if not environ.get("PATH_INFO"):  # `/rummy` redirects to `/rummy/`
            there = environ.get("SCRIPT_NAME", "") + "/"
            return redirect(there, _FOR_GOOD)(environ, start_response)
        return inside(environ, start_response)

    return enter
