"""Chip corrections: requested by one person, approved by another, posted once, reversible.

Nothing edits a posting. A correction is a transfer of kind `correction` whose memo carries the
reason, which the player reads on the statement; its reversal is another one.
"""

import datetime as dt
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.db.models.functions import Abs
from django.utils import timezone

from accounts.books.posting import account_id_of, post_transfers
from accounts.interest import concerns
from accounts.ledger import AccountKind, TransferKind, TransferPlan
from accounts.models import ChipAccount, Player
from backoffice.models import ChipCorrection, CorrectionStatus, RestitutionLine
from backoffice.running.settings import value_of
from backoffice.team.consents import takes_second
from backoffice.team.staff_log import record, require_reason
from web.refusals import Refused

# Where chips of a correction come from or go to: the house's own, or newly issued ones.
COUNTERS = (AccountKind.HOUSE, AccountKind.MINT)
CHIPS_MAX = 10**12
# What one person may do alone is counted over so long: ten small corrections are a large one.
ALONE_COUNTED = dt.timedelta(hours=24)


@concerns("account", "account")
def request_correction(
    *,
    account: ChipAccount,
    amount_chips: int,
    counter: str,
    reason: str,
    by: Player,
    once: str = "",
) -> ChipCorrection:
    """Ask for chips into (or, negative, out of) a wallet; posted at once where one person may.

    With `once`, the same person asking again under it gets what they have asked for already.

    Raises:
        Refused(reason_missing | not_a_wallet | out_of_range | correction_of_oneself),
        InsufficientChips: where it is posted at once.
    """
    words = require_reason(reason)
    if account.kind != AccountKind.WALLET:
        raise Refused("not_a_wallet", account=account.pk)
    if not 0 < abs(amount_chips) <= CHIPS_MAX:
        raise Refused("out_of_range", field="chips", value=amount_chips, least=1, most=CHIPS_MAX)
    _lock_colleague(by)
    known = ChipCorrection.objects.filter(requested_by=by, once=once).first() if once else None
    if known is not None:
        return known
    other = account_id_of(kind=AccountKind(counter))
    if AccountKind(counter) not in COUNTERS:
        raise Refused("not_a_wallet", account=other)
    correction = ChipCorrection.objects.create(
        account=account,
        counter_id=other,
        amount_chips=amount_chips,
        reason=words,
        needs_second=takes_second(by, "request_correction", "account", account.pk)
        or needs_second(amount_chips, by=by),
        requested_by=by,
        once=once,
    )
    _log(correction, by, "correction_requested", words)
    return correction if correction.needs_second else _post(correction, by=by, decision=words)


@concerns("correction", "correction_id")
def request_reversal(*, correction_id: int, reason: str, by: Player) -> ChipCorrection:
    """Ask for the correction that undoes a posted one; once for each.

    Raises:
        Refused(reason_missing | correction_not_posted | correction_in_restitution |
        correction_reversed | correction_of_oneself).
    """
    words = require_reason(reason)
    _lock_colleague(by)
    posted = _locked(correction_id)
    if posted.status != CorrectionStatus.POSTED:
        raise Refused("correction_not_posted", correction=posted.pk)
    together = RestitutionLine.objects.filter(correction=posted).first()
    if together is not None:
        raise Refused("correction_in_restitution", restitution=together.restitution_id)
    try:
        with transaction.atomic():
            reversal = ChipCorrection.objects.create(
                account_id=posted.account_id,
                counter_id=posted.counter_id,
                amount_chips=-posted.amount_chips,
                reason=words,
                reverses=posted,
                needs_second=takes_second(by, "request_reversal", "correction", posted.pk)
                or needs_second(posted.amount_chips, by=by),
                requested_by=by,
            )
    except IntegrityError:
        raise Refused("correction_reversed", correction=posted.pk) from None
    _log(reversal, by, "reversal_requested", words)
    return reversal if reversal.needs_second else _post(reversal, by=by, decision=words)


@concerns("correction", "correction_id")
def approve_correction(*, correction_id: int, by: Player, reason: str = "") -> ChipCorrection:
    """Post a requested correction; approving it again changes nothing.

    Raises Refused(self_approval | correction_of_oneself | correction_decided), InsufficientChips.
    """
    correction = _locked(correction_id)
    if correction.status == CorrectionStatus.POSTED:
        return correction
    _require_open(correction)
    if correction.requested_by_id == by.pk:
        raise Refused("self_approval", correction=correction.pk)
    return _post(correction, by=by, decision=reason)


@concerns("correction", "correction_id")
def reject_correction(*, correction_id: int, by: Player, reason: str) -> ChipCorrection:
    """Decline a request, also one's own. Raises Refused(reason_missing | correction_decided)."""
    words = require_reason(reason)
    correction = _locked(correction_id)
    _require_open(correction)
    correction.status = CorrectionStatus.REJECTED
    correction.decided_by, correction.decided_at = by, timezone.now()
    correction.decision = words
    correction.save()
    _log(correction, by, "correction_rejected", words)
    return correction


def needs_second(amount_chips: int, *, by: Player) -> bool:
    """Whether somebody else has to approve so many chips, after what `by` has done alone lately."""
    most = int(value_of("CORRECTION_ALONE_CHIPS_MAX"))
    if abs(amount_chips) > most:
        return True
    since = timezone.now() - ALONE_COUNTED
    alone = ChipCorrection.objects.filter(
        requested_by=by, needs_second=False, requested_at__gt=since
    )
    done = alone.aggregate(chips=Sum(Abs("amount_chips")))["chips"] or 0
    return bool(abs(amount_chips) + done > most)


def key_of(correction: ChipCorrection) -> str:
    """The name of a correction's transfer in the ledger."""
    return f"correction:{correction.pk}"


def post_together(corrections: Sequence[ChipCorrection], *, by: Player, decision: str) -> None:
    """Post what a restitution has just asked for, all or none, and write both steps down."""
    for correction in corrections:
        act = "reversal_requested" if correction.reverses_id else "correction_requested"
        _log(correction, correction.requested_by, act, correction.reason)
    posted = post_transfers([_plan(correction, by) for correction in corrections])
    for correction, transfer in zip(corrections, posted, strict=True):
        _settle(correction, transfer.transfer_id, by=by, decision=decision)


def _post(correction: ChipCorrection, *, by: Player, decision: str) -> ChipCorrection:
    (posted,) = post_transfers([_plan(correction, by)])
    return _settle(correction, posted.transfer_id, by=by, decision=decision)


def _plan(correction: ChipCorrection, by: Player) -> TransferPlan:
    memo = {
        "note": correction.reason,
        "correction": correction.pk,
        "requested_by": correction.requested_by_id,
        "approved_by": by.pk,
    }
    if correction.reverses_id:
        memo["reverses"] = correction.reverses_id
    return TransferPlan.of(
        key=key_of(correction),
        kind=TransferKind.CORRECTION,
        postings=[
            (correction.account_id, correction.amount_chips),
            (correction.counter_id, -correction.amount_chips),
        ],
        actor_id=by.pk,
        memo=memo,
    )


def _settle(
    correction: ChipCorrection, transfer_id: int, *, by: Player, decision: str
) -> ChipCorrection:
    before = correction.account.balance
    correction.status = CorrectionStatus.POSTED
    correction.transfer_id = transfer_id
    correction.decided_by, correction.decided_at = by, timezone.now()
    correction.decision = " ".join(decision.split())[:400]
    correction.save()
    correction.account.refresh_from_db()
    record(
        by=by,
        act="correction_posted",
        subject=_subject(correction),
        reason=correction.decision or correction.reason,
        before={"balance": before},
        after={"balance": correction.account.balance, "transfer": transfer_id},
    )
    return correction


def _lock_colleague(by: Player) -> None:
    """One correction of a person after the other, so that none is asked for or counted twice."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=by.pk)


def _locked(correction_id: int) -> ChipCorrection:
    try:
        found = ChipCorrection.objects.select_for_update(no_key=True, of=("self",))
        return found.select_related("account").get(pk=correction_id)
    except ChipCorrection.DoesNotExist:
        raise Refused("correction_not_found", correction=correction_id) from None


def _require_open(correction: ChipCorrection) -> None:
    if correction.status != CorrectionStatus.REQUESTED:
        raise Refused("correction_decided", correction=correction.pk)


def _log(correction: ChipCorrection, by: Player, act: str, reason: str) -> None:
    record(
        by=by,
        act=act,
        subject=_subject(correction),
        reason=reason,
        before={"balance": correction.account.balance},
        after={
            "chips": correction.amount_chips,
            "account": correction.account_id,
            "needs_second": correction.needs_second,
        },
    )


def _subject(correction: ChipCorrection) -> str:
    return f"correction:{correction.pk}"
