"""The cookie of a phone: signed, without a time, and for the address the app is opened by.

Flask signs the time as well, and takes no cookie from the future: a server whose clock was set
back by a second would give every phone a new name for good.
"""

from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from companion.web.http.signing import signer, signing_keys

_SALT = "companion-phone"


class PhoneCookies(SecureCookieSessionInterface):
    """Reads and writes the cookie; how long a phone keeps it is for its browser to say."""

    def __init__(self) -> None:
        self._signers: dict[tuple[str, ...], URLSafeSerializer] = {}

    def get_signing_serializer(self, app: Flask) -> Any:  # noqa: ANN401 - Flask says: a timed one
        """What signs a cookie now; made once for the keys of the settings."""
        keys = signing_keys(app)
        if keys not in self._signers:
            how = self._timed(app).signer_kwargs
            made = signer(app, _SALT, serializer=self.serializer, signer_kwargs=how)
            self._signers[keys] = made
        return self._signers[keys]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie says; nothing, if somebody made it up."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        if not cookie:  # somebody’s first page
            return self.session_class()
        for signed_by in (self.get_signing_serializer, self._timed):
            try:
                return self.session_class(signed_by(app).loads(cookie))
            except BadSignature:  # perhaps it is from before, when a time was signed with it
                continue
        return self.session_class()

    def get_cookie_path(self, app: Flask) -> str:
        """The prefix, where there is one: other apps of the same host need not see it."""
        return request.script_root or super().get_cookie_path(app)

    def get_cookie_secure(self, app: Flask) -> bool:
        """Who came by https gets a cookie that travels by nothing else."""
        return request.is_secure or super().get_cookie_secure(app)

    def _timed(self, app: Flask) -> URLSafeTimedSerializer:
        """What signed the cookies of earlier versions; their time is not asked for."""
        serializer = super().get_signing_serializer(app)
        if serializer is None:
            raise RuntimeError("the settings have no SECRET_KEY")
        return serializer
