"""What a restitution is worked out from: finished tables and tournaments, as they are stored."""

from collections import defaultdict

from django.db.models import Count, Q, Sum

from accounts.career.amending import changes_of
from accounts.ledger import TransferKind
from accounts.models import ChipAccount, Player, Posting
from backoffice.models import Restitution, RestitutionKind
from backoffice.restitution import working_out
from games.models import Table, TableStatus
from games.running.results import key_of
from rummy.settlement import DIRECTED
from tournaments.director import Field, Phase, Plan
from tournaments.director.codec import from_json
from tournaments.director.prizes import Ladder, ladder
from tournaments.models import Entry, Tournament
from tournaments.sheets.after_the_end import would_come_to
from web.refusals import Refused

TABLES_MAX = 200
_PRIZES = ("prize", "prize_raised")


def lines_of(claim: Restitution) -> list[working_out.Line]:
    """Who is owed what by the facts of this moment.

    Raises:
        Refused(restitution_without_tables | table_not_settled | restitution_without_guilty |
        tournament_unfinished | entry_not_ranked | prizes_paid_otherwise | nothing_to_give_back |
        cannot_be_paid_back): and what `would_come_to` raises.
    """
    if claim.kind == RestitutionKind.RESCORED:
        return _rescored(claim)  # it may concern the result alone
    if claim.kind == RestitutionKind.STRUCK:
        lines = _struck(claim)
    else:
        tables = _tables(claim.tables)
        undone = claim.kind == RestitutionKind.UNDONE
        guilty = set() if undone else _with_bots(claim.guilty, tables)
        changes = changes_of((key_of(table.table) for table in tables), guilty)
        lines = (
            working_out.tables_undone(tables)
            if undone
            else working_out.winnings_given_back(tables, guilty)
        )
        lines = working_out.with_matches(lines, changes)
    if not lines:
        raise Refused("nothing_to_give_back")
    return lines


def balances_of(players: list[int]) -> dict[int, int]:
    wallets = ChipAccount.objects.filter(kind="wallet", ref="", player_id__in=players)
    return {wallet.player_id or 0: wallet.balance for wallet in wallets}


def parties(restitution_id: int) -> Q:
    """Whoever sat at its tables, played in its tournament or is named as guilty."""
    claim = Restitution.objects.filter(pk=restitution_id).first() or Restitution()
    sat = Q(seats__table_id__in=claim.tables) if claim.tables else Q(pk__in=[])
    entered = Q(entries__tournament=claim.tournament_id) if claim.tournament_id else Q(pk__in=[])
    return sat | entered | Q(pk__in=claim.guilty)


def _tables(numbers: list[int]) -> list[working_out.TableFacts]:
    if not 0 < len(numbers) <= TABLES_MAX:
        raise Refused("restitution_without_tables", count=len(numbers), most=TABLES_MAX)
    found = Table.objects.filter(pk__in=numbers).prefetch_related("seats").order_by("pk")
    played = found.annotate(played=Count("rounds", filter=Q(rounds__ended_at__isnull=False)))
    known = {table.pk: table for table in played.defer("state")}
    for number in numbers:
        if number not in known or not _is_settled(known[number]):
            raise Refused("table_not_settled", table=number)
    return [
        working_out.TableFacts(
            table.pk,
            table.played,
            tuple(
                working_out.SeatFacts(seat.player_id, seat.stake_chips, seat.payout_chips or 0)
                for seat in sorted(table.seats.all(), key=lambda seat: seat.number)
            ),
        )
        for table in known.values()
    ]


def _is_settled(table: Table) -> bool:
    by_director = table.terms.get("settlement") == DIRECTED
    return table.status == TableStatus.FINISHED and not by_director


def _with_bots(guilty: list[int], tables: list[working_out.TableFacts]) -> set[int]:
    """Whoever cheated, with their bots; each has to have sat somewhere."""
    bots = Player.objects.filter(owner_id__in=guilty).values_list("pk", flat=True)
    sat = {seat.player for table in tables for seat in table.seats}
    found = {*guilty, *bots} & sat
    if not found:
        raise Refused("restitution_without_guilty")
    return found


def _struck(claim: Restitution) -> list[working_out.Line]:
    tournament = claim.tournament
    if tournament is None or tournament.phase != Phase.FINISHED.value:
        raise Refused("tournament_unfinished")
    entries = list(Entry.objects.filter(tournament=tournament, rank__isnull=False))
    ranked = {entry.player_id: entry.pk for entry in entries if not entry.disqualified}
    wanted = [ranked[player] for player in claim.guilty if player in ranked]
    if not wanted or len(wanted) != len(claim.guilty):
        raise Refused("entry_not_ranked")
    steps = _ladder(tournament)
    prizes = working_out.prizes_by_rank({entry.pk: entry.rank or 0 for entry in entries}, steps)
    paid = _paid(tournament)
    if steps.tickets or any(prizes.get(one.pk, 0) != paid.get(one.pk, 0) for one in entries):
        raise Refused("prizes_paid_otherwise", tournament=tournament.name)
    placed = [
        working_out.Placed(e.pk, e.player_id, e.rank or 0, paid.get(e.pk, 0), e.disqualified)
        for e in entries
    ]
    return working_out.entries_struck(placed, wanted, steps)


def _rescored(claim: Restitution) -> list[working_out.Line]:
    """Nobody bears what a wallet lacks: nobody has cheated, and the house was not asked."""
    sheet, found = would_come_to(
        tournament_id=claim.tournament_id or 0, sheet_id=claim.sheet_id or 0, points=claim.points
    )
    entries = Entry.objects.filter(pk__in=found.outcome.before)
    lines = working_out.results_corrected(
        found.outcome.before,
        found.outcome.after,
        dict(entries.values_list("pk", "player_id")),
        (("table", sheet.table_number), ("number", sheet.number)),
    )
    balances = balances_of([line.player for line in lines])
    for line in lines:
        owes, has = -line.owed_chips, balances.get(line.player, 0)
        if owes > has:
            name = Player.objects.get(pk=line.player).name
            raise Refused("cannot_be_paid_back", name=name, missing=owes - has, owes=owes, has=has)
    return lines


def _ladder(tournament: Tournament) -> Ladder:
    plan, field = from_json(Plan, tournament.plan), from_json(Field, tournament.field)
    return ladder(plan.prizes, field.entries, field.pool_chips(plan))


def _paid(tournament: Tournament) -> dict[int, int]:
    """The prizes that the pool has paid, by entry; bounties and refunds are not among them."""
    out = Posting.objects.filter(
        account__ref=tournament.ref,
        account__kind="prize_pool",
        transfer__kind=TransferKind.PRIZE.value,
        transfer__memo__why__in=_PRIZES,
    )
    paid: dict[int, int] = defaultdict(int)
    for entry, chips in out.values_list("transfer__memo__entry").annotate(chips=-Sum("amount")):
        paid[int(entry)] += chips
    return paid
