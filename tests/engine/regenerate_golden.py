"""Write the golden playthroughs anew: `python -m tests.engine.regenerate_golden`.

Read the difference before committing it: it is a change of the rules.
"""

import sys

from tests.engine.golden import write_all

if __name__ == "__main__":
    for path in write_all():
        sys.stdout.write(f"{path.name}\n")
