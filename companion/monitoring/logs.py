"""Removes links from log lines, because a link is the key of its game."""

import logging
import re

# Links of games and of custom games, and any other token as long and as random.
_SECRET = re.compile(
    r"(?<=/g/)[^/\s\"'?]+|(?<=%2Fg%2F)[^/\s\"'?&%]+"
    r"|(?:(?<![\w-])|(?<=%2F)|(?<=%3D))(?:w\.|w%2E)?[A-Z0-9_-]{22}(?![\w-])",
    re.IGNORECASE,
)
_TRACEBACK = logging.Formatter()


class WithoutLinks(logging.Filter):
    """Replaces the secret part of every link in a line and in its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every line, with a … for each secret."""
        record.msg, record.args = without_links(record.getMessage()), None
        if record.exc_info:
            record.exc_text = without_links(_TRACEBACK.formatException(record.exc_info))
        return True


def without_links(text: str) -> str:
    """The text with a … for every secret."""
    return _SECRET.sub("…", text)
