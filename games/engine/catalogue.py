"""What the house plays: families, presets and house rules, each registered once, in the order of
the book of rules."""

from games.engine.door import open_family
from games.engine.families import knock
from games.engine.families.knock import presets as knock_presets
from games.engine.house_rules.base import HOUSE_RULES
from games.engine.house_rules.oklahoma import Oklahoma
from games.engine.presets import PRESETS

open_family(knock)

PRESETS.register(knock_presets.GIN_PALAST)
PRESETS.register(knock_presets.GIN_CLASSIC)
PRESETS.register(knock_presets.GIN_CLASSIC_SEED)

HOUSE_RULES.register(Oklahoma())
