"""How engine values become JSON and come back: actions, events, states, views, cards."""

from rummy.engine.cards import card_text, parse_card
from rummy.engine.door import state_from_json, state_to_json, view_from_json
from rummy.engine.records import action_from_json, action_to_json, event_from_json, event_to_json
