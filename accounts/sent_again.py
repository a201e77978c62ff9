"""A page's form that is sent again: done once, and answered again as it was answered.

A browser repeats what it got no answer to, people tap twice. Each page that is shown draws a token
of Django's anew for its forms: what brings the same one with the same content is the same form. Its
answer lies with those of the API (`accounts.api.receipts`): where it leads to, with what is said
there, or a page that shows a secret once. Who filled in a form wrongly, or was refused, asks anew.
"""

import datetime as dt
import hashlib
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, cast

import orjson
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from accounts.api.receipts import CLAIM
from accounts.models import ApiReceipt, Player
from accounts.programs.webhooks import signing
from web.database import sql
from web.database.trouble import again

View = Callable[..., HttpResponse]
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - a field's name
VISITOR = 0
# Longer than anybody waits for an answer; who goes back to a page later means the form anew.
WITHIN = dt.timedelta(minutes=10)


def done_once(view: View) -> View:
    """For a page whose form makes something: the work is done in one transaction, once per form.

    A visitor who became a guest by it is that guest when it is sent again.
    """

    @wraps(view)
    def page(request: HttpRequest, **named: Any) -> HttpResponse:
        digest = _digest(request)
        if not digest:
            return view(request, **named)
        work = partial(_answer, request, digest, partial(view, request, **named))
        # A visitor who was signed in on the way would be somebody else at the second attempt.
        return again(work) if request.user.is_authenticated else work()

    page.is_done_once = True  # type: ignore[attr-defined]
    return page


def shown_once(page: HttpResponse) -> HttpResponse:
    """For the answer of such a form that shows what no other page does: kept, and sealed."""
    page.is_shown_once = True  # type: ignore[attr-defined]
    return page


def _digest(request: HttpRequest) -> str:
    """Of the form and, for a visitor, of the browser; "" where nothing tells one from another.

    That of a visitor's browser changes as soon as it has heard that it is signed in.
    """
    if request.method != "POST" or TOKEN not in request.POST or request.FILES:
        return ""
    browser = ""
    if not request.user.is_authenticated:
        browser = request.META.get("CSRF_COOKIE", "")
        if not browser:
            return ""
    asked = [browser, request.get_full_path(), sorted(request.POST.lists())]
    return hashlib.sha256(orjson.dumps(asked)).hexdigest()


@transaction.atomic
def _answer(request: HttpRequest, digest: str, do: Callable[[], HttpResponse]) -> HttpResponse:
    asked = {"player_id": request.user.pk or VISITOR, "key": f"form:{digest}"}
    kept = ApiReceipt.objects.filter(**asked)
    kept.filter(created_at__lt=timezone.now() - WITHIN).delete()
    if not sql.run(CLAIM, [*asked.values(), digest]):
        return _once_more(request, orjson.loads(kept.get().body))
    answer = do()
    # A visitor who is a guest by now stays that guest, whatever they were refused.
    is_new_guest = asked["player_id"] != (request.user.pk or VISITOR)
    said = _said(request)
    is_refused = any(level >= messages.ERROR for level, _words in said)
    body: dict[str, Any] = {"said": said, "guest": is_new_guest and request.user.pk}
    if getattr(answer, "is_shown_once", False):
        body["page"] = signing.seal(answer.content.decode()).decode()
    elif isinstance(answer, HttpResponseRedirect) and (is_new_guest or not is_refused):
        body["leads_to"] = answer.url
    else:
        kept.delete()
        return answer
    kept.update(status=answer.status_code, body=orjson.dumps(body).decode())
    return answer


def _once_more(request: HttpRequest, kept: dict[str, Any]) -> HttpResponse:
    guest = Player.objects.filter(pk=kept["guest"] or VISITOR, is_guest=True, is_active=True)
    for player in guest:
        login(request, player, backend="django.contrib.auth.backends.ModelBackend")
    for level, words in kept["said"]:
        messages.add_message(request, level, words)
    if "page" in kept:
        return HttpResponse(signing.unseal(kept["page"].encode()))
    return HttpResponseRedirect(kept["leads_to"])


def _said(request: HttpRequest) -> list[tuple[int, str]]:
    """What the page that follows will say."""
    waiting = cast(Any, messages.get_messages(request))._queued_messages
    return [(one.level, str(one.message)) for one in waiting]
