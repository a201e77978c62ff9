"""Telling players the news of their tournaments: once, out of the decisions that are stored.

The transaction that decides writes only its decisions; what follows for inboxes is read from them
afterwards, up to a mark on the tournament. A look that is lost is made up for by the next.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.notices import telling as notices
from tournaments.director import Field
from tournaments.director.codec import from_json
from tournaments.models import Decision, Entry, EntryStatus, Tournament, TournamentTable
from web.database.sql import row

PORTION = 500
TOURNAMENTS_MAX = 50
TO_ALL = {
    "Begin": "tournament_started",
    "Postpone": "tournament_postponed",
    "Cancel": "tournament_cancelled",
}
ALONE = "SELECT pg_try_advisory_xact_lock(hashtextextended('tournament news', %s))"
TO_ONE = ("Move", "Rank", "PayPrize", "MoveRank", "RaisePrize", "Withdraw")


def tell_news() -> int:
    """Tell what has been decided since the last look; returns in how many tournaments."""
    behind = _behind().order_by("told_version")
    ids = list(behind.values_list("pk", flat=True)[:TOURNAMENTS_MAX])
    return sum(_tell_of(tournament_id) for tournament_id in ids)


def is_any_news() -> bool:
    return _behind().exists()


def _behind() -> QuerySet[Tournament]:
    return Tournament.objects.filter(told_version__lt=F("version"))


@transaction.atomic
def _tell_of(tournament_id: int) -> bool:
    # News that take another's place would be told anew, pushed and mailed, by a second look that
    # read the same mark. The tournament's row is its director's, who waits for nobody's inbox.
    (is_alone,) = row(ALONE, [tournament_id])
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if not is_alone or tournament is None:
        return False
    fresh = Decision.objects.filter(tournament=tournament, pk__gt=tournament.told_up_to)
    wanted = fresh.filter(kind__in=(*TO_ALL, *TO_ONE, "Announce", "SeatField"))
    decisions = list(wanted.order_by("pk")[:PORTION])
    for decision in decisions:
        if decision.kind in TO_ALL:
            _tell_all(tournament, TO_ALL[decision.kind])
        elif decision.kind == "Announce":
            _announce(tournament, decision)
        elif decision.kind == "SeatField" and decision.code != "seats_drawn":
            _tell_all(tournament, "tournament_moved")
    _tell_each(tournament, [one for one in decisions if one.kind in TO_ONE])
    is_all = len(decisions) < PORTION
    up_to = decisions[-1].pk if decisions else tournament.told_up_to
    Tournament.objects.filter(pk=tournament_id, told_up_to__lte=up_to).update(
        told_up_to=up_to, told_version=tournament.version if is_all else tournament.told_version
    )
    return True


def _tell_all(tournament: Tournament, kind: str) -> None:
    entries = _people(tournament)
    if kind == "tournament_moved":
        entries = entries.filter(status=EntryStatus.IN)
    game_tables = _game_tables(tournament)
    for entry in entries:
        _tell(tournament, entry, kind, game_tables)


def _announce(tournament: Tournament, said: Decision) -> None:
    """Also to who is out, for whom the evening goes on; each is a notice of its own."""
    facts = {"tournament": tournament.pk, "name": tournament.name, **said.facts}
    for entry in _people(tournament):
        notices.tell(
            player=entry.player,
            kind="tournament_announced",
            facts=facts,
            key=f"tournament:{tournament.pk}:announced:{said.pk}",
        )


def _people(tournament: Tournament) -> QuerySet[Entry]:
    entries = Entry.objects.filter(tournament=tournament, player__is_bot=False).entered()
    return entries.select_related("player").order_by("number")


def _tell_each(tournament: Tournament, decisions: Iterable[Decision]) -> None:
    """The last word about each player: a prize says the rank as well.

    Who has been brought back since has no rank, and is told by the director's order.
    """
    last: dict[int, dict[str, Decision]] = {}
    for one in decisions:
        if one.entry_id is not None:
            last.setdefault(one.entry_id, {})[one.kind] = one
    entries = Entry.objects.filter(pk__in=last, player__is_bot=False).select_related("player")
    game_tables = _game_tables(tournament) if last else {}
    for entry in entries:
        latest = last[entry.pk]
        if {"PayPrize", "RaisePrize"} & set(latest):
            _tell(tournament, entry, "tournament_prize", game_tables)
        elif {"Rank", "MoveRank"} & set(latest) and entry.rank is not None:
            _tell(tournament, entry, "tournament_out", game_tables)
        elif "Withdraw" in latest and latest["Withdraw"].code == "not_checked_in":
            _tell(tournament, entry, "tournament_missed", game_tables)
        elif "Move" in latest and entry.table_number is not None:
            if latest["Move"].code == "moved_by_director":
                continue  # told already, with the director's own reason
            _tell(tournament, entry, "tournament_moved", game_tables)


# News that replace each other share a name; the inbox shows the newest.
_NAMES = {
    "tournament_started": "seat",
    "tournament_moved": "seat",
    "tournament_out": "end",
    "tournament_prize": "end",
    "tournament_cancelled": "end",
}


def _tell(
    tournament: Tournament, entry: Entry, kind: str, game_tables: dict[int, int | None]
) -> None:
    key = f"tournament:{tournament.pk}:{_NAMES.get(kind, kind)}"
    notices.withdraw(player=entry.player, key=key)
    field = from_json(Field, tournament.field)
    facts: dict[str, Any] = {
        "tournament": tournament.pk,
        "name": tournament.name,
        "table": entry.table_number,
        "game_table": game_tables.get(entry.table_number or 0),
        "rank": entry.rank,
        "entries": field.contenders,
        "chips": entry.won_chips,
    }
    notices.tell(player=entry.player, kind=kind, facts=facts, key=key)


def _game_tables(tournament: Tournament) -> dict[int, int | None]:
    found = TournamentTable.objects.filter(tournament=tournament, is_open=True)
    return dict(found.values_list("number", "game_table_id"))
