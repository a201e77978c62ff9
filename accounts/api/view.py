"""The base of all views of the API: JSON in, JSON out, nothing for shared caches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import negotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.reading import StrictJsonParser


class AnyAccept(negotiation.BaseContentNegotiation):
    """Whatever a client says it accepts, it gets JSON; there is nothing else."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next((one for one in parsers if _same_kind(request, one)), None)

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)


def _same_kind(request: Request, parser: BaseParser) -> bool:
    kind = (request.content_type or "").partition(";")[0].strip().lower()
    return kind == parser.media_type


class ApiView(APIView):
    """Base of all views of the API.

    `visitors_may`: what somebody without credentials may do; the scopes: what a token needs.
    """

    visitors_may: tuple[str, ...] = ()
    reading_scope = "read"
    writing_scope = "play"
    parser_classes = (StrictJsonParser,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = AnyAccept

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """What one caller sees must never lie in a shared cache."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", "private, no-store")
        return final
