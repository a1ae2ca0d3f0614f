"""Log lines as JSON, for log collectors (COMPANION_LOG=json)."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from flask import g, has_request_context

from companion.monitoring.logs import without_links

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
