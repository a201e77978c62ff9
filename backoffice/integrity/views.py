"""Integrity on pages: who plays with whom, who plays otherwise with whom, and what that shows."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Player
from backoffice.figures.charts import chart
from backoffice.integrity import reading, striking, turns
from backoffice.integrity.collusion import DAYS_LEAST, ROUNDS_LEAST, SURE
from backoffice.integrity.measured import MEASURED, ROUNDS
from backoffice.team.access import cursor, page


@page("see_integrity", "office/integrity/", "office-integrity")
def integrity(request: HttpRequest) -> HttpResponse:
    """Pairs of people worth a look, or those of one player."""
    player, last = cursor(request, "player"), len(ROUNDS) - 1
    context = {
        "striking": striking.striking_pairs(player),
        "turns": turns.pairs_taking_turns(player),
        "days_least": DAYS_LEAST,
        "pairs": reading.pairs(player_id=player),
        "tables": reading.TABLES,
        "player": player,
        "rounds_least": ROUNDS_LEAST,
        "expected": SURE,
        "rounds": ROUNDS,
        "curves": [
            (
                striking.SIGNAL_WORDS[signal],
                shares,
                chart(range(len(ROUNDS)), shares, last),
            )
            for signal, shares in MEASURED.items()
        ],
    }
    return render(request, "backoffice/integrity.html", context)


@page("see_integrity", "office/integrity/<row:one>/<row:other>/", "office-pair")
def pair(request: HttpRequest, one: int, other: int) -> HttpResponse:
    """Two people: how they play together, the tables they shared, discards like gifts."""
    people = Player.objects.in_bulk([one, other])
    if len(people) < 2:
        raise Http404
    tables = reading.shared_tables(one, other)
    gifts = reading.gifts(tables, one, other)
    context = {
        "one": people[one],
        "other": people[other],
        "findings": [
            (finding, striking.SIGNAL_WORDS[finding.signal], people[(one, other)[finding.player]])
            for finding in striking.findings_of(one, other)
        ],
        "rounds_least": ROUNDS_LEAST,
        "turns": turns.turns_of(one, other),
        "days_least": DAYS_LEAST,
        "tables": tables,
        "gifts": gifts.found,
        "gifts_waiting": gifts.waiting,
        "looked_through": reading.ROUNDS_LOOKED_THROUGH,
    }
    return render(request, "backoffice/pair.html", context)
