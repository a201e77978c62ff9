"""The moderators' desk: reports of what was said at tables, each decided with one choice."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin

from accounts.admin_lists import IndexedSearch
from accounts.models import Player
from games.models import ChatReport, ReportOutcome
from games.talk.moderation import decide_report
from games.talk.phrases import phrase_words
from web.refusals import Refused, words_of


class WaitingFilter(admin.SimpleListFilter):
    """What waits for a decision, unless asked otherwise."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("all", _("all")), ("decided", _("decided"))]

    def choices(self, changelist: Any) -> Any:
        yield {
            "selected": self.value() is None,
            "query_string": changelist.get_query_string(remove=[self.parameter_name]),
            "display": _("waiting"),
        }
        for value, title in self.lookup_choices:
            yield {
                "selected": self.value() == value,
                "query_string": changelist.get_query_string({self.parameter_name: value}),
                "display": title,
            }

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ChatReport]
    ) -> QuerySet[ChatReport]:
        if self.value() == "all":
            return queryset
        return queryset.filter(handled_at__isnull=self.value() is None)


def _decision(
    name: str, words: Any, outcome: ReportOutcome, hours: int = 0
) -> Callable[[Any, HttpRequest, QuerySet[ChatReport]], None]:
    """An action of the list that decides the chosen reports so."""

    @admin.action(description=words, permissions=["change"])
    def decide(model_admin: Any, request: HttpRequest, chosen: QuerySet[ChatReport]) -> None:
        moderator = request.user
        if not isinstance(moderator, Player):
            return
        closed = 0
        for report in chosen.order_by("pk"):
            try:
                closed += decide_report(report=report, by=moderator, outcome=outcome, hours=hours)
            except Refused as refusal:  # one's own: somebody else decides about it
                messages.error(request, f"{report.pk}: {words_of(refusal)}")
        message = ngettext("%(count)s report decided.", "%(count)s reports decided.", closed)
        messages.success(request, message % {"count": closed})

    decide.__name__ = name
    return decide


@admin.register(ChatReport)
class ChatReportAdmin(IndexedSearch, ModelAdmin):  # type: ignore[misc]
    """What was reported, with the lines around it; nothing is edited, only decided."""

    list_display = ("id", "created_at", "author", "said", "reason", "reporter", "outcome")
    list_filter = (WaitingFilter, "reason")
    search_players = ("author", "reporter")
    list_select_related = ("author", "reporter")
    ordering = ("id",)
    actions = (
        _decision("hide", _("Hide the message"), ReportOutcome.HIDDEN),
        _decision(
            "silence_day", _("Hide it, silence its author for a day"), ReportOutcome.SILENCED, 24
        ),
        _decision(
            "silence_week",
            _("Hide it, silence its author for a week"),
            ReportOutcome.SILENCED,
            7 * 24,
        ),
        _decision("leave", _("Nothing to object to"), ReportOutcome.NOTHING),
    )
    fields = (
        "table_id",
        "number",
        "author",
        "reporter",
        "reason",
        "note",
        "lines",
        "created_at",
        "outcome",
        "handled_at",
        "handled_by",
    )
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    @admin.display(description=_("what was said"))
    def said(self, report: ChatReport) -> str:
        reported = next((line for line in report.context if line["reported"]), None)
        return _words(reported) if reported else "–"

    @admin.display(description=_("what was said"))
    def lines(self, report: ChatReport) -> SafeString:
        """The reported line in bold."""
        rows = (
            (
                "font-bold" if line["reported"] else "",
                _moment(line["at"]),
                line["name"],
                line["channel"],
                _words(line),
            )
            for line in report.context
        )
        row = '<div class="{}">{} · <b>{}</b> ({}): <bdi>{}</bdi></div>'
        return format_html("<div>{}</div>", format_html_join("", row, rows))


def _words(line: dict[str, Any]) -> str:
    return phrase_words(line["phrase"]) if line["phrase"] else str(line["words"])


def _moment(text: str) -> str:
    return timezone.localtime(dt.datetime.fromisoformat(text)).strftime("%Y-%m-%d %H:%M:%S")
