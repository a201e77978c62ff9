"""The boards of a tournament: the list, and what the field made of one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.moves.errors import NotFound
from games.pages.tables import visitor
from games.wording import in_words
from tournaments.boards import reading
from tournaments.director import Refused
from tournaments.director.boards import SCORINGS
from tournaments.pages.lobby import table_terms
from tournaments.selectors.lobby import one_tournament
from web.database.replica import may_be_old
from web.routes import fresh_page


@fresh_page("tournaments/<tournament:tournament_id>/boards/", "tournament-boards")
@may_be_old
def boards_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """All boards, and what each gave the reader."""
    tournament = one_tournament(tournament_id)
    scoring = SCORINGS.get(tournament.plan.get("boards") or "")
    if scoring is None:
        raise Http404
    lines = reading.board_lines(tournament, visitor(request))
    own = [line.own_points for line in lines if line.own_points is not None]
    context = {
        "tournament": tournament,
        "scoring": in_words(scoring.title),
        "scoring_words": in_words(scoring.summary),
        "lines": lines,
        "own": sum(own) if own else None,
    }
    return render(request, "tournaments/boards.html", context)


@fresh_page(
    "tournaments/<tournament:tournament_id>/boards/<tournament:number>/", "tournament-board"
)
@may_be_old
def board_page(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """One board: each hand with everybody who held it, and two plays side by side."""
    tournament = one_tournament(tournament_id)
    try:
        found = reading.one_board(tournament, number, visitor(request))
    except NotFound:
        raise
    except Refused:
        return redirect("tournament-boards", tournament_id)
    scoring = SCORINGS[found.scoring]
    context = {
        "tournament": tournament,
        "board": found.board,
        "hands": found.hands,
        "scoring": in_words(scoring.title),
        "scoring_words": in_words(scoring.summary),
        "before": max((one for one in found.boards if one < number), default=None),
        "after": min((one for one in found.boards if one > number), default=None),
        "tables": _tables(found),
        "sides": (("one", _("This play"), 0), ("other", _("and this one"), 1)),
        "terms": table_terms(tournament),
    }
    return render(request, "tournaments/board.html", context)


def _tables(board: reading.BoardReading) -> list[dict[str, Any]]:
    """Where it was played, for the choice of two: the reader's own table first, then the best."""
    tables: dict[int, list[reading.BoardPlay]] = {}
    for hand in board.hands:
        for play in hand.plays:
            tables.setdefault(play.game_table, []).append(play)

    def order(plays: list[reading.BoardPlay]) -> tuple[bool, int, int]:
        is_own = any(play.is_own for play in plays)
        return not is_own, -max(play.points for play in plays), plays[0].game_table

    return [
        {
            "table": plays[0].table,
            "game_table": plays[0].game_table,
            "round": plays[0].round,
            "names": " – ".join(f"{play.name} {play.score}" for play in plays),
        }
        for plays in sorted(tables.values(), key=order)
    ]
