"""The staff over the API: what each role may do, who has which, and what everybody did; the matrix
of conflicts, and the consents that it asks for.
"""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from accounts.interest import Relation
from accounts.models import Player
from backoffice.api.view import OfficeView, RowNumber
from backoffice.permissions import RIGHTS, ROLE_WORDS, Role
from backoffice.team import consents as service
from backoffice.team.conflicts import ACTS, MATRIX, RULE_WORDS, Rule, verdict
from backoffice.team.conflicts import Verdict as Outcome
from backoffice.team.reading import acts_of_staff, with_second_factor
from backoffice.team.roles import set_roles
from backoffice.team.staff_log import REASON_CHARS_MAX
from backoffice.team.words import act_words
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes, list_of
from web.api.reading import Form, Text

ROLES = [role.value for role in Role]
FILTER_MAX = 120


class TeamQuery(PageQuery):
    name = Text(max_length=30, required=False, help_text="this person, on the staff or not")


class RolesForm(Form):
    roles = serializers.ListField(
        child=serializers.ChoiceField(ROLES),
        max_length=len(ROLES),
        help_text="exactly these; with none they are no staff any more",
    )
    reason = Text(max_length=REASON_CHARS_MAX)


class LogQuery(PageQuery):
    by = Text(max_length=FILTER_MAX, required=False, help_text="by this name")
    act = Text(max_length=FILTER_MAX, required=False, help_text="of this kind")
    on = Text(max_length=FILTER_MAX, required=False, help_text="`player:12`, `table:7`, …")


class RoleShape(Shape):
    key = Word()
    words = Word()


class RightShape(Shape):
    code = Word()
    words = Word()
    roles = serializers.ListField(child=serializers.ChoiceField(ROLES))


class RightsShape(Shape):
    roles = RoleShape(many=True)
    rights = RightShape(many=True)


class StaffMemberShape(Shape):
    player = PlayerShape()
    is_staff = Yes()
    roles = serializers.ListField(child=serializers.ChoiceField(ROLES))
    has_second_factor = Yes()


class StaffActShape(Shape):
    id = Whole()
    at = Moment()
    by = PlayerShape(source="actor")
    act = Word()
    words = Word()
    on = Word(source="subject", allow_blank=True)
    reason = Word(allow_blank=True)
    before = serializers.DictField()
    after = serializers.DictField()


class OfficeRights(OfficeView, at="office/rights/", reading_right="see_office"):
    """The table everything follows from: each right, and the roles that have it."""

    @answers(RightsShape)
    def get(self, request: Request) -> Answer:
        roles = [{"key": role.value, "words": ROLE_WORDS[role]} for role in Role]
        return With(roles=roles, rights=RIGHTS)


class OfficeTeam(OfficeView, at="office/team/", reading_right="manage_team"):
    """Who is on the staff, with their roles; `name` finds whoever is to be."""

    @answers(pages_of(StaffMemberShape, "TeamShape"), query=TeamQuery)
    def get(self, request: Request, query: Json) -> Answer:
        asked = (
            Player.objects.filter(username__iexact=query["name"])
            if "name" in query
            else Player.objects.filter(is_staff=True)
        )
        page = page_of(asked.prefetch_related("groups"), query)
        factors = with_second_factor(page.results)
        return With(page, results=[_member(one, one.pk in factors) for one in page.results])


class OfficeTeamRoles(
    OfficeView, at="office/team/<player:player_id>/", writing_right="manage_team"
):
    """Give somebody exactly these roles. Their API tokens end."""

    @once(RolesForm, answers=StaffMemberShape)
    def post(self, request: Request, form: Json, player_id: int) -> Answer:
        person = get_object_or_404(Player, pk=player_id)
        set_roles(
            player=person,
            roles=list(dict.fromkeys(form["roles"])),
            by=caller(request),
            reason=form["reason"],
        )
        person = Player.objects.get(pk=player_id)
        return _member(person, bool(with_second_factor([person])))


class OfficeLog(OfficeView, at="office/log/", reading_right="see_log"):
    """What staff did, newest first: by whom, of which kind, on what."""

    @answers(pages_of(StaffActShape, "StaffLogShape"), query=LogQuery)
    def get(self, request: Request, query: Json) -> Answer:
        found = acts_of_staff(
            by=query.get("by", ""), act=query.get("act", ""), subject=query.get("on", "")
        )
        return page_of(found, query, lambda one: With(one, words=act_words(one.act)))


def _member(person: Player, has_second_factor: bool) -> With:
    names = {group.name for group in person.groups.all()}
    roles = [role.value for role in Role if role.value in names]
    return With(person, player=person, roles=roles, has_second_factor=has_second_factor)


OUTCOMES = ", ".join(one.value for one in Outcome)


class ConsentForm(serializers.Serializer[Any]):
    act = serializers.ChoiceField([act.key for act in ACTS])
    number = RowNumber(help_text="of what the act is about")
    actor = RowNumber(help_text="the colleague who may do it")
    reason = Text(max_length=REASON_CHARS_MAX, help_text="public where owners act for themselves")


class ConflictRuleShape(Shape):
    relation = serializers.ChoiceField([one.value for one in Relation])
    rule = serializers.ChoiceField([one.value for one in Rule])
    words = Word()
    alone = Word(help_text=OUTCOMES)
    with_second = Word(help_text=OUTCOMES)
    owner_with_second = Word(help_text=OUTCOMES)


class ConflictRowShape(Shape):
    act = Word()
    words = Word()
    kind = Word(allow_blank=True, help_text="what it concerns; empty: nobody")
    asks_who_you_are = Yes(help_text="a fresh second factor or password")
    rules = ConflictRuleShape(many=True)


class OfficeConsentShape(Shape):
    id = Whole()
    act = Word()
    kind = Word()
    number = Whole()
    actor = PlayerShape()
    by = PlayerShape()
    reason = Word()
    as_owner = Yes()
    at = Moment()
    used_at = Moment(allow_null=True)


class OfficeConflicts(OfficeView, at="office/conflicts/"):
    """Who of the staff may do what, by how they stand to it; alone, and with a second person."""

    @answers(list_of(ConflictRowShape, "ConflictsShape"))
    def get(self, request: Request) -> Answer:
        return With(results=[_row(act.key) for act in ACTS])


class OfficeConsents(OfficeView, at="office/consents/"):
    """Consents of a second person: each for one act of one colleague, within a day."""

    @answers(pages_of(OfficeConsentShape, "OfficeConsentsShape"), query=PageQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return page_of(service.consents(), query)

    @once(ConsentForm, answers=OfficeConsentShape, status=201)
    def post(self, request: Request, form: Json) -> Answer:
        actor = get_object_or_404(Player, pk=form["actor"])
        given = service.give_consent(
            act=form["act"],
            number=form["number"],
            actor=actor,
            reason=form["reason"],
            by=caller(request),
        )
        given.refresh_from_db()
        return given


def _row(key: str) -> dict[str, Any]:
    act = MATRIX[key]
    return {
        "act": act.key,
        "words": act.words,
        "kind": act.kind,
        "asks_who_you_are": act.fresh,
        "rules": [
            {
                "relation": relation,
                "rule": act.rule(relation),
                "words": RULE_WORDS[act.rule(relation)],
                "alone": verdict(act.rule(relation), with_second=False),
                "with_second": verdict(act.rule(relation), with_second=True),
                "owner_with_second": verdict(act.rule(relation), with_second=True, is_owner=True),
            }
            for relation in Relation
        ],
    }
