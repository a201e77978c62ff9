"""The REST API's ground floor: callers, strict reading, repeats, limits; and a player's own data.

Views hold no rule: they read, ask permission, call one service or selector, and write JSON.
"""
