"""Players over the API as staff see them: found, read, noted, warned, muted, banned, let in."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings

from accounts.books.posting import wallet_of
from accounts.models import ApiReceipt, Notice, Player
from accounts.premium.giving import grant_premium
from accounts.premium.reading import premium_until
from backoffice.models import PlayerNote, Sanction, StaffAct
from backoffice.people.reading import PAGE
from tests.backoffice.staff import colleague

from .client import Answer, Caller
from .playing import guest

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def moderator() -> Caller:
    return staff("moderator")


def staff(role: str) -> Caller:
    return Caller(colleague(role), scopes=("office",))


def code(answer: Answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def acts() -> list[tuple[str, str]]:
    return list(StaffAct.objects.order_by("pk").values_list("act", "subject"))


def test_players_are_found_by_name_number_and_kind(anna: Player, moderator: Caller) -> None:
    stranger = guest()
    by_name = moderator.get("/office/players/?name=ann").json()["results"]
    assert [one["id"] for one in by_name] == [anna.pk]
    assert by_name == moderator.get(f"/office/players/?name={anna.pk}").json()["results"]
    found = moderator.get("/office/players/?kind=guests").json()
    assert [one["id"] for one in found["results"]] == [stranger.pk]
    assert found["next_before"] is None
    assert code(moderator.get("/office/players/?kind=rich")) == (400, "invalid_input")


def test_pages_of_players_follow_each_other_without_a_gap(moderator: Caller) -> None:
    Player.objects.bulk_create(Player(username=f"p{one:03}") for one in range(PAGE + 5))
    first = moderator.get("/office/players/").json()
    rest = moderator.get(f"/office/players/?before={first['next_before']}").json()
    ids = [one["id"] for page in (first, rest) for one in page["results"]]
    assert len(first["results"]) == PAGE
    assert rest["next_before"] is None
    assert ids == list(Player.objects.order_by("-id").values_list("pk", flat=True))


def test_a_file_shows_what_the_reader_may_see(anna: Player, moderator: Caller) -> None:
    moderator.post(f"/office/players/{anna.pk}/notes/", {"words": "plays fair"})
    path = f"/office/players/{anna.pk}/"
    seen = moderator.get(path).json()
    assert seen["player"]["name"] == "Anna"
    assert [one["words"] for one in seen["notes"]] == ["plays fair"]
    assert (seen["chips"], seen["acts"]) == (None, None)
    cashier = staff("cashier").get(path).json()
    assert [one["balance"] for one in cashier["chips"]["accounts"]] == [wallet_of(anna).balance]
    assert cashier["chips"]["moved"][0]["amount"] == 1_000
    assert cashier["acts"] is None
    director = staff("director").get(path).json()
    assert [one["act"] for one in director["acts"]] == ["note_written"]
    assert code(moderator.get(f"/office/players/{10**12}/")) == (404, "not_found")


def test_a_note_is_kept_once_per_key(anna: Player, moderator: Caller) -> None:
    path = f"/office/players/{anna.pk}/notes/"
    made = [moderator.post(path, {"words": "late"}, Idempotency_Key="k") for _ in range(2)]
    assert [one.status_code for one in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert PlayerNote.objects.get().words == "late"
    assert acts() == [("note_written", f"player:{anna.pk}")]
    assert code(moderator.post(path, {"words": "  "})) == (400, "invalid_input")
    assert code(staff("support").post(path, {"words": "late"})) == (403, "not_allowed")


def test_a_ban_holds_until_it_is_lifted(anna: Player, moderator: Caller) -> None:
    theirs, path = Caller(anna), f"/office/players/{anna.pk}/sanctions/"
    given = moderator.post(path, {"kind": "ban", "reason": "two accounts"})
    assert (given.status_code, given.json()["until"]) == (201, None)
    assert theirs.get("/me/").status_code == 401
    lift = f"{path}{given.json()['id']}/lift/"
    assert code(moderator.post(lift, {})) == (400, "invalid_input")
    lifted = moderator.post(lift, {"reason": "a mistake"})
    assert lifted.json()["lifted_at"] is not None
    assert theirs.get("/me/").status_code == 200
    assert code(moderator.post(lift, {"reason": "again"})) == (409, "sanction_over")
    assert [act for act, _subject in acts()] == ["ban_given", "ban_lifted"]


def test_an_owner_gives_premium_once_per_key(anna: Player) -> None:
    path, owner = f"/office/players/{anna.pk}/premium/give/", staff("owner")
    asked = {"days": 30, "reason": "a prize"}
    first, again = (owner.post(path, asked, Idempotency_Key="k") for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    until = premium_until(anna.pk)
    assert until is not None
    assert first.json()["ends_at"] == until.isoformat()
    assert owner.post(path, {"days": 0, "reason": "a prize"}).status_code == 400


def test_an_owner_ends_premium_once_and_hears_what_was_left(anna: Player) -> None:
    path, owner = f"/office/players/{anna.pk}/premium/end/", staff("owner")
    reason = {"reason": "given by mistake"}
    assert code(owner.post(path, reason)) == (409, "sanction_over")
    until = grant_premium(player=anna, days=30, key="gift").ends_at
    for _repeat in range(2):
        ended = owner.post(path, reason, Idempotency_Key="k").json()
        assert (ended["player"]["id"], ended["would_have_ended_at"]) == (anna.pk, until.isoformat())
    assert premium_until(anna.pk) is None
    assert code(owner.post(path, reason)) == (409, "sanction_over")


def test_a_mute_is_told_to_the_player_with_its_reason(anna: Player, moderator: Caller) -> None:
    path = f"/office/players/{anna.pk}/sanctions/"
    asked = {"kind": "mute", "reason": "insults", "hours": 3}
    first, again = (moderator.post(path, asked, Idempotency_Key="k") for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotent-Replay"] == "true"
    assert Sanction.objects.count() == 1
    assert Notice.objects.get(player=anna).facts["reason"] == "insults"
    assert moderator.get(f"/office/players/{anna.pk}/").json()["silent_until"] is not None


def test_staff_bots_and_sanctions_of_others_are_out_of_reach(
    anna: Player, moderator: Caller
) -> None:
    other, boss = guest(), colleague("owner")
    given = moderator.post(
        f"/office/players/{other.pk}/sanctions/", {"kind": "ban", "reason": "x"}
    ).json()
    elsewhere = f"/office/players/{anna.pk}/sanctions/{given['id']}/lift/"
    assert code(moderator.post(elsewhere, {"reason": "x"})) == (404, "not_found")
    path = f"/office/players/{boss.pk}/sanctions/"
    assert code(moderator.post(path, {"kind": "ban", "reason": "x"})) == (409, "staff_member")
    hours = {"kind": "mute", "reason": "x", "hours": 0}
    path = f"/office/players/{anna.pk}/sanctions/"
    assert code(moderator.post(path, hours)) == (400, "invalid_input")
    assert code(staff("cashier").post(path, hours)) == (403, "not_allowed")
    playing = Caller(moderator.player, scopes=("read", "play"))
    assert code(playing.get("/office/players/")) == (403, "scope_missing")


def test_a_link_to_a_password_is_answered_again_and_lies_sealed(anna: Player) -> None:
    owner, path = staff("owner"), f"/office/players/{anna.pk}/password-link/"
    body = {"reason": "locked out"}
    first = owner.post(path, body, idempotency_key="one")
    again = owner.post(path, body, idempotency_key="one")
    assert (first.status_code, first.json()) == (201, again.json())
    link = first.json()["link"]
    assert link.startswith(f"{settings.PUBLIC_URL}/accounts/password/reset/key/")
    assert link not in ApiReceipt.objects.get().body
    assert acts() == [("password_link_given", f"player:{anna.pk}")]
    assert code(staff("moderator").post(path, body)) == (403, "not_allowed")
    assert code(owner.post("/office/players/999999999/password-link/", body))[0] == 404


def test_a_player_is_renamed_signed_out_and_let_in_again(anna: Player) -> None:
    owner, path = staff("owner"), f"/office/players/{anna.pk}/"
    TOTP.activate(anna, generate_totp_secret())
    hers = Caller(anna)
    file = owner.get(path).json()
    assert (file["has_second_factor"], file["tokens"]) == (True, 1)
    done = owner.post(f"{path}rename/", {"name": "Berta", "reason": "asked"})
    assert (done.status_code, done.json()["name"]) == (200, "Berta")
    assert owner.post(f"{path}forget-factor/", {"reason": "lost"}).status_code == 200
    assert code(owner.post(f"{path}forget-factor/", {"reason": "lost"})) == (
        409,
        "no_second_factor",
    )
    assert owner.post(f"{path}sign-out/", {"reason": "lost"}).status_code == 200
    assert code(hers.get("/me/")) == (401, "bad_token")
    file = owner.get(path).json()
    assert (file["has_second_factor"], file["tokens"], file["sessions"]) == (False, 0, 0)


def test_tickets_are_listed_made_once_and_taken_back() -> None:
    owner, path = staff("owner"), "/office/tickets/"
    body = {"days": 7, "valid_days": 30, "reason": "a prize"}
    made = owner.post(path, body, idempotency_key="one").json()
    assert owner.post(path, body, idempotency_key="one").json() == made
    assert owner.get(path).json()["results"] == [made]
    taken = owner.post(f"{path}{made['id']}/take-back/", {"reason": "a slip"})
    assert (taken.status_code, taken.json()["code"]) == (200, made["code"])
    assert owner.get(path).json()["results"] == []
    assert code(owner.post(f"{path}{made['id']}/take-back/", {"reason": "a slip"}))[0] == 404
    assert code(staff("moderator").get(path)) == (403, "not_allowed")
