"""An operation that changes something, declared: what it takes, what it answers, once per key."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.api.receipts import answer_once
from accounts.api.shapes import IDEMPOTENCY_KEY
from web.api.operations import Answer, Json, Operation, written
from web.api.payloads import Shape
from web.api.reading import Form, read_body
from web.security import limits


def once(
    form: type[Form] | None = None,
    *,
    answers: type[Shape],
    status: int = 200,
    spends: Sequence[limits.Limit] = (),
    sealed: str = "",
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[Callable[..., Answer]], Operation]:
    """For a method of a view: its work is done in one transaction, and once per Idempotency-Key.

    The method is given the form's checked fields, if there is a form, and what the address names;
    it returns what the shape writes. Of each limit in `spends` the caller spends one before, and
    the answer tells of the first; `sealed` names the answer's field that holds a secret.
    """

    def declared(act: Callable[..., Answer]) -> Operation:
        @extend_schema(
            request=form,
            parameters=[IDEMPOTENCY_KEY],
            responses={status: answers},
            examples=list(examples),
        )
        @wraps(act)
        def operation(view: Any, request: Request, **named: Any) -> Response:
            fields = read_body(request, form or serializers.Serializer)
            spent = [limits.spend(limit, str(caller(request).pk)) for limit in spends]
            given = {} if form is None else {"form": fields}

            def work() -> tuple[int, Json]:
                return status, written(answers, act(view, request, **given, **named))

            response = answer_once(request, fields, work, secret=sealed)
            for allowance in spent[:1]:
                for name, value in allowance.headers().items():
                    response[name] = value
            return response

        return operation

    return declared
