"""The cookie of a phone: signed without a time, and scoped to the path of the app.

Flask signs the time as well, and rejects cookies from the future: on a server whose clock was set
back by a second every phone would permanently lose its id.
"""

from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from companion.web.game.signing import signer, signing_keys


def return_path() -> str:
    """The path in the field or query `to`, with the path prefix; never another origin."""
    return own_path(request.values.get("to", ""))


def own_path(said: str) -> str:
    """The given path with the path prefix; home for an address of another origin."""
    is_path = said.startswith("/") and not said.startswith(("//", "/\\")) and said.isprintable()
    return request.script_root + (said if is_path else "/")


_SALT = "companion-phone"


class PhoneCookies(SecureCookieSessionInterface):
    """Reads and writes the cookie; its lifetime is up to the browser."""

    def __init__(self) -> None:
        self._signers: dict[tuple[str, ...], URLSafeSerializer] = {}

    def get_signing_serializer(self, app: Flask) -> Any:  # noqa: ANN401 - signature of Flask
        """The current signer, cached by the keys of the settings."""
        keys = signing_keys(app)
        if keys not in self._signers:
            how = self._timed(app).signer_kwargs
            made = signer(app, _SALT, serializer=self.serializer, signer_kwargs=how)
            self._signers[keys] = made
        return self._signers[keys]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The data of the cookie; empty if the signature is invalid."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        if not cookie:  # the first page of a browser
            return self.session_class()
        for signed_by in (self.get_signing_serializer, self._timed):
            try:
                return self.session_class(signed_by(app).loads(cookie))
            except BadSignature:  # an older cookie, signed with a time
                continue
        return self.session_class()

    def get_cookie_path(self, app: Flask) -> str:
        """The path prefix, if any: other apps of the same host need not see it."""
        return request.script_root or super().get_cookie_path(app)

    def get_cookie_secure(self, app: Flask) -> bool:
        """A cookie set over https is sent over https only."""
        return request.is_secure or super().get_cookie_secure(app)

    def _timed(self, app: Flask) -> URLSafeTimedSerializer:
        """The signer of earlier versions; their time is ignored."""
        serializer = super().get_signing_serializer(app)
        if serializer is None:
            raise RuntimeError("the settings have no SECRET_KEY")
        return serializer
