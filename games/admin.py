"""What is stored of tables and rounds, to be looked at.

No hidden card is shown to anybody, whatever their rights: snapshots and sealed seeds have no
page, events are shown as a spectator saw them until their round is over, and an export or a
search cannot reach what a page does not show.
"""

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import Lines, Shown, known_values, link
from games.models import ChatReport, OutboxMessage, Round, Seat, Table, TableEvent
from games.moves.commands import StoredEvent
from games.moves.redaction import shown
from games.talk.phrases import phrase_words
from games.wording import preset_name
from rummy.engine import PRESETS

LOG_LINES = 100


class SeatLines(Lines):
    model = Seat
    fields = ("number", "player", "stake_chips", "payout_chips", "joined_at")


class RoundLines(Lines):
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


@admin.register(Table)
class TableAdmin(Shown):
    """Every table, by what it has agreed on and where it stands."""

    list_display = ("id", "name", "status", "preset", "players", "stake_chips", "wake_at")
    list_filter = (
        "status",
        known_values("preset", _("game"), lambda: [(k, preset_name(k)) for k in PRESETS]),
        "is_private",
        "is_standing",
        "created_at",
    )
    search_fields = ("id",)
    search_players = ("seats__player",)
    ordering = ("-id",)
    fields = (
        *("name", "status", "preset", "terms", "seats_max", "stake_chips", "is_private"),
        *("is_standing", "version", "wake_at", "created_by", "created_at", "started_at"),
        *("finished_at", "log"),
    )
    inlines = (SeatLines, RoundLines)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        tables: QuerySet[Table] = super().get_queryset(request)
        return tables.defer("state").prefetch_related("seats__player")

    @admin.display(description=_("players"))
    def players(self, table: Table) -> str:
        return ", ".join(seat.player.name for seat in table.seats.all()) or "–"

    @admin.display(description=_("latest events"))
    def log(self, table: Table) -> SafeString:
        """As a spectator saw them; with all cards where the round is over."""
        lines = ((event.seq, _moment(event.at_ms), event.kind, what) for event, what in _log(table))
        return format_html_join("", "<div><code>{} · {} · {} {}</code></div>", lines)


@admin.register(Round)
class RoundAdmin(Shown):
    """Rounds with their promise; seeds and score appear when the round is over."""

    list_display = ("id", "table", "number", "dealer", "prepared_at", "ended_at", "replay")
    list_filter = ("ended_at",)
    search_fields = ("id", "table")
    list_select_related = ("table",)
    ordering = ("-id",)
    fields = (
        *("table", "number", "dealer", "commitment", "client_seeds", "server_seed", "scored"),
        *("first_event", "last_event", "prepared_at", "ended_at", "replay"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        rounds: QuerySet[Round] = super().get_queryset(request)
        return rounds.defer("table__state")

    @admin.display(description=_("score"))
    def scored(self, played: Round) -> str:
        """Not while others may be dealt the same."""
        if played.score is None or Round.objects.of_closed_deals().filter(pk=played.pk).exists():
            return "–"
        return json.dumps(played.score, ensure_ascii=False)

    @admin.display(description=_("replay"))
    def replay(self, played: Round) -> SafeString | str:
        if played.ended_at is None or played.first_event is None:
            return "–"
        address = reverse("replay", args=[played.table_id, played.number])
        return link(address, _("show"))


@admin.register(ChatReport)
class ChatReportAdmin(Shown):
    """What was reported, with the lines around it, and what was decided in the office."""

    list_display = ("id", "created_at", "author", "said", "reason", "reporter", "outcome")
    list_filter = ("outcome", "reason")
    search_players = ("author", "reporter")
    list_select_related = ("author", "reporter")
    ordering = ("-id",)
    fields = (
        *("table_id", "number", "author", "reporter", "reason", "note", "lines", "created_at"),
        *("outcome", "handled_at", "handled_by"),
    )

    @admin.display(description=_("what was said"))
    def said(self, report: ChatReport) -> str:
        return next((_words(line) for line in report.context if line["reported"]), "–")

    @admin.display(description=_("what was said"))
    def lines(self, report: ChatReport) -> SafeString:
        """The reported line in bold."""
        rows = (
            (
                "font-bold" if line["reported"] else "",
                *(line["at"], line["name"], line["channel"], _words(line)),
            )
            for line in report.context
        )
        row = '<div class="{}">{} · <b>{}</b> ({}): <bdi>{}</bdi></div>'
        return format_html("<div>{}</div>", format_html_join("", row, rows))


def _words(line: dict[str, Any]) -> str:
    return phrase_words(line["phrase"]) if line["phrase"] else str(line["words"])


admin.site.register(
    OutboxMessage,
    Shown,
    list_display=("id", "topic", "created_at", "attempts", "done_at"),
    list_filter=("done_at",),
    ordering=("-id",),
    fields=("topic", "payload", "created_at", "attempts", "done_at"),
)
