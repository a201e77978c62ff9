"""The end of the first page: everything that was answered, in one transaction, or nothing."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.joining.naming import require_name
from accounts.joining.players import create_player
from accounts.models import Player
from backoffice.first_start.draft import Draft
from backoffice.first_start.forms import texts_of
from backoffice.first_start.tokens import is_good
from backoffice.running import acting, board
from backoffice.team.staff_log import record
from web.database import sql
from web.refusals import Refused

CLAIM = "SELECT house_claim(%s, %s)"


@transaction.atomic
def finish(draft: Draft) -> Player:
    """The owner of the house from now on, with all that the house is; its token is used up.

    Of two who finish at once the second is refused.

    Raises:
        Refused(first_start_over): the token was used, replaced, or has expired.
        Refused(name_…): the name has been taken, or is none that may be had.
    """
    sql.run(acting.CHANGING_THE_HOUSE)
    if not is_good(draft.digest):
        raise Refused("first_start_over")
    owner = _owner(draft.of("owner"))
    _second_factor(owner, draft.of("factor"))
    (is_theirs,) = sql.row(CLAIM, [draft.digest, owner.pk])
    if not is_theirs:
        raise Refused("first_start_over")
    owner.refresh_from_db()
    record(by=owner, act="house_claimed", subject=f"player:{owner.pk}")
    _house(draft, owner)
    transaction.on_commit(board.refresh)
    return owner


def _owner(answers: dict[str, Any]) -> Player:
    require_name(Player(username=answers["name"]))
    owner = create_player(
        name=answers["name"], password=None, email=answers["email"], language=get_language() or ""
    )
    owner.password = answers["password"]
    owner.save(update_fields=("password",))
    EmailAddress.objects.create(user=owner, email=answers["email"], primary=True)
    return owner


def _second_factor(owner: Player, answers: dict[str, Any]) -> None:
    if answers.get("is_shown"):
        TOTP.activate(owner, answers["secret"])
        RecoveryCodes.activate(owner)


def _house(draft: Draft, owner: Player) -> None:
    reason = _("First start")
    values = {**draft.of("house"), **texts_of(draft.of("legal"))}
    acting.change_house(values=values, reason=reason, by=owner)
    mail = draft.of("mail")
    if mail.get("url") and "EMAIL_URL" not in settings.GIVEN:
        acting.change_mail_server(url=mail["url"], sender=mail["sender"], reason=reason, by=owner)
