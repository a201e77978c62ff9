"""Colleagues with roles, and a browser for each."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client

from accounts.joining.players import create_player
from accounts.models import Friendship, Player
from backoffice.permissions import Role

PASSWORD = "rummy-evening"


def colleague(*roles: Role | str, name: str = "", database: str = "default") -> Player:
    """Somebody on the staff with these roles; where the application runs, made by the `owner`."""
    found = create_player(name=name or "-".join(roles) or "nobody", password=PASSWORD)
    found = Player.objects.using(database).get(pk=found.pk)
    found.is_staff = True
    found.save(update_fields=("is_staff",))
    groups = Group.objects.using(database)
    found.groups.set(groups.filter(name__in=[str(role) for role in roles]))
    return Player.objects.get(pk=found.pk)


def browser(person: Player | None = None, **options: Any) -> Client:
    """A browser in which this person is signed in."""
    client = Client(headers={"accept-language": "en"}, **options)
    if person is not None:
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def befriend(one: Player, other: Player) -> None:
    lower, higher = sorted((one.pk, other.pk))
    Friendship.objects.create(
        lower_id=lower, higher_id=higher, requested_by=one, accepted_at="2026-11-01T20:00:00Z"
    )
