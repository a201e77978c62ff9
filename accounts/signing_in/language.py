"""The language an account has chosen goes with it to every browser."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts.models import Player
from web.house import is_spoken_now, spoken
from web.middleware import Middleware


class AccountLanguage(Middleware):
    """Middleware: pages speak the account's language, and the browser's cookie follows.

    Where the house does not offer what somebody wishes, they speak a variant of it that it does, or
    the first of all.

    The cookie is what the play door goes by, and what stays after signing out.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = _chosen_by(request)
        if language is None:
            if not is_spoken_now():
                translation.activate(spoken(translation.get_language()))
                request.LANGUAGE_CODE = translation.get_language()
            return self.get_response(request)
        translation.activate(language)
        request.LANGUAGE_CODE = language
        response = self.get_response(request)
        name = settings.LANGUAGE_COOKIE_NAME
        if request.COOKIES.get(name) != language and name not in response.cookies:
            remember_language(response, language)
        return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Keep the language with the browser."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _chosen_by(request: HttpRequest) -> str | None:
    """What the signed-in player has chosen; visitors cost no look at the database."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = request.user
    if not isinstance(user, Player) or user.language not in settings.LANGUAGES_OFFERED:
        return None
    return user.language
