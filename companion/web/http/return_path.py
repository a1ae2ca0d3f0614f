"""The page of this app that a form leads back to."""

from flask import request


def return_path() -> str:
    """The path in the field `to`, with the path prefix; never another origin."""
    said = request.form.get("to", "")
    is_path = said.startswith("/") and not said.startswith(("//", "/\\")) and said.isprintable()
    return request.script_root + (said if is_path else "/")
