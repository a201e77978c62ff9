"""What is stored of tournaments, to be looked at. Sealed seeds have no page."""

from django.contrib import admin
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import Shown, link
from tournaments import models
from tournaments.desk import words as desk_words
from tournaments.words import sentences as wording
from tournaments.words.explaining import explain_settlement


@admin.register(models.Tournament)
class TournamentAdmin(Shown):
    """Every tournament by its state; the desk is one step away."""

    list_display = ("id", "name", "phase", "format", "created_by", "created_at", "finished_at")
    list_filter = ("phase", "created_at")
    search_fields = ("id", "name")
    fields = (
        *("name", "phase", "desk", "plan", "terms", "clock", "field", "version", "wake_at"),
        *("commitment", "revealed_seed", "created_by", "created_at", "finished_at"),
    )

    @admin.display(description=_("format"))
    def format(self, tournament: models.Tournament) -> str:
        key = tournament.plan.get("format", "")
        return str(wording.format_name(key))

    @admin.display(description=_("director's desk"))
    def desk(self, tournament: models.Tournament) -> SafeString:
        address = reverse("tournament-desk", args=[tournament.pk])
        return link(address, _("show"))


@admin.register(models.PlayedRound)
class PlayedRoundAdmin(Shown):
    """Settled rounds, with the sentence for each player."""

    list_display = ("id", "tournament", "table_number", "number", "pcr", "decided_by", "voided")
    list_filter = ("voided", "decided_by")
    search_fields = ("id", "tournament")
    list_select_related = ("tournament",)
    readonly_fields = ("why",)

    @admin.display(description=_("why"))
    def why(self, played: models.PlayedRound) -> str:
        text = explain_settlement(played)
        return " · ".join(f"{line.name}: {text.sentence(line.entry)}" for line in text.lines)


@admin.register(models.Decision)
class DecisionAdmin(Shown):
    """What the director decided, and why."""

    list_display = ("id", "tournament", "kind", "sentence", "entry_id", "table_number", "at")
    list_filter = ("kind",)
    search_fields = ("tournament",)
    list_select_related = ("tournament",)

    @admin.display(description=_("why"))
    def sentence(self, decision: models.Decision) -> str:
        return wording.explain(decision.code, decision.facts)


@admin.register(models.DeskAct)
class DeskActAdmin(Shown):
    """What people ordered at the desk."""

    list_display = ("id", "tournament", "kind", "what", "actor", "remark", "undoes", "at")
    list_filter = ("kind", "at")
    search_fields = ("tournament",)
    search_players = ("actor",)
    list_select_related = ("tournament", "actor", "undoes", "came_to")

    @admin.display(description=_("what"))
    def what(self, act: models.DeskAct) -> str:
        return desk_words.in_words(act)


admin.site.register(
    models.Entry,
    Shown,
    list_display=(
        *("id", "tournament", "player", "status", "stack_chips", "table_number", "rank"),
        *("won_chips", "disqualified"),
    ),
    list_filter=("status", "disqualified"),
    list_select_related=("tournament", "player"),
    search_fields=("id", "tournament"),
    search_players=("player",),
)
admin.site.register(
    models.DirectorCall,
    Shown,
    list_display=("id", "tournament", "player", "matter", "state", "taken_by", "called_at"),
    list_filter=("state", "matter"),
    list_select_related=("tournament", "player", "taken_by"),
    search_fields=("tournament",),
    search_players=("player",),
)
admin.site.register(
    models.TournamentDirector,
    Shown,
    list_display=("tournament", "player", "appointed_by", "since"),
    list_select_related=("tournament", "player", "appointed_by"),
    search_fields=("tournament",),
    search_players=("player",),
)
admin.site.register(
    models.TournamentDraft,
    Shown,
    list_display=("id", "name", "is_template", "starts_at", "tournament", "created_by"),
    list_filter=("is_template",),
    search_fields=("id", "name"),
)
