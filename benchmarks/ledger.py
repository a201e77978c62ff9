"""Posting transfers: the service everybody calls, against its SQL function called by pgbench."""

import multiprocessing
import random
import time
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event

from benchmarks.place import Place, place, set_up_django
from benchmarks.report import Result, paired
from benchmarks.sizes import sized

ACCOUNTS = 2_000
CLIENTS = 8
SECONDS = sized(4.0, 0.5)
ROUNDS = sized(5, 1)

FUND = f"""
INSERT INTO accounts_player (username, skeleton, password, is_superuser, email, is_staff, is_active,
                             date_joined, is_guest, is_bot, bot_key, language)
SELECT 'bench ' || i, 'bench ' || i, '!', false, '', false, true, now(), false, false, '', ''
FROM generate_series(1, {ACCOUNTS}) AS i;
SELECT ledger_account('tournament_stack', id, 'tournament:1') FROM accounts_player ORDER BY id;
SELECT ledger_post('issue:bench:' || a.id, 'issue',
                   ARRAY[ledger_account('mint', NULL, 'tournament:1'), a.id],
                   ARRAY[-1000000, 1000000]::bigint[])
FROM chip_account a WHERE a.kind = 'tournament_stack';
"""
SCRIPT = """
\\set payer random(:least, :most)
\\set payee random(:least, :most - 1)
\\set payee :payee + case when :payee >= :payer then 1 else 0 end
\\set number random(1, 9000000000000000)
SELECT ledger_post('bench:' || :number || ':' || :client_id, 'round',
                   ARRAY[:payer, :payee]::bigint[], ARRAY[-1, 1]::bigint[]);
"""


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        here.sql(FUND)
        least, most = _stacks()
        ours, reference = [], []
        for _ in range(ROUNDS):
            reference.append(_by_pgbench(here, least, most))
            ours.append(_by_service(least, most))
    return paired(
        "ledger.transfers",
        "transfers/s",
        f"the same function by pgbench, {CLIENTS} clients",
        ours,
        reference,
    )


def _stacks() -> tuple[int, int]:
    from django.db import connections
    from django.db.models import Max, Min

    from accounts.models import ChipAccount

    stacks = ChipAccount.objects.filter(kind="tournament_stack")
    found = stacks.aggregate(least=Min("id"), most=Max("id"))
    connections.close_all()
    return found["least"], found["most"]


def _by_pgbench(here: Place, least: int, most: int) -> float:
    values = f"\\set least {least}\n\\set most {most}\n"
    return here.pgbench(values + SCRIPT, clients=CLIENTS)


def _by_service(least: int, most: int) -> float:
    """`post_transfer` from as many processes as pgbench has clients, as workers would call it."""
    context = multiprocessing.get_context("fork")
    start = context.Event()
    counted: SimpleQueue[int] = context.SimpleQueue()
    workers = [
        context.Process(target=_post, args=(least, most, number, start, counted))
        for number in range(CLIENTS)
    ]
    for worker in workers:
        worker.start()
    start.set()
    posted = sum(counted.get() for _ in workers)
    for worker in workers:
        worker.join()
    return posted / SECONDS


def _post(least: int, most: int, number: int, start: Event, counted: SimpleQueue[int]) -> None:
    from django.db import connection

    from accounts.books.posting import post_transfer

    dice = random.Random(number)
    run = dice.getrandbits(60)
    connection.ensure_connection()
    start.wait()
    posted = 0
    ends_at = time.monotonic() + SECONDS
    while time.monotonic() < ends_at:
        payer, payee = dice.sample(range(least, most + 1), 2)
        post_transfer(
            key=f"bench:{run}:{number}:{time.monotonic_ns()}",
            kind="round",
            postings=[(payer, -1), (payee, 1)],
        )
        posted += 1
    counted.put(posted)
