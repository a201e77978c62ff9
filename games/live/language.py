"""Refusals of the play door, and in which language: the page's cookie, then the browser's wish."""

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.live.http import Request, Send, answer
from rummy.refusal import Refusal
from web.house import offered_like, spoken
from web.refusals import problem


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


async def refuse(
    send: Send, request: Request, refusal: Refusal, *, status: int = 0, allow: str = ""
) -> None:
    """As problem details; with another `status` than the refusal's where one is given."""
    usual, body, headers = problem(refusal, language_of(request))
    body |= {"status": status or usual}
    headers += ((b"allow", allow.encode()),) if allow else ()
    kind = b"application/problem+json"
    await answer(send, body["status"], body, kind=kind, headers=headers)
