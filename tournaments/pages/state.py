"""How pages that ask again and again stay cheap: the name of an answer that has not changed."""

from hashlib import blake2b

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language


def part_etag(request: HttpRequest, *state: object) -> str | None:
    """A name for the live part of a page: it changes with the state, the reader, their words.

    None for a whole page, which also shows chips, notices and what was just done.
    """
    if "part" not in request.GET:
        return None
    reader = request.user.pk if request.user.is_authenticated else "-"
    zone = timezone.get_current_timezone_name()
    parts = [reader, get_language(), zone, request.GET.urlencode(), *state]
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'
