"""What tournaments know about a player."""

from accounts.models import Player
from accounts.own_data.chapters import Chapter, chapters, kept_back
from accounts.own_data.erasing import stands_in_the_way
from tournaments.director import Refused
from tournaments.models import Entry
from tournaments.models.tournaments import LIVE_PHASES

_ENTRY = "tournament_id tournament__name status rank entered_at checked_in_at team"
_ENTRY += " seed has_ticket paid_chips fee_chips won_chips stack_chips rebuys has_add_on returns"
_ENTRY += " heads absent_rounds points score disqualified"

_RESULTS = "ranks, prizes and orders, which are the others’ as well"

_CHAPTERS = (
    Chapter("tournaments", "tournaments.Entry", _ENTRY),
    Chapter(
        "tickets",
        "tournaments.Ticket",
        "value_chips state won_in_id used_for_id valid_until created_at",
    ),
    Chapter(
        "calls_for_the_director",
        "tournaments.DirectorCall",
        "tournament_id called_at matter words state answer",
    ),
    Chapter(
        "score_sheets",
        "tournaments.ScoreSheet",
        "tournament_id table_number number stage entries points state opened_at settled_at",
        "entered_by",
    ),
    Chapter("directing", "tournaments.TournamentDirector", "tournament_id tournament__name since"),
    Chapter(
        "own_tournaments",
        "tournaments.Tournament",
        "id name phase created_at finished_at",
        "created_by",
    ),
    Chapter(
        "own_drafts",
        "tournaments.TournamentDraft",
        "id name plan starts_at created_at",
        "created_by",
    ),
    Chapter("own_series", "tournaments.Series", "id name about created_at", "created_by"),
    Chapter(
        "series_events",
        "tournaments.SeriesEvent",
        "series_id tournament_id weight added_at",
        "added_by",
    ),
    Chapter(
        "own_recurring",
        "tournaments.RecurringTournament",
        "id name recurrence created_at",
        "created_by",
    ),
)
chapters(*(chapter._replace(stays=_RESULTS) for chapter in _CHAPTERS))
kept_back(tournaments_DeskAct="the tournament's log of its direction: public on its page")


@stands_in_the_way
def _is_entered(player: Player) -> Refused | None:
    """Also who is out of it: they may come back, and prizes are paid when it is over."""
    theirs = Entry.objects.filter(player=player, tournament__phase__in=LIVE_PHASES)
    name = theirs.entered().values_list("tournament__name", flat=True).first()
    return None if name is None else Refused("still_entered", tournament=name)
