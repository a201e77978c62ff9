-- ledger_account(kind, player, ref) → the id of that chip account, opened now if it was not yet.
--
-- Opening one locks nothing but its own identity, so two callers who open the same account at once
-- get the same id, and nobody waits for a posting in progress.

CREATE OR REPLACE FUNCTION ledger_account(p_kind text, p_player bigint, p_ref text)
RETURNS bigint
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp  -- pg_temp last: a caller's temporary table shadows nothing
AS $$
DECLARE
    found_id bigint;
BEGIN
    -- Twice at most: the second look finds what a rival opened while we waited for them.
    FOR attempt IN 1..2 LOOP
        IF p_player IS NULL THEN
            SELECT id INTO found_id FROM chip_account
             WHERE kind = p_kind AND player_id IS NULL AND ref = p_ref;
        ELSE
            SELECT id INTO found_id FROM chip_account
             WHERE kind = p_kind AND player_id = p_player AND ref = p_ref;
        END IF;
        EXIT WHEN found_id IS NOT NULL;

        INSERT INTO chip_account (kind, player_id, ref)
        VALUES (p_kind, p_player, p_ref)
        ON CONFLICT DO NOTHING
        RETURNING id INTO found_id;
        EXIT WHEN found_id IS NOT NULL;
    END LOOP;
    RETURN found_id;
END
$$;

REVOKE ALL ON FUNCTION ledger_account(text, bigint, text) FROM PUBLIC;
