"""What the director decided and why, in sentences: for one player, or everything, newest first."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournaments.director import FORMATS, facts_for_words
from tournaments.director.reasons import RULES
from tournaments.models import Decision, Entry, Tournament, TournamentTable
from tournaments.words import sentences as wording

PAGE_ROWS = 30
# An announcement stands so long on pages that everybody looks at; the record keeps it.
ANNOUNCED_FOR = dt.timedelta(minutes=30)
ANNOUNCED_MOST = 3
# By the code of a reason: the fact that is an entry's number in the database. People read a name.
_ENTRY_FACTS = {"bounty_won": "out"}
# Why a stage counts for somebody who sat at no table in it.
_WITHOUT_TABLE = ("bye", "rested_on_request", "sat_boards_out")
_INNER_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """One decision. `name` is whom it concerns, "" when it concerns everybody.

    `kind` is what was done (seat_field, raise_level, out, rank, pay_prize, …), `code` says why. In
    its facts levels count from 1, as everywhere outside of a plan.
    """

    id: int
    at: dt.datetime
    kind: str
    code: str
    rule: str
    facts: dict[str, Any]
    sentence: str
    name: str
    entry: int | None
    table: int | None


@dataclass(frozen=True, slots=True)
class DecisionsPage:
    """`next_before` leads to older ones; None when there are none."""

    decisions: tuple[ShownDecision, ...]
    next_before: int | None


def decisions(
    tournament: Tournament,
    *,
    entry: int | None = None,
    before: int | None = None,
    limit: int = PAGE_ROWS,
) -> DecisionsPage:
    """The decisions about one entry, or all, in the active language."""
    found = Decision.objects.filter(tournament=tournament)
    if entry is not None:
        found = found.filter(entry_id=entry)
    if before is not None:
        found = found.filter(pk__lt=before)
    rows = list(found.order_by("-id")[: limit + 1])
    page = rows[:limit]
    return DecisionsPage(
        shown(page, stages_of(tournament)), page[-1].pk if len(rows) > limit else None
    )


def stages_of(tournament: Tournament) -> int:
    """How many stages it has; 0 where nobody can say, or there are none."""
    plan, _clock, field = tournament.records()
    return FORMATS[plan.format].stages_of(plan, field.entries)


def shown(found: Iterable[Decision], stages: int = 0) -> tuple[ShownDecision, ...]:
    """In words, with the names of those concerned in one query; of a tournament of `stages`."""
    rows = list(found)
    names = _names(
        {row.entry_id for row in rows if row.entry_id is not None}
        | {row.facts.get(_ENTRY_FACTS[row.code]) for row in rows if row.code in _ENTRY_FACTS}
    )
    return tuple(
        ShownDecision(
            id=row.pk,
            at=row.at,
            kind=public_kind(row.kind),
            code=row.code,
            rule=RULES.get(row.code, ""),
            facts=facts_for_words(row.facts),
            sentence=sentence_of(row, names, stages),
            name=names.get(row.entry_id, "") if row.entry_id is not None else "",
            entry=row.entry_id,
            table=row.table_number,
        )
        for row in rows
    )


def public_kind(command: str) -> str:
    """The director's command as others write it: SeatField → seat_field."""
    return _INNER_CAPITAL.sub("_", command).lower()


def sentence_of(
    decision: Decision, names: Mapping[int | None, str] | None = None, stages: int = 0
) -> str:
    """Why, in the active language; `names` of entries where they are known already."""
    facts, fact = {"stages": stages, **decision.facts}, _ENTRY_FACTS.get(decision.code, "")
    if fact in facts:
        known = _names({facts[fact]}) if names is None else names
        facts = {**facts, fact: known.get(facts[fact], "–")}
    return sentence(decision.code, facts)


def _names(entries: Iterable[int | None]) -> dict[int | None, str]:
    """The players' names by entry, in one query."""
    known = [entry for entry in entries if entry is not None]
    found = Entry.objects.filter(pk__in=known) if known else Entry.objects.none()
    return dict(found.values_list("pk", "player__username"))


def sentence(code: str, facts: Mapping[str, Any]) -> str:
    """The reason in the active language; the bare code where words are missing."""
    try:
        return wording.explain(code, facts)
    except (KeyError, TypeError, ValueError):
        return code


def tables_told(entry: Entry, *, most: int) -> list[tuple[TournamentTable, str]]:
    """An entry's scored tables in a tournament of stages, newest first, and what each was worth."""
    own = Q(tournament_id=entry.tournament_id)
    sat = TournamentTable.objects.filter(own, stage__gt=0, dealt__contains=[entry.pk])
    scored = Decision.objects.filter(own, entry_id=entry.pk, kind="Score")
    reasons = scored.exclude(code__in=_WITHOUT_TABLE).order_by("id")
    righted = Decision.objects.filter(own, entry_id=entry.pk, code="score_corrected").order_by("id")
    latest = {one.facts["stage"]: one for one in righted}
    # One reason for each table; the table in play has none yet.
    told = [
        (table, sentence_of(latest.get(table.stage, reason)))
        for table, reason in zip(sat.order_by("stage"), reasons, strict=False)
    ]
    return told[::-1][:most]


def announced(tournament: Tournament) -> list[str]:
    """What the director has lately said to everybody, in the active language, newest first.

    Once it is over, what was said before is of no use any more.
    """
    since = timezone.now() - ANNOUNCED_FOR
    if tournament.finished_at is not None:
        since = max(since, tournament.finished_at)
    said = Decision.objects.filter(tournament=tournament, kind="Announce", at__gt=since)
    newest = said.order_by("-id")[:ANNOUNCED_MOST]
    return list(dict.fromkeys(sentence_of(one) for one in newest))


def last_about(entry: int, tournament_id: int, kinds: tuple[str, ...]) -> Decision | None:
    found = Decision.objects.filter(tournament_id=tournament_id, entry_id=entry, kind__in=kinds)
    return found.order_by("-id").first()
