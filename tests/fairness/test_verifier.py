"""The standalone verifier: takes every true record, refuses one with any bit changed (P16)."""

import ast
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rummy import fairness
from rummy.fairness import RoundProof, UnfairInput
from rummy.fairness.proof import is_canonical
from tests.architecture.sources import ROOT

from .cards import deck, seeds_of
from .proofs import drawn_by_lot, prove_round, read_proof

VERIFIER = ROOT / "games" / "static" / "games" / "verify_round.py"
VECTORS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("vectors.json").read_text(encoding="utf-8")
)


PROVED = "commitment and deck; seat 1 deals: lot"


def load_verifier() -> Any:
    spec = importlib.util.spec_from_file_location("verify_round", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verifier = load_verifier()


def proof(number: int = 0, *, packs: int = 1, jokers: int = 0) -> RoundProof:
    seeds = seeds_of(number, "Anna", "", round_number=1)
    return prove_round(
        seeds,
        canonical_deck=deck(packs=packs, jokers=jokers),
        dealing=drawn_by_lot(seeds),
    )


def accepts(text: bytes) -> bool:
    try:
        verifier.verify(json.loads(text))
    except (verifier.Refused, *verifier.UNREADABLE):
        return False
    return True


def ours_accepts(text: bytes) -> bool:
    try:
        return not read_proof(json.loads(text)).problems()
    except (UnfairInput, LookupError, TypeError, ValueError):
        return False


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{len(vector['deck'])} cards")
def test_fixed_rounds_stay_what_they_are(vector: dict[str, Any]) -> None:
    """Scheme 1 must deal these decks for ever: published proofs depend on it."""
    seeds = read_proof(vector).seeds
    again = prove_round(
        seeds,
        canonical_deck=vector["canonical_deck"],
        dealing=drawn_by_lot(seeds) if vector["dealing"] else None,
    )
    assert again.to_json() == vector
    verifier.verify(vector)


@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (1, 2), (1, 3), (2, 6)])
def test_true_records_are_verified(packs: int, jokers: int) -> None:
    for number in range(50):
        true = proof(number, packs=packs, jokers=jokers)
        assert true.problems() == ()
        verifier.verify(json.loads(json.dumps(true.to_json())))


@pytest.mark.parametrize("accept", [accepts, ours_accepts])
def test_a_record_with_any_one_bit_changed_is_refused(accept: Callable[[bytes], bool]) -> None:
    true = json.dumps(proof().to_json(), separators=(",", ":"), ensure_ascii=False).encode()
    assert accept(true)
    survivors = []
    for index in range(len(true)):
        for bit in range(8):
            mutant = bytearray(true)
            mutant[index] ^= 1 << bit
            if accept(bytes(mutant)):
                survivors.append((index, bit, mutant[max(0, index - 9) : index + 9]))
    assert survivors == []


def test_a_deck_sorted_to_order_after_the_deal_is_refused() -> None:
    """A cheat may choose any deck, if the order before the shuffle is his to name afterwards."""
    wanted = deck()
    order = fairness.deck_order(proof().seeds, 52)
    named_afterwards = [""] * 52
    for card, position in zip(wanted, order, strict=True):
        named_afterwards[position] = card
    forged = proof().to_json() | {"canonical_deck": named_afterwards, "deck": list(wanted)}
    with pytest.raises(verifier.Refused, match="canonical order"):
        verifier.verify(forged)
    assert read_proof(forged).problems() == ("deck_not_canonical",)


def test_two_equal_cards_are_no_canonical_deck() -> None:
    assert is_canonical(deck(packs=2, jokers=6))
    assert not is_canonical(("As", "As"))
    assert not is_canonical(("2s", "As"))
    assert not is_canonical(("As", "1s"))
    assert not is_canonical(("X1", "As"))


def test_another_seed_with_its_own_commitment_is_refused_by_the_promise_one_noted() -> None:
    noted = proof(0).commitment
    forged = proof(1).to_json()
    verifier.verify(forged)
    with pytest.raises(verifier.Refused, match="noted"):
        verifier.verify(forged, noted)


def test_a_record_that_dropped_my_seed_is_refused() -> None:
    verifier.verify(proof().to_json(), None, ((0, "Anna"),))
    with pytest.raises(verifier.Refused, match="seat 0 gave another seed"):
        verifier.verify(proof().to_json(), None, ((0, "my own"),))


def test_each_problem_has_its_code() -> None:
    true = proof().to_json()
    other = proof(1).to_json()

    def problems(**changes: object) -> tuple[str, ...]:
        return read_proof(true | changes).problems()

    assert problems(commitment=other["commitment"]) == ("commitment_differs",)
    assert problems(deck=other["deck"]) == ("deck_differs",)
    assert problems(dealer=1 - true["dealer"]) == ("dealer_differs",)
    with pytest.raises(UnfairInput, match="unknown_scheme"):
        problems(scheme=2)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(VERIFIER), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)


def test_the_command_says_verified_or_why_not(tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    true = proof().to_json()
    record.write_text(json.dumps(true), encoding="utf-8")
    good = run(str(record), "--commitment", true["commitment"], "--seed", "0=Anna")
    assert (good.returncode, good.stdout, good.stderr) == (0, f"verified: {PROVED}\n", "")

    true["deck"][0], true["deck"][1] = true["deck"][1], true["deck"][0]
    record.write_text(json.dumps(true), encoding="utf-8")
    bad = run(str(record))
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr == "NOT verified: the deck does not follow from the seeds\n"


def test_the_command_refuses_what_is_no_record(tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    record.write_text("[]", encoding="utf-8")
    refused = run(str(record))
    assert refused.returncode == 1
    assert "cannot be read" in refused.stderr
    assert run(str(tmp_path / "missing.json")).returncode == 1


def test_the_verifier_imports_the_standard_library_only() -> None:
    tree = ast.parse(VERIFIER.read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= set(sys.stdlib_module_names)
