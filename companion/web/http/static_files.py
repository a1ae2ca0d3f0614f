"""Static files carry the hash of their content in their address, so phones may keep them."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

_HASH_LENGTH = 10


def init_app(app: Flask) -> None:
    """Add `?v=<hash>` to the address of every static file, and let phones keep only those."""
    app.after_request(_ask_again_without_version)

    @app.url_defaults
    def _add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values and app.static_folder:
            values["v"] = _content_hash(Path(app.static_folder) / values["filename"])


def _ask_again_without_version(response: Response) -> Response:
    """A module that another one imports has no version: the phone asks whether it is still so."""
    if request.endpoint == "static" and "v" not in request.args:
        response.headers["Cache-Control"] = "no-cache"
    return response


@cache
def _content_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_HASH_LENGTH]
