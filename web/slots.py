"""Places on a page that rooms above may fill, such as what tournaments show in the lobby.

A page names its slots, `{% show_slot "lobby" %}`; whoever fills one says so when it starts.
"""

_TEMPLATES: dict[str, list[str]] = {}


def fill(slot: str, template: str) -> None:
    """Show this template there, after those that came before; once, however often it is said."""
    filled = _TEMPLATES.setdefault(slot, [])
    if template not in filled:
        filled.append(template)


def templates_in(slot: str) -> list[str]:
    return _TEMPLATES.get(slot, [])
