"""Points as they are written on a phone: one large number field for every seat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.director.errors import CHIPS_MAX
from tournaments.sheets.reading import SheetRow


class PointsField(forms.IntegerField):
    """The points of one seat; a keyboard with a minus where it may be needed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=-CHIPS_MAX, max_value=CHIPS_MAX, **kwargs)
        self.widget.attrs |= {"class": "points", "autocomplete": "off"}


class SheetForm(forms.Form):
    """What every seat of a sheet has."""

    def __init__(self, row: SheetRow, data: Any = None) -> None:
        super().__init__(data)
        self.row = row
        for one in row.seats:
            label = _("Seat %(seat)s: %(name)s") % {"seat": one.seat, "name": one.name}
            self.fields[f"points_{one.seat}"] = PointsField(label=label, initial=one.points)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data[f"points_{one.seat}"] for one in self.row.seats)
