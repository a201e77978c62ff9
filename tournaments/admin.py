"""What is stored of tournaments, to be looked at. Sealed seeds and codes of teams have no page."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import leads_to, show
from tournaments import models
from tournaments.desk import words as desk_words
from tournaments.words import sentences as wording
from tournaments.words.explaining import explain_settlement


@admin.display(description=_("format"))
def format_of(tournament: models.Tournament) -> str:
    return str(wording.format_name(tournament.plan.get("format", "")))


@admin.display(description=_("why"))
def settled(played: models.PlayedRound) -> str:
    text = explain_settlement(played)
    return " · ".join(f"{line.name}: {text.sentence(line.entry)}" for line in text.lines)


@admin.display(description=_("why"))
def decided(decision: models.Decision) -> str:
    return wording.explain(decision.code, decision.facts)


@admin.display(description=_("what"))
def ordered(act: models.DeskAct) -> str:
    return desk_words.in_words(act)


show(
    models.Tournament,
    "id name phase format created_by created_at finished_at",
    also="desk plan terms clock field version wake_at commitment revealed_seed",
    filters="phase created_at",
    search="id name",
    format=format_of,
    desk=leads_to(_("director's desk"), "tournament-desk"),
)
show(
    models.Entry,
    "id tournament player status stack_chips table_number rank won_chips disqualified",
    also="number seat team wave heads returns rebuys has_add_on has_ticket paid_chips fee_chips"
    " out_chips forfeited_chips points score met byes places gained lost_stage absent_rounds"
    " left_early entered_at checked_in_at",
    filters="status disqualified",
    search="id tournament",
    players="player",
)
show(
    models.PlayedRound,
    "id tournament table_number number pcr decided_by voided",
    also="entries stacks_chips scores changes_chips capped game_table_id settled_at why",
    filters="voided decided_by",
    search="id tournament",
    why=settled,
)
show(
    models.Decision,
    "id tournament kind sentence entry_id table_number at",
    also="code facts",
    filters="kind",
    search="tournament",
    sentence=decided,
)
show(
    models.DeskAct,
    "id tournament kind what actor remark undoes at",
    also="facts entry_id table_number",
    filters="kind at",
    search="tournament",
    players="actor",
    joins="came_to",
    what=ordered,
)
show(
    models.DirectorCall,
    "id tournament player matter state taken_by called_at",
    also="table_number words answer changed_at",
    filters="state matter",
    search="tournament",
    players="player",
)
show(
    models.TournamentDirector,
    "tournament player appointed_by since",
    search="tournament",
    players="player",
)
show(
    models.TournamentDraft,
    "id name is_template starts_at tournament created_by",
    also="plan offer players_expected forecast refusal club created_at changed_at",
    filters="is_template",
    search="id name",
)
