"""The line protocol by which a bot of the house plays for somebody else's program.

`docs/protocol.md` is its description. A `Session` takes one line and gives the lines to answer; it
reads no stream and knows no clock, so that the same lines always have the same answers.
"""

from .session import COMMANDS, ERRORS, PROTOCOL_VERSION, Session

__all__ = ["COMMANDS", "ERRORS", "PROTOCOL_VERSION", "Session"]
