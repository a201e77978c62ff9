"""The lean async door: acting at a table and following it live, without a thread per request.

No rule is decided here. The door parses, authenticates, and runs the same transaction as the
synchronous services (`games.moves.batch`), many tables at a time.
"""
