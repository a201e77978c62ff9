"""Every error of the API as `application/problem+json` (RFC 9457), and the page that lists them."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from rummy.refusal import Refusal
from web.database.trouble import code_of, is_trouble
from web.numbers import unfilled
from web.refusals import Answer, Refused, problem, sentences
from web.routes import at

KIND = "application/problem+json"
PAGE = """<!doctype html>
<html lang="{}"><head><meta charset="utf-8"><title>{}</title></head>
<body><main><h1>{}</h1><p>{}</p><dl>{}</dl></main></body></html>
"""


def problem_of(refusal: Refusal) -> Answer:
    """Status, body and headers of a refusal, in the active language."""
    return problem(refusal, get_language() or "en")


def answer_refusal(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The framework's exception handler. None, and with it a 500, only for our own faults."""
    refusal = as_refusal(error)
    if isinstance(error, exceptions.MethodNotAllowed):
        allowed = ", ".join(context["view"].allowed_methods)
        refusal = Refused("method_not_allowed", allowed=allowed)
    if refusal is None:
        return None
    status, body, headers = problem_of(refusal)
    response = Response(body, status=status, content_type=KIND)
    for name, value in headers:
        response[name.decode().title()] = value.decode()
    if isinstance(error, exceptions.MethodNotAllowed):
        response["Allow"] = refusal.facts["allowed"]
    return response


def as_refusal(error: Exception) -> Refusal | None:
    """The refusal behind an exception, or None when it is no refusal but a fault."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, exceptions.ValidationError):
        return _invalid_input(error)
    if is_trouble(error):
        # A lock that was not to be had, or the database away: nothing was done.
        return Refused(code_of(error))
    for kind, code in _CODES:
        if isinstance(error, kind):
            return Refused(code)
    return None


_CODES: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.NotAuthenticated, "not_signed_in"),
    (exceptions.AuthenticationFailed, "bad_token"),
    (exceptions.PermissionDenied, "not_allowed"),
    (PermissionDenied, "not_allowed"),
    (exceptions.NotFound, "not_found"),
    (Http404, "not_found"),
    (exceptions.UnsupportedMediaType, "content_type_not_json"),
    (exceptions.ParseError, "unreadable_request"),
    (SuspiciousOperation, "unreadable_request"),
    (MultiPartParserError, "unreadable_request"),
)


def _invalid_input(error: exceptions.ValidationError) -> Refused:
    """Per field what is wrong with it, in the reader's language."""
    detail = error.detail
    fields = detail if isinstance(detail, dict) else {"body": detail}
    return Refused("invalid_input", names=sorted(map(str, fields)), fields=_plain(fields))


def _plain(detail: Any) -> Any:
    if isinstance(detail, dict):
        return {str(key): _plain(value) for key, value in detail.items()}
    if isinstance(detail, list | tuple):
        return [_plain(item) for item in detail]
    return str(detail)


@at("problems/", "")
def problems(request: HttpRequest) -> HttpResponse:
    """The page that the `type` of every problem leads to."""
    title = _("Error codes of the API")
    words = _("Names in %(…)s stand for the numbers in “facts”.")
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        told = [
            {"code": code, "words": unfilled(text)} for code, text in sorted(sentences().items())
        ]
        answer: HttpResponse = JsonResponse({"results": told})
        patch_vary_headers(answer, ("Accept",))
        return answer
    lines = format_html_join(
        "\n",
        '<dt id="{}"><code>{}</code></dt><dd>{}</dd>',
        ((code, code, unfilled(text)) for code, text in sorted(sentences().items())),
    )
    page = format_html(PAGE, get_language() or "en", title, title, words, lines)
    answer = HttpResponse(page)
    patch_vary_headers(answer, ("Accept",))
    return answer
