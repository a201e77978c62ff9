"""The usual tables of a house: ring tables of all games that open anew when they fill (PLAY-10)."""

from games.models import Table, TableStatus
from games.tables.opening import create_table
from games.tables.terms import TableOffer
from rummy import engine

# One that is seen at a glance: a card lies open.
SHOWN_RULES = tuple(key for key, rule in engine.HOUSE_RULES.items() if rule.sets_knock_limit)

STANDING = (
    ("Montmartre", TableOffer(format="ring", rounds=1, stake_chips=20, turn_seconds=20)),
    ("Belvedere", TableOffer(format="ring", rounds=3, stake_chips=50)),
    (
        "Tulsa",
        TableOffer(format="ring", rounds=3, stake_chips=50, house_rules=SHOWN_RULES),
    ),
    ("Knickerbocker", TableOffer(preset="gin_classic", format="ring", rounds=3, stake_chips=100)),
    ("Intermezzo", TableOffer(format="quick", rounds=1, stake_chips=20)),
    (
        "Rosenhof",
        TableOffer(preset="german_romme", format="ring", rounds=2, seats=4, stake_chips=50),
    ),
    (
        "Sherwood",
        TableOffer(
            preset="german_romme",
            options={"robber": True},
            format="ring",
            rounds=2,
            seats=3,
            stake_chips=50,
        ),
    ),
    ("Speedway", TableOffer(preset="romme_500", format="ring", rounds=3, seats=3, stake_chips=50)),
)


def open_standing_tables() -> None:
    """See to it that each of them is open; harmless to repeat."""
    for name, offer in STANDING:
        if not Table.objects.filter(name=name, is_standing=True, status=TableStatus.OPEN).exists():
            create_table(player=None, offer=offer, name=name, is_standing=True)
