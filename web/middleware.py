"""What stands between a request and its answer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class Middleware:
    """By itself it lets everything pass."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)
