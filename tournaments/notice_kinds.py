"""What tournaments tell their players: the kinds of notices that come from here."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.notices.kinds import Facts, NoticeKind, Words, register
from games.running.turns import has_before_them
from tournaments.words.ordered import order_in_words
from tournaments.words.usual_reasons import ALL_USUAL, reason_in_words
from web.numbers import filled


def _tournament(facts: Facts) -> str:
    return reverse("tournament", args=(facts["tournament"],))


def _series(facts: Facts) -> str:
    return reverse("series", args=(facts["series"],))


def _table(facts: Facts) -> str:
    """Straight to the cards where there are some, else to the lobby, which leads on."""
    game_table = facts.get("game_table")
    return reverse("table", args=(game_table,)) if game_table else _tournament(facts)


def _sees_it(player_id: int, facts: Facts) -> bool:
    """The table that it is about lies before them already."""
    return has_before_them(player_id, facts.get("game_table"))


def _started(facts: Facts) -> Words:
    """Who sits out at first, or was late, has no table."""
    if facts.get("table") is None:
        return _("“%(name)s” has started; you have no seat yet.")
    return _("“%(name)s” has started: you sit at table %(table)s.")


def _removed(facts: Facts) -> Words:
    """A team is named by its captain, and its name stays."""
    if facts.get("ticket"):
        return _(
            "“%(name)s”: the captain of “%(team)s” has removed you from the team; your ticket is"
            " good again."
        )
    return _(
        "“%(name)s”: the captain of “%(team)s” has removed you from the team; chips that came back"
        " to you: %(chips)s."
    )


def _wallet(facts: Facts) -> str:
    return f"{reverse('wallet')}#tickets"


def _announced(facts: Facts) -> Words:
    said = {"name": facts["name"], "announcement": reason_in_words(facts["announcement"])}
    return filled(_("“%(name)s”: %(announcement)s"), said).replace("%", "%%")


register(
    "tournaments",
    NoticeKind(
        "club_tournament",
        _("Your club plays a tournament"),
        _("“%(club)s” plays “%(name)s”: you may enter now."),
        _tournament,
        by_mail=True,
    ),
    NoticeKind(
        "director_ordered",
        _("A director's order about you"),
        lambda facts: order_in_words(facts).replace("%", "%%"),
        _table,
        people=("first", "other", "player"),
        typed=("remark", "result"),
        usual=ALL_USUAL,
        by_push=True,
        about=_tournament,
        is_vain=_sees_it,
    ),
    NoticeKind(
        "director_answered",
        _("The director answers your call"),
        _("“%(name)s”: the director answers you: %(answer)s"),
        lambda facts: reverse("call-director", args=(facts["tournament"],)),
        typed=("answer",),
    ),
    NoticeKind(
        "tournament_announced",
        _("An announcement in your tournament"),
        _announced,
        _tournament,
        typed=("announcement",),
        usual=ALL_USUAL,
    ),
    NoticeKind(
        "tournament_invited",
        _("You are invited to a tournament"),
        ngettext_lazy(
            "You are invited to “%(name)s”: entering costs %(chips)s chip.",
            "You are invited to “%(name)s”: entering costs %(chips)s chips.",
            "chips",
        ),
        _tournament,
        by_mail=True,
        by_push=True,
    ),
    NoticeKind(
        "tournament_started",
        _("A tournament you have entered has started"),
        _started,
        _table,
        by_mail=True,
        by_push=True,
        about=_tournament,
        is_vain=_sees_it,
    ),
    NoticeKind(
        "tournament_moved",
        _("You were moved to another table"),
        _("“%(name)s”: you were moved to table %(table)s."),
        _table,
        by_push=True,
        about=_tournament,
        is_vain=_sees_it,
    ),
    NoticeKind(
        "tournament_out",
        _("Your tournament has ended"),
        _("“%(name)s”: you finished in place %(rank)s of %(entries)s."),
        _tournament,
    ),
    NoticeKind(
        "tournament_prize",
        _("You have won a prize"),
        ngettext_lazy(
            "“%(name)s”: place %(rank)s of %(entries)s brings you %(chips)s chip.",
            "“%(name)s”: place %(rank)s of %(entries)s brings you %(chips)s chips.",
            "chips",
        ),
        _tournament,
        by_mail=True,
    ),
    NoticeKind(
        "removed_from_team",
        _("You are no longer in your team"),
        _removed,
        _tournament,
        by_mail=True,
        by_push=True,
    ),
    NoticeKind(
        "series_ended",
        _("A series you play in is over"),
        _("The series “%(name)s” is over: you are in place %(place)s of %(players)s."),
        _series,
        by_mail=True,
    ),
    NoticeKind(
        "series_corrected",
        _("Your place in a series was corrected"),
        _(
            "A tournament of the series “%(name)s” was corrected after its end: you are in place"
            " %(place)s of %(players)s now; it was %(before)s."
        ),
        _series,
        by_mail=True,
    ),
    NoticeKind(
        "tournament_cancelled",
        _("A tournament was called off"),
        ngettext_lazy(
            "“%(name)s” was called off; %(chips)s chip came back to you.",
            "“%(name)s” was called off; %(chips)s chips came back to you.",
            "chips",
        ),
        _tournament,
        by_mail=True,
    ),
    NoticeKind(
        "tournament_missed",
        _("A tournament started without you"),
        _(
            "“%(name)s” has started; you had not checked in, so you were withdrawn and everything"
            " came back."
        ),
        _tournament,
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
        ngettext_lazy(
            "“%(name)s” brings you a ticket worth %(chips)s chip.",
            "“%(name)s” brings you a ticket worth %(chips)s chips.",
            "chips",
        ),
        _wallet,
    ),
    NoticeKind(
        "ticket_paid_out",
        _("A ticket has lapsed"),
        ngettext_lazy(
            "A ticket has lapsed; its %(chips)s chip is in your wallet.",
            "A ticket has lapsed; its %(chips)s chips are in your wallet.",
            "chips",
        ),
        _wallet,
    ),
)
