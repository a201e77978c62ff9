"""Carrying out boards: deals that all tables of a stage share, promised, dealt and opened."""

from games.models import Table
from games.moves.shared_deals import call_off, open_deals, promise_deal
from tournaments.models import Board, TournamentTable
from tournaments.running.live import LiveTournament


def deal_boards(live: LiveTournament, *, stage: int, boards: int) -> tuple[int, ...]:
    """The deals of a stage, one for each round of its matches.

    Their seeds follow from the tournament's own, which was committed to before the first entry.
    """
    before = Board.objects.filter(tournament_id=live.id).count()
    deals = [
        promise_deal(
            live.dice.board_seed(stage, number), number=number_of_deal(live.id, stage, number)
        )
        for number in range(1, boards + 1)
    ]
    Board.objects.bulk_create(
        Board(tournament_id=live.id, number=number, stage=stage, deal=deal)
        for number, deal in enumerate(deals, before + 1)
    )
    live.record("boards_dealt", stage=stage, deals=[[deal.pk, deal.commitment] for deal in deals])
    return tuple(deal.pk for deal in deals)


def number_of_deal(tournament: int, stage: int, board: int) -> int:
    """Nobody chooses it: that of the tournament, four digits of the stage, three of the board."""
    return (tournament * 10_000 + stage) * 1_000 + board


def open_boards(live: LiveTournament) -> None:
    """Show everybody the cards of all boards: no table plays one any more."""
    closed = Board.objects.filter(tournament_id=live.id, deal__opened_at=None)
    open_deals(closed.values_list("deal_id", flat=True))


def call_off_tables(live: LiveTournament) -> None:
    """End the matches in play: with the tournament its seed is shown, and so are their cards."""
    own = TournamentTable.objects.filter(tournament_id=live.id).values("game_table")
    call_off(Table.objects.filter(pk__in=own))
