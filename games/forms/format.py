"""What of a new table is agreed on beside the game: pace, absence, prizes; services decide."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games import wording
from games.tables.terms import DAYS_PER_MOVE, STAKES_MAX, VACATION_DAYS, TableOffer
from rummy.match.terms import REBUYS_MAX
from rummy.match.time.absence import STANDARD_ABSENCE
from rummy.match.time.pace import DAY_MINUTES
from rummy.settlement import PRIZE_TABLES
from web.number_fields import count

LIVE = "live"
DAYS = "days"


PACES = (
    (LIVE, _("Live, by the clock")),
    (DAYS, _("By correspondence, with days for each move")),
)
ABSENCES = [(key, name) for key, (name, _words) in wording.ABSENCES.items() if name]


def _day_words(days: int) -> Any:
    return ngettext_lazy("%(days)s day", "%(days)s days", "days") % {"days": days}


class FormatForm(forms.Form):
    """The rest of PLAY-1: how fast people play, what happens to who is away, who gets what."""

    pace = forms.ChoiceField(
        label=_("How do you play?"), choices=PACES, widget=forms.RadioSelect, required=False
    )
    days_per_move = forms.TypedChoiceField(
        label=_("Time for a move"),
        choices=lambda: [(days, _day_words(days)) for days in DAYS_PER_MOVE],
        coerce=int,
        empty_value=None,
        required=False,
    )
    opens = forms.TimeField(
        label=_("Hours of play from"),
        help_text=_("At night, time stands still. Empty: round the clock."),
        widget=forms.TimeInput(attrs={"type": "time"}),
        required=False,
    )
    closes = forms.TimeField(
        label=_("to"), widget=forms.TimeInput(attrs={"type": "time"}), required=False
    )
    vacation_days = forms.TypedChoiceField(
        label=_("Vacation for each player"),
        choices=lambda: [(days, _day_words(days) if days else _("none")) for days in VACATION_DAYS],
        coerce=int,
        required=False,
    )
    absence = forms.ChoiceField(
        label=_("Who is away or too slow"), choices=ABSENCES, required=False
    )
    prizes = forms.ChoiceField(label=_("Prizes"), choices=[*wording.PRIZES.items()], required=False)
    tie_breakers = forms.BooleanField(
        label=_("Level at the top: tie-breaker rounds instead of sharing"), required=False
    )
    fee_chips = count(_("Fee per seat for the house, in chips"), STAKES_MAX)
    rebuys = count(_("Elimination: buy-backs allowed"), REBUYS_MAX)

    @staticmethod
    def defaults() -> dict[str, Any]:
        return {"pace": LIVE, "absence": STANDARD_ABSENCE, "prizes": "winner", "vacation_days": 5}

    @classmethod
    def like(cls, terms: Mapping[str, Any]) -> dict[str, Any]:
        """What the form starts from at a table like another one, as players read its terms."""
        by_days = terms["turn_based"]
        prizes = {shares: key for key, shares in PRIZE_TABLES.items()}
        return cls.defaults() | {
            "pace": DAYS if by_days else LIVE,
            "days_per_move": terms["turn_seconds"] // 86_400 if by_days else None,
            "vacation_days": terms["vacation_days"],
            "absence": terms["absence"]["key"],
            "prizes": prizes.get(tuple(terms["prizes"]), "winner"),
            "tie_breakers": terms["tie_breakers"],
            "fee_chips": terms["fee_chips"],
            "rebuys": terms["rebuys_max"],
        }

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if bool(data.get("opens")) != bool(data.get("closes")):
            self.add_error("closes", _("Say when the hours of play begin and when they end."))
        return data

    def applied(self, offer: TableOffer) -> TableOffer:
        """The offer with what this form says of it."""
        data = self.cleaned_data
        by_days = data["pace"] == DAYS
        absence = data["absence"]
        if by_days and absence == STANDARD_ABSENCE:
            absence = ""  # the usual one where moves take days
        return replace(
            offer,
            absence=absence,
            prizes=data["prizes"] or "winner",
            tie_breakers=data["tie_breakers"],
            fee_chips=data["fee_chips"] or 0,
            rebuys=(data["rebuys"] or 0) if offer.format == "elimination" else 0,
            days_per_move=(data["days_per_move"] or DAYS_PER_MOVE[0]) if by_days else None,
            hours=_hours(data) if by_days else None,
            vacation_days=(data["vacation_days"] or 0) if by_days else 0,
        )


def _hours(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Hours of play as minutes of the day in UTC, by today's difference to the reader's clock."""
    if not data["opens"] or not data["closes"]:
        return None
    offset = timezone.localtime().utcoffset() or dt.timedelta()
    ahead = offset // dt.timedelta(minutes=1)
    opens, closes = (
        (at.hour * 60 + at.minute - ahead) % DAY_MINUTES for at in (data["opens"], data["closes"])
    )
    return opens, closes
