"""Tables, rounds, and the log of everything that happened at them."""

from games.models.log import ActionReceipt, OutboxMessage, TableEvent
from games.models.rematch import RematchConsent, RematchOffer, RematchStatus
from games.models.rounds import Round, RoundSecret
from games.models.tables import Seat, Table, TableStatus

__all__ = [
    "ActionReceipt",
    "OutboxMessage",
    "RematchConsent",
    "RematchOffer",
    "RematchStatus",
    "Round",
    "RoundSecret",
    "Seat",
    "Table",
    "TableEvent",
    "TableStatus",
]
