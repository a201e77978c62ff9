"""Calls about people: players and what is reported of them, the staff and what they did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from jeton_client import shapes
from jeton_client.calls import Call, get, post


def players(
    *, name: str | None = None, kind: shapes.PlayerKind | None = None, before: int | None = None
) -> Call[shapes.OfficePlayers]:
    """`name`: its beginning, or the player's number."""
    return get("office/players/", name=name, kind=kind, before=before)


def player(player_id: int) -> Call[shapes.OfficeFile]:
    """Everything the house knows; parts are None for who may not read them."""
    return get(f"office/players/{player_id}/")


def note_player(player_id: int, words: str, *, key: str | None = None) -> Call[shapes.OfficeNote]:
    """The player never reads it."""
    return post(f"office/players/{player_id}/notes/", {"words": words}, key=key)


def sanction_player(
    player_id: int, *, key: str | None = None, **sanction: Unpack[shapes.OfficeSanctionForm]
) -> Call[shapes.OfficeSanction]:
    """The player reads the reason. Without `hours` a mute lasts a day, a ban until it is lifted."""
    return post(f"office/players/{player_id}/sanctions/", dict(sanction), key=key)


def lift_sanction(
    player_id: int, sanction_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeSanction]:
    return post(
        f"office/players/{player_id}/sanctions/{sanction_id}/lift/", {"reason": reason}, key=key
    )


def give_premium(
    player_id: int, days: int, reason: str, *, key: str | None = None
) -> Call[shapes.GivenPremium]:
    """After what the player has already; the player reads the reason."""
    body = {"days": days, "reason": reason}
    return post(f"office/players/{player_id}/premium/give/", body, key=key)


def end_premium(
    player_id: int, reason: str, *, key: str | None = None
) -> Call[shapes.EndedPremium]:
    """Whatever is left of the membership ends at once; the player reads the reason."""
    return post(f"office/players/{player_id}/premium/end/", {"reason": reason}, key=key)


def reports(
    *, state: shapes.ReportState = "waiting", after: int | None = None
) -> Call[shapes.OfficeComplaints]:
    """What waits, as it came; what was decided, newest first."""
    return get("office/reports/", state=state, after=after)


def decide_report(
    report_id: int, *, key: str | None = None, **decision: Unpack[shapes.OfficeDecisionForm]
) -> Call[shapes.OfficeDecided]:
    """Closes every report of that message; `hours` of silence where that is the outcome."""
    return post(f"office/reports/{report_id}/decide/", dict(decision), key=key)


def clubs(*, name: str | None = None, before: int | None = None) -> Call[shapes.OfficeClubs]:
    """Clubs that were reported, and all of them, newest first."""
    return get("office/clubs/", name=name, before=before)


def close_club(club_id: int, *, reason: str, key: str | None = None) -> Call[shapes.OfficeClub]:
    return post(f"office/clubs/{club_id}/close/", {"reason": reason}, key=key)


def rename_club(
    club_id: int, *, name: str, reason: str, key: str | None = None
) -> Call[shapes.OfficeClub]:
    """It loses its text as well."""
    return post(f"office/clubs/{club_id}/rename/", {"name": name, "reason": reason}, key=key)


def keep_club(club_id: int, *, reason: str, key: str | None = None) -> Call[shapes.OfficeClubKept]:
    """Nothing is wrong with it: its reports are answered."""
    return post(f"office/clubs/{club_id}/keep/", {"reason": reason}, key=key)


def pairs(*, player: int | None = None) -> Call[shapes.OfficePairs]:
    """Who plays with whom more than chance says, the most striking first."""
    return get("office/integrity/", player=player)


def pair(player_id: int, other_id: int) -> Call[shapes.OfficePair]:
    """The tables two people shared, and discards like gifts."""
    return get(f"office/integrity/{player_id}/{other_id}/")


def rights() -> Call[shapes.Rights]:
    """Each right, and the roles that have it."""
    return get("office/rights/")


def team(
    *, name: str | None = None, before: int | None = None, limit: int = 50
) -> Call[shapes.Team]:
    """The staff; `name` finds whoever is to be."""
    return get("office/team/", name=name, before=before, limit=limit)


def give_roles(
    player_id: int, roles: Sequence[shapes.RoleKey], reason: str, *, key: str | None = None
) -> Call[shapes.StaffMember]:
    """Exactly these; with none they are no staff any more. Their tokens end."""
    body = {"roles": list(roles), "reason": reason}
    return post(f"office/team/{player_id}/", body, key=key)


def conflicts() -> Call[shapes.Conflicts]:
    """Who of the staff may do what: by how they stand to it, alone and with a second person."""
    return get("office/conflicts/")


def consents(*, before: int | None = None, limit: int = 50) -> Call[shapes.OfficeConsents]:
    """Consents of second persons, newest first."""
    return get("office/consents/", before=before, limit=limit)


def consent(
    act: shapes.Act, number: int, actor: int, reason: str, *, key: str | None = None
) -> Call[shapes.OfficeConsent]:
    """A colleague's one act within a day, to which you are the second person."""
    body = {"act": act, "number": number, "actor": actor, "reason": reason}
    return post("office/consents/", body, key=key)


def log(
    *,
    by: str | None = None,
    act: str | None = None,
    on: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> Call[shapes.StaffLog]:
    """What staff did, newest first; `on`: `player:12`, `table:7`, …"""
    return get("office/log/", by=by, act=act, on=on, before=before, limit=limit)
