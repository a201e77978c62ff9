"""What the office answers about people: players in a list, a player's file, notes, sanctions."""

from rest_framework import serializers

from accounts.people.social.reputation import Reputation
from backoffice.models import SanctionKind
from backoffice.people.reading import Alike
from games.models import ReportReason
from web.api.paging import NextBefore
from web.api.payloads import Moment, Shape
from web.api.records import shape_of


class OfficePlayerShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    is_bot = serializers.BooleanField(source="is_program")
    is_guest = serializers.BooleanField()
    is_staff = serializers.BooleanField()
    is_active = serializers.BooleanField(help_text="false: banned")
    since = Moment(source="date_joined")


class OfficePlayersShape(Shape):
    results = OfficePlayerShape(many=True)
    next_before = NextBefore()


class OfficeSanctionShape(Shape):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(SanctionKind.values)
    reason = serializers.CharField()
    by = serializers.CharField(source="by.name")
    at = Moment()
    until = Moment(allow_null=True, help_text="null: a warning, or a ban without end")
    lifted_at = Moment(allow_null=True)


class OfficeNoteShape(Shape):
    id = serializers.IntegerField()
    words = serializers.CharField()
    by = serializers.CharField(source="author.name")
    at = Moment()


class OfficeActShape(Shape):
    at = Moment()
    by = serializers.CharField(source="actor.name")
    act = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    before = serializers.DictField(help_text="the numbers as they were")
    after = serializers.DictField(help_text="and as they are since")


class FileAccountShape(Shape):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    ref = serializers.CharField(allow_blank=True)
    balance = serializers.IntegerField()


class FileMovementShape(Shape):
    transfer = serializers.IntegerField(source="posting.transfer_id")
    at = Moment(source="posting.transfer.created_at")
    amount = serializers.IntegerField(source="posting.amount")
    why = serializers.CharField(
        source="sentence", help_text="in the reader's language, with the numbers"
    )
    table = serializers.IntegerField(source="table_id", allow_null=True)


class FileChipsShape(Shape):
    accounts = FileAccountShape(many=True)
    moved = FileMovementShape(many=True)


class FileSeatShape(Shape):
    table = serializers.IntegerField(source="table_id")
    name = serializers.CharField(source="table.title")
    status = serializers.CharField(source="table.status")
    stake_chips = serializers.IntegerField()
    payout_chips = serializers.IntegerField(allow_null=True)


class FileEntryShape(Shape):
    id = serializers.IntegerField()
    tournament = serializers.IntegerField(source="tournament_id")
    name = serializers.CharField(source="tournament.name")
    status = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)


class FileReportShape(Shape):
    id = serializers.IntegerField()
    at = Moment(source="created_at")
    reason = serializers.ChoiceField(ReportReason.values)
    reporter = serializers.CharField(source="reporter.name")
    outcome = serializers.CharField(allow_blank=True, help_text="empty while it waits")


class FilePlaceShape(Shape):
    kind = serializers.CharField(help_text="`browser` or `network`")
    digest = serializers.CharField(
        source="digest_begins", help_text="its beginning: alike or not, no more"
    )
    times = serializers.IntegerField()
    last_at = Moment()


class FilePremiumShape(Shape):
    starts_at = Moment()
    ends_at = Moment()


class GivenPremiumShape(Shape):
    player = OfficePlayerShape()
    ends_at = Moment(help_text="with what the player had before")


class EndedPremiumShape(Shape):
    player = OfficePlayerShape()
    would_have_ended_at = Moment(help_text="with what would have followed it")


class OfficeFileShape(Shape):
    player = OfficePlayerShape()
    email = serializers.CharField(source="player.email", allow_blank=True)
    language = serializers.CharField(source="player.language", allow_blank=True)
    last_login = Moment(source="player.last_login", allow_null=True)
    rating = serializers.IntegerField(source="facts.rating")
    reputation = shape_of(Reputation, "FileReputationShape")(source="facts.reputation")
    silent_until = Moment(allow_null=True)
    premium = FilePremiumShape(source="memberships", many=True)
    chips = FileChipsShape(allow_null=True, help_text="null without the right `see_books`")
    tables = FileSeatShape(source="seats", many=True)
    entries = FileEntryShape(many=True)
    sanctions = OfficeSanctionShape(many=True)
    notes = OfficeNoteShape(many=True)
    reports = FileReportShape(many=True, help_text="what others have reported of them")
    seen = FilePlaceShape(many=True)
    alike = shape_of(Alike, "FileAlikeShape")(many=True, help_text="others from the same places")
    acts = OfficeActShape(
        many=True, allow_null=True, help_text="of the staff; null without the right `see_log`"
    )
