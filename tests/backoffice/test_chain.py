"""The chain over what is written: sealed once, in order, and not to be rewritten unseen."""

import hashlib
import threading
from io import StringIO

import psycopg
import pytest
from django.core.management import call_command

from accounts.audit import run_audit
from accounts.books.posting import post_transfer
from backoffice.chain import sealing
from backoffice.chain.schema import described, shipped
from backoffice.models import AuditRun, ChainLink
from tests.ledger.books import committed, fault_codes, session, stack, wallet

pytestmark = committed


def test_what_is_written_is_sealed_once_and_nothing_new_makes_no_link() -> None:
    anna, berta = stack(100), stack()
    assert sealing.seal() == 1
    assert sealing.seal() is None
    post_transfer(key="k", kind="round", postings=[(anna, -30), (berta, 30)])
    assert sealing.seal() == 2
    first, second = ChainLink.objects.order_by("number")
    assert second.previous == first.hash
    sealed = {line.book: line for line in sealing.lines_of(second)}
    assert (sealed["transfers"].count, sealed["staff"].count) == (1, 0)
    assert sealed["transfers"].first == sealed["transfers"].last
    assert fault_codes() == set()


def test_a_stranger_works_the_hash_out_from_what_is_published() -> None:
    stack(100)
    sealing.seal()
    link = ChainLink.objects.get()
    at = link.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    text = f"{link.number}\n{link.previous}\n{at}\n{link.content}"
    assert hashlib.sha256(text.encode()).hexdigest() == link.hash


def test_who_is_still_writing_is_waited_for_and_their_row_is_in_the_next_link() -> None:
    """Numbers are given before rows are seen: a later number may be committed first."""
    anna, berta = stack(100), stack(100)
    with session() as slow:
        slow.execute("BEGIN")
        call = (
            "SELECT ledger_post('slow', 'round', ARRAY[%s, %s]::bigint[], ARRAY[-1, 1]::bigint[])"
        )
        slow.execute(call, [min(anna, berta), max(anna, berta)])
        assert sealing.seal() is None  # nobody waits for ever
        done = threading.Timer(0.3, lambda: slow.execute("COMMIT"))
        done.start()
        assert sealing.seal() == 1
        done.join()
    (link,) = ChainLink.objects.all()
    assert {line.book: line.count for line in sealing.lines_of(link)}["transfers"] == 3
    assert fault_codes() == set()


def test_the_application_adds_no_link_and_changes_none() -> None:
    stack(100)
    sealing.seal()
    for statement in (
        "UPDATE chain_link SET hash = 'x'",
        "DELETE FROM chain_link",
        "INSERT INTO chain_link SELECT number + 1, at, content, hash, 'x' FROM chain_link",
        "INSERT INTO chain_round (round_id) VALUES (1)",
    ):
        with session() as app, pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute(statement)


def test_a_quick_audit_counts_what_came_since_the_last_whole_one() -> None:
    anna = stack(100)
    sealing.seal()
    call_command("audit", stdout=StringIO())
    assert AuditRun.objects.get().figures["chain links"] == 1
    with session("superuser") as admin:
        admin.execute("SET session_replication_role = replica")
        admin.execute("UPDATE chip_transfer SET memo = '{\"told\": 1}'")
    wallet(5)
    sealing.seal()
    assert {
        str(one.found.code) for one in run_audit(quick=True) if hasattr(one.found, "code")
    } == set()
    assert fault_codes() == {"sealed_rows_differ"}
    assert anna


def test_what_is_shipped_is_what_migrations_make() -> None:
    """`manage.py describe_schema` writes it anew."""
    assert described() == {name: spellings[0] for name, spellings in shipped().items()}
