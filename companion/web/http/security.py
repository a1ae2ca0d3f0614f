"""Headers that keep a page to itself: nothing from elsewhere, nothing inline, no framing."""

from flask import Flask, Response

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
    # The link of a game is its key: no other site may learn it from a Referer header.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def init_app(app: Flask) -> None:
    """Send the headers with every response; pages are never kept by anything between."""
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store, private")
    return response
