"""What a process has loaded stays until it ends: Python's collector need not walk it again.

Left to itself it goes through all of Django after every few hundred new objects that live on, which
costs a task that ranks thousands of players more than the ranking.
"""

import gc

# New objects before a look at them, such looks before one at what they left, and those before one
# at all. Each holds up the whole process: a hundred thousand at once, as while loading, take a
# tenth of a second. Objects that are let go are taken off the count even if they are old, so that
# many more may have come than it says.
_THRESHOLDS = (2_000, 20, 100)


def spare_what_is_loaded() -> None:
    """Take everything there is out of the collector's way; call it when all has been loaded.

    What comes after is looked at in small portions.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
