"""Plots on pages about people, of what happened at tables."""

from __future__ import annotations

from django import template

from accounts.models import Player
from games.replay.points import points_per_round
from web.files.plots import BarPlot, bar_plot

register = template.Library()


@register.simple_tag
def points_plot(player: Player) -> BarPlot | None:
    """Points of each of the latest rounds."""
    return bar_plot(points_per_round(player))
