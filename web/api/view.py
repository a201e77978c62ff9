"""The base of all views of the API: JSON in, JSON out, nothing for shared caches.

What changes seldom carries an ETag, and is not sent again to who has it already.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework import negotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from web.api.reading import StrictJsonParser, refuse_query
from web.routes import Route
from web.security.guarding import require_open


class AnyAccept(negotiation.BaseContentNegotiation):
    """Whatever a client says it accepts, it gets JSON; there is nothing else."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next((one for one in parsers if _same_kind(request, one)), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)


def _same_kind(request: Request, parser: BaseParser) -> bool:
    kind = (request.content_type or "").partition(";")[0].strip().lower()
    return kind == parser.media_type


class ApiView(APIView):
    """Base of all views of the API.

    `visitors_may`: what somebody without credentials may do; the scopes: what a token needs;
    `not_for_apps`: closed to tokens of other people's apps, since what it gives outlives the
    player's yes to the app; `is_tagged`: its answers carry an ETag.
    """

    visitors_may: tuple[str, ...] = ()
    reading_scope = "read"
    writing_scope = "play"
    routes: tuple[Route, ...] = ()
    not_for_apps = False
    is_tagged = False
    parser_classes = (StrictJsonParser,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = AnyAccept

    def __init_subclass__(cls, at: str = "", called: str = "", **traits: Any) -> None:
        """Traits stand in a class's first line: `class MyBots(ApiView, at="me/bots/")`.

        `at`: where it answers, under /api/v1/; `called`: its name, where others ask for that.
        """
        super().__init_subclass__()
        cls.routes = ((at, called),) if at else ()
        for name, value in traits.items():
            if not hasattr(cls, name):
                raise TypeError(f"no view has {name!r}")
            setattr(cls, name, value)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What writes says everything in its body; what is hidden from the caller is not there."""
        super().initial(request, *args, **kwargs)
        require_open(request.user, kwargs)
        if request.method not in SAFE_METHODS:
            refuse_query(request)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """What one caller sees must never lie in a shared cache."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if self.is_tagged and request.method == "GET" and final.status_code == 200:
            final["Cache-Control"] = "private, no-cache"  # keep it, and ask each time
            patch_vary_headers(final, ("Authorization", "Cookie", "Accept-Language"))
            final.add_post_render_callback(_tagger(request))
        final.headers.setdefault("Cache-Control", "private, no-store")
        return final


class OpenView(ApiView):
    """What everybody may read, with or without credentials."""

    visitors_may = ("read",)


def _tagger(request: Request) -> Callable[[Response], None]:
    """Names the answer after its content; says 304 instead to who has that already."""

    def tag(response: Response) -> None:
        etag = f'"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
        response["ETag"] = etag
        known = parse_etags(request.headers.get("If-None-Match", ""))
        if "*" in known or etag in (one.removeprefix("W/") for one in known):
            response.status_code = 304
            response.content = b""
            del response["Content-Type"]

    return tag
