"""Calls about chips: the books, why chips moved, corrections, restitutions."""

from __future__ import annotations

from collections.abc import Sequence

from jeton_client import shapes
from jeton_client.calls import Call, given, new_key


def books() -> Call[shapes.OfficeBooks]:
    """Whether they balance at this moment, and what the last audit found."""
    return Call("GET", "office/books/")


def ask_for_audit(*, key: str | None = None) -> Call[shapes.OfficeAuditAsked]:
    """A worker does it; look at `books` until `audit` is another."""
    return Call("POST", "office/books/audit/", key=key or new_key())


def accounts(
    *, kind: shapes.AccountKind | None = None, name: str | None = None, before: int | None = None
) -> Call[shapes.OfficeAccounts]:
    """`name`: a player's, `table:12`, `tournament:3`, or the account's number."""
    return Call("GET", "office/accounts/", query=given(kind=kind, name=name, before=before))


def account(account_id: int) -> Call[shapes.OfficeAccount]:
    return Call("GET", f"office/accounts/{account_id}/")


def postings(
    account_id: int, *, before: int | None = None, limit: int = 50
) -> Call[shapes.OfficePostings]:
    query = given(before=before, limit=limit)
    return Call("GET", f"office/accounts/{account_id}/postings/", query=query)


def transfer(transfer_id: int) -> Call[shapes.OfficeTransfer]:
    return Call("GET", f"office/transfers/{transfer_id}/")


def table(table_id: int) -> Call[shapes.OfficeTableStory]:
    """Its chips from stake to payout, told to each seat, and its score sheet."""
    return Call("GET", f"office/tables/{table_id}/")


def finished_round(table_id: int, number: int) -> Call[shapes.OfficeRound]:
    """With all events and cards; one that is not over is `NotFound`."""
    return Call("GET", f"office/tables/{table_id}/rounds/{number}/")


def tournament_chips(
    tournament_id: int, *, before: int | None = None, limit: int = 50
) -> Call[shapes.OfficeTournamentChips]:
    """Its accounts, and its entries by what they paid, hold and won."""
    query = given(before=before, limit=limit)
    return Call("GET", f"office/tournaments/{tournament_id}/chips/", query=query)


def entry(
    entry_id: int, *, before: int | None = None, limit: int = 50
) -> Call[shapes.OfficeEntryRounds]:
    """Its settled rounds, each with why its player won or lost what they did."""
    return Call("GET", f"office/entries/{entry_id}/", query=given(before=before, limit=limit))


def corrections(
    *,
    state: shapes.CorrectionState | None = None,
    account: int | None = None,
    before: int | None = None,
) -> Call[shapes.OfficeCorrections]:
    query = given(state=state, account=account, before=before)
    return Call("GET", "office/corrections/", query=query)


def correction(correction_id: int) -> Call[shapes.OfficeCorrectionFile]:
    return Call("GET", f"office/corrections/{correction_id}/")


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
    return Call("POST", "office/corrections/", body, key=key or new_key())


def approve_correction(
    correction_id: int, *, reason: str = "", key: str | None = None
) -> Call[shapes.OfficeCorrection]:
    """What somebody else has asked for."""
    path = f"office/corrections/{correction_id}/approve/"
    return Call("POST", path, {"reason": reason}, key=key or new_key())


def reject_correction(
    correction_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeCorrection]:
    """Decline it, or take back what you have asked for yourself."""
    path = f"office/corrections/{correction_id}/reject/"
    return Call("POST", path, {"reason": reason}, key=key or new_key())


def reverse_correction(
    correction_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeCorrection]:
    """Ask for the correction that undoes a posted one."""
    path = f"office/corrections/{correction_id}/reverse/"
    return Call("POST", path, {"reason": reason}, key=key or new_key())


def restitutions(*, before: int | None = None, limit: int = 50) -> Call[shapes.OfficeRestitutions]:
    return Call("GET", "office/restitutions/", query=given(before=before, limit=limit))


def restitution(restitution_id: int) -> Call[shapes.OfficeRestitutionFile]:
    return Call("GET", f"office/restitutions/{restitution_id}/")


def draft_restitution(
    kind: shapes.RestitutionKind,
    *,
    tables: Sequence[int] = (),
    tournament: int | None = None,
    guilty: Sequence[int] = (),
    counter: shapes.Counter = "house",
    key: str | None = None,
) -> Call[shapes.OfficeRestitutionFile]:
    """Work out who lost how many chips; nothing moves."""
    body = {
        "kind": kind,
        "tables": list(tables),
        "tournament": tournament,
        "guilty": list(guilty),
        "counter": counter,
    }
    return Call("POST", "office/restitutions/", body, key=key or new_key())


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
    path = f"office/restitutions/{restitution_id}/{verb}/"
    return Call("POST", path, {"reason": reason}, key=key or new_key())
