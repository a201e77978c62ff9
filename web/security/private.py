"""Pages made for one reader stay theirs: no cache on the way keeps them, none after signing out."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from web.middleware import Middleware

KEPT_BY_NOBODY = "private, no-store"
ASKED_FOR_EACH_TIME = "private, no-cache"  # what has a tag may be kept by the reader's own browser


class PrivatePages(Middleware):
    """Says so of every answer to a session that says nothing itself."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_somebodys = settings.SESSION_COOKIE_NAME in request.COOKIES or response.cookies
        if is_somebodys and "Cache-Control" not in response:
            tagged = "ETag" in response
            response["Cache-Control"] = ASKED_FOR_EACH_TIME if tagged else KEPT_BY_NOBODY
        return response
