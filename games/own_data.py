"""What the tables know about a player; of a running round nothing."""

from accounts.models import Notice, Player
from accounts.own_data.chapters import Chapter, chapters, kept_back
from accounts.own_data.erasing import Renaming, forgets_name, stands_in_the_way
from games.models import LIVE_STATUSES, Seat, Table
from web.refusals import Refused

_TABLE = (
    "id name called_after status preset stake_chips is_private club__name created_at started_at"
)
_TABLE += " finished_at"
_SEAT = " ".join(f"table__{column}" for column in _TABLE.split())
_SEAT += " number joined_at stake_chips payout_chips"

_RECORD = "the table’s record, which is the others’ as well"

chapters(
    Chapter("seats", "games.Seat", _SEAT, stays=_RECORD),
    Chapter("own_tables", "games.Table", _TABLE, whose="created_by", stays=_RECORD),
    Chapter("talk", "games.ChatMessage", "table_id created_at words phrase", whose="author"),
    Chapter(
        "own_reports",
        "games.ChatReport",
        "table_id created_at reason note outcome handled_at",
        whose="reporter",
        stays="whom it is about may ask why it was decided; `KEEP_REPORTS_DAYS`",
    ),
    Chapter("waiting", "games.WaitingPlace", "kind status table_id created_at"),
    Chapter(
        "daily_deals",
        "games.DailyPlay",
        "table_id daily__day daily__game started_at competes",
        stays=_RECORD,
    ),
    Chapter("accuracy", "games.RoundSkill", "round_id game decisions lost par parts habits"),
    Chapter("puzzles", "games.PuzzleTry", "puzzle__key puzzle__game puzzle__theme solved at"),
    Chapter("puzzles_of_the_day", "games.PuzzleOfTheDayTry", "day_id solved"),
    Chapter("puzzle_rating", "games.PuzzleStanding", "mu sigma run longest"),
    Chapter(
        "mistakes", "games.Mistake", "round_id seat place action better cost stage due_at learnt_at"
    ),
    Chapter("open_tables", "games.OpenTable", "table_id until"),
    Chapter("lends_rounds", "games.RoundLender", "since"),
    Chapter("arena", "games.ArenaStanding", "matches wins mu sigma", stays=_RECORD),
    Chapter(
        "rematches_offered",
        "games.RematchOffer",
        "table_id status created_at",
        whose="offered_by",
        stays=_RECORD,
    ),
    Chapter("rematches_wished", "games.RematchConsent", "offer__table_id at", stays=_RECORD),
)
kept_back(games_HouseRuleSet="rules of the house, stored by its staff")


@forgets_name
def _in_names_of_tables(player: Player, renamed: Renaming) -> None:
    """The house calls a table after who opens it."""
    for table in Table.objects.filter(created_by=player):
        called = renamed(table.name)[:60], renamed(table.called_after)[:30]
        if called != (table.name, table.called_after):
            before, (table.name, table.called_after) = table.name, called
            table.save(update_fields=("name", "called_after"))
            told = Notice.objects.filter(facts__table=table.pk, facts__table_name=before)
            for notice in told if table.name != before else ():
                notice.facts["table_name"] = table.name
                notice.save(update_fields=("facts",))


@stands_in_the_way
def _sits(player: Player) -> Refused | None:
    seats = Seat.objects.filter(player=player, table__status__in=LIVE_STATUSES)
    table_id = seats.values_list("table_id", flat=True).first()
    return None if table_id is None else Refused("still_seated", table=table_id)
