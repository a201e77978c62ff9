"""Play rummy at a Jeton platform from Python: typed, sync (`Client`) and async (`AsyncClient`).

>>> with Client.as_guest("http://localhost:8000") as client:          # doctest: +SKIP
...     table = client.create_table(format="ring", rounds=1)
...     client.join(table["id"]); client.add_bot(table["id"])
...     view = client.play(table["id"], choose=lambda view: view["legal"][0])
"""

from jeton_client import shapes
from jeton_client.async_client import AsyncClient, AsyncOffice
from jeton_client.calls import Call, new_key
from jeton_client.client import Client, Office
from jeton_client.patience import Patience
from jeton_client.problems import (
    AgainstTheRules,
    BeingThought,
    Busy,
    JetonError,
    MovedOn,
    NotAllowed,
    NotFound,
    NotSignedIn,
    Problem,
    TooOften,
    Unreachable,
    Unreadable,
)
from jeton_client.stream import Message, Update

__all__ = [
    "AgainstTheRules",
    "AsyncClient",
    "AsyncOffice",
    "BeingThought",
    "Busy",
    "Call",
    "Client",
    "JetonError",
    "Message",
    "MovedOn",
    "NotAllowed",
    "NotFound",
    "NotSignedIn",
    "Office",
    "Patience",
    "Problem",
    "TooOften",
    "Unreachable",
    "Unreadable",
    "Update",
    "new_key",
    "shapes",
]
