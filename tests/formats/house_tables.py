"""Tables of every format with bots at all seats; run with a platform's environment.

`open NAMES…` opens these and prints their numbers, `check NUMBERS…` prints what is wrong with
their chips: each seat has paid and got what was agreed on, to the last chip, and the audit finds
no fault.
"""

import json
import os
import sys
from collections.abc import Iterator


def offers() -> dict[str, tuple[object, int]]:
    """(offer, seats) by what the format is called here; odd stakes, so that chips are left over."""
    from games.tables.terms import TableOffer

    romme = {"preset": "german_romme", "seats": 3, "stake_chips": 17}
    return {
        "match": (TableOffer(stake_chips=33, options={"point_limit": 50}), 2),
        "ring": (TableOffer(format="ring", rounds=2, stake_chips=33, fee_chips=2), 2),
        "quick": (TableOffer(format="quick", rounds=1, **romme, prizes="top_two"), 3),  # type: ignore[arg-type]
        "quick with tie-breakers": (
            TableOffer(format="quick", rounds=1, stake_chips=7, tie_breakers=True),
            2,
        ),
        "elimination": (
            TableOffer(
                format="elimination",
                options={"penalty_limit": 100},
                prizes=(50, 30, 20),
                fee_chips=3,
                tie_breakers=True,
                rebuys=1,
                **romme,  # type: ignore[arg-type]
            ),
            3,
        ),
        "penalties": (TableOffer(options={"penalty_limit": 100}, **romme), 3),  # type: ignore[arg-type]
        "days for a move": (
            TableOffer(format="quick", rounds=1, stake_chips=5, days_per_move=1, hours=(480, 1320)),
            2,
        ),
    }


def open_tables(names: list[str]) -> dict[str, int]:
    """Bots do not pretend to think, and no pause is made between rounds."""
    from games.models import Table
    from games.tables.opening import create_table, seat_bot
    from games.tables.terms import TableOffer

    opened = {}
    for name in names:
        offer, seats = offers()[name]
        assert isinstance(offer, TableOffer)
        table = create_table(player=None, offer=offer, name=name)
        table.terms |= {"robot_ms": 0, "pause_ms": 0}
        Table.objects.filter(pk=table.pk).update(terms=table.terms)
        for _seat in range(seats):
            seat_bot(table_id=table.pk, bot="casual")
        opened[name] = table.pk
    return opened


def faults(table_ids: list[int]) -> Iterator[str]:
    from accounts.models import ChipAccount, Posting
    from games.audit_tables import _faults, _stories
    from games.models import Table
    from games.tables.reading import table_reading

    tables = list(Table.objects.filter(pk__in=table_ids))
    for story in _stories(tables):
        table, state = story.table, table_reading(story.table.pk).state
        yield from (f"{table.name}: {fault.code} {fault.facts}" for fault in _faults(story))
        if state.result is None:
            yield f"{table.name}: not decided"
            continue
        key = f"settle:table:{table.pk}"
        by_kind: dict[str, int] = {}
        for posting in Posting.objects.filter(transfer__key=key).select_related("account"):
            kind = posting.account.kind
            by_kind[kind] = by_kind.get(kind, 0) + posting.amount
        paid_in = table.stake_chips * table.seats_max
        fees = state.terms.fee_chips * table.seats_max
        told = {"hold": -paid_in, "wallet": paid_in - fees} | ({"fee": fees} if fees else {})
        if by_kind != told:
            yield f"{table.name}: {by_kind} instead of {told}"
        if ChipAccount.objects.get(kind="hold", ref=f"table:{table.pk}").balance:
            yield f"{table.name}: chips left in the pot"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    what, *asked = sys.argv[1:]
    told: object
    told = open_tables(asked) if what == "open" else list(faults([int(one) for one in asked]))
    sys.stdout.write("\n" + json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
