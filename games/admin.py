"""What is stored of tables and rounds, to be looked at.

No hidden card is shown to anybody, whatever their rights: snapshots, scores and sealed seeds have
no page, events are shown as a spectator saw them until their round is over, and an export or a
search cannot reach what a page does not show.
"""

import datetime as dt
import json
from collections.abc import Iterator

from django.contrib import admin
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import Lines, known_values, show
from games.models import ChatReport, OutboxMessage, Round, Seat, Table, TableEvent
from games.moves.commands import StoredEvent
from games.moves.redaction import shown
from games.wording import preset_name
from rummy.engine import PRESETS

LOG_LINES = 100


class Seats(Lines):
    model = Seat
    fields = ("number", "player", "stake_chips", "payout_chips", "joined_at")


class Rounds(Lines):
    model = Round
    fields = ("number", "dealer", "commitment", "prepared_at", "ended_at")
    show_change_link = True


def _log(table: Table) -> Iterator[tuple[TableEvent, str]]:
    """The latest events, newest first, each with its public part as JSON.

    None while others may be dealt the same: staff play, too.
    """
    if Round.objects.of_closed_deals().filter(table=table).exists():
        return
    over = Round.objects.all_cards_open().filter(
        table=OuterRef("table_id"),
        first_event__lte=OuterRef("seq"),
        last_event__gte=OuterRef("seq"),
    )
    events = TableEvent.objects.filter(table=table).annotate(round_over=Exists(over))
    for event in events.order_by("-seq")[:LOG_LINES]:
        stored = StoredEvent(event.seq, event.kind, event.payload, event.at_ms)
        seen = dict(event.payload) if event.round_over else shown(stored, None)
        public = {key: value for key, value in seen.items() if key not in ("seq", "at", "type")}
        yield event, json.dumps(public, ensure_ascii=False)


def _moment(at_ms: int) -> str:
    moment = dt.datetime.fromtimestamp(at_ms / 1000, tz=timezone.get_current_timezone())
    return moment.isoformat(" ", "milliseconds")


@admin.display(description=_("players"))
def sitting(table: Table) -> str:
    return ", ".join(seat.player.name for seat in table.seats.all()) or "–"


@admin.display(description=_("latest events"))
def log(table: Table) -> SafeString:
    """As a spectator saw them; with all cards where the round is over."""
    lines = ((event.seq, _moment(event.at_ms), event.kind, what) for event, what in _log(table))
    return format_html_join("", "<div><code>{} · {} · {} {}</code></div>", lines)


show(
    Table,
    "id name status preset sitting stake_chips wake_at",
    also="terms seats_max is_private is_standing version created_by created_at started_at"
    " finished_at log",
    known=[known_values("preset", _("game"), lambda: [(k, preset_name(k)) for k in PRESETS])],
    filters="status is_private is_standing created_at",
    search="id",
    players="seats__player",
    rows=lambda found: found.defer("state").prefetch_related("seats__player"),
    lines=[Seats, Rounds],
    sitting=sitting,
    log=log,
)
show(
    Round,
    "id table number dealer prepared_at ended_at",
    also="commitment client_seeds server_seed first_event last_event",
    filters="ended_at",
    search="id table",
    rows=lambda found: found.defer("table__state"),
)
show(
    ChatReport,
    "id created_at author reason reporter outcome",
    also="table_id number note context handled_at handled_by",
    filters="outcome reason",
    players="author reporter",
)
show(OutboxMessage, "id topic created_at attempts done_at", also="payload", filters="done_at")
