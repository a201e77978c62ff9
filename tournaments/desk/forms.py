"""Forms of the director's desk: each order asks for what it needs, and offers usual reasons."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.desk import words as desk_words
from tournaments.desk.ordering import ANNOUNCE
from tournaments.desk.orders import NUMBER_MAX, DeskOrder
from tournaments.desk.reading import names_by_table, what_is_held
from tournaments.director import FORMATS, Absent, Phase
from tournaments.entries.teams import TEAM_CHARS_MAX
from tournaments.models import Entry, EntryStatus, Tournament, TournamentTable
from tournaments.models.desk import REMARK_CHARS_MAX
from tournaments.sheets.forms import PointsField
from tournaments.sheets.reading import SheetRow, sheet_row, sheet_to_order
from tournaments.words.usual_reasons import USUAL_REASONS, reason_in_words, reason_without_asking
from web import refusals
from web.numbers import grouped, whole

# Which fields an order needs besides its reason.
FIELDS: dict[str, tuple[str, ...]] = {
    "enter": ("player", "team"),
    "check_in": ("entry",),
    "withdraw": ("entry",),
    "name_team": ("entry", "team"),
    "pause_table": ("table",),
    "resume_table": ("table",),
    "extend": ("number",),
    "give_time": ("table", "number"),
    "move": ("entry", "table", "insists"),
    "substitute": ("entry", "player"),
    "penalize": ("entry", "number"),
    "adjust": ("entry", "other", "number"),
    "disqualify": ("entry",),
    "remove": ("entry",),
    "void_round": ("table", "number"),
    "keep_apart": ("entry", "other"),
    "pair": ("entries", "insists"),
    "rest": ("entry",),
    "report": ("table", "entry", "points"),
    "correct": ("table", "number", "points"),
}
# What fields are called with one kind of order.
_LABELS: dict[str, dict[str, Any]] = {
    "enter": {"player": _("Player's name")},
    "name_team": {"entry": _("One of the team")},
    "keep_apart": {"other": _("From whom")},
    "pair": {"insists": _("Even if they have met before or table sizes then differ")},
    "report": {"entry": _("Who was absent")},
    ANNOUNCE: {"usual": _("Announcement"), "remark": _("In your own words")},
}
# From so many on, players and tables are named by number instead of chosen from a list.
CHOICES_MAX = 400


def _entries(tournament: Tournament) -> list[tuple[int, str]]:
    entries = Entry.objects.filter(tournament=tournament, status=EntryStatus.IN)
    held = what_is_held(tournament)
    words = gettext("%(name)s · table %(table)s · %(chips)s chips")
    if held != "stack_chips":
        words = gettext("%(name)s · table %(table)s · points: %(chips)s")
    return [
        (
            entry.pk,
            words
            % {
                "name": entry.player.name,
                "table": entry.table_number or "–",
                "chips": grouped(getattr(entry, held)),
            },
        )
        for entry in entries.select_related("player").order_by("table_number", "seat")[:CHOICES_MAX]
    ]


def _tables(tournament: Tournament) -> list[tuple[int, str]]:
    tables = TournamentTable.objects.filter(tournament=tournament, is_open=True)
    seats = tournament.plan.get("seats", "–")
    names = names_by_table(tournament)
    return [
        (table.number, f"{table.number}: {names.get(table.number, '–')} ({table.size} / {seats})")
        for table in tables.order_by("number")[:CHOICES_MAX]
    ]


class OrderForm(forms.Form):
    """One order of a kind. `key` was made with the page: pressed twice, it is one order."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    entry = forms.TypedChoiceField(label=_("Player"), coerce=int, required=False)
    other = forms.TypedChoiceField(label=_("Who gets them"), coerce=int, required=False)
    table = forms.TypedChoiceField(label=_("Table"), coerce=int, required=False)
    player = forms.CharField(label=_("Replacement (name)"), max_length=150, required=False)
    team = forms.CharField(label=_("Name of the team"), max_length=TEAM_CHARS_MAX, required=False)
    number = forms.IntegerField(min_value=1, max_value=NUMBER_MAX, required=False)
    insists = forms.BooleanField(label=_("Even if table sizes then differ"), required=False)
    usual = forms.ChoiceField(label=_("Reason"), widget=forms.RadioSelect, required=False)
    remark = forms.CharField(
        label=_("Another reason, in your own words"),
        max_length=REMARK_CHARS_MAX,
        required=False,
        help_text=_("Stays in the record and is shown to those concerned."),
    )

    def __init__(self, tournament: Tournament, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        wanted = FIELDS.get(kind, ())
        if not FORMATS[tournament.plan["format"]].in_teams:
            wanted = tuple(name for name in wanted if name != "team")
        self.sheet: SheetRow | None = None
        self._seats: list[str] = []
        self._named: list[str] = []
        for name in ("entry", "other", "table", "player", "team", "number", "insists"):
            if name not in wanted:
                del self.fields[name]
        self._offer_choices(tournament, wanted)
        for name, label in _LABELS.get(kind, {}).items():
            self.fields[name].label = label
        if kind == ANNOUNCE:
            self.fields["remark"].help_text = _("Everybody can read it, spectators too.")
        self.fields["usual"].choices = [  # type: ignore[attr-defined]
            (reason, reason_in_words(reason)) for reason in USUAL_REASONS[kind]
        ]
        self.fields["usual"].initial = reason_without_asking(kind)
        if "number" in wanted:
            self.fields["number"].label = _number_label(tournament, kind)
        if "points" in wanted:
            self._ask_for_points(tournament)

    def _offer_choices(self, tournament: Tournament, wanted: tuple[str, ...]) -> None:
        if "entry" in wanted or "other" in wanted:
            entries = [("", "–"), *_entries(tournament)]
            for name in {"entry", "other"} & set(wanted):
                self.fields[name].choices = entries  # type: ignore[attr-defined]
        if "entries" in wanted:
            self._ask_who_meet(tournament)
        if "table" in wanted:
            self.fields["table"].choices = [("", "–"), *_tables(tournament)]  # type: ignore[attr-defined]

    def _ask_who_meet(self, tournament: Tournament) -> None:
        """As many players as sit at a table, of whom two must be named."""
        labels = [_("Player"), _("With whom")]
        entries = [("", "–"), *_entries(tournament)]
        for place in range(tournament.plan["seats"]):
            name = f"entry_{place + 1}"
            self.fields[name] = forms.TypedChoiceField(
                label=labels[place] if place < len(labels) else _("And with whom"),
                coerce=int,
                choices=entries,
                required=False,
                initial=None if place else self.initial.get("entry"),
            )
            self._named.append(name)
        self.order_fields(["key", *self._named, "insists"])

    def _ask_for_points(self, tournament: Tournament) -> None:
        """A number for every seat of the table's sheet, once the table is known."""
        given = {
            name: whole(str(self.data.get(name) or self.initial.get(name) or ""))
            for name in FIELDS[self.kind][:2]
            if name != "entry"
        }
        sheet = sheet_to_order(tournament, self.kind, given["table"] or 0, given.get("number"))
        self.fields["table"] = forms.IntegerField(label=_("Table"), min_value=1)
        if sheet is None:
            self.fields.pop("entry", None)
            return
        for about in given:
            self.fields[about].widget = forms.HiddenInput()
        self.sheet = row = sheet_row(tournament, sheet, None)
        if "entry" in self.fields:
            if tournament.plan["absent"] == Absent.REMOVED.value:
                seats = [("", "–"), *((one.entry, one.name) for one in row.seats)]
                self.fields["entry"].choices = seats  # type: ignore[attr-defined]
            else:
                del self.fields["entry"]
        for one in row.seats:
            name = f"points_{one.seat}"
            label = gettext("Seat %(seat)s: %(name)s") % {"seat": one.seat, "name": one.name}
            self.fields[name] = PointsField(label=label, initial=one.points)
            self._seats.append(name)
        self.order_fields(["key", "table", "number", *self._seats, "entry"])

    def clean(self) -> dict[str, Any]:
        """What was typed counts before what was chosen."""
        given = super().clean() or self.cleaned_data
        given["remark"] = (
            given.get("remark") or given.get("usual") or reason_without_asking(self.kind)
        )
        if not given["remark"] and not self.errors:
            self.add_error("remark", refusals.sentence("remark_missing", {}))
        return given

    @staticmethod
    def new_key() -> str:
        return uuid.uuid4().hex

    @property
    def order(self) -> DeskOrder:
        data = self.cleaned_data
        return DeskOrder(
            self.kind,
            entry=data.get("entry") or None,
            other=data.get("other") or None,
            table=data.get("table") or None,
            number=data.get("number"),
            player=data.get("player", ""),
            insists=data.get("insists", False),
            team=data.get("team", ""),
            points=tuple(data[name] for name in self._seats),
            entries=tuple(data[name] for name in self._named if data.get(name)),
        )


def _number_label(tournament: Tournament, kind: str) -> Any:
    if kind == "extend":
        rounds = tournament.plan["schedule"]["rounds"] is not None
        by_rounds = rounds and tournament.phase == Phase.RUNNING.value
        return desk_words.NUMBERS["extend_rounds" if by_rounds else "extend_minutes"]
    if kind == "penalize" and not FORMATS[tournament.plan["format"]].plays_for_chips:
        return desk_words.NUMBERS["penalize_points"]
    return desk_words.NUMBERS[kind]


class CallForm(forms.Form):
    matter = forms.ChoiceField(
        label=_("What is it about?"),
        choices=list(desk_words.MATTERS.items()),
        widget=forms.RadioSelect,
        initial="rules",
    )
    words = forms.CharField(
        label=_("In your own words (optional)"), max_length=REMARK_CHARS_MAX, required=False
    )
