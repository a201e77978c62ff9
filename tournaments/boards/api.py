"""Duplicate boards over the API: which there are, and what the field made of each."""

from rest_framework.request import Request

from accounts.api.identity import caller_or_visitor
from tournaments.boards import reading
from tournaments.selectors.lobby import one_tournament
from web.api.operations import Answer, answers
from web.api.payloads import Shape, Whole, With, Word
from web.api.records import shape_of
from web.api.view import OpenView
from web.database.replica import may_be_old


class BoardsShape(Shape):
    scoring = Word(
        allow_null=True, help_text="`matchpoints`, `median` or `butler`; null: no boards"
    )
    results = shape_of(reading.BoardLine, "BoardLineShape")(many=True)


class BoardShape(Shape):
    number = Whole(source="board.number")
    stage = Whole(source="board.stage")
    scoring = Word()
    deal = Whole(source="board.deal_id", help_text="its number in the records of its rounds")
    commitment = Word(source="board.deal.commitment")
    server_seed = Word(source="board.deal.server_seed", help_text="256 hexadecimal digits")
    hands = shape_of(reading.HeldHand, "HeldHandShape")(many=True)


class TournamentBoards(OpenView, at="tournaments/<serial:tournament_id>/boards/"):
    """The boards that have been dealt so far, and what each gave you."""

    @may_be_old
    @answers(BoardsShape)
    def get(self, request: Request, tournament_id: int) -> Answer:
        tournament = one_tournament(tournament_id)
        lines = reading.board_lines(tournament, caller_or_visitor(request))
        return With(scoring=tournament.plan.get("boards"), results=lines)


class OneBoard(OpenView, at="tournaments/<serial:tournament_id>/boards/<serial:number>/"):
    """What everybody made of the same cards, once the board's stage is over.

    Each play is a round to be read under `tables/{game_table}/rounds/{round}/`.
    """

    @may_be_old
    @answers(BoardShape)
    def get(self, request: Request, tournament_id: int, number: int) -> Answer:
        tournament = one_tournament(tournament_id)
        return reading.one_board(tournament, number, caller_or_visitor(request))
