"""The proof of a tournament, what the shipped program says of it, and proofs that were forged."""

import copy
import importlib.util
import json
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from django.test import Client

from tests.architecture.sources import ROOT
from tests.chance import dice
from tests.fairness.records import record_of
from tournaments.models import Tournament

Proof = dict[str, Any]
# Without one of these nothing contradicts itself: it tells of no lot, or nothing came after it.
MAY_LACK = ("scored", "entered", "stage_closed", "left", "dealt", "table_closed", "back")


@cache
def verifier() -> ModuleType:
    """The program as it is downloaded, beside the verifier of rounds."""
    folder = ROOT / "tournaments" / "static" / "tournaments"
    sys.path.insert(0, str(ROOT / "games" / "static" / "games"))
    spec = importlib.util.spec_from_file_location("downloaded", folder / "verify_tournament.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def proof_of(tournament: Tournament) -> Proof:
    answer = Client().get(f"/api/v1/tournaments/{tournament.pk}/proof/")
    assert answer.status_code == 200, answer.content
    found: Proof = json.loads(answer.content)
    return found


def said_of(proof: Proof, records: Callable[[int, int], Any] = record_of) -> str:
    try:
        return str(verifier().verify(proof, cache(records)))
    except verifier().Refused as refusal:
        return f"refused: {refusal}"
    except (*verifier().UNREADABLE, AttributeError) as unreadable:
        return f"unreadable: {unreadable!r}"


def is_refused(proof: Proof) -> bool:
    return said_of(proof).startswith(("refused", "unreadable"))


def forgeries(proof: Proof, purpose: str) -> list[Proof]:
    """The same tournament with something else than happened."""
    chance = dice(f"forged {purpose}")
    course = proof["course"]
    found = [
        proof | {"server_seed": "00" * 128},
        proof | {"commitment": "00" * 32},
        proof | {"entrants_seed": "00" * 32},
    ]
    for at, event in chance.sample(list(enumerate(course)), min(12, len(course))):
        if event["type"] not in MAY_LACK:
            found.append(proof | {"course": course[:at] + course[at + 1 :]})
        if event["type"] == "drawn" and len(event["among"]) > 1:
            other = copy.deepcopy(course)
            other[at]["among"].pop()
            found.append(proof | {"course": other})
        if event["type"] in ("moved", "seated"):
            other = copy.deepcopy(course)
            other[at]["seat"] = (event["seat"] + 1) % proof["seats"]
            found.append(proof | {"course": other})
        if event["type"] == "dealt":
            other = copy.deepcopy(course)
            other[at]["entries"].reverse()
            found.append(proof | {"course": other})
    return found
