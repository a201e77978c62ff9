"""Calls about chips: the books, why chips moved, corrections, restitutions."""

from __future__ import annotations

from typing import Unpack

from jeton_client import shapes
from jeton_client.calls import Call, get, post


def books() -> Call[shapes.OfficeBooks]:
    """Whether they balance at this moment, and what the last audit found."""
    return get("office/books/")


def ask_for_audit(*, key: str | None = None) -> Call[shapes.OfficeAuditAsked]:
    """A worker does it; look at `books` until `audit` is another."""
    return post("office/books/audit/", key=key)


def accounts(
    *, kind: shapes.AccountKind | None = None, name: str | None = None, before: int | None = None
) -> Call[shapes.OfficeAccounts]:
    """`name`: a player's, `table:12`, `tournament:3`, or the account's number."""
    return get("office/accounts/", kind=kind, name=name, before=before)


def account(account_id: int) -> Call[shapes.OfficeAccount]:
    return get(f"office/accounts/{account_id}/")


def postings(
    account_id: int, *, before: int | None = None, limit: int = 50
) -> Call[shapes.OfficePostings]:
    return get(f"office/accounts/{account_id}/postings/", before=before, limit=limit)


def transfer(transfer_id: int) -> Call[shapes.OfficeTransfer]:
    return get(f"office/transfers/{transfer_id}/")


def table(table_id: int) -> Call[shapes.OfficeTableStory]:
    """Its chips from stake to payout, told to each seat, and its score sheet."""
    return get(f"office/tables/{table_id}/")


def finished_round(table_id: int, number: int) -> Call[shapes.OfficeRound]:
    """With all events and cards; one that is not over is `NotFound`."""
    return get(f"office/tables/{table_id}/rounds/{number}/")


def tournament_chips(
    tournament_id: int, *, before: int | None = None, limit: int = 50
) -> Call[shapes.OfficeTournamentChips]:
    """Its accounts, and its entries by what they paid, hold and won."""
    return get(f"office/tournaments/{tournament_id}/chips/", before=before, limit=limit)


def entry(
    entry_id: int, *, before: int | None = None, limit: int = 50
) -> Call[shapes.OfficeEntryRounds]:
    """Its settled rounds, each with why its player won or lost what they did."""
    return get(f"office/entries/{entry_id}/", before=before, limit=limit)


def corrections(
    *,
    state: shapes.CorrectionState | None = None,
    account: int | None = None,
    before: int | None = None,
) -> Call[shapes.OfficeCorrections]:
    return get("office/corrections/", state=state, account=account, before=before)


def correction(correction_id: int) -> Call[shapes.OfficeCorrectionFile]:
    return get(f"office/corrections/{correction_id}/")


def request_correction(
    account: int,
    amount_chips: int,
    reason: str,
    *,
    counter: shapes.Counter = "house",
    key: str | None = None,
) -> Call[shapes.OfficeCorrection]:
    """Into a wallet, or out of it where negative; `posted` at once, or it waits for a second.

    What was asked for under a key is never asked for again under it, however late.
    """
    body = {"account": account, "amount_chips": amount_chips, "counter": counter, "reason": reason}
    return post("office/corrections/", body, key=key)


def approve_correction(
    correction_id: int, *, reason: str = "", key: str | None = None
) -> Call[shapes.OfficeCorrection]:
    """What somebody else has asked for."""
    return post(f"office/corrections/{correction_id}/approve/", {"reason": reason}, key=key)


def reject_correction(
    correction_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeCorrection]:
    """Decline it, or take back what you have asked for yourself."""
    return post(f"office/corrections/{correction_id}/reject/", {"reason": reason}, key=key)


def reverse_correction(
    correction_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeCorrection]:
    """Ask for the correction that undoes a posted one."""
    return post(f"office/corrections/{correction_id}/reverse/", {"reason": reason}, key=key)


def restitutions(*, before: int | None = None, limit: int = 50) -> Call[shapes.OfficeRestitutions]:
    return get("office/restitutions/", before=before, limit=limit)


def restitution(restitution_id: int) -> Call[shapes.OfficeRestitutionFile]:
    return get(f"office/restitutions/{restitution_id}/")


def draft_restitution(
    *, key: str | None = None, **wrong: Unpack[shapes.OfficeRestitutionForm]
) -> Call[shapes.OfficeRestitutionFile]:
    """Work out who lost how many chips; nothing moves."""
    return post("office/restitutions/", dict(wrong), key=key)


def propose_restitution(
    restitution_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeRestitutionFile]:
    """Ask a second person to approve a draft."""
    return _on_restitution(restitution_id, "propose", reason, key)


def approve_restitution(
    restitution_id: int, *, reason: str = "", key: str | None = None
) -> Call[shapes.OfficeRestitutionFile]:
    """Carry out what somebody else has proposed."""
    return _on_restitution(restitution_id, "approve", reason, key)


def reject_restitution(
    restitution_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeRestitutionFile]:
    return _on_restitution(restitution_id, "reject", reason, key)


def undo_restitution(
    restitution_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeRestitutionFile]:
    """Propose the reversal of one that was carried out."""
    return _on_restitution(restitution_id, "undo", reason, key)


def _on_restitution(
    restitution_id: int, verb: str, reason: str, key: str | None
) -> Call[shapes.OfficeRestitutionFile]:
    return post(f"office/restitutions/{restitution_id}/{verb}/", {"reason": reason}, key=key)
