"""What every face says of the house: its name, the languages it speaks, whether guests may play."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import get_language


def languages() -> list[tuple[str, str | Promise]]:
    """The languages that are offered, as `settings.LANGUAGES` has them."""
    return [one for one in settings.LANGUAGES if one[0] in settings.LANGUAGES_OFFERED]


def spoken(code: str | None) -> str:
    """This language, or the first that is offered where it is none of them."""
    offered = [one for one, _words in languages()]
    return code if code in offered else offered[0]


def house(request: HttpRequest) -> dict[str, object]:
    """Context processor: what all templates know of the house."""
    return {
        "house_name": settings.HOUSE_NAME,
        "house_languages": languages(),
        "guests_welcome": settings.GUESTS_WELCOME,
    }


def is_spoken_now() -> bool:
    """Whether the active language is among those that are offered."""
    return get_language() in settings.LANGUAGES_OFFERED
