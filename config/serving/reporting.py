"""Faults told to Sentry, or to what speaks its protocol (GlitchTip, Bugsink), by `SENTRY_DSN`.

Nothing is told of what a fault was about but its place in the code, the request's number and words
in which all that has the shape of a secret is blacked out: no variables (hands lie in them), no
bodies, no names, no addresses.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.logs import without_secrets
from config.version import VERSION
from web.whence import CONTEXT


def report_faults() -> None:
    """Begin to tell them; raises ImproperlyConfigured where the library is not there."""
    if not settings.SENTRY_DSN:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set and sentry-sdk is not installed: install jeton[sentry]"
        ) from None
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"jeton@{VERSION}",
        server_name="",
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=_told,
    )


def _told(event: Any, hint: dict[str, Any]) -> Any:
    request = event.pop("request", {})
    about = {name: value for name, value in CONTEXT.get().items() if name == "request"}
    kept = {"method": request.get("method"), "url": request.get("url")} if request else {}
    return _black({**event, **({"request": kept} if kept else {}), "tags": about})


def _black(value: Any) -> Any:
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {name: _black(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_black(one) for one in value]
    return value
