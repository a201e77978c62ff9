"""Staff of a platform that runs, asked through both clients at once."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from jeton_client import AsyncClient, Client, new_key

from accounts.models import Player
from accounts.programs.scopes import SCOPES
from accounts.programs.tokens.issuing import issue_token
from tests.running.demo import Site
from tests.tournaments.evening import manage

HIRE = """
import sys
from django.contrib.auth.models import Group
from accounts.programs.scopes import SCOPES
from accounts.joining.players import create_guest
from accounts.programs.tokens.issuing import issue_token
for role in {roles!r}:
    person = create_guest(language="en")
    # Roles come from the console: by the owner of the tables.
    person = type(person).objects.using("owner").get(pk=person.pk)
    person.is_guest, person.is_staff = False, True
    person.save()
    person.groups.set(Group.objects.using("owner").filter(name=role))
    person = type(person).objects.get(pk=person.pk)
    print("token", issue_token(player=person, name="office", scopes=tuple(SCOPES))[1])
"""


def hired(site: Site, *roles: str) -> list[str]:
    """The tokens of new colleagues with these roles, one each."""
    said = manage(site, "shell", "-v", "0", "-c", HIRE.format(roles=list(roles)))
    return [line.split()[1] for line in said.splitlines() if line.startswith("token ")]


def token_of(player: Player) -> str:
    """A token for all that this player may do, where the test itself has the database."""
    return issue_token(player=player, name="office", scopes=tuple(SCOPES))[1]


class BothOffices:
    """The office through the ordinary client and the one for asyncio: they answer the same."""

    def __init__(self, client: Client, client_async: AsyncClient, runner: asyncio.Runner) -> None:
        self.client, self._async, self._runner = client, client_async, runner

    def read(self, name: str, /, *args: Any, is_still: bool = True, **options: Any) -> Any:
        """The answer; of what goes on changing in the meantime, only its fields are the same."""
        one = getattr(self.client.office, name)(*args, **options)
        other = self._runner.run(_awaited(getattr(self._async.office, name)(*args, **options)))
        assert one == other if is_still else sorted(one) == sorted(other)
        return one

    def write(self, name: str, /, *args: Any, **options: Any) -> Any:
        """Sent by one, and again under the same key by the other: it is done once."""
        options |= {"key": new_key()}
        one = getattr(self.client.office, name)(*args, **options)
        other = self._runner.run(_awaited(getattr(self._async.office, name)(*args, **options)))
        assert one == other
        return one

    def every(self, name: str, /, *args: Any, **options: Any) -> list[Any]:
        """A list to its end."""
        one = list(getattr(self.client.office, name)(*args, **options))
        other = self._runner.run(_all(getattr(self._async.office, name)(*args, **options)))
        assert one == other
        return one


async def _awaited(answer: Any) -> Any:
    return await answer


async def _all(rows: AsyncIterator[Any]) -> list[Any]:
    return [row async for row in rows]


class Carrier(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """What serves both clients."""


@contextmanager
def both_offices(server: str, token: str, carrier: Carrier | None = None) -> Iterator[BothOffices]:
    """Over the wire, unless something else carries the requests."""
    with (
        asyncio.Runner() as runner,
        Client(server, token, language="en", transport=carrier) as client,
    ):
        other = AsyncClient(server, token, language="en", transport=carrier)
        yield BothOffices(client, other, runner)
        runner.run(other.close())
