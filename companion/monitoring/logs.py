"""What is logged names no game: whoever reads a log must not be able to keep its score."""

import logging
import re

# A game's links, an own game's, and whatever else is as long and as random as they are.
_SECRET = re.compile(
    r"(?<=/g/)[^/\s\"'?]+|(?<=%2Fg%2F)[^/\s\"'?&%]+"
    r"|(?:(?<![\w-])|(?<=%2F)|(?<=%3D))(?:w\.|w%2E)?[A-Z0-9_-]{22}(?![\w-])",
    re.IGNORECASE,
)
_TRACEBACK = logging.Formatter()


class WithoutLinks(logging.Filter):
    """Takes the secret part of every link out of a line, and out of the traceback below it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every line is kept, with a … for each secret."""
        record.msg, record.args = without_links(record.getMessage()), None
        if record.exc_info:
            record.exc_text = without_links(_TRACEBACK.formatException(record.exc_info))
        return True


def without_links(text: str) -> str:
    """The text with a … in the place of every secret."""
    return _SECRET.sub("…", text)
