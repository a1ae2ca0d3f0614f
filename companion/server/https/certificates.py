"""A certificate that is reloaded once its files have changed.

Standard library only: a server without https starts without the extra `https`.
"""

import logging
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Contexts = Callable[[], ssl.SSLContext]
_log = logging.getLogger(__name__)


@dataclass
class Certificates:
    """The certificate in these files, reloaded for the next connection once they have changed."""

    files: tuple[Path, ...]
    make: Contexts
    _current: ssl.SSLContext = field(init=False)
    _read: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Read them for the first time."""
        self._read = self._changed()
        self._current = self.make()

    def context(self) -> ssl.SSLContext:
        """The context of a server that uses them."""
        self._current.sni_callback = self._choose
        return self._current

    def _choose(self, connection: Any, _name: str | None, _context: ssl.SSLContext) -> None:  # noqa: ANN401 - a socket or an object
        try:
            changed = self._changed()
            if changed != self._read:
                self._read = changed  # if half-written, it is reloaded after the next change
                self._current = self.make()
        except (OSError, ValueError) as error:
            _log.warning("The new certificate cannot be used, the old one still is: %s", error)
        connection.context = self._current

    def _changed(self) -> list[int]:
        return [file.stat().st_mtime_ns for file in self.files]


def reading_again(config: Any, make: Contexts) -> ssl.SSLContext:  # noqa: ANN401 - signature of uvicorn
    """A context for uvicorn that reloads the certificate."""
    named = (config.ssl_certfile, config.ssl_keyfile)
    return Certificates(tuple(Path(name) for name in named if name), make).context()
