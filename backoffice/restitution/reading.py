"""Restitutions as pages and programs read them."""

from dataclasses import dataclass

from django.db.models import QuerySet

from backoffice.models import Restitution, RestitutionLine
from backoffice.restitution.wording import change_in_words, place_in_words, reason_in_words
from backoffice.restitution.working_out import Line


@dataclass(frozen=True, slots=True)
class Part:
    """So many chips of a line, negative where they are owed, and why."""

    why: str
    chips: int
    facts: dict[str, int]
    words: str


def claims() -> QuerySet[Restitution]:
    """Every one, newest first."""
    people = ("drafted_by", "proposed_by", "decided_by")
    return Restitution.objects.select_related("counter", *people)


def claims_about(sheet_id: int) -> QuerySet[Restitution]:
    """What was asked of one score sheet, newest first."""
    return claims().filter(sheet=sheet_id)


def explained(line: Line) -> tuple[int, list[str]]:
    """A line that is not kept yet: its chips, and why and what else in words."""
    words = [reason_in_words(part.why, dict(part.facts)) for part in line.parts]
    if line.moved is not None and not words:
        words = [place_in_words(line.moved.rank, line.moved.new_rank)]
    return line.owed_chips, words


def explained_lines(claim: Restitution) -> list[tuple[RestitutionLine, list[Part], list[str]]]:
    """Its lines with their parts, and what else changes, in words; who owes most comes first."""
    lines = claim.lines.select_related("player").order_by("moved_chips", "pk")
    return [(line, [_part(*part) for part in line.parts], _also(line)) for line in lines]


def _also(line: RestitutionLine) -> list[str]:
    place = [] if line.rank is None else [place_in_words(line.rank, line.new_rank or 0)]
    return [*place, *(change_in_words(change) for change in line.changes)]


def _part(why: str, chips: int, facts: dict[str, int]) -> Part:
    return Part(why, chips, facts, reason_in_words(why, facts))
