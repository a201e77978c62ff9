"""In which language a refusal is said: the page's cookie first, then the browser's wish."""

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.live.http import Request
from web.house import offered_like, spoken


def language_of(request: Request) -> str:
    """A code of the languages that are offered."""
    chosen = request.cookies().get(settings.LANGUAGE_COOKIE_NAME, "")
    wished = [code for code, _ in parse_accept_lang_header(request.header(b"accept-language"))]
    for code in [chosen, *wished]:
        try:
            known = get_supported_language_variant(code)
        except LookupError:
            continue
        if (offered := offered_like(known)) is not None:
            return offered
    return spoken(settings.LANGUAGE_CODE)
