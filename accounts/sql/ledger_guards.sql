-- The second line behind ledger_post: what holds even for the role that owns the tables.

-- Every transfer that commits has two postings or more, and they sum to zero.
CREATE OR REPLACE FUNCTION ledger_require_balance()
RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    line_count bigint;
    line_sum numeric;
BEGIN
    SELECT count(*), sum(amount) INTO line_count, line_sum
      FROM chip_posting WHERE transfer_id = NEW.id;
    IF line_count < 2 OR line_sum <> 0 THEN
        RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'unbalanced_transfer',
            DETAIL = jsonb_build_object(
                'key', NEW.key, 'sum', line_sum, 'postings', line_count)::text;
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS chip_transfer_balances ON chip_transfer;
CREATE CONSTRAINT TRIGGER chip_transfer_balances
    AFTER INSERT ON chip_transfer
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_require_balance();

-- What has been posted stays.
DROP TRIGGER IF EXISTS chip_transfer_stays ON chip_transfer;
CREATE TRIGGER chip_transfer_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON chip_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DROP TRIGGER IF EXISTS chip_posting_stays ON chip_posting;
CREATE TRIGGER chip_posting_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON chip_posting
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Balance and version move; what an account is, and that it is, does not.
DROP TRIGGER IF EXISTS chip_account_stays ON chip_account;
CREATE TRIGGER chip_account_stays
    BEFORE UPDATE OF id, kind, player_id, ref OR DELETE OR TRUNCATE ON chip_account
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Room on each page for the new version of a row: a balance that changes then touches no index.
ALTER TABLE chip_account SET (fillfactor = 50);
