"""Languages by their codes, such as `pt_BR`, and the preferences of a browser."""

from collections.abc import Iterable


def preferred(codes: Iterable[str], tags: Iterable[str]) -> str | None:
    """The code for the first of these tags that has one; None if none has.

    They are compared by primary tag: Brazilian Portuguese serves a Portuguese browser.
    """
    primary = {_primary(code): code for code in codes}
    asked = (primary.get(_primary(tag)) for tag in tags)
    return next((code for code in asked if code), None)


def tag_of(code: str) -> str:
    """The BCP 47 tag of a locale; digits are Latin in every language."""
    tag = code.replace("_", "-")
    return f"{tag}-u-nu-latn" if tag == "ar" else tag


def _primary(tag: str) -> str:
    return tag.replace("_", "-").partition("-")[0].lower()
