"""What every face says of the house: its name, the languages it speaks, whether guests may play."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import get_language


def languages() -> list[tuple[str, str | Promise]]:
    """The languages that are offered, as `settings.LANGUAGES` has them."""
    return [one for one in settings.LANGUAGES if one[0] in settings.LANGUAGES_OFFERED]


def spoken(code: str | None) -> str:
    """This language, or else the first that is offered: of its variants, or of all."""
    return offered_like(code) or languages()[0][0]


def offered_like(code: str | None) -> str | None:
    """This language, where it is offered, or another variant of it that is."""
    offered = [one for one, _words in languages()]
    return code if code in offered else next((one for one in offered if _are_akin(one, code)), None)


def _are_akin(one: str, other: str | None) -> bool:
    return other is not None and one.partition("-")[0] == other.partition("-")[0]


def written_in() -> str:
    """In which of "de" and "en" a reader gets what is written in these two and no variant."""
    return "de" if _are_akin("de", get_language()) else "en"


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
