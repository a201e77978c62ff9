"""An operation of the API, declared: what it is asked with, and what it answers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.payloads import Shape
from web.api.reading import Form, read_body, read_query, refuse_body, refuse_query

Json = dict[str, Any]
# What a method returns: the row that its shape writes, or JSON that is ready.
Answer = Any
Operation = Callable[..., Response]
WITHOUT_BODY = ("GET", "DELETE")


def answers(
    shape: type[Shape] | None,
    *,
    query: type[Form] | None = None,
    form: type[Form] | None = None,
    refuses: tuple[int, ...] = (),
) -> Callable[[Callable[..., Answer]], Operation]:
    """For a method of a view, which returns what the shape writes; without one nothing (204).

    It is given the checked fields of `query` and `form`, where there are such, by these names, and
    what the address names. A body that no form describes is refused. `refuses` are statuses that
    the document does not take for granted: 409, 422 and 429 of what only reads.
    """
    asks: dict[str, Any] = {} if query is None else {"parameters": [query]}

    def declared(act: Callable[..., Answer]) -> Operation:
        @extend_schema(
            request=form,
            responses={204 if shape is None else 200: shape, **dict.fromkeys(refuses)},
            **asks,
        )
        @wraps(act)
        def operation(view: Any, request: Request, **named: Any) -> Response:
            if query is not None:
                named["query"] = read_query(request, query)
            else:
                refuse_query(request)
            if form is not None:
                named["form"] = read_body(request, form)
            elif request.method not in WITHOUT_BODY:
                refuse_body(request)
            answer = act(view, request, **named)
            if shape is None:
                return Response(status=204)
            return Response(written(shape, answer))

        return operation

    return declared


def written(shape: type[Shape], answer: Answer) -> Json:
    """The JSON of what a method has returned."""
    return answer if isinstance(answer, dict) else shape.of(answer)
