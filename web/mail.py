"""How mail leaves: one address, `smtp://user:password@host:587` or `smtps://…:465`."""

from typing import Any
from urllib.parse import unquote, urlsplit


def mail_settings(url: str) -> dict[str, Any]:
    """Django's mail settings from the address; "" writes mails to the log instead of sending."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    implicit = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if implicit else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": not implicit and parts.port != 25,
        "EMAIL_TIMEOUT": 10,
    }
