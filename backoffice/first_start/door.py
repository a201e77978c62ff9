"""Until a house has its owner nothing of it answers but the first page, files and signs of life."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language

from backoffice.first_start.tokens import PATH
from backoffice.running import board
from games.api.problems import KIND, problem_of
from web.middleware import Middleware
from web.refusals import Refused

# Of no house in particular: what every page asks for, and the switch of languages.
FILES = ("set-language", "manifest", "service-worker", "offline")
SIGNS = ("/healthz", "/readyz", "/metrics", "/robots.txt")


class FirstStartDoor(Middleware):
    """Middleware behind the language: programs are told why, people are led to the first page."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not board.stands_empty() or _is_open(request.path) or not board.is_without_owner():
            return self.get_response(request)
        if request.method in ("GET", "HEAD") and not request.path.startswith("/api/"):
            return redirect(PATH)
        status, body, _headers = problem_of(Refused("house_not_set_up"))
        answer = JsonResponse(body, status=status, content_type=KIND)
        answer["Content-Language"] = get_language() or "en"
        return answer


def _is_open(path: str) -> bool:
    named = [reverse(name) for name in FILES]
    return path in (*named, *SIGNS) or path.startswith((PATH, settings.STATIC_URL))
