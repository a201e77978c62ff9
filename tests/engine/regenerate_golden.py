"""Write the golden playthroughs anew: `python -m tests.engine.regenerate_golden`.

Read the difference before committing it: it is a change of the rules.
"""

import sys

from tests.engine import golden
from tests.engine.table_melding import golden as table_melding_golden

if __name__ == "__main__":
    for path in golden.write_all():
        sys.stdout.write(f"{path.name}\n")
    for name in table_melding_golden.write_all():
        sys.stdout.write(f"{name}.txt\n")
