"""What can be played, and what every error code means."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.catalogue_shapes import CatalogueShape
from games.api.shapes import catalogue_json
from web.figures import unfilled
from web.refusals import sentences
from web.view import ApiView

PAGE = """<!doctype html>
<html lang="{}"><head><meta charset="utf-8"><title>{}</title></head>
<body><main><h1>{}</h1><p>{}</p><dl>{}</dl></main></body></html>
"""


@extend_schema(tags=["tables"])
class Presets(ApiView):
    """The rule-sets a table can be opened with: presets, their options, house rules, bots."""

    visitors_may = ("read",)
    is_tagged = True

    @extend_schema(responses=CatalogueShape)
    def get(self, request: Request) -> Response:
        return Response(catalogue_json())


def problems(request: HttpRequest) -> HttpResponse:
    """The page that the `type` of every problem leads to."""
    title = _("Error codes of the API")
    words = _("Names in %(…)s stand for the numbers in “facts”.")
    lines = format_html_join(
        "\n",
        '<dt id="{}"><code>{}</code></dt><dd>{}</dd>',
        ((code, code, unfilled(text)) for code, text in sorted(sentences().items())),
    )
    return HttpResponse(format_html(PAGE, get_language() or "en", title, title, words, lines))
