"""Security headers: nothing from elsewhere, nothing inline, no framing."""

from flask import Flask, Response, current_app, request

_SOURCES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)
_HEADERS = {
    "Content-Security-Policy": "; ".join(_SOURCES),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # The link of a game is secret, and must not reach other sites in a Referer.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_HTTPS_FOR_GOOD = "max-age=31536000"  # a year; other names of the domain are not covered
# These are not documents, so no policy applies, and each header costs bytes.
_PARTS_OF_PAGES = {"text/css", "text/javascript", "font/woff2"}


def init_app(app: Flask) -> None:
    """Send the headers with every document; shared caches must not store pages."""
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.is_secure and current_app.config["HTTPS_FOR_GOOD"]:
        response.headers["Strict-Transport-Security"] = _HTTPS_FOR_GOOD
    if response.mimetype in _PARTS_OF_PAGES:
        return response
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store, private")
    return response
