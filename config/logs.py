"""Log lines for people or for machines, without secrets whatever a library or an error says.

A secret has a shape: our tokens, session keys and cookies, passwords in addresses, codes that open
a door, and cards in the text they have everywhere outside the engine. What has such a shape is
blacked out in the finished line, tracebacks included.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from web.whence import CONTEXT

BLACK = "▮"

_CARD = r"(?:[A2-9TJQK][shdc]2?|X[1-6])"
_SECRETS = (
    re.compile(r"\bjeton_[A-Za-z0-9_-]{16,}"),
    re.compile(r"\bwhsec_[A-Za-z0-9+/=_-]{8,}"),
    # Who knows such an address may set a password, or is taken for the owner of a mailbox.
    re.compile(r"(?<=/reset/key/)[^/\s\"']+|(?<=/confirm-email/)[^/\s\"']+"),
    re.compile(r"(?i)\b(?:sessionid|jeton_session(?:_\d+)?|jeton_csrf(?:_\d+)?)=[^;\s]+"),
    re.compile(r"(?i)(?<=authorization: )[^\r\n'\"]+"),
    re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"),
    re.compile(
        r"(?i)\b(?:password|secret|token|otp|code|invite)['\"]?\s*[=:]\s*['\"]?[^\s'\",;&]+"
    ),
    re.compile(rf"(?<=['\"]){_CARD}(?=['\"])"),
    re.compile(rf"\b{_CARD}(?:[ ,]+{_CARD})+\b"),
)


def without_secrets(text: str) -> str:
    """The text with everything blacked out that has the shape of a secret."""
    for secret in _SECRETS:
        text = secret.sub(BLACK, text)
    return text


def _safe(value: Any) -> Any:
    return without_secrets(value) if isinstance(value, str) else value


class LineFormatter(logging.Formatter):
    """One line for people, with the time's offset, and the request's id where there is one."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} {message}", style="{")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """The house's time, which alone would be two times in an hour of autumn."""
        at = datetime.fromtimestamp(record.created, tz=UTC).astimezone()
        return at.isoformat(timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        about = CONTEXT.get()
        logged = super().format(record) + (f" [{about['request']}]" if "request" in about else "")
        return without_secrets(logged)


class JsonFormatter(logging.Formatter):
    """One JSON object per line: time, level, logger, message, and what the request is about."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **{name: _safe(value) for name, value in CONTEXT.get().items()},
        }
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)
