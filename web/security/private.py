"""Pages made for one reader stay theirs: no cache on the way keeps them, none after signing out."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

KEPT_BY_NOBODY = "private, no-store"
ASKED_FOR_EACH_TIME = "private, no-cache"  # what has a tag may be kept by the reader's own browser


class PrivatePages:
    """Says so of every answer to a session that says nothing itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        is_somebodys = settings.SESSION_COOKIE_NAME in request.COOKIES or response.cookies
        if is_somebodys and "Cache-Control" not in response:
            tagged = "ETag" in response
            response["Cache-Control"] = ASKED_FOR_EACH_TIME if tagged else KEPT_BY_NOBODY
        return response
