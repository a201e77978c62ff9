"""A process that consents to a rematch and stops at a given place, to be killed there.

Arguments: table, player, module, function, `before` or `after` its call.
"""

import importlib
import sys
import time
from typing import Any

import django


def main(table_id: int, player_id: int, module: str, function: str, moment: str) -> None:
    django.setup()
    from accounts.models import Player
    from games.rematch.agreeing import consent_to_rematch

    home = importlib.import_module(module)
    original = getattr(home, function)

    def stop_here(*args: Any, **kwargs: Any) -> Any:
        if moment == "after":
            original(*args, **kwargs)
        sys.stdout.write("here\n")
        sys.stdout.flush()
        time.sleep(60)
        raise AssertionError("nobody has killed this process")

    setattr(home, function, stop_here)
    consent_to_rematch(table_id=table_id, player=Player.objects.get(pk=player_id))


if __name__ == "__main__":
    table, player, *rest = sys.argv[1:]
    main(int(table), int(player), *rest)
