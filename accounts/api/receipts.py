"""Answers kept by Idempotency-Key: a request that is sent again is answered again, and done once.

The answer is stored in the transaction of the work, so both exist or neither. A twin that arrives
in the meantime waits at the receipt's key and then reads it. A secret in an answer is kept sealed.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.identity import caller
from accounts.models import ApiReceipt
from accounts.programs.webhooks import signing
from web.api.repeating import usable_key
from web.database import sql
from web.database.trouble import again
from web.refusals import Refused

# A refusal that may end at any time, or that is about the caller, is no answer to keep.
NOT_KEPT = (401, 403, 429, 500, 503)
REPLAYED = "Idempotent-Replay"

CLAIM = """
INSERT INTO accounts_apireceipt (player_id, key, fingerprint, status, body, created_at)
VALUES (%s, %s, %s, 0, '', clock_timestamp()) ON CONFLICT DO NOTHING
"""

Work = Callable[[], tuple[int, dict[str, Any]]]


def as_answered(error: Exception) -> tuple[int, dict[str, Any]] | None:
    """What the API's exception handler makes of it: a refusal is an answer too."""
    answer: Any = api_settings.EXCEPTION_HANDLER
    response = answer(error, {})
    return None if response is None else (response.status_code, dict(response.data))


def answer_once(
    request: Request, content: Mapping[str, Any], work: Work, *, secret: str = ""
) -> Response:
    """Do `work` in one transaction and answer with its status and body; once per key.

    `content` is what the request asks for; `secret` names the field of the body that holds one.

    Raises Refused(idempotency_key_reused): the key belongs to another request.
    """
    key = key_of(request)

    def attempt() -> Response:
        with transaction.atomic():
            if key is None:
                status, body = work()
                return Response(body, status=status)
            fingerprint = _fingerprint(request, content)
            return _answer_kept(request, key, fingerprint, work, secret)

    return again(attempt)


def _answer_kept(request: Request, key: str, fingerprint: str, work: Work, secret: str) -> Response:
    player_id = caller(request).pk
    if not sql.run(CLAIM, [player_id, key, fingerprint]):
        receipt = ApiReceipt.objects.get(player_id=player_id, key=key)
        return _replay(receipt, fingerprint, secret)
    try:
        with transaction.atomic():
            status, body = work()
    except Exception as refusal:
        answer = as_answered(refusal)
        if answer is None or answer[0] in NOT_KEPT:
            raise
        status, body = answer
    sealed = {secret: signing.seal(body[secret]).decode()} if body.get(secret) else {}
    kept = orjson.dumps({**body, **sealed}).decode()
    ApiReceipt.objects.filter(player_id=player_id, key=key).update(status=status, body=kept)
    return _response(status, body)


def _replay(receipt: ApiReceipt, fingerprint: str, secret: str) -> Response:
    if receipt.fingerprint != fingerprint:
        raise Refused("idempotency_key_reused", key=receipt.key)
    body = orjson.loads(receipt.body)
    if body.get(secret):
        body[secret] = signing.unseal(body[secret].encode())
    response = _response(receipt.status, body)
    response[REPLAYED] = "true"
    return response


def _response(status: int, body: dict[str, Any]) -> Response:
    kind = "application/problem+json" if status >= 400 else None
    return Response(body, status=status, content_type=kind)


def key_of(request: Request) -> str | None:
    """The caller's usable key, or None."""
    key = request.headers.get("Idempotency-Key")
    return None if key is None else usable_key(key)


def _fingerprint(request: Request, content: Mapping[str, Any]) -> str:
    asked = [request.method, request.path, dict(content)]
    return hashlib.sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()
