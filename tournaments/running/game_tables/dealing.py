"""The game tables of a tournament: one for each round, because players change between rounds.

They are opened full and playing, without stakes; what a round means in tournament chips is the
director's business. The table knows nothing of the tournament: when its match is over, whoever
looks after the tournament reads the scores (`tournaments.running.game_tables.results`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from accounts.models import Player
from games.models import Seat, Table
from games.moves.acting import run_batch
from games.moves.commands import Command, Failed, Move
from games.replay.dealing import last_rounds
from games.tables.whole_tables import first_commands
from rummy.fairness import Before
from rummy.fairness.dealing import CLOCKWISE, PAIRED, TABLE_GOES_ON
from rummy.match import FirstDeal, MatchFormat, MatchTerms, Resign, SitOut
from rummy.settlement import DIRECTED
from tournaments.models import Entry
from tournaments.running.live import LiveTournament
from web.database.sql import run

NOTHING_TO_GIVE_UP = ("match_over", "already_resigned", "table_not_playing")
DEALT_TOGETHER = 100

_DEALT_AT = """
UPDATE tournaments_tournamenttable t SET game_table_id = given.game_table
FROM unnest(%s::bigint[], %s::bigint[]) AS given (id, game_table) WHERE t.id = given.id
"""


def rounds_of_match(live: LiveTournament, *, breaks_ties: bool = False) -> int:
    """How many rounds a table plays; what breaks a tie is one."""
    return 1 if breaks_ties else (live.row.terms or {}).get("rounds") or 1


def terms_for(
    live: LiveTournament, players: int, *, rounds: int = 1, shared_deals: tuple[int, ...] = ()
) -> MatchTerms:
    """The tournament's terms for a table of so many players.

    Where others are dealt the same, the deal goes round at every table, whoever wins: whoever holds
    a hand at one table holds it in the same place at all.
    """
    terms = live.terms
    rules = replace(terms.rules, next_dealer=CLOCKWISE) if shared_deals else terms.rules
    return replace(
        terms,
        rules=rules,
        seats=players,
        format=MatchFormat.RING,
        rounds=rounds,
        stake_chips=0,
        settlement=DIRECTED,
        shared_deals=shared_deals,
    )


def deal_at_game_tables(
    live: LiveTournament,
    dealt: Sequence[Sequence[Any]],
    *,
    paired: bool = False,
    rounds: int | None = None,
    shared_deals: tuple[int, ...] = (),
) -> None:
    """A game table for each (table id, number, round, entries, game table before), with its match
    begun.

    The deal passes on from the game table before; without one, and where nobody of it sits here
    any more, the lot decides, or where a stage was `paired` the first seat. Places are settled,
    whatever the game says of drawing for them.

    Their matches have so many `rounds`, those of the tournament unless told, and may be dealt
    `shared_deals`; who sits elsewhere cannot look on then.

    In portions, each a few statements for all its tables: a field of a thousand is dealt to in
    seconds, and no more than a portion lies in memory.
    """
    for first in range(0, len(dealt), DEALT_TOGETHER):
        portion = dealt[first : first + DEALT_TOGETHER]
        _deal(live, portion, paired, rounds or rounds_of_match(live), shared_deals)


def _deal(
    live: LiveTournament,
    dealt: Sequence[Sequence[Any]],
    paired: bool,
    rounds_each: int,
    shared_deals: tuple[int, ...],
) -> None:
    entries = Entry.objects.select_related("player").in_bulk(
        [entry for _, _, _, seated, _ in dealt for entry in seated]
    )
    wanted = [(number, rounds, len(seated)) for _, number, rounds, seated, _ in dealt]
    tables = _open(live, wanted, rounds_each, shared_deals)
    passed_on = last_rounds({before for *_, before in dealt if before is not None})
    begun: list[Command] = []
    places: list[Seat] = []
    for table, (*_, seated, before) in zip(tables, dealt, strict=True):
        here = [
            Seat(table=table, number=number, player=entries[entry].player, stake_chips=0)
            for number, entry in enumerate(seated)
        ]
        absent = [entries[entry].player for entry in seated if entries[entry].absent_rounds]
        first_deal = _first_deal(passed_on.get(before), here)
        if first_deal is None and paired:
            first_deal = FirstDeal(0, PAIRED)
        begun += first_commands(table, here, places_settled=True, first_deal=first_deal)
        begun += [_play_for(table, player) for player in absent if not player.is_bot]
        places += here
    for table, (_, number, rounds, seated, _) in zip(tables, dealt, strict=True):
        live.record("dealt", table=number, round=rounds, entries=seated, game_table=table.pk)
    Seat.objects.bulk_create(places)
    run_batch(begun)
    run(_DEALT_AT, [[one[0] for one in dealt], [table.pk for table in tables]])


def _first_deal(before: Before | None, here: Sequence[Seat]) -> FirstDeal | None:
    """The first on the left of the last dealer who sat there and sits here (GER-2)."""
    seats = {place.player_id: place.number for place in here}
    following = None if before is None else before.next_to_deal(TABLE_GOES_ON, seats)
    if before is None or following is None:
        return None
    return FirstDeal(seats[following], TABLE_GOES_ON, before.table, before.round_number)


def _open(
    live: LiveTournament,
    wanted: Sequence[tuple[int, int, int]],
    rounds_each: int,
    shared_deals: tuple[int, ...],
) -> list[Table]:
    """A game table for each (number, round, players)."""
    known = {
        players: terms_for(live, players, rounds=rounds_each, shared_deals=shared_deals)
        for _, _, players in wanted
    }
    written = {players: terms.to_json() for players, terms in known.items()}
    return Table.objects.bulk_create(
        Table(
            name=f"{live.row.name} · {number}/{rounds}"[:60],
            preset=known[players].rules.key,
            terms=written[players],
            seats_max=players,
            stake_chips=0,
            # Whoever sees a table that shares its deal could tell others what is to come.
            is_private=bool(shared_deals) or live.row.club_id is not None,
            club_id=live.row.club_id,
            created_by_id=None if shared_deals else live.row.created_by_id,
        )
        for number, rounds, players in wanted
    )


def _play_for(table: Table, player: Player) -> Move:
    """Who was not there in the last round is played for at once; returning is one tap (PLAY-45)."""
    return Move(
        table_id=table.pk,
        player_id=player.pk,
        action=SitOut(),
        expected_version=None,
        key=f"absent:{table.pk}:{player.pk}",
    )


def give_up_seat(*, game_table_id: int, seat: int) -> None:
    """Resign for a player who was taken out; a match that is over stays as it is."""
    player_id = Seat.objects.get(table_id=game_table_id, number=seat).player_id
    resigning = Move(
        table_id=game_table_id,
        player_id=player_id,
        action=Resign(),
        expected_version=None,
        key=f"taken out:{game_table_id}:{player_id}",
    )
    (outcome,) = run_batch([resigning])
    if isinstance(outcome, Failed) and getattr(outcome.error, "code", "") not in NOTHING_TO_GIVE_UP:
        raise outcome.error
