"""Of every tampering in the catalogue: refused to the application, found in a superuser's hands."""

import psycopg
import pytest
from django.conf import settings

from accounts.audit import Fault, run_audit
from accounts.books.posting import account_id_of, post_transfer, wallet_of
from accounts.books.privileges import grant_everything
from accounts.joining.players import create_player
from backoffice.chain import schema, sealing
from backoffice.models import ChainLink
from backoffice.tasks import audit_books
from backoffice.team.staff_log import record
from games.models import Table
from tests.backoffice.tamperings import (
    BY_A_SUPERUSER,
    BY_THE_APPLICATION,
    BY_THE_WEB,
    BY_THE_WORKER,
    IN_THE_SCHEMA,
)
from tests.ledger.books import committed, fault_codes, mint, pot, session, stack
from tests.pages.tables import finished_ring
from tests.promises.tally import tell

pytestmark = committed

STAKE_OF_NO_TABLE = {"pot_differs_from_stakes"}
REFUSALS = {"JETON", "42501", "42704", "55000"}


@pytest.fixture
def house() -> dict[str, int]:
    """A match that was played, a stake that lies in a pot, a line in the log: all of it sealed."""
    anna, berta = (create_player(name=name, password="rummy-evening") for name in ("Anna", "Berta"))
    finished_ring(anna, berta, stake_chips=50)
    pot_id = pot(999)
    wallets = [wallet_of(anna).pk, wallet_of(berta).pk]
    record(by=berta, act="noted", subject=f"player:{anna.pk}", reason="A remark")
    sealing.seal()
    post_transfer(key="stake", kind="hold", postings=[(wallets[0], -5), (pot_id, 5)])
    sealing.seal()
    return {
        "anna": anna.pk,
        "berta": berta.pk,
        "table": Table.objects.get().pk,
        "wallet": wallets[0],
        "other": wallets[1],
        "pot": pot_id,
        "mint": mint(),
        "stack": stack(100),
        "rival": stack(100),
    }


def test_the_catalogue_is_long() -> None:
    assert len(BY_THE_APPLICATION) + len(BY_A_SUPERUSER) + len(IN_THE_SCHEMA) >= 75


@pytest.mark.parametrize(
    ("role", "refused"),
    [
        ("web", BY_THE_APPLICATION | BY_THE_WEB),
        ("worker", BY_THE_APPLICATION | BY_THE_WORKER),
    ],
)
def test_every_one_is_refused_to_the_running_roles(
    role: str, refused: dict[str, str], house: dict[str, int]
) -> None:
    taken = {}
    for name, statement in refused.items():
        with session(role) as app:
            try:
                app.execute(statement.format(**house).replace("%%", "%"))
            except psycopg.Error as error:
                if error.sqlstate not in REFUSALS:
                    taken[name] = f"{error.sqlstate} {error}"
            else:
                taken[name] = "done"
    assert taken == {}
    assert fault_codes() <= STAKE_OF_NO_TABLE


@pytest.mark.drawn(12)
@pytest.mark.parametrize("name", BY_A_SUPERUSER)
def test_every_one_is_found_in_a_superusers_hands(name: str, house: dict[str, int]) -> None:
    before = fault_codes()
    with session("superuser") as admin:
        admin.execute("SET session_replication_role = replica")
        for statement in BY_A_SUPERUSER[name]:
            admin.execute(statement.format(**house))
    found = fault_codes() - before
    tell("tampering", tried=1, lost=int(not found))
    assert found, name


@pytest.mark.drawn(12)
@pytest.mark.parametrize("name", IN_THE_SCHEMA)
def test_every_change_of_the_schema_is_found(name: str) -> None:
    with session("superuser") as admin, admin.transaction(force_rollback=True):
        assert list(schema.differences(admin.cursor())) == []
        for statement in IN_THE_SCHEMA[name]:
            admin.execute(statement)
        found = list(schema.differences(admin.cursor()))
    tell("tampering", tried=1, lost=int(not found))
    assert found


def test_one_role_that_does_everything_may_do_what_both_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "WORKER_USER", settings.WEB_USER)
    with session("superuser") as admin, admin.transaction(force_rollback=True):
        admin.execute("DROP OWNED BY jeton_worker")
        assert list(schema.differences(admin.cursor()))
        admin.execute("SET LOCAL ROLE jeton_owner")
        grant_everything(admin.cursor())
        admin.execute("RESET ROLE")
        assert list(schema.differences(admin.cursor())) == []


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM chain_link",
        "DELETE FROM chain_link WHERE number = (SELECT max(number) FROM chain_link)",
    ],
)
def test_who_has_kept_a_published_link_finds_a_chain_that_was_made_anew(
    statement: str, house: dict[str, int]
) -> None:
    last = ChainLink.objects.order_by("-number")[0]
    with session("superuser") as admin:
        admin.execute("SET session_replication_role = replica")
        admin.execute(statement)
        admin.execute("UPDATE chip_transfer SET memo = '{}' WHERE key = 'stake'")
    sealing.seal()
    kept = f"{last.number}:{last.hash}"
    found = [one.found for one in run_audit(heads=[kept]) if isinstance(one.found, Fault)]
    assert "published_link_is_gone" in {fault.code for fault in found}
    assert account_id_of(kind="mint") == house["mint"]


def test_links_that_an_audit_has_seen_are_missed() -> None:
    stack(100)
    sealing.seal()
    stack(100)
    sealing.seal()
    audit_books()
    with session("superuser") as admin:
        admin.execute("SET session_replication_role = replica")
        admin.execute("DELETE FROM chain_link WHERE number > 1")
    assert "published_link_is_gone" in fault_codes()
