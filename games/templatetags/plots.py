"""Plots on pages about people, of what happened at tables."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format

from accounts.models import Player
from accounts.plots import BarPlot, bar_plot
from games.selectors.points import points_per_round

register = template.Library()


@register.simple_tag
def points_plot(player: Player) -> BarPlot | None:
    """Points of each of the latest rounds."""
    return bar_plot(points_per_round(player))


@register.filter
def tenths(value: int) -> str:
    """125 → 12.5: a number of tenths with one digit behind the point, in the reader's notation."""
    return number_format(value / 10, decimal_pos=1)
