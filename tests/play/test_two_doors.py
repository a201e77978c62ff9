"""The REST API and the play door let the same callers in, whatever has become of them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import ApiToken, Player
from accounts.programs.bots.accounts import create_bot_account
from accounts.programs.tokens.issuing import issue_token
from games.live.database import reader_pool
from games.live.http import Request
from games.live.identity import Doorkeeper
from games.moves.errors import NotAllowed

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
PASSWORD = "rummy-evening"


@dataclass(slots=True)
class Caller:
    """Somebody with a token or a session, and who owns them."""

    owner: Player
    player: Player
    headers: dict[str, str]

    def at_rest(self) -> bool:
        return Client(headers=self.headers).get("/api/v1/me/").status_code == 200

    def at_play(self) -> bool:
        headers = {name.lower().encode(): value.encode() for name, value in self.headers.items()}
        return asyncio.run(self._let_in(Request("GET", headers, b"", "127.0.0.1")))

    async def _let_in(self, request: Request) -> bool:
        async with reader_pool() as readers:
            try:
                identity = await Doorkeeper(readers).identify(request)
            except NotAllowed:
                return False
        return identity.player_id == self.player.pk


def with_token() -> Caller:
    player = create_player(name="Anna", password=PASSWORD)
    _, token = issue_token(player=player, name="test")
    return Caller(player, player, {"Authorization": f"Token {token}"})


def with_session() -> Caller:
    player, browser = create_player(name="Anna", password=PASSWORD), Client()
    answer = browser.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    assert answer.status_code == 302
    key = browser.cookies[settings.SESSION_COOKIE_NAME].value
    return Caller(player, player, {"Cookie": f"{settings.SESSION_COOKIE_NAME}={key}"})


def with_a_bots_token() -> Caller:
    owner = create_player(name="Anna", password=PASSWORD)
    bot, token = create_bot_account(owner=owner, name="robbi")
    return Caller(owner, bot, {"Authorization": f"Token {token}"})


def nothing(caller: Caller) -> None:
    """As they came."""


def expired(caller: Caller) -> None:
    ApiToken.objects.update(expiry=timezone.now())


def revoked(caller: Caller) -> None:
    ApiToken.objects.all().delete()


def banned(caller: Caller) -> None:
    Player.objects.filter(pk=caller.player.pk).update(is_active=False)


def owner_banned(caller: Caller) -> None:
    Player.objects.filter(pk=caller.owner.pk).update(is_active=False)


def password_changed(caller: Caller) -> None:
    caller.player.set_password("another-evening")
    caller.player.save()


def signed_out(caller: Caller) -> None:
    client = Client(headers=caller.headers)
    client.post("/accounts/logout/")


def forged(caller: Caller) -> None:
    caller.headers = {name: value[:-1] + "!" for name, value in caller.headers.items()}


CASES: list[tuple[Callable[[], Caller], Callable[[Caller], None], bool]] = [
    (with_token, nothing, True),
    (with_token, expired, False),
    (with_token, revoked, False),
    (with_token, banned, False),
    (with_token, password_changed, True),
    (with_token, forged, False),
    (with_a_bots_token, nothing, True),
    (with_a_bots_token, owner_banned, False),
    (with_a_bots_token, banned, False),
    (with_session, nothing, True),
    (with_session, banned, False),
    (with_session, password_changed, False),
    (with_session, signed_out, False),
    (with_session, forged, False),
]


@pytest.mark.parametrize(
    ("arrives", "happens", "is_let_in"),
    CASES,
    ids=[f"{arrives.__name__}-{happens.__name__}" for arrives, happens, _ in CASES],
)
def test_both_doors_answer_alike(
    arrives: Callable[[], Caller], happens: Callable[[Caller], None], is_let_in: bool
) -> None:
    caller = arrives()
    happens(caller)
    assert (caller.at_rest(), caller.at_play()) == (is_let_in, is_let_in)
