"""The formats of tournaments: one entry each."""

from rummy.engine.registry import Registry
from tournaments.director.formats.base import Format
from tournaments.director.formats.chips import BOUNTY, FREEZEOUT, RE_ENTRY, SATELLITE, SHOOTOUT
from tournaments.director.formats.pairings import KNOCKOUT, ROUND_ROBIN, SWISS, TEAMS
from tournaments.director.formats.single_table import SINGLE_TABLE

FORMATS: Registry[Format] = Registry("tournament format")
for entry in (
    FREEZEOUT,
    RE_ENTRY,
    BOUNTY,
    SATELLITE,
    SHOOTOUT,
    KNOCKOUT,
    SWISS,
    ROUND_ROBIN,
    TEAMS,
    SINGLE_TABLE,
):
    FORMATS.register(entry)

__all__ = ["FORMATS", "Format"]
