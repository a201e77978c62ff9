"""A match as it comes back from where it is kept."""

import json
from typing import Any

from rummy.match import (
    MatchState,
    sheet_from_json,
    sheet_to_json,
    state_from_json,
    state_to_json,
)


def restored(state: MatchState) -> MatchState:
    """What its snapshot and its score sheet, each as text, are read as."""
    sheet = sheet_from_json(_through_text(sheet_to_json(state.sheet)))
    return state_from_json(state.terms, _through_text(state_to_json(state)), sheet)


def _through_text(data: Any) -> Any:
    return json.loads(json.dumps(data))
