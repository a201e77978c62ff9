"""Does what is stored of a finished round follow from its published seeds?"""

from typing import Any

from games.models import Round
from games.replay.rounds import course_of, dealt_anew, proof_of
from rummy import engine
from rummy.engine.as_json.codec import write_record
from rummy.fairness import UnfairInput
from rummy.match import MatchTerms


def round_faults(played: Round) -> tuple[str, ...]:
    """Codes of what does not hold: the promise, the deck, the deal, the score; empty if all does.

    Needs a round that was dealt and has ended, with its table.
    """
    terms = MatchTerms.from_json(played.table.terms)
    try:
        proof = proof_of(played, terms)
    except (UnfairInput, ValueError):
        return ("seeds_unreadable",)
    found = list(proof.problems())
    if proof.dealing is None:
        found.append("dealer_unexplained")
    _, seats, events = course_of(played)
    dealt = dealt_anew(proof.seeds, terms, played.dealer, seats=seats)
    if events[: len(dealt)] != dealt:
        found.append("deal_differs")
        return tuple(found)
    state = engine.fold(terms.rules, seats, events)
    if _score(engine.score(state), terms.seats) != _stored_score(played.score):
        found.append("score_differs")
    return tuple(found)


def _score(score: Any, seats: int) -> dict[str, Any] | None:
    """What a score and the stored line of the score sheet have in common; who is out gets 0."""
    if score is None:
        return None
    written = {"winner": None, "reason": "", **write_record(score)}
    out = [0] * (seats - len(written["points"]))
    return _stored_score({**written, "points": [*written["points"], *out]})


def _stored_score(score: dict[str, Any] | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {name: score.get(name) for name in ("winner", "reason", "points", "lines")}
