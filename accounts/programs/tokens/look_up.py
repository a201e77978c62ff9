"""Whose token it is, in one statement for every door: the REST API and the play process.

Live is a token that has not expired; good, one whose player is not banned either. A bot's is good
only while its owner is not banned, who answers for it. The statement also notes that a good one was
used, to some minutes.
"""

from datetime import timedelta
from typing import Final

# `last_used` is exact to this, so that a request costs no write.
USED_AFTER: Final = timedelta(minutes=5)
# Gives the player's id, the scopes and whether it is good; no row for a token that is not live.
LOOK_UP: Final = """
WITH live AS (
  SELECT t.digest, t.last_used, p.id AS player_id, t.scopes, p.is_active AND NOT EXISTS (
    SELECT 1 FROM accounts_player o WHERE o.id = p.owner_id AND NOT o.is_active
  ) AS good
  FROM accounts_apitoken t JOIN accounts_player p ON p.id = t.user_id
  WHERE t.digest = %s AND (t.expiry IS NULL OR t.expiry > now())
), used AS (
  UPDATE accounts_apitoken t SET last_used = now() FROM live
  WHERE t.digest = live.digest AND live.good
    AND (live.last_used IS NULL OR live.last_used < now() - make_interval(secs => %s))
)
SELECT player_id, scopes, good FROM live
"""


def asked(digest: str) -> tuple[str, float]:
    """What `LOOK_UP` is asked with, for the digest of a token (`hash_token`)."""
    return digest, USED_AFTER.total_seconds()
