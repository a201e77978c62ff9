"""What the field made of each board, once no table plays it any more. Until then nobody is told."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, QuerySet

from accounts.models import Player
from games.models import Round, Seat, TableEvent
from games.moves.errors import NotFound
from rummy.match.events import PlayersReseated
from tournaments.director import Refused
from tournaments.director.boards import SCORINGS, Play, plays_of_board
from tournaments.models import Board, Tournament, TournamentTable
from tournaments.running.game_tables.results import seats_at_first
from web.finding import or_raise

RULE = "PLAY-2"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in the list. `own_points` is what it gave the reader, None where they did not play it
    or it is not open."""

    number: int
    stage: int
    is_open: bool
    tables: int
    own_points: int | None = None


@dataclass(frozen=True, slots=True)
class BoardPlay:
    """What somebody made of it: `margin` is the own score less the mean of the others' there.

    `place` counts among those who held the same cards; level ones share the better.
    """

    place: int
    entry: int
    player: int
    name: str
    is_bot: bool
    table: int
    game_table: int
    round: int
    score: int
    margin: float
    points: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class HeldHand:
    """Everybody who held the same cards, the best first: this seat at a table of so many.

    Seats count from 0, which dealt the stage's first board.
    """

    seats: int
    seat: int
    plays: tuple[BoardPlay, ...]


@dataclass(frozen=True, slots=True)
class BoardReading:
    """An open board. `boards` are all of the tournament that are open, for the way on."""

    board: Board
    scoring: str
    hands: tuple[HeldHand, ...]
    boards: tuple[int, ...]


def board_lines(tournament: Tournament, player: Player | None) -> list[BoardLine]:
    """All boards that have been dealt so far, in order."""
    boards = list(_boards(tournament).annotate(tables=Count("deal__rounds")))
    own = _own_points(tournament, [board for board in boards if _is_open(board)], player)
    return [
        BoardLine(one.number, one.stage, _is_open(one), one.tables, own.get(one.number))
        for one in boards
    ]


def one_board(tournament: Tournament, number: int, player: Player | None) -> BoardReading:
    """Raises NotFound(board_not_found), Refused(board_not_open): its stage is still played."""
    boards = {board.number: board for board in _boards(tournament)}
    board = or_raise(boards.get(number), NotFound("board_not_found", board=number))
    if not _is_open(board):
        raise Refused("board_not_open", rule=RULE, board=number, stage=board.stage)
    hands = _hands(tournament, [board], player)[board.pk]
    opened = tuple(one.number for one in boards.values() if _is_open(one))
    return BoardReading(board, tournament.plan["boards"], hands, opened)


def _boards(tournament: Tournament) -> QuerySet[Board]:
    return Board.objects.filter(tournament=tournament).select_related("deal").order_by("number")


def _is_open(board: Board) -> bool:
    return board.deal.opened_at is not None


def _own_points(
    tournament: Tournament, boards: Sequence[Board], player: Player | None
) -> dict[int, int]:
    if player is None or not boards:
        return {}
    found = _hands(tournament, boards, player)
    return {
        board.number: play.points
        for board in boards
        for hand in found[board.pk]
        for play in hand.plays
        if play.is_own
    }


def _hands(
    tournament: Tournament, boards: Sequence[Board], player: Player | None
) -> dict[int, tuple[HeldHand, ...]]:
    """By board: each hand with everybody who held it; a handful of queries for all of them."""
    stages = {board.stage for board in boards}
    opened = TournamentTable.objects.filter(
        tournament=tournament, stage__in=stages, game_table__isnull=False
    )
    tables = {table.game_table_id or 0: table for table in opened}
    rounds = _whole_rounds([board.deal_id for board in boards])
    sat = _who_sat(tables)
    scoring = SCORINGS[tournament.plan["boards"]]
    found = {}
    for board in boards:
        played = rounds.get(board.deal_id, [])
        results = [list((one.score or {})["points"]) for one in played]  # by seat, as everybody sat
        made: dict[tuple[int, int], list[BoardPlay]] = defaultdict(list)
        for one, scores, plays in zip(
            played, results, plays_of_board(scoring, results), strict=True
        ):
            table = tables[one.table_id]
            for seat, play in enumerate(plays):
                who = sat[table.dealt[seat], one.table_id]
                made[len(scores), seat].append(
                    _play(table, one, table.dealt[seat], who, scores[seat], play, player)
                )
        hands = ((*which, _placed(plays)) for which, plays in sorted(made.items()))
        found[board.pk] = tuple(HeldHand(*hand) for hand in hands)
    return found


def _play(
    table: TournamentTable,
    played: Round,
    entry: int,
    who: Player,
    score: int,
    made: Play,
    reader: Player | None,
) -> BoardPlay:
    return BoardPlay(
        place=0,
        entry=entry,
        player=who.pk,
        name=who.name,
        is_bot=who.is_program,
        table=table.number,
        game_table=played.table_id,
        round=played.number,
        score=score,
        margin=round(float(made.margin), 1),
        points=made.points,
        is_own=reader is not None and who.pk == reader.pk,
    )


def _who_sat(tables: Mapping[int, TournamentTable]) -> dict[tuple[int, int], Player]:
    """By entry and game table who played for it there: others may have taken its place since."""
    seats: dict[int, dict[int, Player]] = defaultdict(dict)
    for seat in Seat.objects.filter(table__in=tables).select_related("player"):
        seats[seat.table_id][seat.number] = seat.player
    first = seats_at_first({table: len(one.dealt) for table, one in tables.items()})
    return {
        (one.dealt[first[table][now]], table): player
        for table, one in tables.items()
        for now, player in seats[table].items()
    }


def _placed(plays: Sequence[BoardPlay]) -> tuple[BoardPlay, ...]:
    ordered = sorted(plays, key=lambda play: (-play.margin, play.table))
    better = {play.margin: place for place, play in reversed(list(enumerate(ordered, 1)))}
    return tuple(replace(play, place=better[play.margin]) for play in ordered)


def _whole_rounds(deals: Sequence[int]) -> dict[int, list[Round]]:
    """By deal: the rounds that everybody at a table was dealt to and that were played to the end.

    Where somebody had given up before, fewer were dealt to, and other cards.
    """
    played = Round.objects.filter(shared_deal__in=deals, score__isnull=False).order_by("table")
    rounds = list(played.defer("client_seeds"))
    moves = TableEvent.objects.filter(
        table__in={one.table_id for one in rounds}, kind=PlayersReseated.type
    )
    # The first of a table comes last.
    moved = dict(moves.order_by("-seq").values_list("table_id", "seq"))
    found: dict[int, list[Round]] = defaultdict(list)
    for one in rounds:
        if one.first_event is not None and one.first_event < moved.get(one.table_id, 2**62):
            found[one.shared_deal_id or 0].append(one)
    return found
