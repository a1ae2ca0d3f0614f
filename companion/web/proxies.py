"""Behind proxies: what they say of an address is believed only as far as the settings say."""

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
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
    app.session_interface = CookieOfThisPlace()


class CookieOfThisPlace(SecureCookieSessionInterface):
    """The cookie belongs to the address the app is opened by, and to nothing beside it."""

    def get_cookie_path(self, app: Flask) -> str:
        """The prefix, where there is one: other apps of the same host need not see it."""
        return request.script_root or super().get_cookie_path(app)

    def get_cookie_secure(self, app: Flask) -> bool:
        """Who came by https gets a cookie that travels by nothing else."""
        return request.is_secure or super().get_cookie_secure(app)
