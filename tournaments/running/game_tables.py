"""The game tables of a tournament: one for each round, because players change between rounds.

They are opened full and playing, without stakes; what a round means in tournament chips is the
director's business. The table knows nothing of the tournament: when its match is over, whoever
looks after the tournament reads the scores (`collect_results`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson

from accounts.models import Player
from games.models import Seat, Table
from games.moves.acting import run_batch
from games.moves.commands import Command, Failed, Move
from games.moves.live import read_state
from games.replay.dealing import last_rounds
from games.tables.whole_tables import first_commands
from rummy.engine.families.knock.state import KnockState
from rummy.fairness import Before
from rummy.fairness.dealing import PAIRED, TABLE_GOES_ON
from rummy.match import FirstDeal, MatchFormat, MatchState, MatchTerms, Resign, SitOut
from rummy.settlement import DIRECTED, SeatScore, compared_by_hands, conceded_scores
from tournaments.models import Entry
from tournaments.running.live import LiveTournament
from web.database.sql import row, rows, run

SETTLED_BY_DIRECTOR = DIRECTED
COLLECTED_MAX = 256
NOTHING_TO_GIVE_UP = ("match_over", "already_resigned", "table_not_playing")
DEALT_TOGETHER = 100

_OVER = """
FROM tournaments_tournamenttable t JOIN games_table g ON g.id = t.game_table_id
WHERE t.tournament_id = %s AND t.is_open AND NOT t.resting AND t.result IS NULL
  AND g.status = 'finished'
"""
_WAITING = "SELECT count(*)" + _OVER
_FINISHED = (
    "SELECT t.id, t.dealt, g.terms::text, g.state, g.sheet" + _OVER + "ORDER BY t.number LIMIT %s"
)
_DEALT_AT = """
UPDATE tournaments_tournamenttable t SET game_table_id = given.game_table
FROM unnest(%s::bigint[], %s::bigint[]) AS given (id, game_table) WHERE t.id = given.id
"""
_TELL = """
UPDATE tournaments_tournamenttable t SET result = given.result::jsonb
FROM unnest(%s::bigint[], %s::text[]) AS given (id, result) WHERE t.id = given.id
"""
_PRESENT = """
UPDATE tournaments_entry e
SET absent_rounds = CASE WHEN seen.absent THEN e.absent_rounds + 1 ELSE 0 END
FROM unnest(%s::bigint[], %s::boolean[]) AS seen (id, absent)
WHERE e.id = seen.id AND (seen.absent OR e.absent_rounds > 0)
"""


def terms_for(live: LiveTournament, players: int, *, rounds: int = 1) -> MatchTerms:
    """The tournament's terms for a table of so many players."""
    terms = MatchTerms.from_json(live.row.terms or {})
    return replace(
        terms,
        seats=players,
        format=MatchFormat.RING,
        rounds=rounds,
        stake_chips=0,
        settlement=SETTLED_BY_DIRECTOR,
    )


def deal_at_game_tables(
    live: LiveTournament,
    dealt: Sequence[Sequence[Any]],
    *,
    paired: bool = False,
    breaks_ties: bool = False,
) -> None:
    """A game table for each (table id, number, round, entries, game table before), with its match
    begun.

    The deal passes on from the game table before; without one, and where nobody of it sits here
    any more, the lot decides, or where a stage was `paired` the first seat. Places are settled,
    whatever the game says of drawing for them.

    What breaks a tie is one round, not the tournament's match.

    In portions, each a few statements for all its tables: a field of a thousand is dealt to in
    seconds, and no more than a portion lies in memory.
    """
    for first in range(0, len(dealt), DEALT_TOGETHER):
        portion = dealt[first : first + DEALT_TOGETHER]
        _deal(live, portion, paired=paired, breaks_ties=breaks_ties)


def _deal(
    live: LiveTournament, dealt: Sequence[Sequence[Any]], *, paired: bool, breaks_ties: bool
) -> None:
    entries = Entry.objects.select_related("player").in_bulk(
        [entry for _, _, _, seated, _ in dealt for entry in seated]
    )
    rounds_each = 1 if breaks_ties else (live.row.terms or {}).get("rounds") or 1
    wanted = [(number, rounds, len(seated)) for _, number, rounds, seated, _ in dealt]
    tables = _open(live, wanted, rounds_each)
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
    live: LiveTournament, wanted: Sequence[tuple[int, int, int]], rounds_each: int
) -> list[Table]:
    """A game table for each (number, round, players)."""
    known = {players: terms_for(live, players, rounds=rounds_each) for _, _, players in wanted}
    written = {players: terms.to_json() for players, terms in known.items()}
    return Table.objects.bulk_create(
        Table(
            name=f"{live.row.name} · {number}/{rounds}"[:60],
            preset=known[players].rules.key,
            terms=written[players],
            seats_max=players,
            stake_chips=0,
            created_by_id=live.row.created_by_id,
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


def collect_results(live: LiveTournament) -> int:
    """Read the scores of game tables whose round is over; returns how many."""
    written = []
    for table_id, dealt, terms, stored, sheet in rows(_FINISHED, [live.id, COLLECTED_MAX]):
        state = read_state(terms, stored, sheet)
        scores = scores_of(state)
        absent = [
            entry
            for seat, entry in enumerate(dealt)
            if state.automatic[seat] or state.resigned[seat]
        ]
        written.append((table_id, dealt, scores, state.dealer, absent))
    tell_results(live, written)
    return len(written)


def rounds_waiting(*, tournament_id: int) -> int:
    """Rounds that are over at their game tables and have not been read."""
    (found,) = row(_WAITING, [tournament_id])
    return int(found)


def scores_of(state: MatchState) -> list[SeatScore]:
    """The round's scores, or the sum over several rounds of a match, tallies too (PLAY-21).

    Where nothing is laid down, the hands of a single round are compared; of several there is none
    that would stand for all.

    Where all but one gave up there is none: they have the worst score of this game.
    """
    if len(state.sheet) < state.round_number:
        return list(conceded_scores(state.terms.rules, state.totals, state.resigned))
    tallies = [played.tallies for played in state.sheet if played.tallies is not None]
    if len(tallies) < len(state.sheet):
        if isinstance(state.round, KnockState) and len(state.sheet) == 1:
            return list(compared_by_hands(state.round, state.totals))
        return [SeatScore(total) for total in state.totals]
    return [
        SeatScore(
            total,
            sum(tally.laid for tally in own),
            sum(tally.held for tally in own),
            sum(tally.cards for tally in own),
        )
        for total, own in zip(state.totals, zip(*tallies, strict=True), strict=True)
    ]


def tell_results(
    live: LiveTournament,
    written: Sequence[tuple[int, Sequence[int], Sequence[SeatScore], int, Sequence[int]]],
) -> None:
    """Store finished rounds as (table id, entries, scores, dealer, absent entries)."""
    if not written:
        return
    results = [
        orjson.dumps(
            {
                "scores": [[s.score, s.melded, s.hand_value, s.hand_cards] for s in scores],
                "dealer": dealer,
            }
        ).decode()
        for _, _, scores, dealer, _ in written
    ]
    present = [(entry, entry in absent) for _, dealt, _, _, absent in written for entry in dealt]
    run(_TELL, [[one[0] for one in written], results])
    run(_PRESENT, [[e for e, _ in present], [gone for _, gone in present]])
    live.count(finished=len(written))
