"""How a deal of the day was played, as far as somebody may know it by now.

Nobody sees how others fared before they have played themselves, and nobody sees cards before the
deal is open to all.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from accounts.models import Player
from games.daily.playing import deal_of, ends_at, games, opens_at, today
from games.models import DailyDeal, DailyPlay, Round, Seat, TableEvent, TableStatus
from rummy.match import CALLED_OFF as MATCH_CALLED_OFF
from rummy.match.events import MatchFinished
from web.api.payloads import With

OPEN, PLAYING, FINISHED, GIVEN_UP = "open", "playing", "finished", "given_up"
CALLED_OFF, MISSED = "called_off", "missed"
STATES = (OPEN, PLAYING, FINISHED, GIVEN_UP, CALLED_OFF, MISSED)
DAYS_LISTED = 14
STREAK_PLAYS_MAX = 3_000
OPENINGS_SHOWN = 12
# What ends the first turn of a seat, and what of it is told.
_FIRST_TURN_ENDS = ("discarded", "knocked", "turn_ended")
_TAKEN = ("upcard_taken", "stock_drawn", "discard_taken")


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's result: their points less the opponent's; None where they gave up, or left the
    table to play for them.

    Whoever gave up has no `place`, nor have guests and bots of the house, who play out of
    competition.
    """

    player: Player
    table_id: int
    points: int | None
    reason: str
    competes: bool
    place: int | None = None


def deal_reading(daily: DailyDeal, player: Player | None, *, whole: bool = False) -> With:
    """The deal as one player, or a visitor, may see it: their own result, and others', best first.

    `whole`: with what the field made of its first turn, once the cards are open.
    """
    lines = _lines(daily)
    plays = daily.plays.select_related("table").defer("table__state")
    play = plays.filter(player=player).first() if player is not None else None
    own = next((line for line in lines if player and line.player.pk == player.pk), None)
    is_open = daily.deal.opened_at is not None
    return With(
        daily,
        is_open=is_open,
        ends_at=ends_at(daily.day),
        opens_at=opens_at(daily.day),
        commitment=daily.deal.commitment,
        server_seed=daily.deal.server_seed,
        state=_state(daily, play, own),
        table=play.table_id if play else None,
        own=own,
        players=sum(line.place is not None for line in lines),
        lines=lines if own is not None or is_open else [],
        openings=_openings(lines) if whole and is_open else [],
    )


def deals_of_today(player: Player | None) -> list[With]:
    """Of each game, in the order in which the house names them."""
    return [deal_reading(deal_of(today(), game), player) for game in games()]


def played_today(player: Player | None) -> tuple[int, int]:
    """How many of today's deals the player is through with, and of how many."""
    if player is None:
        return 0, len(games())
    mine = DailyPlay.objects.filter(player=player, daily__day=today())
    return mine.filter(table__status=TableStatus.FINISHED).count(), len(games())


def _state(daily: DailyDeal, play: DailyPlay | None, own: Line | None) -> str:
    if own is not None:
        return GIVEN_UP if own.points is None else FINISHED
    if play is not None:
        return CALLED_OFF if play.table.status == TableStatus.FINISHED else PLAYING
    return OPEN if daily.day == today() else MISSED


def past_days(until: dt.date) -> list[dt.date]:
    """The latest days before this one of which there are deals, the last first."""
    days = DailyDeal.objects.filter(day__lt=until).order_by("-day").values_list("day", flat=True)
    return list(days.distinct()[:DAYS_LISTED])


def deals_on(day: dt.date) -> list[DailyDeal]:
    return list(DailyDeal.objects.filter(day=day).select_related("deal").order_by("pk"))


def streak(player: Player) -> int:
    """On how many days in a row the player has finished a deal, up to today or yesterday."""
    own = Seat.objects.filter(player=player, table__daily_play__player=player)
    kept = own.filter(table__rounds__score__isnull=False).order_by("-table__daily_play__daily__day")
    told = kept.values_list("table__daily_play__daily__day", "number", "table__rounds__score")
    finished = (day for day, seat, score in told[:STREAK_PLAYS_MAX] if _played_by(seat, score))
    found, due = 0, today()
    for day in dict.fromkeys(finished):
        if day != due and not (found == 0 and day == due - dt.timedelta(days=1)):
            break
        found, due = found + 1, day - dt.timedelta(days=1)
    return found


def _lines(daily: DailyDeal) -> list[Line]:
    """Everybody who is through with it, the best first; whoever gave up comes last.

    A table that the house called off is nobody's result.
    """
    over = daily.plays.filter(table__status=TableStatus.FINISHED).select_related("player")
    plays = list(over.order_by("started_at", "pk"))
    tables = [play.table_id for play in plays]
    scores = dict(Round.objects.filter(table__in=tables, number=1).values_list("table_id", "score"))
    off = _called_off([table for table in tables if scores.get(table) is None])
    seats = {
        (table, player): number
        for table, player, number in Seat.objects.filter(table__in=tables).values_list(
            "table_id", "player_id", "number"
        )
    }
    lines = [
        _line(play, seats[play.table_id, play.player_id], scores.get(play.table_id))
        for play in plays
        if play.table_id not in off
    ]
    return _placed(sorted(lines, key=lambda line: (line.points is None, -(line.points or 0))))


def _called_off(tables: Sequence[int]) -> set[int]:
    """Those of these tables whose match nobody has decided."""
    ends = TableEvent.objects.filter(table__in=tables, kind=MatchFinished.type)
    off = ends.filter(payload__reason=MATCH_CALLED_OFF)
    return set(off.values_list("table_id", flat=True))


def _line(play: DailyPlay, seat: int, score: dict[str, Any] | None) -> Line:
    if score is None or not _played_by(seat, score):
        return Line(play.player, play.table_id, None, "", play.competes)
    others = [points for number, points in enumerate(score["points"]) if number != seat]
    own = score["points"][seat] - max(others)
    return Line(play.player, play.table_id, own, score["reason"], play.competes)


def _played_by(seat: int, score: dict[str, Any] | None) -> bool:
    """Whether the player of this seat was there to the end, and not the table for them."""
    return score is not None and seat not in (score.get("played_for") or ())


def _placed(lines: Sequence[Line]) -> list[Line]:
    """With equal points everybody has the better place."""
    found: list[Line] = []
    competing, place, last = 0, 0, object()
    for line in lines:
        if not line.competes or line.points is None:
            found.append(line)
            continue
        competing += 1
        if line.points != last:
            place, last = competing, line.points
        found.append(replace(line, place=place))
    return found


def _openings(lines: Iterable[Line]) -> list[With]:
    """What the field did in its first turn, the most frequent first, and what came of it.

    `taken` is the kind of event, `discard` a card's text or "".
    """
    scored = {line.table_id: line for line in lines if line.points is not None}
    made: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for table, first in _first_turns(scored).items():
        made[first].append(scored[table])
    found = [
        With(
            taken=taken,
            discard=discard,
            players=len(played),
            average=sum(_points(line) for line in played) / len(played),
            best=_points(max(played, key=_points)),
            best_table=max(played, key=_points).table_id,
        )
        for (taken, discard), played in made.items()
    ]
    found.sort(key=lambda one: (-one.players, -one.average))
    return found[:OPENINGS_SHOWN]


def _points(line: Line) -> int:
    return line.points or 0


def _first_turns(lines: dict[int, Line]) -> dict[int, tuple[str, str]]:
    """By table, what its player took first and gave away then."""
    seats = Seat.objects.filter(table__in=lines).values_list("table_id", "player_id", "number")
    seat_of = {table: number for table, player, number in seats if player == lines[table].player.pk}
    events = TableEvent.objects.filter(table__in=lines, kind__in=(*_TAKEN, *_FIRST_TURN_ENDS))
    found: dict[int, tuple[str, str]] = {}
    taken: dict[int, str] = {}
    told = events.order_by("table_id", "seq").values_list("table_id", "kind", "payload")
    for table, kind, payload in told.iterator():
        if payload.get("seat") != seat_of[table] or table in found:
            continue
        if kind in _TAKEN:
            taken[table] = kind
        else:
            found[table] = (taken.get(table, ""), payload.get("card") or "")
    return found
