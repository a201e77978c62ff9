"""What the house plays: families, presets and house rules, each registered once, in the order of
the book of rules."""

from rummy.engine.door import open_family
from rummy.engine.families import knock, table_melding
from rummy.engine.families.knock.rules import presets as knock_presets
from rummy.engine.families.table_melding.rules import presets as table_melding_presets
from rummy.engine.house_rules.base import HOUSE_RULES
from rummy.engine.house_rules.catch_the_glass import CatchTheGlass
from rummy.engine.house_rules.cyclic_runs import CyclicRuns
from rummy.engine.house_rules.gin_pro import GinPro
from rummy.engine.house_rules.hirschn import Hirschn
from rummy.engine.house_rules.jokers import Jokers
from rummy.engine.house_rules.oklahoma import Oklahoma
from rummy.engine.house_rules.rainbow_runs import RainbowRuns
from rummy.engine.house_rules.tedesco import Tedesco
from rummy.engine.house_rules.training import Training
from rummy.engine.presets import PRESETS

open_family(knock)
open_family(table_melding)

PRESETS.register(knock_presets.GIN_PALAST)
PRESETS.register(knock_presets.GIN_CLASSIC)
PRESETS.register(knock_presets.GIN_CLASSIC_SEED)
PRESETS.register(knock_presets.GIN_TEAM)
PRESETS.register(table_melding_presets.GERMAN_ROMME)
PRESETS.register(table_melding_presets.ROMME_500)

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
