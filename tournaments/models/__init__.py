"""Tournaments, who entered them, where they sit, and why everything happened."""

from tournaments.models.desk import (
    CallState,
    DeskAct,
    DeskOutcome,
    DirectorCall,
    TournamentDirector,
)
from tournaments.models.entries import Entry, EntryStatus
from tournaments.models.log import CourseEvent, Decision, Level, PlayedRound
from tournaments.models.places import Board, TournamentTable
from tournaments.models.planning import RecurringTournament, TournamentDraft
from tournaments.models.series import Series, SeriesEvent
from tournaments.models.sheets import ScoreSheet, SheetState
from tournaments.models.tickets import Ticket, TicketState
from tournaments.models.tournaments import Tournament, TournamentSecret
