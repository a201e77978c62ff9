"""The back office's audit: corrections, their transfers and the staff's log tell one story."""

from collections.abc import Iterator

from accounts.audit import Fault, Figure, audit_check
from backoffice.models import ChipCorrection, Restitution, StaffAct
from web.database.sql import rows

_WRONG = """
SELECT c.id, c.amount_chips, coalesce(p.amount, 0), coalesce(q.amount, 0), t.key
FROM chip_correction c
LEFT JOIN chip_transfer t ON t.id = c.transfer_id
LEFT JOIN chip_posting p ON p.transfer_id = t.id AND p.account_id = c.account_id
LEFT JOIN chip_posting q ON q.transfer_id = t.id AND q.account_id = c.counter_id
WHERE c.status = 'posted'
  AND (t.key IS DISTINCT FROM 'correction:' || c.id OR t.kind <> 'correction'
       OR p.amount IS DISTINCT FROM c.amount_chips OR q.amount IS DISTINCT FROM -c.amount_chips)
"""
_STRAY = """
SELECT t.id, t.key FROM chip_transfer t
WHERE t.kind = 'correction'
  AND EXISTS (SELECT 1 FROM chip_posting p JOIN chip_account a ON a.id = p.account_id
              WHERE p.transfer_id = t.id AND p.amount > 0
                AND a.kind <> 'mint' AND a.currency = 'chips')
  AND NOT EXISTS (SELECT 1 FROM chip_correction c
                  WHERE c.transfer_id = t.id AND c.status = 'posted')
"""
_UNTOLD = """
SELECT c.id, c.status FROM chip_correction c
WHERE NOT EXISTS (SELECT 1 FROM staff_act a WHERE a.subject = 'correction:' || c.id
                  AND a.act IN ('correction_requested', 'reversal_requested')
                  AND a.actor_id = c.requested_by_id)
   OR (c.status = 'posted' AND NOT EXISTS (
        SELECT 1 FROM staff_act a WHERE a.subject = 'correction:' || c.id
        AND a.act = 'correction_posted' AND a.actor_id = c.decided_by_id
        AND (a.after ->> 'transfer')::bigint = c.transfer_id))
"""
_REVERSALS = """
SELECT r.id, r.amount_chips, c.amount_chips FROM chip_correction r
JOIN chip_correction c ON c.id = r.reverses_id
WHERE c.status <> 'posted' OR r.amount_chips <> -c.amount_chips
   OR r.account_id <> c.account_id OR r.counter_id <> c.counter_id
"""
_ALONE = """
SELECT id FROM chip_correction
WHERE status = 'posted' AND needs_second AND decided_by_id = requested_by_id
"""


@audit_check("corrections")
def corrections() -> Iterator[Figure | Fault]:
    """Every posted correction is one transfer, approved and written down; reversals undo it."""
    yield Figure("chip corrections", ChipCorrection.objects.count())
    yield Figure("staff acts", StaffAct.objects.count())
    for number, amount, posted, countered, key in rows(_WRONG):
        facts = {"chips": amount, "posted": posted, "counter": countered, "key": key}
        yield Fault("correction_differs_from_transfer", f"correction {number}", facts)
    for transfer, key in rows(_STRAY):
        yield Fault("transfer_without_correction", f"transfer {transfer}", {"key": key})
    for number, status in rows(_UNTOLD):
        yield Fault("correction_not_in_log", f"correction {number}", {"status": status})
    for number, amount, undone in rows(_REVERSALS):
        facts = {"chips": amount, "undoes": undone}
        yield Fault("reversal_differs", f"correction {number}", facts)
    for (number,) in rows(_ALONE):
        yield Fault("correction_by_one_person", f"correction {number}", {})


# What was carried out is, line by line, a posted correction of the same chips for the same reason.
_RESTITUTED = """
SELECT r.id, l.id, l.moved_chips, c.amount_chips
FROM restitution r
JOIN restitution_line l ON l.restitution_id = r.id
LEFT JOIN chip_correction c ON c.id = l.correction_id
LEFT JOIN chip_account a ON a.id = c.account_id
WHERE CASE WHEN r.status = 'carried_out' AND l.moved_chips <> 0
           THEN (c.status, c.amount_chips, c.counter_id, c.requested_by_id, c.decided_by_id,
                 c.reason, a.player_id)
                IS DISTINCT FROM ('posted', l.moved_chips, r.counter_id, r.proposed_by_id,
                                  r.decided_by_id, r.reason, l.player_id)
           ELSE l.correction_id IS NOT NULL END
   OR l.owed_chips IS DISTINCT FROM (SELECT coalesce(sum((part ->> 1)::bigint), 0)
                                     FROM jsonb_array_elements(l.parts) AS part)
      AND r.reverses_id IS NULL
"""
# What a career counts more or less stands, match by match, in a line of what was carried out.
_AMENDED = """
WITH said AS (
  SELECT 'restitution:' || r.id AS cause, l.player_id, change ->> 0 AS match,
         (change ->> 1)::int AS rating, (change ->> 2)::int AS points, (change ->> 3)::int AS wins
  FROM restitution r JOIN restitution_line l ON l.restitution_id = r.id,
       jsonb_array_elements(l.matches) AS change
  WHERE r.status = 'carried_out')
SELECT a.cause, a.player_id, a.match FROM accounts_careeramendment a
LEFT JOIN said s USING (cause, player_id, match)
WHERE (a.rating_change, a.wins) IS DISTINCT FROM (s.rating, s.wins)
   OR a.league_points NOT IN (0, s.points)
"""


@audit_check("restitutions")
def restitutions() -> Iterator[Figure | Fault]:
    """What was given back is what the lines say, by two people, and each line is its reasons."""
    yield Figure("restitutions", Restitution.objects.count())
    for number, line, moved, posted in rows(_RESTITUTED):
        facts = {"line": line, "chips": moved, "posted": posted}
        yield Fault("restitution_differs", f"restitution {number}", facts)
    for cause, player, match in rows(_AMENDED):
        yield Fault("amendment_without_cause", f"player {player}", {"cause": cause, "match": match})
