"""What proves a finished tournament, as `docs/fairness.md` describes it."""

from typing import Any

from games.models import Round
from rummy.fairness import SCHEME
from tournaments.director import FORMATS, Refused
from tournaments.models import CourseEvent, Tournament


def proof_of(tournament: Tournament) -> dict[str, Any]:
    """Seed, commitment, and the course of the tournament in the order in which it happened.

    `rounds` says how many rounds of each game table have a record.

    Raises Refused(tournament_not_over): its lots are still secret.
    """
    if not tournament.revealed_seed:
        raise Refused("tournament_not_over", rule="PLAY-41")
    chosen = FORMATS[tournament.plan["format"]]
    course = CourseEvent.objects.filter(tournament=tournament).order_by("id")
    events = [{"type": kind, **facts} for kind, facts in course.values_list("kind", "facts")]
    return {
        "scheme": SCHEME,
        "tournament": tournament.pk,
        "commitment": tournament.commitment,
        "server_seed": tournament.revealed_seed,
        "entrants_seed": tournament.entrants_seed or "",
        "format": chosen.key,
        "knocks_out": chosen.knocks_out,
        "stays_together": chosen.stays_together,
        "boards": bool(tournament.plan.get("boards")),
        "seats": tournament.plan["seats"],
        "course": events,
        "rounds": _rounds([one["game_table"] for one in events if one["type"] == "dealt"]),
    }


def _rounds(game_tables: list[int]) -> dict[str, int]:
    ended = Round.objects.filter(
        table_id__in=game_tables, ended_at__isnull=False, first_event__isnull=False
    )
    counted: dict[str, int] = {}
    for table in ended.values_list("table_id", flat=True).order_by("table_id"):
        counted[str(table)] = counted.get(str(table), 0) + 1
    return counted
