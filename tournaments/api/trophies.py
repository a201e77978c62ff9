"""What tournaments leave in a player's hands: tickets to others, and certificates."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from tournaments.certificates import TournamentCertificate, certificate_by, certificate_of
from tournaments.selectors.lobby import one_tournament
from tournaments.selectors.seats import own_entry
from tournaments.tickets.reading import TicketRow, tickets_of
from web.api.operations import Json, answers
from web.api.payloads import Shape, Whole, Word, Words
from web.api.records import shape_of
from web.api.view import ApiView, OpenView
from web.refusals import Refused


class TicketsShape(Shape):
    results = shape_of(TicketRow, "TicketShape")(many=True)


class TournamentCertificateShape(Shape):
    code = Word()
    name = Word(help_text="whose it is")
    tournament = Whole(source="entry.tournament_id")
    rank = Whole(source="entry.rank")
    lines = Words(help_text="what is certified, in the reader's language")
    address = Word(help_text="where anybody can verify it; `.pdf` is the file")


class MyTickets(ApiView):
    """Your tickets: valid ones first, the first to lapse before the others. `enter/` takes them."""

    @answers(TicketsShape)
    def get(self, request: Request) -> Json:
        return TicketsShape.of(results=tickets_of(caller(request)))


class MyCertificate(ApiView):
    """Your certificate of a finished tournament: for the first three, and who won a prize."""

    @extend_schema(responses=TournamentCertificateShape)
    def get(self, request: Request, tournament_id: int) -> Response:
        player = caller(request)
        one_tournament(tournament_id)
        entry = own_entry(tournament_id, player)
        return _certificate_answer(certificate_of(entry) if entry else None)


class OneCertificate(OpenView):
    """Whether a certificate is genuine; its code is on it."""

    @extend_schema(responses=TournamentCertificateShape)
    def get(self, request: Request, code: str) -> Response:
        return _certificate_answer(certificate_by(code))


def _certificate_answer(found: TournamentCertificate | None) -> Response:
    if found is None:
        raise Refused("not_found")
    return Response(TournamentCertificateShape.of(found))
