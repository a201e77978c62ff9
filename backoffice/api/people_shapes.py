"""What the office answers about people: players in a list, a player's file, notes, sanctions."""

from __future__ import annotations

import datetime as dt
from typing import Any

from rest_framework import serializers

from accounts.api.records import record_json, shape_of
from accounts.models import Player
from accounts.social.reputation import Reputation
from backoffice.models import PlayerNote, Sanction, SanctionKind, StaffAct
from backoffice.selectors.people import Alike, PlayerFile
from backoffice.selectors.settlements import explain_postings
from games.models import ChatReport, ReportReason

Shape = serializers.Serializer[Any]
EXPLAINED = 5


class OfficePlayerShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    is_bot = serializers.BooleanField()
    is_guest = serializers.BooleanField()
    is_staff = serializers.BooleanField()
    is_active = serializers.BooleanField(help_text="false: banned")
    since = serializers.DateTimeField()


class OfficePlayersShape(Shape):
    results = OfficePlayerShape(many=True)
    next_before = serializers.IntegerField(
        allow_null=True, help_text="send it as `before` for the next page; null on the last"
    )


class OfficeSanctionShape(Shape):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(SanctionKind.values)
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(
        allow_null=True, help_text="null: a warning, or a ban without end"
    )
    lifted_at = serializers.DateTimeField(allow_null=True)


class OfficeNoteShape(Shape):
    id = serializers.IntegerField()
    words = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class OfficeActShape(Shape):
    at = serializers.DateTimeField()
    by = serializers.CharField()
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
    transfer = serializers.IntegerField()
    at = serializers.DateTimeField()
    amount = serializers.IntegerField()
    why = serializers.CharField(help_text="in the reader's language, with the numbers")
    table = serializers.IntegerField(allow_null=True)


class FileChipsShape(Shape):
    accounts = FileAccountShape(many=True)
    moved = FileMovementShape(many=True)


class FileSeatShape(Shape):
    table = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    stake_chips = serializers.IntegerField()
    payout_chips = serializers.IntegerField(allow_null=True)


class FileEntryShape(Shape):
    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)


class FileReportShape(Shape):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    reason = serializers.ChoiceField(ReportReason.values)
    reporter = serializers.CharField()
    outcome = serializers.CharField(allow_blank=True, help_text="empty while it waits")


class FilePlaceShape(Shape):
    kind = serializers.CharField(help_text="`browser` or `network`")
    digest = serializers.CharField(help_text="its beginning: alike or not, no more")
    times = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class FilePremiumShape(Shape):
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class EndedPremiumShape(Shape):
    player = OfficePlayerShape()
    would_have_ended_at = serializers.DateTimeField(help_text="with what would have followed it")


class OfficeFileShape(Shape):
    player = OfficePlayerShape()
    email = serializers.CharField(allow_blank=True)
    language = serializers.CharField(allow_blank=True)
    last_login = serializers.DateTimeField(allow_null=True)
    rating = serializers.IntegerField()
    reputation = shape_of(Reputation, "FileReputationShape")()
    silent_until = serializers.DateTimeField(allow_null=True)
    premium = FilePremiumShape(many=True)
    chips = FileChipsShape(allow_null=True, help_text="null without the right `see_books`")
    tables = FileSeatShape(many=True)
    entries = FileEntryShape(many=True)
    sanctions = OfficeSanctionShape(many=True)
    notes = OfficeNoteShape(many=True)
    reports = FileReportShape(many=True, help_text="what others have reported of them")
    seen = FilePlaceShape(many=True)
    alike = shape_of(Alike, "FileAlikeShape")(many=True, help_text="others from the same places")
    acts = OfficeActShape(
        many=True, allow_null=True, help_text="of the staff; null without the right `see_log`"
    )


def player_json(one: Player) -> dict[str, Any]:
    return {
        "id": one.pk,
        "name": one.name,
        "is_bot": one.is_program,
        "is_guest": one.is_guest,
        "is_staff": one.is_staff,
        "is_active": one.is_active,
        "since": one.date_joined.isoformat(),
    }


def ended_premium_json(player: Player, until: dt.datetime) -> dict[str, Any]:
    return {"player": player_json(player), "would_have_ended_at": until.isoformat()}


def sanction_json(one: Sanction) -> dict[str, Any]:
    return {
        "id": one.pk,
        "kind": one.kind,
        "reason": one.reason,
        "by": one.by.name,
        "at": one.at.isoformat(),
        "until": record_json(one.until),
        "lifted_at": record_json(one.lifted_at),
    }


def note_json(one: PlayerNote) -> dict[str, Any]:
    return {
        "id": one.pk,
        "words": one.words,
        "by": one.author.name,
        "at": one.at.isoformat(),
    }


def act_json(one: StaffAct) -> dict[str, Any]:
    return {
        "at": one.at.isoformat(),
        "by": one.actor.name,
        "act": one.act,
        "reason": one.reason,
        "before": one.before,
        "after": one.after,
    }


def file_json(file: PlayerFile, *, with_chips: bool, with_acts: bool) -> dict[str, Any]:
    player = file.player
    return {
        "player": player_json(player),
        "email": player.email or "",
        "language": player.language or "",
        "last_login": record_json(player.last_login),
        "rating": file.facts["rating"],
        "reputation": record_json(file.facts["reputation"]),
        "silent_until": record_json(max((one.until for one in file.silences), default=None)),
        "premium": [
            {"starts_at": one.starts_at.isoformat(), "ends_at": one.ends_at.isoformat()}
            for one in file.memberships
        ],
        "chips": _chips_json(file) if with_chips else None,
        **_played_json(file),
        "sanctions": [sanction_json(one) for one in file.sanctions],
        "notes": [note_json(one) for one in file.notes],
        "reports": [_report_json(one) for one in file.reports],
        "seen": [
            {
                "kind": one.kind,
                "digest": one.digest[:8],
                "times": one.times,
                "last_at": one.last_at.isoformat(),
            }
            for one in file.seen
        ],
        "alike": record_json(file.alike),
        "acts": [act_json(one) for one in file.acts] if with_acts else None,
    }


def _played_json(file: PlayerFile) -> dict[str, Any]:
    return {
        "tables": [
            {
                "table": seat.table_id,
                "name": seat.table.name,
                "status": seat.table.status,
                "stake_chips": seat.stake_chips,
                "payout_chips": seat.payout_chips,
            }
            for seat in file.seats
        ],
        "entries": [
            {
                "id": entry.pk,
                "tournament": entry.tournament_id,
                "name": entry.tournament.name,
                "status": entry.status,
                "rank": entry.rank,
            }
            for entry in file.entries
        ],
    }


def _chips_json(file: PlayerFile) -> dict[str, Any]:
    return {
        "accounts": [
            {"id": one.pk, "kind": one.kind, "ref": one.ref, "balance": one.balance}
            for one in file.accounts
        ],
        "moved": [
            {
                "transfer": one.posting.transfer_id,
                "at": one.posting.transfer.created_at.isoformat(),
                "amount": one.posting.amount,
                "why": one.sentence,
                "table": one.table_id,
            }
            for one in explain_postings(file.postings[:EXPLAINED])
        ],
    }


def _report_json(one: ChatReport) -> dict[str, Any]:
    return {
        "id": one.pk,
        "at": one.created_at.isoformat(),
        "reason": one.reason,
        "reporter": one.reporter.name,
        "outcome": one.outcome,
    }
