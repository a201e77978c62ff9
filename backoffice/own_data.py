"""What the staff has decided and seen about a player."""

from django.db.models import Q

from accounts.models import Player
from accounts.own_data.chapters import Chapter, chapters, kept_back
from accounts.own_data.erasing import also_goes, stands_in_the_way
from backoffice.integrity.collusion import FIELDS
from backoffice.models import ChipCorrection, CorrectionStatus, RestitutionLine, RestitutionStatus
from web.refusals import Refused

_DECIDED = "what the staff has decided, and on what, answers for itself"
_STAFF = "the staff's own acts, in its log"

chapters(
    Chapter("sanctions", "backoffice.Sanction", "kind reason at until lifted_at", stays=_DECIDED),
    Chapter(
        "corrections",
        "backoffice.ChipCorrection",
        "amount_chips reason status requested_at decided_at",
        whose="account__player",
        stays=_DECIDED,
    ),
    Chapter(
        "restitutions",
        "backoffice.RestitutionLine",
        "restitution_id owed_chips moved_chips parts",
        stays=_DECIDED,
    ),
    Chapter(
        "places",
        "backoffice.Seen",
        "kind first_at last_at times",
        order="first_at",
        stays="who is banned would come again under another name; `KEEP_SIGN_INS_DAYS`",
    ),
    Chapter("play", "backoffice.RoundBehaviour", " ".join(("round_id", *FIELDS)), stays=_DECIDED),
)
kept_back(
    backoffice_PlayerNote="working notes of the staff, who answer for them when asked",
    backoffice_StaffAct=_STAFF,
    backoffice_Consent=_STAFF,
    backoffice_Restitution=_STAFF,
    backoffice_SettingWish=_STAFF,
    backoffice_Announcement=_STAFF,
    backoffice_FirstStart=_STAFF,
)
also_goes("backoffice.PlayerNote", "player")


@stands_in_the_way
def _is_being_corrected(player: Player) -> Refused | None:
    """Chips that are in doubt do not leave with their owner."""
    waiting = ChipCorrection.objects.filter(
        Q(account__player=player) | Q(counter__player=player), status=CorrectionStatus.REQUESTED
    )
    owed = RestitutionLine.objects.filter(
        player=player, restitution__status=RestitutionStatus.PROPOSED
    )
    return Refused("correction_pending") if waiting.exists() or owed.exists() else None
