"""How well and how luckily somebody plays, in words."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.career.wording import division_name
from accounts.models import Player
from games import wording
from games.daily.playing import today
from games.exports.spans import Span
from games.skill.reading import ALWAYS, skills_of
from rummy.skill import Accuracy
from rummy.skill.habits import MEANS
from rummy.skill.measure import ROUNDS_FOR_A_MARGIN, USUAL_PRESETS
from web.api.payloads import With

PERIODS: dict[str, Promise] = {
    "7": gettext_lazy("7 days"),
    "30": gettext_lazy("30 days"),
    "365": gettext_lazy("a year"),
    "": gettext_lazy("all rounds"),
}
HABITS: dict[str, Promise] = {
    "rounds_won": gettext_lazy("%(figure)s percent of the rounds won"),
    "first_card_taken": gettext_lazy("the open card taken at the first draw in %(figure)s percent"),
    "deadwood_at_the_knock": gettext_lazy("%(figure)s points of deadwood at the knock"),
    "gin_at_the_knock": gettext_lazy("gin in %(figure)s percent of the knocks"),
    "undercut": gettext_lazy("undercut in %(figure)s percent of the knocks"),
    "went_out": gettext_lazy("went out in %(figure)s percent"),
    "points_left": gettext_lazy("%(figure)s points in the hand when others went out"),
    "from_the_pile": gettext_lazy("%(figure)s percent of all draws from the pile"),
}

register = template.Library()


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
                f"{name} {percent_words(percent)}" for name, percent in _compared(one)
            ),
        }
        for one in skills_of(player, context.get("user"), _period(context["request"]))
    ]


@register.simple_tag(takes_context=True)
def periods(context: template.Context) -> list[tuple[str, str, bool]]:
    """Of how many last days a profile may tell: the number, its words, whether it is chosen."""
    chosen = context["request"].GET.get("days", "")
    return [(days, str(words), days == chosen) for days, words in PERIODS.items()]


def _period(request: HttpRequest) -> Span:
    days = request.GET.get("days", "")
    return (
        Span(since=today() - dt.timedelta(days=int(days))) if days and days in PERIODS else ALWAYS
    )


def _compared(one: With) -> Iterator[tuple[str, float]]:
    if one.division:
        yield str(division_name(one.division.number)), one.division.percent
    for bot, percent in one.levels.items():
        yield str(wording.bot_name(bot)), percent


def accuracy_words(accuracy: Accuracy) -> str:
    """In whole percent, with the margin where enough rounds tell it."""
    return percent_words(accuracy.percent, accuracy.margin)


def percent_words(percent: float, margin: float | None = None) -> str:
    """Never broken over two lines."""
    words = f"{percent:.0f} %" if margin is None else f"{percent:.0f} ± {max(1, round(margin))} %"
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def luck_words(luck: With) -> str:
    """Points per round, with their margin where enough rounds tell it."""
    points: float = luck.mean.luck
    words = ("+" if points >= 0 else "−") + number_format(abs(points), 1)
    if luck.rounds >= ROUNDS_FOR_A_MARGIN:
        words += f" ± {number_format(luck.margin, 1)}"
    return words.replace(" ", "\N{NO-BREAK SPACE}")
