"""What the office answers about people: players in a list, a player's file, notes, sanctions."""

from rest_framework import serializers

from accounts.api.shapes import StatementLineShape
from accounts.people.social.reputation import Reputation
from backoffice.models import SanctionKind
from backoffice.people.access import KINDS
from backoffice.people.reading import Alike
from games.models import ReportReason
from web.api.payloads import Moment, Shape, Whole, Word, Yes
from web.api.records import shape_of


class OfficePlayerShape(Shape):
    id = Whole()
    name = Word()
    is_bot = Yes(source="is_program")
    is_guest = Yes()
    is_staff = Yes()
    is_active = Yes(help_text="false: banned, or deleted")
    since = Moment(source="date_joined")


class OfficeSanctionShape(Shape):
    id = Whole()
    kind = serializers.ChoiceField(SanctionKind.values)
    reason = Word()
    by = Word(source="by.name")
    at = Moment()
    until = Moment(allow_null=True, help_text="null: a warning, or a ban without end")
    lifted_at = Moment(allow_null=True)


class OfficeNoteShape(Shape):
    id = Whole()
    words = Word()
    by = Word(source="author.name")
    at = Moment()


class OfficeActShape(Shape):
    at = Moment()
    by = Word(source="actor.name")
    act = Word()
    reason = Word(allow_blank=True)
    before = serializers.DictField(help_text="the numbers as they were")
    after = serializers.DictField(help_text="and as they are since")


class FileAccountShape(Shape):
    id = Whole()
    kind = Word()
    ref = Word(allow_blank=True)
    balance = Whole()


class FileMovementShape(StatementLineShape):
    transfer = Whole()


class FileChipsShape(Shape):
    accounts = FileAccountShape(many=True)
    moved = FileMovementShape(many=True)


class FileSeatShape(Shape):
    table = Whole(source="table_id")
    name = Word(source="table.title")
    status = Word(source="table.status")
    stake_chips = Whole()
    payout_chips = Whole(allow_null=True)


class FileEntryShape(Shape):
    id = Whole()
    tournament = Whole(source="tournament_id")
    name = Word(source="tournament.name")
    status = Word()
    rank = Whole(allow_null=True)


class FileReportShape(Shape):
    id = Whole()
    at = Moment(source="created_at")
    reason = serializers.ChoiceField(ReportReason.values)
    reporter = Word(source="reporter.name")
    outcome = Word(allow_blank=True, help_text="empty while it waits")


class FilePlaceShape(Shape):
    kind = Word(help_text="`device`, `browser` or `network`")
    digest = Word(source="digest_begins", help_text="its beginning: alike or not, no more")
    times = Whole()
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


class PasswordLinkShape(Shape):
    link = Word(help_text="good once, for three days; told to nobody else")


class FileAccessShape(Shape):
    id = Word(help_text="by which it is ended; it opens nothing")
    kind = serializers.ChoiceField(KINDS)
    name = Word(allow_blank=True, help_text="as browser, player or app calls it")
    owner = Word(allow_blank=True, help_text="whose app it is")
    created_at = Moment(allow_null=True)
    last_used_at = Moment(allow_null=True, help_text="of tokens and apps, to five minutes")
    seen_on = serializers.DateField(allow_null=True, help_text="of sessions, the last day")


class OfficeFileShape(Shape):
    player = OfficePlayerShape()
    email = Word(source="player.email", allow_blank=True)
    language = Word(source="player.language", allow_blank=True)
    last_login = Moment(source="player.last_login", allow_null=True)
    has_second_factor = Yes(source="facts.has_second_factor")
    sessions = Whole(source="facts.sessions", help_text="where they are signed in")
    tokens = Whole(source="facts.tokens", help_text="of theirs and of apps, that are good")
    access = FileAccessShape(
        many=True, allow_null=True, help_text="null without the right `restore_access`"
    )
    rating = Whole(source="facts.rating")
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
