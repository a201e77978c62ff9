"""Roles as groups: made from the table of rights, given and taken by the owner."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.core.exceptions import PermissionDenied
from django.db import DEFAULT_DB_ALIAS, connections

from accounts.interest import concerns
from accounts.models import Player
from accounts.programs.oauth.validator import end_programs
from backoffice.permissions import BORROWED, RIGHTS, Role, may
from backoffice.team.staff_log import record, require_reason
from web.refusals import Refused


def sync_roles(*, using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """See to it that each role's group has exactly what the table says; harmless to repeat."""
    if "staff_act" not in connections[using].introspection.table_names():
        return
    permissions = {
        f"{app}.{code}": pk
        for pk, app, code in Permission.objects.using(using).values_list(
            "pk", "content_type__app_label", "codename"
        )
    }
    for role in Role:
        group, _new = Group.objects.using(using).get_or_create(name=role.value)
        wanted = {permissions[name] for name in permissions_of(role, permissions)}
        if wanted != set(group.permissions.values_list("pk", flat=True)):
            group.permissions.set(wanted)


def permissions_of(role: Role, known: Iterable[str]) -> set[str]:
    """The names of the permissions of a role, among those there are."""
    own = {right.permission for right in RIGHTS if role in right.roles}
    borrowed = {
        name
        for name in known
        for pattern, roles in BORROWED
        if role in roles and fnmatchcase(name, pattern)
    }
    return (own & set(known)) | borrowed


def roles_of(player: Player) -> list[Role]:
    """The roles a person has, in the order of the table."""
    names = set(player.groups.values_list("name", flat=True))
    return [role for role in Role if role.value in names]


@concerns("player", "player")
def set_roles(*, player: Player, roles: Iterable[str], by: Player, reason: str) -> None:
    """Give a person exactly these roles; with none they are no staff any more.

    Tokens end with the change: what was had for a player's password must not grow into a role.

    Raises:
        Refused(own_roles | not_a_person | role_unknown | reason_missing),
        PermissionDenied: who gives roles has lost the right to it meanwhile.
    """
    if player.is_bot or player.is_guest or player.is_superuser:
        raise Refused("not_a_person", name=player.name)
    wanted = [Role(role) for role in roles if role in set(Role)]
    if len(wanted) != len(list(roles)):
        raise Refused("role_unknown")
    words = require_reason(reason)
    # Both are held: of two owners who dismiss each other one remains.
    people = Player.objects.select_for_update(no_key=True).order_by("pk")
    held = {one.pk: one for one in people.filter(pk__in=(player.pk, by.pk))}
    player, giver = held[player.pk], held[by.pk]
    if not may(giver, "manage_team"):
        raise PermissionDenied
    before = [role.value for role in roles_of(player)]
    groups = Group.objects.filter(name__in=[role.value for role in Role])
    player.groups.remove(*groups)
    player.groups.add(*groups.filter(name__in=[role.value for role in wanted]))
    player.is_staff = bool(wanted)
    player.save(update_fields=("is_staff",))
    end_programs(player)
    record(
        by=by,
        act="roles_set",
        subject=f"player:{player.pk}",
        reason=words,
        before={"roles": before},
        after={"roles": [role.value for role in wanted]},
    )
