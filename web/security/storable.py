"""What no database column can hold is refused at the door, before a page looks for it.

A text with the character NUL can be neither stored nor compared in PostgreSQL: asked for, it would
be a fault of ours. Forms of Django refuse it beside the field; what a page reads by itself, from
its address or from a button's form, is looked at here.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from web.middleware import Middleware

NUL = "\x00"


class StorablePages(Middleware):
    """Middleware: a page is not asked with text that nothing can hold.

    The API's operations refuse it in words of their own (`web.api`). The form of a page for
    programs, which needs no token against forgery, is left for that page to read.
    """

    def process_view(
        self, request: HttpRequest, view: Any, _args: object, _named: object
    ) -> HttpResponse | None:
        if hasattr(view, "cls"):  # an operation of the API
            return None
        if _holds_nul(request.GET) or (
            not getattr(view, "csrf_exempt", False) and _holds_nul(request.POST)
        ):
            return render(request, "unreadable.html", status=400)
        return None


def _holds_nul(given: QueryDict) -> bool:
    return any(NUL in text for name, texts in given.lists() for text in (name, *texts))
