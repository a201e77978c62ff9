"""What players have reported, over the API: read by who may, decided once."""

import pytest

from accounts.people.silence import silent_until
from backoffice.complaints.reading import PAGE
from backoffice.models import StaffAct
from games.models import ChatReport

from .client import Caller
from .playing import guest
from .test_office_people import code, staff

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
SAID = {
    "number": 1,
    "at": "2026-11-01T20:00:00+00:00",
    "channel": "table",
    "author": 1,
    "name": "Bert",
    "words": "you cheat",
    "phrase": "",
    "reported": True,
}


@pytest.fixture
def moderator() -> Caller:
    return staff("moderator")


def reported(times: int = 1) -> list[ChatReport]:
    author, table = guest(), 10**9
    return [
        ChatReport.objects.create(
            table_id=table,
            number=1,
            author=author,
            reporter=guest(),
            reason="insult",
            context=[SAID],
        )
        for _ in range(times)
    ]


def test_what_waits_is_shown_with_what_was_said(moderator: Caller) -> None:
    (report,) = reported()
    (found,) = moderator.get("/office/reports/").json()["results"]
    assert found["context"] == [SAID]
    assert (found["author"]["id"], found["reason"]) == (report.author_id, "insult")
    assert (found["outcome"], found["decided_by"]) == (None, None)
    assert moderator.get("/office/reports/?state=decided").json()["results"] == []
    assert code(staff("cashier").get("/office/reports/")) == (403, "not_allowed")


def test_a_decision_closes_all_reports_of_the_message_and_stays(moderator: Caller) -> None:
    first, second = reported(2)
    path = f"/office/reports/{first.pk}/decide/"
    done = moderator.post(path, {"outcome": "silenced", "hours": 2}).json()
    assert (done["closed"], done["report"]["outcome"]) == (2, "silenced")
    assert silent_until(first.author) is not None
    # It stands in the author's file, from where it can be lifted.
    file = moderator.get(f"/office/players/{first.author_id}/").json()
    (mute,) = file["sanctions"]
    assert (mute["kind"], mute["reason"]) == ("mute", "After a report: insults or threats.")
    again = moderator.post(f"/office/reports/{second.pk}/decide/", {"outcome": "nothing"}).json()
    assert (again["closed"], again["report"]["outcome"]) == (0, "silenced")
    acts = StaffAct.objects.order_by("pk").values_list("act", "subject")
    subject = f"player:{first.author_id}"
    assert list(acts) == [("mute_given", subject), ("report_decided", subject)]
    assert moderator.get("/office/reports/").json()["results"] == []
    decided = moderator.get("/office/reports/?state=decided").json()["results"]
    assert [one["id"] for one in decided] == [second.pk, first.pk]
    path = f"/office/players/{first.author_id}/sanctions/{mute['id']}/lift/"
    assert moderator.post(path, {"reason": "not meant so"}).status_code == 200
    assert silent_until(first.author) is None


def test_a_report_mutes_nobody_whom_a_sanction_would_not(moderator: Caller) -> None:
    """Both doors lead through one function; what it refuses leaves the report waiting."""
    (report,) = reported()
    report.author.is_staff = True
    report.author.save(update_fields=("is_staff",))
    told = {"kind": "mute", "reason": "insults", "hours": 2}
    by_hand = moderator.post(f"/office/players/{report.author_id}/sanctions/", told)
    path = f"/office/reports/{report.pk}/decide/"
    after_report = moderator.post(path, {"outcome": "silenced", "hours": 2})
    assert code(by_hand) == code(after_report) == (409, "staff_member")
    report.refresh_from_db()
    assert (report.outcome, silent_until(report.author)) == ("", None)
    assert StaffAct.objects.count() == 0
    assert moderator.post(path, {"outcome": "hidden"}).json()["closed"] == 1


def test_decisions_are_refused_to_who_only_looks_and_for_what_is_not_there(
    moderator: Caller,
) -> None:
    (report,) = reported()
    path, wanted = f"/office/reports/{report.pk}/decide/", {"outcome": "hidden"}
    assert code(staff("support").post(path, wanted)) == (403, "not_allowed")
    assert code(moderator.post(path, {"outcome": "burnt"})) == (400, "invalid_input")
    assert code(moderator.post(f"/office/reports/{10**12}/decide/", wanted)) == (404, "not_found")
    assert StaffAct.objects.count() == 0


def test_pages_follow_each_other_in_either_order(moderator: Caller) -> None:
    ids = [one.pk for one in reported(PAGE + 2)]
    first = moderator.get("/office/reports/").json()
    rest = moderator.get(f"/office/reports/?after={first['next_after']}").json()
    assert [one["id"] for one in first["results"] + rest["results"]] == ids
    moderator.post(f"/office/reports/{ids[0]}/decide/", {"outcome": "nothing"})
    first = moderator.get("/office/reports/?state=decided").json()
    rest = moderator.get(f"/office/reports/?state=decided&after={first['next_after']}").json()
    assert [one["id"] for one in first["results"] + rest["results"]] == ids[::-1]
    assert rest["next_after"] is None


def test_a_person_reported_stands_in_the_same_queue(moderator: Caller) -> None:
    (message,) = reported()
    person = ChatReport.objects.create(
        author=message.author, reporter=guest(), reason="conduct", note="<b>rude</b>", context=[]
    )
    found = moderator.get("/office/reports/").json()["results"]
    assert [(one["id"], one["message"], one["table"]) for one in found] == [
        (message.pk, 1, 10**9),
        (person.pk, None, None),
    ]
    path = f"/office/reports/{person.pk}/decide/"
    assert code(moderator.post(path, {"outcome": "hidden"})) == (409, "report_outcome_unfit")
    done = moderator.post(path, {"outcome": "acted"}).json()
    assert (done["closed"], done["report"]["outcome"]) == (1, "acted")
    message.refresh_from_db()
    assert message.handled_at is None
