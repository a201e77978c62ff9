"""What tournaments know about a player."""

from __future__ import annotations

from accounts.own_data.chapters import Chapter, chapters, kept_back

_ENTRY = "status rank entered_at team seed has_ticket paid_chips fee_chips won_chips stack_chips"
_ENTRY += " rebuys has_add_on returns heads absent_rounds points score disqualified"

chapters(
    Chapter(
        "tournaments",
        "tournaments.Entry",
        ("player",),
        ("tournament_id", "tournament__name", *_ENTRY.split()),
    ),
    Chapter(
        "tickets",
        "tournaments.Ticket",
        ("player",),
        ("value_chips", "state", "won_in_id", "used_for_id", "valid_until", "created_at"),
    ),
    Chapter(
        "calls_for_the_director",
        "tournaments.DirectorCall",
        ("player",),
        ("tournament_id", "called_at", "matter", "words", "state", "answer"),
    ),
    Chapter(
        "directing",
        "tournaments.TournamentDirector",
        ("player",),
        ("tournament_id", "tournament__name", "since"),
    ),
    Chapter(
        "own_tournaments",
        "tournaments.Tournament",
        ("created_by",),
        ("id", "name", "phase", "created_at", "finished_at"),
    ),
    Chapter(
        "own_drafts",
        "tournaments.TournamentDraft",
        ("created_by",),
        ("id", "name", "plan", "starts_at", "created_at"),
    ),
    Chapter(
        "own_series",
        "tournaments.Series",
        ("created_by",),
        ("id", "name", "recurrence", "created_at"),
    ),
)
kept_back(tournaments_DeskAct="the tournament's log of its direction: public on its page")
