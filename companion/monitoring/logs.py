"""Log lines without links (a link is the key of its game), as JSON for COMPANION_LOG=json."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from flask import g, has_request_context

_EXCEPTION = logging.Formatter()


class JsonLines(logging.Formatter):
    """Formats a record as one JSON line: time, level, logger, message, request id."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; extra fields of the record become keys. It contains no link."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": without_links(record.getMessage()),
        }
        if has_request_context() and "request_id" in g:
            line["request"] = g.request_id
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["exception"] = without_links(_EXCEPTION.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


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
