"""Write the golden playthroughs anew: `python -m tests.engine.regenerate_golden`.

Read the difference before committing it: it is a change of the rules.
"""

import sys

from tests.engine import golden
from tests.engine.tabling import golden as tabling_golden

if __name__ == "__main__":
    for path in golden.write_all():
        sys.stdout.write(f"{path.name}\n")
    for name in tabling_golden.write_all():
        sys.stdout.write(f"{name}.txt\n")
