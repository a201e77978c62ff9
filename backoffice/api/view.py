"""The base of the office's operations: a scope for the token, a right for whoever it acts for;
and what several of them take.

Whoever is no staff gets the same 403 as whoever lacks the right, before a word of the request is
read: the office tells nobody what it has. A browser's session has shown its second factor at the
door (`backoffice.team.middleware`).
"""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request

from accounts.api.identity import READING, caller
from accounts.api.operations import once
from backoffice.permissions import may
from backoffice.team.staff_log import REASON_CHARS_MAX
from web.api.operations import Answer, Json, Operation
from web.api.payloads import Shape
from web.api.reading import Form, Text, WholeNumber
from web.api.view import ApiView
from web.refusals import Refused

NUMBER_MAX = 10**18 - 1  # as many digits as are read


class RowNumber(WholeNumber):
    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=NUMBER_MAX, **options)


class Before(RowNumber):
    def __init__(self) -> None:
        super().__init__(required=False, help_text="from `next_before`")


class OfficeReasonForm(Form):
    reason = Text(max_length=REASON_CHARS_MAX, help_text="written into the staff's log")


class OfficeView(ApiView):
    """`reading_right` and `writing_right`: codes of `backoffice.permissions.RIGHTS`."""

    reading_scope = "office"
    writing_scope = "office"
    reading_right = "see_office"
    writing_right = "see_office"

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        right = self.reading_right if request.method in READING else self.writing_right
        if not may(caller(request), right):
            raise Refused("not_allowed")


def act_on(
    act: Callable[..., Any],
    form: type[Form] = OfficeReasonForm,
    *,
    answers: type[Shape],
    told: Callable[[Any], Answer] | None = None,
    **declared: Any,
) -> Operation:
    """An act on what the address names, by what the form says; answered by what it has made."""

    @once(form, answers=answers, **declared)
    def post(view: OfficeView, request: Request, form: Json, **address: int) -> Answer:
        made = act(**address, **form, by=caller(request))
        return made if told is None else told(made)

    return post
