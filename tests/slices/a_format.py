"""A format of tournament for tests, whole: one stage at tables drawn by lot, points decide."""

from tournaments.director.formats.pairings import PairingFormat
from tournaments.director.reasons import because
from tournaments.director.seating.pairing import by_points

ONE_STAGE = PairingFormat(
    "toy_one_stage",
    "One stage",
    "Everybody plays once; the points decide.",
    asks_for=("stages",),
    pair=lambda snapshot, stage, dice: by_points(
        snapshot.records, snapshot.plan.seats, stage, dice
    ),
    why=lambda snapshot, stage, table: because("paired_by_lot", stage=stage),
    stages=lambda plan, entries: 1,
)
