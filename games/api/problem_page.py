"""What every error code means, as a page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from web.numbers import unfilled
from web.refusals import sentences

PAGE = """<!doctype html>
<html lang="{}"><head><meta charset="utf-8"><title>{}</title></head>
<body><main><h1>{}</h1><p>{}</p><dl>{}</dl></main></body></html>
"""


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
