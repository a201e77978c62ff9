"""What the staff has decided and seen about a player."""

from __future__ import annotations

from accounts.own_data.chapters import Chapter, chapters, kept_back
from backoffice.integrity.collusion import FIELDS

_STAFF = "the staff's own acts, in its log"

chapters(
    Chapter(
        "sanctions",
        "backoffice.Sanction",
        ("player",),
        ("kind", "reason", "at", "until", "lifted_at"),
    ),
    Chapter(
        "corrections",
        "backoffice.ChipCorrection",
        ("account__player",),
        ("amount_chips", "reason", "status", "requested_at", "decided_at"),
    ),
    Chapter(
        "places",
        "backoffice.Seen",
        ("player",),
        ("kind", "first_at", "last_at", "times"),
        "first_at",
    ),
    Chapter("play", "backoffice.RoundBehaviour", ("player",), ("round_id", *FIELDS)),
)
kept_back(
    backoffice_PlayerNote="working notes of the staff, who answer for them when asked",
    backoffice_StaffAct=_STAFF,
    backoffice_Consent=_STAFF,
    backoffice_SettingWish=_STAFF,
    backoffice_Announcement=_STAFF,
)
