"""Tournaments, who entered them, where they sit, and why everything happened."""

from tournaments.models.entries import Entry, EntryStatus
from tournaments.models.log import Decision, Level, PlayedRound
from tournaments.models.places import TournamentTable
from tournaments.models.tournaments import Tournament, TournamentSecret

__all__ = [
    "Decision",
    "Entry",
    "EntryStatus",
    "Level",
    "PlayedRound",
    "Tournament",
    "TournamentSecret",
    "TournamentTable",
]
