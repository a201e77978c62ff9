"""The matrix of conflicts: every act, however one stands to it, alone or with a second person.

A quick run walks some cells, drawn by the seed; the soak run walks all.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.db import DatabaseError, transaction

from accounts.interest import Relation
from accounts.models import Player
from backoffice.models import Consent, StaffAct
from backoffice.team.conflicts import (
    ACTS,
    MATRIX,
    Act,
    Rule,
    Verdict,
    verdict,
)
from backoffice.team.consents import give_consent
from tests.api.acts_of_staff import BY_API, Asked, World, stranger
from tests.api.office import Colleague, refused, staff
from tests.backoffice.acts_by_page import ACTS_BY_PAGE
from tests.backoffice.staff import befriend
from web.refusals import Refused

from .client import Answer, Caller

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
CONSENTS = "/office/consents/"
NUMBER = re.compile(r"/\d+/")


def party_for(actor: Player, relation: Relation) -> Player:
    if relation is Relation.PART:
        return actor
    party = stranger()
    if relation is Relation.TIED:
        befriend(actor, party)
    return party


def consented(second: Caller, actor: Player, asked: Asked, relation: Relation) -> None:
    """Everything that is asked about on the way, as far as it takes a consent."""
    for act, number in asked.concerned.items():
        if MATRIX[act].rule(relation) in (Rule.SECOND, Rule.OWNER):
            body = {"act": act, "number": number, "actor": actor.pk, "reason": "nobody else here"}
            answer = second.post(CONSENTS, body)
            assert answer.status_code == 201, answer.content


def cells() -> Iterator[tuple[str, Relation, bool]]:
    for act in ACTS:
        if act.key in BY_API:
            for relation in Relation:
                yield act.key, relation, False
                yield act.key, relation, True


def outcome(row: Act, answer: Answer) -> Verdict:
    if answer.status_code < 300:
        waits = row.own_second and answer.json()["status"] == "requested"
        return Verdict.SECOND_PERSON if waits else Verdict.ALLOWED
    status, code = refused(answer)
    assert status == 403, answer.content
    if code == "second_person_needed":
        return Verdict.SECOND_PERSON
    assert code in (row.code, "tied_to_it", "correction_of_oneself"), answer.content
    return Verdict.REFUSED


def test_every_act_that_concerns_somebody_is_walked() -> None:
    assert {act.key for act in ACTS if act.kind} == BY_API.keys() | ACTS_BY_PAGE.keys()


@pytest.mark.drawn(35)
@pytest.mark.parametrize(("key", "relation", "with_second"), list(cells()))
def test_what_the_matrix_says_is_what_happens(
    key: str, relation: Relation, with_second: bool
) -> None:
    row = MATRIX[key]
    actor, second = Colleague("owner", name="Olga"), Colleague("owner", name="Otto")
    third = Colleague("owner", name="Oskar")
    assert actor.player
    assert second.player
    assert third.player
    party = party_for(actor.player, relation)
    asked = BY_API[key](World(actor.player, party, second.player, third.player))
    wanted = verdict(row.rule(relation), with_second=with_second, is_owner=True)
    if with_second and not row.own_second:
        consented(second, actor.player, asked, relation)
    answer = actor.post(asked.path, asked.body, **asked.headers)
    if with_second and row.own_second and wanted is Verdict.ALLOWED:
        assert outcome(row, answer) is Verdict.SECOND_PERSON
        answer = second.post(f"/office/corrections/{answer.json()['id']}/approve/", {})
    assert outcome(row, answer) is wanted, answer.content
    if wanted is Verdict.ALLOWED and with_second and not row.own_second:
        assert not Consent.objects.filter(used_at=None).exists(), "each consent is used up"


@pytest.mark.drawn(4)
@pytest.mark.parametrize("key", list(BY_API))
def test_an_act_about_what_is_not_there_is_told_so(key: str) -> None:
    actor, second, third = (Colleague("owner", name=name) for name in ("Olga", "Otto", "Oskar"))
    assert actor.player
    assert second.player
    assert third.player
    asked = BY_API[key](World(actor.player, stranger(), second.player, third.player))
    path, changed = NUMBER.subn("/999999999/", asked.path)
    answer = actor.post(path, asked.body, **asked.headers)
    assert answer.status_code == 404 or not changed, answer.content


def tried(act: Callable[..., object], row: Act, by: Player) -> Verdict:
    try:
        act(by=by)
    except Refused as refusal:
        known = {
            "second_person_needed": Verdict.SECOND_PERSON,
            "tied_to_it": Verdict.REFUSED,
            row.code: Verdict.REFUSED,
        }
        return known[refusal.code]
    return Verdict.ALLOWED


@pytest.mark.drawn(12)
@pytest.mark.parametrize("with_second", [False, True])
@pytest.mark.parametrize("relation", list(Relation))
@pytest.mark.parametrize("key", list(ACTS_BY_PAGE))
def test_the_same_holds_for_what_only_pages_have(
    key: str, relation: Relation, with_second: bool
) -> None:
    row = MATRIX[key]
    actor, second, third = (staff("owner", name=name) for name in ("Olga", "Otto", "Oskar"))
    done = ACTS_BY_PAGE[key](World(actor, party_for(actor, relation), second, third))
    wanted = verdict(row.rule(relation), with_second=with_second, is_owner=True)
    if with_second and not row.own_second and row.rule(relation) in (Rule.SECOND, Rule.OWNER):
        give_consent(act=key, number=done.number, actor=actor, reason="nobody else", by=second)
    outcome = tried(done.act, row, actor)
    if done.second and outcome is Verdict.ALLOWED:
        outcome = Verdict.SECOND_PERSON  # it waits for somebody else
        if with_second:
            done.second()
            outcome = Verdict.ALLOWED
    assert outcome is wanted


def test_a_trial_of_an_import_uses_no_consent_up() -> None:
    actor, second = Colleague("owner", name="Olga"), Colleague("owner", name="Otto")
    assert actor.player
    assert second.player
    world = World(actor.player, actor.player, second.player, second.player)
    asked = BY_API["import_entries"](world)
    consented(second, actor.player, asked, Relation.PART)
    trial = {"csv": asked.body["csv"]}
    assert actor.post(asked.path, trial, idempotency_key="trial").status_code < 300
    assert Consent.objects.filter(used_at=None).exists()
    assert actor.post(asked.path, asked.body, idempotency_key="done").status_code < 300
    assert not Consent.objects.filter(used_at=None).exists()


def _sit_and_stand_still(actor: Colleague) -> tuple[Asked, Player]:
    assert actor.player
    other = Colleague("owner", name="Oskar").player
    assert other
    world = World(actor.player, actor.player, other, other)
    return BY_API["cancel_stuck_table"](world), other


def test_an_owners_override_is_public_after_it_was_done_and_not_before() -> None:
    actor, second = Colleague("owner", name="Olga"), Colleague("owner", name="Otto")
    asked, _other = _sit_and_stand_still(actor)
    assert actor.player
    consented(second, actor.player, asked, Relation.PART)
    page = Caller()._client
    assert b"Olga" not in page.get("/overrides/").content
    assert actor.post(asked.path, asked.body, **asked.headers).status_code == 200
    told = page.get("/overrides/", headers={"accept-language": "en"}).content.decode()
    for part in ("Olga", "Otto", "nobody else here", "Call a stuck table off"):
        assert part in told
    given, used = StaffAct.objects.filter(act__startswith="consent_").order_by("pk")
    assert (given.act, used.act) == ("consent_given", "consent_used")


def test_who_is_no_owner_overrides_nothing_and_consents_to_no_override() -> None:
    director, owner = Colleague("director", name="Doris"), Colleague("owner", name="Otto")
    asked, other = _sit_and_stand_still(director)
    assert director.player
    body = {"act": "cancel_stuck_table", "number": asked.concerned["cancel_stuck_table"]}
    told = owner.post(CONSENTS, {**body, "actor": director.player.pk, "reason": "please"})
    assert refused(told) == (403, "consent_not_yours")
    told = director.post(CONSENTS, {**body, "actor": other.pk, "reason": "please"})
    assert refused(told) == (409, "consent_not_asked"), "a stranger to the table needs none"


def test_nobody_consents_for_themselves_or_where_they_are_tied_as_well() -> None:
    actor, second = Colleague("owner", name="Olga"), Colleague("owner", name="Otto")
    assert actor.player
    assert second.player
    party = stranger()
    befriend(actor.player, party)
    body = {"act": "sanction_player", "number": party.pk, "actor": actor.player.pk, "reason": "?"}
    assert refused(actor.post(CONSENTS, body)) == (403, "consent_to_oneself")
    befriend(second.player, party)
    assert refused(second.post(CONSENTS, body)) == (403, "tied_to_it")
    support = Colleague("support", name="Susi")
    assert refused(support.post(CONSENTS, body)) == (403, "consent_not_yours")


def test_a_consent_is_for_one_act_and_stays_as_it_was_given() -> None:
    actor, second = Colleague("owner", name="Olga"), Colleague("owner", name="Otto")
    assert actor.player
    party = stranger()
    befriend(actor.player, party)
    path, body = f"/office/players/{party.pk}/sanctions/", {"kind": "warning", "reason": "rude"}
    asked = Asked(path, body, {"sanction_player": party.pk})
    consented(second, actor.player, asked, Relation.TIED)
    assert actor.post(path, body, idempotency_key="a").status_code == 201
    assert refused(actor.post(path, body, idempotency_key="b")) == (403, "second_person_needed")
    for change in (
        lambda: Consent.objects.update(reason="other words"),
        lambda: Consent.objects.update(used_at=None),
        lambda: Consent.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="consent_stays"), transaction.atomic():
            change()


def test_the_matrix_is_read_over_the_api_as_it_stands() -> None:
    told = Colleague("support").get("/office/conflicts/").json()["results"]
    assert [row["act"] for row in told] == [act.key for act in ACTS]
    for row in told:
        for cell in row["rules"]:
            rule = MATRIX[row["act"]].rule(Relation(cell["relation"]))
            assert cell["rule"] == rule
            assert cell["alone"] == verdict(rule, with_second=False)
            assert cell["with_second"] == verdict(rule, with_second=True)


def test_every_rule_is_in_use() -> None:
    assert {rule for act in ACTS for rule in map(act.rule, Relation)} == set(Rule)
