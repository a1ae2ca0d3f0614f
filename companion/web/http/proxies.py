"""Behind proxies: what they say of an address is believed only as far as the settings say."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix


def init_app(app: Flask) -> None:
    """Believe as many proxies as are set up (COMPANION_PROXIES); by default none at all."""
    trusted: int = app.config["PROXIES"]
    if trusted:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app,
            x_for=trusted,
            x_proto=trusted,
            x_host=trusted,
            x_prefix=trusted,
        )
