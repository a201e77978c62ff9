"""The back office's own rows: acts, corrections, people, and how the house runs."""

from backoffice.models.acts import Consent, StaffAct
from backoffice.models.chain import ChainLink, ChainRound
from backoffice.models.corrections import ChipCorrection, CorrectionStatus
from backoffice.models.integrity import RoundBehaviour
from backoffice.models.people import PlayerNote, Sanction, SanctionKind, Seen, SeenKind
from backoffice.models.restitutions import (
    Restitution,
    RestitutionKind,
    RestitutionLine,
    RestitutionStatus,
)
from backoffice.models.running import (
    Announcement,
    AuditRun,
    BackupRun,
    FirstStart,
    MinuteFigures,
    RunSetting,
    SettingWish,
)
