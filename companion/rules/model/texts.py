"""Marks texts for translation."""


def N_(text: str) -> str:  # noqa: N802 - the usual gettext marker
    """A text that is translated where it is shown."""
    return text


def NC_(context: str, text: str) -> str:  # noqa: ARG001, N802
    """The same for a word that has other meanings elsewhere."""
    return text
