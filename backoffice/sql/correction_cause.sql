-- Whether the transfer is the one that a request for a correction asks for, posted by somebody who
-- may: more than the ceiling, or what says so itself, is posted by another than who asked.
CREATE OR REPLACE FUNCTION correction_is_asked_for(
    p_key text, p_accounts bigint[], p_amounts bigint[], p_actor bigint)
RETURNS boolean
LANGUAGE sql
STABLE
SET search_path = public, pg_temp
AS $$
    SELECT EXISTS (
        SELECT FROM chip_correction asked
         WHERE p_key = 'correction:' || asked.id AND asked.status = 'requested'
           AND (asked.requested_by_id <> p_actor
                OR NOT asked.needs_second AND abs(asked.amount_chips) <= 10000)
           AND NOT EXISTS (
               SELECT FROM ledger_lines(p_accounts, p_amounts) AS line
                 FULL JOIN (VALUES (asked.account_id, asked.amount_chips),
                                   (asked.counter_id, -asked.amount_chips))
                           AS wanted (account_id, amount) USING (account_id, amount)
                WHERE line.account_id IS NULL OR wanted.account_id IS NULL))
$$;

REVOKE ALL ON FUNCTION correction_is_asked_for(text, bigint[], bigint[], bigint) FROM PUBLIC;
