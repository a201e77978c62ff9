"""What the tournament pages' templates say: formats, bands of prices, waiting times, own places."""

import datetime as dt
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club, Player
from tournaments.selectors import listing, seats, stakes
from tournaments.series.reading import series_of_club
from tournaments.series.words import behind_by
from tournaments.templatetags.desk import duration
from tournaments.tickets import reading as tickets
from tournaments.words import sentences as wording
from tournaments.words.explaining import chips_words
from web.numbers import grouped

register = template.Library()

IN_LOBBY_MAX = 3


register.filter("tournament_format", wording.format_name)
register.filter("tournament_format_words", wording.format_words)
register.filter("mark_words", wording.mark_words)
register.filter("board_scoring", wording.scoring_name)
register.filter("behind_by", behind_by)


@register.filter
def price_band(key: str) -> str:
    """A band of buy-ins in words."""
    words = {"free": _("free"), "small": _("up to 100 chips"), "large": _("above 100 chips")}
    return words.get(key, key)


@register.filter
def until_words(moment: dt.datetime | None) -> str:
    """Time left as 2 d 3 h, 1:02:03 or 4:05; the page counts it down from there."""
    if moment is None:
        return "–"
    seconds = max(0, int((moment - timezone.now()).total_seconds()))
    days, rest = divmod(seconds, 86_400)
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": rest // 3_600}
    return duration(rest)


@register.simple_tag(takes_context=True)
def own_tickets(context: template.Context) -> list[tickets.TicketRow]:
    """The tickets of whoever looks at the page."""
    user = context.get("user")
    return tickets.tickets_of(user) if isinstance(user, Player) else []


@register.simple_tag(takes_context=True)
def club_tournaments(context: template.Context, club: Club) -> list[listing.TournamentRow]:
    """For a club's page: what its members play, and have played lately."""
    user = context.get("user")
    return listing.of_club(club.pk, user) if isinstance(user, Player) else []


register.simple_tag(series_of_club)


@register.simple_tag(takes_context=True)
def tournaments_in_lobby(context: template.Context) -> list[listing.TournamentRow]:
    """For the front page: one's own, else the next ones to enter."""
    user = context.get("user")
    return listing.for_front_page(user if isinstance(user, Player) else None, most=IN_LOBBY_MAX)


@register.simple_tag
def tournament_of(view: dict[str, Any]) -> int | None:
    """The tournament whose round is played at this table; those have no stakes of their own."""
    if view["terms"]["stake_chips"]:
        return None
    found = seats.tournament_of_table(view["table"])
    return found[0].pk if found else None


@register.simple_tag
def frame_of(view: dict[str, Any]) -> dict[str, Any] | None:
    """What a game's page says instead of its own, or besides; None outside of tournaments.

    `over` tells which part of the tournament is over with this table. Where chips are at stake,
    `round` is a line of text, the ratio, and `totals` are texts by player, their stacks; where a
    stage is one round, which stage it is and what those before have brought.
    """
    part = stakes.part_of(view["table"])
    if part is None:
        return None
    over = (
        _("This was round %(number)s at table %(table)s of “%(name)s”.")
        if part.stakes
        else _("This was stage %(number)s of “%(name)s”, table %(table)s.")
    ) % {"number": part.number, "table": part.table, "name": part.tournament}
    found = part.stakes
    if found is None:
        return {"over": over, **_stage_of(part)}
    words = ngettext(
        "%(pcr)s chip a point · level %(level)s",
        "%(pcr)s chips a point · level %(level)s",
        found.pcr,
    )
    return {
        "over": over,
        "round": words % {"pcr": grouped(found.pcr), "level": found.level},
        "totals": {player: chips_words(chips) for player, chips in found.stacks.items()},
    }


def _stage_of(part: stakes.Part) -> dict[str, Any]:
    so_far = part.so_far
    if so_far is None:
        return {}
    words = _("Stage %(number)s of %(stages)s") if so_far.stages else _("Stage %(number)s")
    if so_far.target:
        words = _("Round %(number)s")
    return {
        "round": words % {"number": part.number, "stages": so_far.stages},
        "totals": {player: _gained(so_far, gained) for player, gained in so_far.gained.items()},
    }


def _gained(so_far: stakes.SoFar, gained: int | None) -> str:
    if gained is None:
        return ""
    if so_far.target:
        target = grouped(so_far.target)
        return _("%(points)s of %(target)s") % {"points": grouped(gained), "target": target}
    words = ngettext("%(points)s point so far", "%(points)s points so far", gained)
    return words % {"points": grouped(gained)}
