"""The proof of a finished tournament over the API."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.proof.reading import proof_of
from tournaments.selectors.lobby import one_tournament
from web.api.payloads import Shape, Whole, Word, Yes
from web.api.view import OpenView


class TournamentProofShape(Shape):
    """What `verify_tournament.py` reads; `docs/fairness.md` says what each line means."""

    scheme = Whole()
    tournament = Whole()
    commitment = Word(help_text="shown before the first entry")
    server_seed = Word(help_text="256 hexadecimal digits")
    entrants_seed = Word(allow_blank=True, help_text="what the players gave, as one seed")
    format = Word()
    knocks_out = Yes(help_text="who does not win the table is out")
    stays_together = Yes(help_text="the same players from stage to stage")
    boards = Yes(help_text="all tables of a stage were dealt the same")
    seats = Whole(help_text="at a table")
    course = serializers.ListField(
        child=serializers.DictField(), help_text="lots and seats in their order, each with a `type`"
    )
    rounds = serializers.DictField(child=Whole(), help_text="rounds with a record, by game table")


class TournamentProof(
    OpenView, at="tournaments/<serial:tournament_id>/proof/", called="api-tournament-proof"
):
    """Once it is over: every lot that was drawn, and what became of every seat."""

    @extend_schema(responses={200: TournamentProofShape, 409: OpenApiResponse()})
    def get(self, request: Request, tournament_id: int) -> Response:
        return Response(TournamentProofShape.of(proof_of(one_tournament(tournament_id))))
