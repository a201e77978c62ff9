"""What a human director does over the API: publish, pause, resume, remove, cancel.

Scope `tournament:direct`. Who does not direct a tournament hears so whether it exists or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.api.reading import check, read_body, refuse_body
from accounts.api.records import read_record, record_json
from accounts.api.view import ApiView
from accounts.models import Player
from accounts.refusals import Refused
from games.api.documents import IDEMPOTENCY_KEY
from games.api.forms import TableForm, offer_of
from games.api.problems import once
from tournaments.api import shapes
from tournaments.director import Plan
from tournaments.models import Entry, TournamentDirector
from tournaments.selectors.listing import row_of
from tournaments.selectors.lobby import one_tournament
from tournaments.services import desk, opening


class DirectorView(ApiView):
    """Base: a token needs the scope, its player the right."""

    reading_scope = "tournament:direct"
    writing_scope = "tournament:direct"


def require_director(player: Player, tournament_id: int | None) -> None:
    """Raises Refused(not_allowed)."""
    if player.is_staff and player.is_active:
        return
    if tournament_id is not None:
        own = TournamentDirector.objects.filter(player=player, tournament_id=tournament_id)
        if own.exists():
            return
    raise Refused("not_allowed")


@extend_schema(tags=["directing"])
class Publish(DirectorView):
    """Publish a tournament: its plan is checked, its lots are committed to, entries open."""

    @extend_schema(
        request=shapes.PublishForm,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: shapes.DirectedShape},
    )
    def post(self, request: Request) -> Response:
        player = caller(request)
        require_director(player, None)
        form = read_body(request, shapes.PublishForm)
        asked = dict(request.data)
        plan = read_record(Plan, asked["plan"], path="plan.")
        table = asked.get("table")
        offer = None if table is None else offer_of(check(TableForm, table))

        def work() -> tuple[int, dict[str, Any]]:
            made = opening.publish_tournament(
                name=form["name"], plan=plan, starts_at=form["starts_at"], offer=offer, by=player
            )
            return 201, _directed(made.pk)

        return once(request, asked, work)


class _Order(DirectorView):
    """One order of the director's, once per key."""

    act: Callable[..., object]

    @extend_schema(
        tags=["directing"],
        request=None,
        parameters=[IDEMPOTENCY_KEY],
        responses=shapes.DirectedShape,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        require_director(caller(request), tournament_id)
        refuse_body(request)

        def work() -> tuple[int, dict[str, Any]]:
            type(self).act(tournament_id=tournament_id)
            return 200, _directed(tournament_id)

        return once(request, {}, work)


class Pause(_Order):
    """No table starts another round and no clock runs; rounds in play go to their end."""

    act = staticmethod(desk.pause_tournament)


class Resume(_Order):
    """Go on after a pause."""

    act = staticmethod(desk.resume_tournament)


class CancelTournament(_Order):
    """Call the tournament off by the policy of PLAY-46: everything is given back."""

    act = staticmethod(desk.cancel_tournament)


@extend_schema(tags=["directing"])
class RemovePlayer(DirectorView):
    """Take a player out between rounds; their chips stay in the books as forfeited."""

    @extend_schema(
        request=shapes.RemoveForm, parameters=[IDEMPOTENCY_KEY], responses=shapes.DirectedShape
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        require_director(caller(request), tournament_id)
        form = read_body(request, shapes.RemoveForm)

        def work() -> tuple[int, dict[str, Any]]:
            one_tournament(tournament_id)
            if not Entry.objects.filter(pk=form["entry"], tournament_id=tournament_id).exists():
                raise Refused("not_found")
            desk.remove_player(tournament_id=tournament_id, entry_id=form["entry"])
            return 200, _directed(tournament_id)

        return once(request, form, work)


def _directed(tournament_id: int) -> dict[str, Any]:
    tournament = one_tournament(tournament_id)
    return {"tournament": record_json(row_of(tournament)), "version": tournament.version}
