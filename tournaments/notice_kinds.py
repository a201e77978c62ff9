"""What tournaments tell their players: the kinds of notices that come from here."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices import Facts, NoticeKind, register


def _tournament(facts: Facts) -> str:
    return reverse("tournament", args=(facts["tournament"],))


def _table(facts: Facts) -> str:
    """Straight to the cards where there are some, else to the lobby, which leads on."""
    game_table = facts.get("game_table")
    return reverse("table", args=(game_table,)) if game_table else _tournament(facts)


def _wallet(facts: Facts) -> str:
    return f"{reverse('wallet')}#tickets"


register(
    NoticeKind(
        "tournament_started",
        _("A tournament of yours has started"),
        _("“%(name)s” has started: you sit at table %(table)s."),
        _table,
        by_mail=True,
    ),
    NoticeKind(
        "tournament_moved",
        _("You were moved to another table"),
        _("“%(name)s”: you were moved to table %(table)s."),
        _table,
    ),
    NoticeKind(
        "tournament_out",
        _("Your tournament has ended"),
        _("“%(name)s”: you finished at rank %(rank)s of %(entries)s."),
        _tournament,
    ),
    NoticeKind(
        "tournament_prize",
        _("You have won a prize"),
        _("“%(name)s”: rank %(rank)s of %(entries)s brings you %(chips)s chips."),
        _tournament,
        by_mail=True,
    ),
    NoticeKind(
        "tournament_cancelled",
        _("A tournament was called off"),
        _("“%(name)s” was called off; %(chips)s chips came back to you."),
        _tournament,
        by_mail=True,
    ),
    NoticeKind(
        "tournament_postponed",
        _("A tournament starts later"),
        _("“%(name)s” starts later: too few had entered."),
        _tournament,
        by_mail=True,
    ),
    NoticeKind(
        "ticket_won",
        _("You have won a ticket"),
        _("“%(name)s” brings you a ticket worth %(chips)s chips."),
        _wallet,
    ),
    NoticeKind(
        "ticket_paid_out",
        _("A ticket has lapsed"),
        _("A ticket has lapsed; its %(chips)s chips are in your wallet."),
        _wallet,
    ),
)
