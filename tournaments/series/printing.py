"""What an organiser prints of a closed series: the final standing, and certificates."""

from collections.abc import Callable
from typing import Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from tournaments.models import Series
from tournaments.printing import Result, draw_results
from tournaments.series.certificates import series_certificates
from tournaments.series.reading import standing_lines
from web.files.certificate import draw_certificate
from web.files.pdf import Pages, drawn
from web.numbers import grouped


def printed(series: Series, what: str) -> bytes:
    """One of `PRINTS` in the active language; there is none of a series that goes on."""
    _title, draw = PRINTS[what]
    return drawn(
        series.name,
        lambda pages: draw(series, pages),
        made_at=series.closed_at or timezone.now(),
        is_across=what == "certificates",
    )


def _results(series: Series, pages: Pages) -> None:
    lines = standing_lines(series)
    people = Player.objects.in_bulk([line.player for line in lines])
    rows = [
        Result(
            grouped(line.place) if line.place else "–",
            people[line.player].name,
            grouped(line.points),
        )
        for line in lines
    ]
    draw_results(pages, series.name, str(PRINTS["results"][0]), _("Points"), rows)


def _certificates(series: Series, pages: Pages) -> None:
    for one in series_certificates(series):
        draw_certificate(pages, one.name, one.lines(), address=one.address)


PRINTS: Final[dict[str, tuple[Promise, Callable[[Series, Pages], None]]]] = {
    "results": (gettext_lazy("Result list"), _results),
    "certificates": (gettext_lazy("Certificates for places 1 to 3"), _certificates),
}
