"""Pages of records as files: what a browser calls them, and where the next page is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from rest_framework.request import Request

from games.exports import records as exporting


def file_of(
    request: Request,
    content: bytes,
    *,
    kind: str,
    name: str,
    following: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """`content` in one of `exporting.KINDS`; `following` asks for the next page (RFC 8288)."""
    response = HttpResponse(content, content_type=exporting.KINDS[kind])
    response["Content-Disposition"] = f'attachment; filename="jeton-{name}.{kind}"'
    if following is not None:
        response["Link"] = f'<{request.path}?{urlencode(following)}>; rel="next"'
    return response
