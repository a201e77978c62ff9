"""What a process has loaded stays until it ends: Python's collector need not walk it again.

Left to itself it goes through all of Django after every few hundred new objects that live on, which
costs a task that ranks thousands of players more than the ranking.
"""

import gc


def spare_what_is_loaded() -> None:
    """Take everything there is out of the collector's way; call it when all has been loaded."""
    gc.collect()
    gc.freeze()
