"""The rules of a series as its page says them, a sentence each."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import in_words
from tournaments.series.rules import POINTS, SeriesRules
from tournaments.series.ties import TIES
from web.numbers import grouped

Words = str | Promise


def behind_by(key: str) -> Words:
    """Why somebody is behind who has as many points."""
    return in_words(TIES[key].short)


def rules_in_words(rules: SeriesRules) -> list[str]:
    way = POINTS[rules.points]
    said = [str(in_words(way.summary))]
    if way.asks_for_table:
        listed = " · ".join(map(grouped, rules.per_place))
        said.append(_("From the first place down: %(points)s") % {"points": listed})
    said.append(_("Players who share a place share the points of those places, rounded down."))
    if rules.taking_part:
        extra = ngettext(
            "Taking part is worth an extra %(points)s point.",
            "Taking part is worth an extra %(points)s points.",
            rules.taking_part,
        )
        said.append(extra % {"points": grouped(rules.taking_part)})
    if rules.best:
        best = ngettext(
            "Everybody's best result counts.",
            "Everybody's %(best)s best results count.",
            rules.best,
        )
        said.append(best % {"best": rules.best})
    else:
        said.append(_("All results count."))
    if rules.least > 1:
        least = ngettext(
            "A place takes at least %(least)s tournament.",
            "A place takes at least %(least)s tournaments.",
            rules.least,
        )
        said.append(least % {"least": rules.least})
    if rules.ties:
        then = "; ".join(str(in_words(TIES[key].title)) for key in rules.ties)
        said.append(
            _("Between players level on points this decides, in this order: %(ties)s.")
            % {"ties": then}
        )
    if not rules.bots:
        said.append(_("Bots take no places: the places among people count."))
    return said
