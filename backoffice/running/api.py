"""How the house runs, over the API: settings, maintenance, announcements."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from backoffice.api.view import OfficeView
from backoffice.figures import metrics
from backoffice.models import Announcement, RunSetting
from backoffice.running import acting as running
from backoffice.running import board
from backoffice.running.settings import (
    KNOWN,
    LEGAL_CHARS_MAX,
    MAINTENANCE,
    Choices,
    Known,
    Number,
    Switch,
    Words,
    Zone,
)
from backoffice.team.staff_log import REASON_CHARS_MAX
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, With, list_of
from web.api.reading import Flag, Form, Text, WholeNumber
from web.refusals import Refused

NUMBER_MAX = 10**15
WORDS_MAX = 40
SETTING: dict[str, Any] = {
    "type": ["boolean", "integer", "string", "array"],
    "maxLength": LEGAL_CHARS_MAX,
    "items": {"type": "string", "minLength": 1, "maxLength": WORDS_MAX},
    "maxItems": WORDS_MAX,
    "minimum": -NUMBER_MAX,
    "maximum": NUMBER_MAX,
}
KINDS = {Number: "number", Switch: "switch", Choices: "choices", Words: "text", Zone: "zone"}


class _Told(str):
    """What came as a text, and is none of the other kinds written as one."""


@extend_schema_field(SETTING)
class SettingField(serializers.Field[Any, Any, Any, Any]):
    """A value of the kind the setting has, in JSON; what fits is the setting's own business."""

    default_error_messages = {"invalid": _("A number, true or false, a text, or a list of words.")}

    def to_internal_value(self, data: Any) -> str:
        """As the office's form sends it."""
        if isinstance(data, bool):
            return str(data).lower()
        if type(data) is int and -NUMBER_MAX <= data <= NUMBER_MAX:
            return str(data)
        if isinstance(data, str) and len(data) <= LEGAL_CHARS_MAX and "\0" not in data:
            return _Told(data)
        if isinstance(data, list) and len(data) <= WORDS_MAX and all(map(_is_word, data)):
            return ",".join(data)
        raise serializers.ValidationError(self.error_messages["invalid"], code="invalid")

    def to_representation(self, value: Any) -> Any:
        return list(value) if isinstance(value, tuple | set | frozenset) else value


def _is_word(word: Any) -> bool:
    return isinstance(word, str) and 0 < len(word) <= WORDS_MAX and word.isprintable()


class SettingForm(Form):
    value = SettingField(allow_null=True, help_text="null: back to what the environment says")
    reason = Text(max_length=REASON_CHARS_MAX)


class MaintenanceForm(Form):
    closed = Flag(help_text="for new tables and seats; what is being played goes on")
    reason = Text(max_length=REASON_CHARS_MAX)


class AnnouncementForm(Form):
    words_de = Text(max_length=running.WORDS_MAX)
    words_en = Text(max_length=running.WORDS_MAX)
    minutes_ahead = WholeNumber(
        min_value=0, max_value=running.MINUTES_AHEAD_MAX, default=0, help_text="until it begins"
    )
    hours = WholeNumber(
        min_value=1, max_value=running.ANNOUNCED_HOURS_MAX, default=24, help_text="it stands"
    )


class SettingShape(Shape):
    name = serializers.CharField()
    words = serializers.CharField()
    kind = serializers.CharField(
        source="kind_name", help_text="`number`, `switch`, `choices`, `text` or `zone`"
    )
    value = SettingField(help_text="as it holds now")
    waiting = SettingField(
        source="wish.value",
        allow_null=True,
        help_text="what somebody wants it to be: it counts when a second person sets the same",
    )
    waiting_by = serializers.CharField(
        source="wish.by.name", allow_null=True, help_text="who wants that"
    )
    guards_chips = serializers.BooleanField(help_text="changed by two people only")
    is_set = serializers.BooleanField(help_text="false: from the environment")
    is_given = serializers.BooleanField(
        help_text="of the house, and named in the environment, which goes first"
    )
    set_at = Moment(source="row.set_at", allow_null=True)
    least = serializers.IntegerField(source="kind.least", allow_null=True)
    most = serializers.IntegerField(
        source="kind.most", allow_null=True, help_text="of a text, its characters"
    )
    choices = serializers.ListField(child=serializers.CharField())


class MaintenanceShape(Shape):
    closed = serializers.BooleanField()
    now = serializers.DictField(
        child=serializers.IntegerField(), help_text="how much is still being played"
    )


class AnnouncementShape(Shape):
    id = serializers.IntegerField()
    words_de = serializers.CharField()
    words_en = serializers.CharField()
    from_at = Moment()
    until = Moment()
    by = serializers.CharField(source="by.name")
    withdrawn_at = Moment(allow_null=True)


class OfficeSettings(OfficeView, at="office/settings/", reading_right="change_settings"):
    """Every setting that may change at run time, with its value now and its bounds."""

    @answers(list_of(SettingShape, "SettingsShape"))
    def get(self, request: Request) -> Answer:
        rows = {row.name: row for row in RunSetting.objects.all()}
        shown = [_setting(KNOWN[name], rows.get(name)) for name in _offered()]
        return With(results=shown)


class OfficeSetting(
    OfficeView, at="office/settings/<slug:setting_name>/", writing_right="change_settings"
):
    """Change a setting; every process knows it within seconds."""

    @once(SettingForm, answers=SettingShape)
    def put(self, request: Request, form: Json, setting_name: str) -> Answer:
        if setting_name not in _offered():
            raise Refused("setting_unknown", name=setting_name[:60])
        value = form["value"]
        if value is not None:
            takes_text = isinstance(KNOWN[setting_name].kind, Words | Zone)
            if takes_text is not isinstance(value, _Told):
                words = SettingField.default_error_messages["invalid"]
                raise serializers.ValidationError({"value": [words]}, code="invalid")
        running.change_setting(
            name=setting_name, text=value, reason=form["reason"], by=caller(request)
        )
        row = RunSetting.objects.filter(pk=setting_name).first()
        return _setting(KNOWN[setting_name], row)


class OfficeMaintenance(
    OfficeView, at="office/maintenance/", reading_right="maintain", writing_right="maintain"
):
    """Whether the house is closed for new tables, and how much is still being played."""

    @answers(MaintenanceShape)
    def get(self, request: Request) -> Json:
        return _maintenance()

    @once(MaintenanceForm, answers=MaintenanceShape)
    def post(self, request: Request, form: Json) -> Json:
        """Close the house, or open it again."""
        running.set_maintenance(closed=form["closed"], reason=form["reason"], by=caller(request))
        return _maintenance()


class OfficeAnnouncements(
    OfficeView, at="office/announcements/", reading_right="announce", writing_right="announce"
):
    """What was announced, what is, and what will be, newest first."""

    @answers(pages_of(AnnouncementShape, "AnnouncementsShape"), query=PageQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return page_of(Announcement.objects.select_related("by"), query)

    @once(AnnouncementForm, answers=AnnouncementShape, status=201)
    def post(self, request: Request, form: Json) -> Answer:
        """Put a sentence on top of every page for a time."""
        return running.announce(by=caller(request), **form)


class OfficeWithdrawAnnouncement(
    OfficeView,
    at="office/announcements/<player:announcement_id>/withdraw/",
    writing_right="announce",
):
    """Take an announcement down before its time."""

    @once(answers=AnnouncementShape)
    def post(self, request: Request, announcement_id: int) -> Answer:
        announcement = get_object_or_404(Announcement, pk=announcement_id)
        running.withdraw_announcement(announcement_id=announcement_id, by=caller(request))
        announcement.refresh_from_db()
        return announcement


def _offered() -> list[str]:
    """All but maintenance, which is set where one sees what is being played."""
    return [name for name in KNOWN if name != MAINTENANCE]


def _setting(known: Known, row: RunSetting | None) -> With:
    kind = known.kind
    return With(
        known,
        row=row,
        wish=running.wish_for(known.name) if known.guards_chips else None,
        kind_name=KINDS[type(kind)],
        value=row.value if row and not known.is_given else board.value_without_row(known.name),
        is_set=row is not None,
        choices=kind.allowed if isinstance(kind, Choices) else [],
    )


def _maintenance() -> dict[str, Any]:
    return MaintenanceShape.of(closed=not board.house_is_open(), now=metrics.figures())
