"""Finished rounds as a stranger gets them, and what the shipped verifier says of them."""

import copy
import json
from typing import Any

from django.test import Client

from games.models import Round
from tests.chance import some
from tests.fairness.test_verifier import verifier

Record = dict[str, Any]
FORGED = 3  # so many rounds of a test are forged in every way


def record_of(table_id: int, number: int) -> Record:
    """What the API tells anybody."""
    answer = Client().get(f"/api/v1/tables/{table_id}/rounds/{number}/")
    assert answer.status_code == 200, answer.content
    found: Record = json.loads(answer.content)
    return found


def before(record: Record) -> Record | None:
    """The record of the round that the deal follows from."""
    told = record["dealing"]["before"]
    return None if told is None else record_of(told["table"], told["round"])


def verified_rounds() -> list[Record]:
    """Every round that has ended, each verified with the round before it."""
    records: dict[tuple[int, int], Record] = {}
    ended = Round.objects.filter(ended_at__isnull=False, first_event__isnull=False)
    for played in ended.order_by("table_id", "number"):
        record = record_of(played.table_id, played.number)
        told = record["dealing"]["before"]
        known = records.get((told["table"], told["round"])) if told else None
        said = verifier.verify(record, played.commitment, (), known or before(record))
        assert said.startswith("commitment and deck, ")
        assert "--before" not in said
        records[played.table_id, played.number] = record
    return list(records.values())


def require_true_dealers(records: list[Record], purpose: str) -> None:
    """Nobody else may have dealt, nor for another reason; asked of a few rounds and of the last."""
    for record in [*some(records[:-1], FORGED - 1, purpose), *records[-1:]]:
        earlier = before(record)
        assert not any(accepted(forged, earlier) for forged in forgeries(record))


def accepted(record: Record, earlier: Record | None) -> bool:
    try:
        verifier.verify(record, None, (), earlier)
    except (verifier.Refused, *verifier.UNREADABLE):
        return False
    return True


def forgeries(record: Record) -> list[Record]:
    """The same round dealt by each other seat, and by this one for each other reason."""
    deal = next(at for at, e in enumerate(record["events"]) if "hands" in e and "dealer" in e)
    found = []
    for seat in range(len(record["events"][deal]["hands"])):
        if seat != record["dealer"]:
            forged = copy.deepcopy(record)
            forged["dealer"] = forged["events"][deal]["dealer"] = seat
            found.append(forged)
    reasons = {"winner", "loser", "left", "again", "rematch", "table_goes_on", "seats_drawn", ""}
    if record["dealer"] or record["terms"]["settlement"] != "tournament":
        reasons.add("paired")  # with the lot on the first seat, both would lead there
    for reason in reasons - {record["dealing"]["reason"]}:
        found.append(copy.deepcopy(record))
        found[-1]["dealing"]["reason"] = reason
    found.append({**record, "dealing": None})
    return found
