"""Deals that many tables are dealt: promised before anybody plays one, opened when nobody can."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from games.models import SharedDeal, Table, TableStatus
from games.moves.acting import one_outcome, run_batch
from games.moves.commands import CallOff
from games.moves.decks import seal, unseal
from rummy.fairness import OF_SHARED_DEALS, commit


@sensitive_variables()
def promise_deal(seed: bytes, *, number: int | None = None) -> SharedDeal:
    """A deal that follows from this seed, and the commitment to it.

    Its number goes into the shuffle as well: where the seed is settled, `number` must be, too, or
    whoever chooses the number chooses the cards.
    """
    deal = SharedDeal.objects.create(pk=number, sealed_seed=seal(seed))
    deal.commitment = commit(seed, table=OF_SHARED_DEALS, round_number=deal.pk)
    deal.save(update_fields=("commitment",))
    return deal


def call_off(tables: QuerySet[Table]) -> None:
    """End the matches of these that are being played: what they are dealt is to be shown."""
    playing = tables.filter(status=TableStatus.PLAYING).order_by("pk")
    for table_id, version in playing.values_list("pk", "version"):
        one_outcome(run_batch([CallOff(table_id, version)]))


def open_deals(deal_ids: Collection[int]) -> None:
    """Show everybody the seeds of these deals; from then on their rounds count (`running.results`).

    No table may be playing any of them, nor be dealt it later.
    """
    closed = SharedDeal.objects.select_for_update().filter(pk__in=deal_ids, opened_at=None)
    opened = []
    for deal in closed.order_by("pk"):
        if deal.sealed_seed is None:
            raise AssertionError(f"{deal} is neither sealed nor open")
        deal.server_seed = unseal(bytes(deal.sealed_seed)).hex()
        deal.sealed_seed, deal.opened_at = None, timezone.now()
        opened.append(deal)
    SharedDeal.objects.bulk_update(opened, ("server_seed", "sealed_seed", "opened_at"))
