"""The cookie of a phone: signed, and without a time.

Flask signs the time as well, and takes no cookie from the future: a server whose clock was set
back by a second would give every phone a new name for good.
"""

from typing import Any

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

_SALT = "companion-phone"


class PhoneCookies(SecureCookieSessionInterface):
    """Reads and writes the cookie; how long a phone keeps it is for its browser to say."""

    def get_signing_serializer(self, app: Flask) -> Any:  # noqa: ANN401 - Flask says: a timed one
        """What signs a cookie now."""
        timed = self._timed(app)
        return URLSafeSerializer(
            timed.secret_keys,
            salt=_SALT,
            serializer=self.serializer,
            signer_kwargs=timed.signer_kwargs,
        )

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie says; nothing, if somebody made it up."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        for serializer in (self.get_signing_serializer(app), self._timed(app)):
            try:
                return self.session_class(serializer.loads(cookie))
            except BadSignature:  # perhaps it is from before, when a time was signed with it
                continue
        return self.session_class()

    def _timed(self, app: Flask) -> URLSafeTimedSerializer:
        """What signed the cookies of earlier versions; their time is not asked for."""
        serializer = super().get_signing_serializer(app)
        if serializer is None:
            raise RuntimeError("the settings have no SECRET_KEY")
        return serializer
