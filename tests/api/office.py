"""Colleagues of each role, for the office over the API."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import Group

from accounts.models import Player
from accounts.programs.scopes import SCOPES
from backoffice.models import StaffAct

from .client import Caller
from .playing import person


class Colleague(Caller):
    """Somebody on the staff with a token that reaches as far as their roles do."""

    def __init__(self, *roles: str, name: str = "") -> None:
        super().__init__(staff(*roles, name=name), scopes=tuple(SCOPES))

    def put(self, path: str, body: Any) -> Any:
        return self.method_with("PUT", path, body)

    def pages(self, path: str, *, limit: int) -> Iterator[list[Any]]:
        """Every page of a list, until the last says so."""
        sign = "&" if "?" in path else "?"
        following = ""
        while True:
            page = self.get(f"{path}{sign}limit={limit}{following}").json()
            yield page["results"]
            if page["next_before"] is None:
                return
            following = f"&before={page['next_before']}"


def staff(*roles: str, name: str = "") -> Player:
    found = person(name or "-".join(roles))
    found.is_staff = True
    found.save(update_fields=("is_staff",))
    found.groups.set(Group.objects.filter(name__in=roles))
    return Player.objects.get(pk=found.pk)


def refused(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    assert answer["Content-Type"].startswith("application/problem+json"), answer.content
    return answer.status_code, answer.json()["code"]


def acts() -> list[tuple[str, str]]:
    return list(StaffAct.objects.order_by("pk").values_list("act", "subject"))
