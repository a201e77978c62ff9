"""What staff do with a player's account: another name, a way in again, signed out everywhere.

Each has a reason, which the player is told; whoever is on the staff loses that first where it would
open their account to a colleague.
"""

from django.db import IntegrityError, transaction

from accounts.interest import concerns
from accounts.joining.naming import require_name
from accounts.models import Player, Session
from accounts.notices.telling import tell
from accounts.own_data.erasing import say_anew
from accounts.programs.oauth.validator import end_programs
from accounts.signing_in.devices import password_link
from accounts.signing_in.stepping_up import forget_factors
from backoffice.team.staff_log import record, require_reason
from web.addresses import absolute
from web.refusals import Refused


@concerns("player", "player_id")
def rename_player(*, player_id: int, name: str, reason: str, by: Player) -> Player:
    """Give somebody another name, also where tables and notices say it.

    Neither name is written into the log, which nobody can change: who goes is to be forgotten.

    Raises Refused(player_not_found | account_deleted | staff_member | reason_missing), and what
    names are refused for.
    """
    words, player = require_reason(reason), _colleagues_aside(player_id)
    before, player.username = player.username, name
    require_name(player)
    say_anew(player, before)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:  # somebody signed up with it in this very moment
        raise Refused("name_taken", name=player.username) from None
    _done(player, "player_renamed", words, by, name=player.username)
    return player


@concerns("player", "player_id")
def give_password_link(*, player_id: int, reason: str, by: Player) -> str:
    """The address at which somebody who is locked out chooses a password, once, within days.

    Raises Refused(player_not_found | account_deleted | staff_member | not_a_person |
    reason_missing).
    """
    words, player = require_reason(reason), _colleagues_aside(player_id)
    if player.is_bot or player.is_guest:
        raise Refused("not_a_person", name=player.name)
    _done(player, "password_link_given", words, by)
    return absolute(password_link(player))


@concerns("player", "player_id")
def take_second_factor(*, player_id: int, reason: str, by: Player) -> Player:
    """Take a lost second factor away, with passkeys and recovery codes; a password is asked still.

    Raises Refused(player_not_found | account_deleted | no_second_factor | reason_missing).
    """
    words, player = require_reason(reason), held(player_id)
    forget_factors(player)
    _done(player, "second_factor_taken", words, by)
    return player


@concerns("player", "player_id")
def sign_out_everywhere(*, player_id: int, reason: str, by: Player) -> Player:
    """End every session, token and app of a player, or of a bot.

    Raises Refused(player_not_found | account_deleted | reason_missing).
    """
    words, player = require_reason(reason), held(player_id)
    Session.objects.filter(player=player).delete()
    end_programs(player)
    _done(player, "signed_out", words, by)
    return player


def held(player_id: int) -> Player:
    """The player, locked. Raises Refused(player_not_found | account_deleted)."""
    player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    if player is None:
        raise Refused("player_not_found")
    if player.is_gone:
        raise Refused("account_deleted", name=player.name)
    return player


def _colleagues_aside(player_id: int) -> Player:
    player = held(player_id)
    if player.is_staff or player.is_superuser:
        raise Refused("staff_member", name=player.name)
    return player


def _done(player: Player, act: str, reason: str, by: Player, **told: str) -> None:
    tell(player=player, kind=act, facts={"reason": reason, **told})
    record(by=by, act=act, subject=f"player:{player.pk}", reason=reason)
