"""What the house plays: families, presets and house rules, each registered once, in the order of
the book of rules."""

from games.engine.door import open_family
from games.engine.families import knock, tabling
from games.engine.families.knock import presets as knock_presets
from games.engine.families.tabling import presets as tabling_presets
from games.engine.house_rules.base import HOUSE_RULES
from games.engine.house_rules.catch_the_glass import CatchTheGlass
from games.engine.house_rules.cyclic_runs import CyclicRuns
from games.engine.house_rules.gin_pro import GinPro
from games.engine.house_rules.hirschn import Hirschn
from games.engine.house_rules.jokers import Jokers
from games.engine.house_rules.oklahoma import Oklahoma
from games.engine.house_rules.rainbow_runs import RainbowRuns
from games.engine.house_rules.tedesco import Tedesco
from games.engine.house_rules.training import Training
from games.engine.presets import PRESETS

open_family(knock)
open_family(tabling)

PRESETS.register(knock_presets.GIN_PALAST)
PRESETS.register(knock_presets.GIN_CLASSIC)
PRESETS.register(knock_presets.GIN_CLASSIC_SEED)
PRESETS.register(knock_presets.GIN_TEAM)
PRESETS.register(tabling_presets.GERMAN_ROMME)
PRESETS.register(tabling_presets.ROMME_500)

for house_rule in (
    CatchTheGlass(),
    CyclicRuns(),
    GinPro(),
    Hirschn(),
    Jokers(),
    Oklahoma(),
    RainbowRuns(),
    Tedesco(),
    Training(),
):
    HOUSE_RULES.register(house_rule)
