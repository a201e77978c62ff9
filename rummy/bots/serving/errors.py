"""What is wrong with a line, for a program to read."""

from typing import Any


class ProtocolError(Exception):
    """A stable code and the facts behind it, ready for JSON; nothing has changed."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)


ERRORS = {
    "command_unknown": "the first word is no command",
    "payload_missing": "the command needs JSON after it",
    "payload_unreadable": "what follows the command is no JSON",
    "payload_unexpected": "the command stands alone, or its JSON has another shape",
    "field_missing": "the command's JSON lacks this field",
    "line_too_long": "a line has at most 1,000,000 characters",
    "option_unknown": "there is no option of this name",
    "option_not_allowed": "the option does not take this value",
    "rules_not_allowed": "no rules can be built like this; `reason` is the engine's own code,"
    " or `unreadable`",
    "seats_not_allowed": "these rules are not for so many",
    "seat_not_allowed": "there is no such seat",
    "level_not_for_game": "the chosen level does not play this game",
    "round_missing": "`newround` comes first",
    "event_unreadable": "no event of this version",
    "event_impossible": "the event does not follow from what was seen before",
    "view_unreadable": "no view of this version",
    "view_of_another_seat": "the view belongs to another seat",
    "view_impossible": "what was sent contradicts itself: nothing can be chosen",
    "nothing_to_do": "the seat may do nothing now",
}
