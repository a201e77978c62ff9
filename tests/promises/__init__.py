"""What the house promises with numbers: `make promises`, and docs/promises.md in words."""

from tests.promises.promise import Promise

__all__ = ["PROMISES", "Promise"]

_KILLS = "tests/promises/test_kills.py"

PROMISES = (
    Promise(
        "moves",
        "A move that was acknowledged is in the log once, whichever process dies.",
        (_KILLS,),
    ),
    Promise(
        "resume",
        "After the death of any process each table goes on within two seconds in 99 of 100 cases;"
        " after that of the supervisor, which takes all others with it, within ten.",
        (_KILLS,),
    ),
    Promise(
        "restarts",
        "Play processes behind HAProxy are restarted one after another without a request that"
        " fails.",
        ("tests/promises/test_restarts.py", "tests/running/test_restarting.py"),
    ),
    Promise(
        "streams",
        "An event stream tells every event once and in order, through broken lines and dead"
        " processes.",
        (_KILLS, "tests/play/test_many_streams.py"),
    ),
    Promise(
        "settlements",
        "A match is settled once, and the books are in order after every kind of death.",
        (_KILLS, "tests/play/test_many_at_once.py"),
    ),
    Promise(
        "services",
        "A tournament goes on after the death of its broker, cache, pooler or database, and a"
        " backup made then restores to books in order.",
        ("tests/promises/test_services.py",),
    ),
    Promise(
        "repeats",
        "A request that is repeated with its key counts once and is answered alike, also when the"
        " repeats arrive at once.",
        ("tests/api/test_repeats.py", "tests/ledger/test_hammer.py"),
    ),
    Promise(
        "transfers",
        "However many people move chips at once, all balances always sum to zero and no"
        " account is overdrawn.",
        ("tests/ledger/test_hammer.py",),
    ),
    Promise(
        "outages",
        "Time in which the house was away is given back to every player whose clock ran.",
        ("tests/running/test_database_away.py", "tests/formats/test_time_and_absence.py"),
    ),
    Promise(
        "hidden cards",
        "Two rounds that differ only in cards a seat has not seen are told to it alike.",
        ("tests/engine/test_hidden_cards.py", "tests/engine/table_melding/test_hidden_cards.py"),
    ),
    Promise(
        "tampering",
        "Whatever a superuser changes by hand in books, logs or schema, the audit finds it.",
        ("tests/backoffice/test_tamperings.py",),
    ),
    Promise(
        "requests",
        "No request, however malformed, brings an answer that the document does not know.",
        ("tests/api/test_any_request.py",),
    ),
    Promise(
        "full disk",
        "When the disk is full players are told, nobody dies, and play goes on when there is room.",
        ("tests/running/test_disk_full.py",),
    ),
    Promise(
        "upgrades",
        "Whatever fails during an upgrade, the house has its old tables or the new ones, whole, "
        "and its books are in order.",
        ("tests/installing/test_upgrading.py",),
    ),
    Promise(
        "hung connections",
        "A connection to the database that hangs holds up nobody for longer than it is waited for.",
        ("tests/running/test_database_away.py", "tests/running/test_patience.py"),
    ),
    Promise(
        "deaf clients",
        "A client that opens streams and never reads holds nobody up, and no more is kept for it"
        " than a buffer holds.",
        ("tests/promises/test_deaf_clients.py",),
    ),
)
