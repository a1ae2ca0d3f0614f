"""Marks texts for translation."""


def N_(text: str) -> str:  # noqa: N802 - as gettext has it
    """A text that is translated where it is shown."""
    return text
