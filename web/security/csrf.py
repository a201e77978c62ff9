"""Whether a browser's write comes from our own pages: asked the same way for every door.

Django's own check of cookie, token, Origin and Referer; and what browsers say of themselves in
`Sec-Fetch-Site`, which no page of another site can make them leave out.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

OWN_SITES = ("same-origin", "none", "")


class _Check(CsrfViewMiddleware):
    """Says why instead of answering with a page."""

    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def _nothing(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


_CHECK = _Check(_nothing)


def is_from_our_pages(request: HttpRequest) -> bool:
    """Whether the request, one that changes something, may be believed to be the user's own."""
    if request.headers.get("Sec-Fetch-Site", "") not in OWN_SITES:
        return False
    _CHECK.process_request(request)
    return _CHECK.process_view(request, _nothing, (), {}) is None
