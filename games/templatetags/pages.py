"""Small things that pages about tables say: cards in pictures, games and their rules in words."""

import datetime as dt
from typing import Any

from django import template
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from accounts.models import Player
from accounts.premium import reading as premium
from games import house_words, rulebook, wording
from games.cardart.pictures import back_picture, card_picture
from games.models import Round
from games.models.rounds import told_to_all
from games.pages import quick as quick_views
from games.pages.first_sight import first_sight
from games.rulebook.prose import page_url
from games.rulebook.showing import shown_summary
from games.skill.reading import LuckReading, skills_of
from games.tables.admission import admission_of
from games.tables.lobby.quick_seat import Seating
from rummy import engine
from rummy.skill import Accuracy
from rummy.skill.habits import MEANS
from rummy.skill.measure import ROUNDS_FOR_A_MARGIN, USUAL_PRESETS
from web.files.plots import BarPlot, bar_plot
from web.numbers import grouped

ROUNDS_SHOWN = 60
HABITS: dict[str, Promise] = {
    "rounds_won": _lazy("%(figure)s percent of the rounds won"),
    "first_card_taken": _lazy("the open card taken at the first draw in %(figure)s percent"),
    "deadwood_at_the_knock": _lazy("%(figure)s points of deadwood at the knock"),
    "gin_at_the_knock": _lazy("gin in %(figure)s percent of the knocks"),
    "undercut": _lazy("undercut in %(figure)s percent of the knocks"),
    "went_out": _lazy("went out in %(figure)s percent"),
    "points_left": _lazy("%(figure)s points in the hand when others went out"),
    "from_the_pile": _lazy("%(figure)s percent of all draws from the pile"),
}

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
register.filter("seating_words", quick_views.seating_words)


@register.filter
def rule_pages(terms: dict[str, Any]) -> list[dict[str, Any]]:
    """The special rules of a table in short, with the table's own numbers."""
    rules = engine.RuleSet.from_json(terms["rules"])
    language = "de" if get_language() == "de" else "en"
    pages = {key: rulebook.read_page(key, language) for key in rules.house_rules}
    return [
        {**rule, "summary": shown_summary(page, rules) if page else [rule["words"]]}
        for rule in wording.house_rules(list(rules.house_rules))
        for page in [pages[rule["key"]]]
    ]


@register.filter
def length_words(terms: dict[str, Any]) -> str:
    """How long it goes: "to 100 points", "3 rounds"."""
    rounds, penalties = terms["rounds"], terms.get("penalty_limit")
    if terms["format"] == "elimination" and penalties:
        return _("out at %(points)s penalty points") % {"points": grouped(penalties)}
    if rounds:
        return ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    if penalties:
        return _("to %(points)s penalty points") % {"points": grouped(penalties)}
    return _("to %(points)s points") % {"points": grouped(terms["point_limit"])}


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
    """Who gets what of the pool."""
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
def points_plot(context: template.Context, player: Player) -> BarPlot | None:
    """Points of each of the player's latest rounds, oldest first; penalties are below zero.

    To others only of rounds that everybody may know of.
    """
    own = player == context.get("user")
    played = (
        Round.objects.filter(models.Q() if own else told_to_all())
        .filter(table__seats__player=player, ended_at__isnull=False)
        .exclude(score=None)
        .annotate(seat=F("table__seats__number"))
        .order_by("-ended_at", "-id")
        .values_list("score", "seat")[:ROUNDS_SHOWN]
    )
    points = [one["points"][at] for one, at in played if one and at < len(one["points"])]
    return bar_plot(points[::-1])


@register.simple_tag(takes_context=True)
def accuracies(context: template.Context, player: Player) -> list[dict[str, Any]]:
    """How accurately the player plays each game, in words."""
    return [
        {
            "name": wording.preset_name(USUAL_PRESETS[one.game]),
            "recent": accuracy_words(one.recent),
            "all": accuracy_words(one.all),
            "rounds": one.all.rounds,
            "luck": luck_words(one.luck) if one.luck else "",
            "habits": [
                str(HABITS[name]) % {"figure": number_format(value, 1 if name in MEANS else 0)}
                for name, value in one.habits.items()
            ],
            "levels": ", ".join(
                f"{wording.bot_name(bot)} {percent_words(percent)}"
                for bot, percent in one.levels.items()
            ),
        }
        for one in skills_of(player, context.get("user"))
    ]


def accuracy_words(accuracy: Accuracy) -> str:
    """In whole percent, with the margin where enough rounds tell it."""
    return percent_words(accuracy.percent, accuracy.margin)


def percent_words(percent: float, margin: float | None = None) -> str:
    """Never broken over two lines."""
    words = f"{percent:.0f} %" if margin is None else f"{percent:.0f} ± {max(1, round(margin))} %"
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def luck_words(luck: LuckReading) -> str:
    """Points per round, with their margin where enough rounds tell it."""
    points = luck.mean.luck
    words = ("+" if points >= 0 else "−") + number_format(abs(points), 1)
    if luck.rounds >= ROUNDS_FOR_A_MARGIN:
        words += f" ± {number_format(luck.margin, 1)}"
    return words.replace(" ", "\N{NO-BREAK SPACE}")


@register.simple_tag(takes_context=True)
def may_vary(context: template.Context) -> bool:
    """Whether whoever looks at the page may open rated tables with variations (PLAY-5)."""
    user = context.get("user")
    return isinstance(user, Player) and premium.may(user, premium.SPECIAL_RULES)


@register.filter
def format_words(key: str) -> wording.Words:
    return wording.FORMATS.get(key, ("", ""))[1]


@register.simple_tag(takes_context=True)
def quick_seating(context: template.Context, preset: str = "", quick: bool = False) -> Seating:
    """What a quick seat would lead to for whoever looks at the page."""
    return quick_views.seating_of(context["request"], preset or "", quick=bool(quick))
