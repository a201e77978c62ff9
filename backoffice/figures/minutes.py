"""Figures of each minute, kept for two weeks: what the home page's charts are drawn from."""

import datetime as dt
import io
from collections.abc import Mapping

from django.utils import timezone

from backoffice.figures import metrics
from backoffice.models import MinuteFigures
from web.database import sql

KEPT = dt.timedelta(days=14)
_CHIPS = """
SELECT kind, sum(balance)::bigint FROM chip_account WHERE currency = 'chips' GROUP BY kind
"""


class Nowhere(io.StringIO):
    """Where a command's report goes when nobody reads it."""


def count_minute(*, now: dt.datetime | None = None) -> MinuteFigures:
    """Count the minute that has just begun, once.

    `totals` are counters so far, so that the next minute tells what was added in this one.
    """
    moment = (now or timezone.now()).replace(second=0, microsecond=0)
    found = MinuteFigures.objects.filter(pk=moment).first()
    if found is not None:
        return found
    before = MinuteFigures.objects.filter(pk__lt=moment).order_by("-at").first()
    totals = metrics.totals()
    figures = {
        **metrics.figures(),
        "chips": dict(sql.rows(_CHIPS)),
        "totals": totals,
        **_since(before.figures.get("totals", {}) if before else {}, totals),
    }
    counted, _new = MinuteFigures.objects.get_or_create(pk=moment, defaults={"figures": figures})
    return counted


def forget_old_minutes(*, now: dt.datetime | None = None) -> int:
    """Drop what the charts do not reach back to."""
    before = (now or timezone.now()) - KEPT
    deleted, _by_model = MinuteFigures.objects.filter(at__lt=before).delete()
    return deleted


def _since(before: Mapping[str, float], now: Mapping[str, float]) -> dict[str, float | None]:
    """Requests, errors and the moves' latency between two counts; a restart begins at zero."""
    added = {name: value - before.get(name, 0.0) for name, value in now.items()}
    if any(value < 0 for value in added.values()):
        added = dict(now)
    buckets = [(float(name[3:]), value) for name, value in added.items() if name.startswith("le ")]
    return {
        "requests": added.get("requests", 0.0),
        "errors": added.get("errors", 0.0),
        "latency_p50_ms": metrics.quantile(buckets, 0.5),
        "latency_p95_ms": metrics.quantile(buckets, 0.95),
    }
