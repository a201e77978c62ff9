"""Small things that pages about tables say: cards in pictures, games and their rules in words."""

import datetime as dt
from typing import Any

from django import template
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club, Player
from accounts.premium import reading as premium
from games import house_words, rulebook, wording
from games.cardart.pictures import back_picture, card_picture
from games.models import Round, Seat
from games.models.rounds import told_to_all
from games.pages import quick as quick_views
from games.pages.first_sight import first_sight
from games.pages.lobby_rows import ROWS_MAX, row_of
from games.rulebook.prose import page_url
from games.rulebook.showing import shown_summary
from games.tables.admission import admission_of
from games.tables.lobby import lists
from rummy import engine
from web.api.payloads import With
from web.files.plots import bar_plot

ROUNDS_SHOWN = 60
TABLES_LOOKED_AT = 4 * ROUNDS_SHOWN

register = template.Library()
register.simple_tag(card_picture, name="card")
register.simple_tag(back_picture, name="card_back")
register.simple_tag(admission_of)
register.simple_tag(first_sight)
register.filter("preset_name", wording.preset_name)
register.filter("preset_words", wording.preset_words)
register.filter("house_rules", wording.house_rules)
register.filter("house_rule_words", wording.house_rule_words)
register.filter("variations", wording.variations)
register.filter("rule_url", page_url)
register.filter("game_words", house_words.for_page)
register.filter("sets_limit", house_words.rule_of_the_limit)
register.filter(house_words.says_training)
register.filter("seating_words", quick_views.seating_words)
register.filter("length_words", wording.length_words)


@register.simple_tag(takes_context=True)
def club_tables(context: template.Context, club: Club) -> list[With]:
    """The club's tables that wait or are played, as its page shows them to the reader."""
    user = context.get("user")
    if not isinstance(user, Player):
        return []
    tables = lists.club_tables(club.pk, user)[:ROWS_MAX]
    return [
        With(row_of(table), is_mine=any(seat.player_id == user.pk for seat in table.seats.all()))
        for table in tables
    ]


@register.filter
def rule_pages(terms: dict[str, Any]) -> list[dict[str, Any]]:
    """The special rules of a table in short, with the table's own numbers."""
    rules = engine.RuleSet.from_json(terms["rules"])
    pages = {key: rulebook.page_now(key) for key in rules.house_rules}
    return [
        {**rule, "summary": shown_summary(page, rules) if page else [rule["words"]]}
        for rule in wording.house_rules(list(rules.house_rules))
        for page in [pages[rule["key"]]]
    ]


@register.filter
def turn_words(terms: dict[str, Any]) -> str:
    """How long a turn may take: "30 s a turn", "2 days a move"."""
    if terms["turn_based"]:
        days = terms["turn_seconds"] // 86_400
        return ngettext("%(days)s day a move", "%(days)s days a move", days) % {"days": days}
    return _("%(seconds)s s a turn") % {"seconds": terms["turn_seconds"]}


@register.filter
def absence_words(policy: dict[str, Any]) -> wording.Words:
    """What the table does about who is away, in a sentence or two."""
    return wording.ABSENCES.get(policy["key"], wording.ABSENCES["plain"])[1]


@register.filter
def prize_words(percents: list[int]) -> str:
    if len(percents) < 2:
        return str(wording.PRIZES["winner"])
    return " · ".join(f"{place}. {share} %" for place, share in enumerate(percents, start=1))


@register.filter
def hours_words(hours: list[int]) -> str:
    """Hours of play as the reader's clock shows them."""
    offset = timezone.localtime().utcoffset() or dt.timedelta()
    ahead = offset // dt.timedelta(minutes=1)
    opens, closes = ((minute + ahead) % (24 * 60) for minute in hours)
    return f"{opens // 60:02}:{opens % 60:02}–{closes // 60:02}:{closes % 60:02}"


@register.simple_tag(takes_context=True)
def points_plot(context: template.Context, player: Player) -> With | None:
    """Points of each of the player's latest rounds, oldest first; penalties are below zero.

    Of their latest tables, however many there were before; to others only of rounds that everybody
    may know of.
    """
    own = player == context.get("user")
    latest = Seat.objects.filter(player=player).order_by("-table_id").values("table_id")
    played = (
        Round.objects.filter(models.Q() if own else told_to_all())
        .filter(table__in=latest[:TABLES_LOOKED_AT], table__seats__player=player)
        .filter(ended_at__isnull=False)
        .filter(table__terms__played_on__table__isnull=True)  # whose cards were known
        .exclude(score=None)
        .annotate(seat=F("table__seats__number"))
        .order_by("-ended_at", "-id")
        .values_list("score", "seat")[:ROUNDS_SHOWN]
    )
    points = [one["points"][at] for one, at in played if one and at < len(one["points"])]
    return bar_plot(points[::-1])


@register.simple_tag(takes_context=True)
def may_vary(context: template.Context) -> bool:
    """Whether whoever looks at the page may open rated tables with variations (PLAY-5)."""
    user = context.get("user")
    return isinstance(user, Player) and premium.may(user, premium.SPECIAL_RULES)


@register.filter
def format_words(key: str) -> wording.Words:
    return wording.FORMATS.get(key, ("", ""))[1]


@register.simple_tag(takes_context=True)
def quick_seating(context: template.Context, preset: str = "", quick: bool = False) -> With:
    """What a quick seat would lead to for whoever looks at the page."""
    return quick_views.seating_of(context["request"], preset or "", quick=bool(quick))
