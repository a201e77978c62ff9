"""Players over the API, for staff: find them, read a file, write a note, warn, mute, ban, lift;
rename somebody, let them in again, sign them out.

Each does what its page in the office does, by the same service, and stands in the staff's log.
"""

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.models import Player
from accounts.people.silence import HOURS_MAX
from accounts.premium.giving import DAYS_MAX
from backoffice.api.view import Before, OfficeReasonForm, OfficeView, act_on
from backoffice.models import Sanction, SanctionKind
from backoffice.people import access, accounts, sanctions, shapes
from backoffice.people import reading as read
from backoffice.people.premium import give_premium, take_premium
from backoffice.permissions import may
from backoffice.team.staff_log import REASON_CHARS_MAX
from web.api.operations import Answer, Json, answers
from web.api.paging import page_from, pages_of
from web.api.payloads import With
from web.api.reading import Form, Lines, Text, WholeNumber

RESTORE = "restore_access"


class OfficePlayersQuery(Form):
    name = Text(
        max_length=30, required=False, help_text="the beginning of a name (51 at most), or a number"
    )
    kind = serializers.ChoiceField(list(read.KINDS), required=False)
    before = Before()


class OfficeNoteForm(Form):
    words = Lines(max_length=sanctions.WORDS_MAX, help_text="never shown to the player")


class OfficeSanctionForm(Form):
    kind = serializers.ChoiceField(SanctionKind.values)
    reason = Text(max_length=REASON_CHARS_MAX, help_text="the player reads it")
    hours = WholeNumber(
        min_value=1,
        max_value=HOURS_MAX,
        required=False,
        allow_null=True,
        help_text="without: a mute lasts 24 hours, a ban until it is lifted",
    )


class OfficePlayers(OfficeView, at="office/players/", reading_right="see_players"):
    """Players, newest first. Right `see_players`."""

    @answers(pages_of(shapes.OfficePlayerShape, "OfficePlayersShape"), query=OfficePlayersQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return page_from(read.players(**query), read.PAGE)


class OfficePlayer(
    OfficeView, at="office/players/<player:player_id>/", reading_right="see_players"
):
    """A player's file. Right `see_players`; chips are for whoever may also read the books, and by
    what the player gets in for whoever may end that (`restore_access`)."""

    @answers(shapes.OfficeFileShape)
    def get(self, request: Request, player_id: int) -> Answer:
        player, colleague = get_object_or_404(Player, pk=player_id), caller(request)
        file = read.player_file(player)
        chips = None
        if may(colleague, "see_books"):
            chips = {"accounts": file.accounts, "moved": file.moved}
        acts = file.acts if may(colleague, "see_log") else None
        ways_in = access.access_of(player) if may(colleague, RESTORE) else None
        return With(file, chips=chips, acts=acts, access=ways_in)


class OfficeNotes(
    OfficeView, at="office/players/<player:player_id>/notes/", writing_right="note_player"
):
    """Write a note into a player's file. Right `note_player`."""

    post = act_on(sanctions.note_player, OfficeNoteForm, answers=shapes.OfficeNoteShape, status=201)


class OfficeSanctions(
    OfficeView, at="office/players/<player:player_id>/sanctions/", writing_right="sanction_player"
):
    """Warn, mute or ban a player. Right `sanction_player`.

    The player reads the reason of a warning or mute at once, that of a ban on logging in; who is
    banned is signed out everywhere within seconds. Staff and bots are not treated so.
    """

    post = act_on(
        sanctions.sanction_player,
        OfficeSanctionForm,
        answers=shapes.OfficeSanctionShape,
        status=201,
    )


class OfficeLiftSanction(
    OfficeView,
    at="office/players/<player:player_id>/sanctions/<player:sanction_id>/lift/",
    writing_right="sanction_player",
):
    """End a mute or a ban before its time. Right `sanction_player`."""

    @once(OfficeReasonForm, answers=shapes.OfficeSanctionShape)
    def post(self, request: Request, form: Json, player_id: int, sanction_id: int) -> Answer:
        get_object_or_404(Sanction, pk=sanction_id, player_id=player_id)
        return sanctions.lift_sanction(
            sanction_id=sanction_id, reason=form["reason"], by=caller(request)
        )


class OfficePremiumForm(OfficeReasonForm):
    days = WholeNumber(min_value=1, max_value=DAYS_MAX)


class OfficeGivePremium(
    OfficeView, at="office/players/<player:player_id>/premium/give/", writing_right="end_premium"
):
    """Give a player premium for so many days, after what they have already. Right `end_premium`.

    The player is told, with the reason.
    """

    post = act_on(give_premium, OfficePremiumForm, answers=shapes.GivenPremiumShape, status=201)


class OfficeEndPremium(
    OfficeView, at="office/players/<player:player_id>/premium/end/", writing_right="end_premium"
):
    """End what is left of a player's premium membership, at once. Right `end_premium`.

    The player is told, with the reason. Answers with what was left; without a membership
    `sanction_over`.
    """

    post = act_on(
        take_premium,
        answers=shapes.EndedPremiumShape,
        told=lambda ended: With(player=ended[0], would_have_ended_at=ended[1]),
    )


class OfficeRenameForm(OfficeReasonForm):
    name = Text(max_length=30)


class OfficeRenamePlayer(
    OfficeView, at="office/players/<player:player_id>/rename/", writing_right="decide_report"
):
    """Another name, with which the player signs in from then on, and is told why.

    Right `decide_report`; not for whoever is on the staff.
    """

    post = act_on(accounts.rename_player, OfficeRenameForm, answers=shapes.OfficePlayerShape)


class OfficePasswordLink(
    OfficeView, at="office/players/<player:player_id>/password-link/", writing_right=RESTORE
):
    """A link for whoever is locked out: it leads to a page on which a password is chosen, once.

    Right `restore_access`; not for whoever is on the staff. The player is told.
    """

    post = act_on(
        accounts.give_password_link,
        answers=shapes.PasswordLinkShape,
        told=lambda link: With(link=link),
        status=201,
        sealed="link",
    )


class OfficeForgetFactor(
    OfficeView, at="office/players/<player:player_id>/forget-factor/", writing_right=RESTORE
):
    """Take a lost second factor away, with passkeys and recovery codes. Right `restore_access`."""

    post = act_on(accounts.take_second_factor, answers=shapes.OfficePlayerShape)


class OfficeSignOut(
    OfficeView, at="office/players/<player:player_id>/sign-out/", writing_right=RESTORE
):
    """End every session, token and app of a player. Right `restore_access`."""

    post = act_on(accounts.sign_out_everywhere, answers=shapes.OfficePlayerShape)


class OfficeEndAccess(
    OfficeView,
    at="office/players/<player:player_id>/access/<slug:access_id>/end/",
    writing_right=RESTORE,
):
    """End one session, token or app of a player; the others go on. Right `restore_access`.

    The player is told which, and why. What has ended already is `access_over`.
    """

    post = act_on(access.end_access, answers=shapes.OfficePlayerShape)
