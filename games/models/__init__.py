"""Tables, rounds, and the log of everything that happened at them."""

from games.models.admission import TableAdmission, WaitingPlace, WaitingStatus
from games.models.arena import ArenaStanding, ArenaTable
from games.models.chat import (
    Channel,
    ChatMessage,
    ChatReport,
    ChatRoom,
    ReportOutcome,
    ReportReason,
)
from games.models.daily import DailyDeal, DailyPlay
from games.models.puzzles import (
    Mistake,
    Puzzle,
    PuzzleOfTheDay,
    PuzzleOfTheDayTry,
    PuzzleStanding,
    PuzzleTry,
    RoundLender,
    SearchedRound,
)
from games.models.rematch import RematchConsent, RematchOffer, RematchStatus
from games.models.rounds import Round, RoundSecret, RoundSkill, RoundToJudge, SharedDeal
from games.models.rule_sets import HouseRuleSet
from games.models.tables import LIVE_STATUSES, ActionReceipt, Seat, Table, TableEvent, TableStatus
from games.models.work import Heartbeat, OpenTable, Outage, OutboxMessage, Thought, ThoughtKind
