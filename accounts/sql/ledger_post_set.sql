-- Posting very many transfers in a few statements: a round of a whole tournament, all its prizes.
--
--   ledger_post_set(keys[], kinds[], sizes[], accounts[], amounts[], actors[], memos[])
--
-- Takes what ledger_post_many takes and does what it does, transfer by transfer in the order given;
-- only the loop is gone. It handles the ordinary case alone: all keys new, every transfer in
-- order, of kinds that need no cause. At the least irregularity (a key that was posted before, an account that is short at any
-- moment, a sum that is not zero) it undoes what it began and hands everything to
-- ledger_post_many, which replays or refuses with the right code.

CREATE OR REPLACE FUNCTION ledger_post_set(
    p_keys text[],
    p_kinds text[],
    p_sizes int[],
    p_accounts bigint[],
    p_amounts bigint[],
    p_actors bigint[],
    p_memos jsonb[])
RETURNS TABLE (transfer_id bigint, replayed boolean)
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp  -- pg_temp last: a caller's temporary table shadows nothing
AS $$
#variable_conflict use_column
DECLARE
    transfer_count int := cardinality(p_keys);
    needs_cause boolean := (SELECT bool_or(ledger_needs_cause(kind)) FROM unnest(p_kinds) AS kind);
    places int[];
    entered bigint[];
    is_regular boolean;
BEGIN
    PERFORM ledger_check_columns(
        p_keys, p_kinds, p_sizes, p_accounts, p_amounts, p_actors, p_memos);
    BEGIN
        IF needs_cause OR ('round' = ANY (p_kinds) AND NOT ledger_is_mine('round')) THEN
            PERFORM ledger_refuse('not_regular', '{}');
        END IF;
        -- Keys first and sorted, then accounts sorted: the order in which everybody locks.
        WITH given AS (
            SELECT * FROM unnest(p_keys, p_kinds, p_actors, p_memos) WITH ORDINALITY
                     AS asked (key, kind, actor, memo, place)
        ), written AS (
            INSERT INTO chip_transfer (key, kind, actor_id, memo)
            SELECT key, kind, actor, coalesce(memo, '{}') FROM given ORDER BY key COLLATE "C"
            ON CONFLICT (key) DO NOTHING
            RETURNING id, key
        )
        SELECT array_agg(written.id ORDER BY given.place) INTO entered
          FROM written JOIN given USING (key);
        IF cardinality(entered) IS DISTINCT FROM transfer_count THEN
            PERFORM ledger_refuse('not_all_new', '{}');
        END IF;

        -- To which transfer each posting belongs.
        places := ARRAY(
            SELECT place FROM unnest(p_sizes) WITH ORDINALITY AS sized (size, place),
                   generate_series(1, size) ORDER BY place);
        WITH locked AS MATERIALIZED (
            SELECT id, kind, currency, balance, version FROM chip_account
             WHERE id = ANY (p_accounts) ORDER BY id FOR NO KEY UPDATE
        ), lines AS (
            SELECT place, account_id, sum(amount)::bigint AS amount
              FROM unnest(places, p_accounts, p_amounts) AS given (place, account_id, amount)
             GROUP BY place, account_id
            HAVING sum(amount) <> 0 OR sum(amount) IS NULL
        ), running AS (
            SELECT lines.place, lines.account_id, lines.amount, account.kind, account.currency,
                   ledger_flows(p_kinds[lines.place], account.kind, lines.amount < 0) AS flows,
                   account.balance + sum(lines.amount) OVER earlier AS balance_after,
                   account.version + row_number() OVER earlier AS account_version
              FROM lines LEFT JOIN locked account ON account.id = lines.account_id
            WINDOW earlier AS (PARTITION BY lines.account_id ORDER BY lines.place)
        ), checked AS (
            SELECT count(*) AS line_count, min(currency) = max(currency)
                   AND count(currency) = count(*) AND sum(amount) = 0 AND bool_and(flows)
                   AND bool_and(kind = 'mint' OR balance_after >= 0)
                   AS is_regular
              FROM running GROUP BY place
        ), posted AS (
            INSERT INTO chip_posting
                   (transfer_id, account_id, amount, balance_after, account_version)
            SELECT entered[place], account_id, amount, balance_after, account_version FROM running
        ), moved AS (
            UPDATE chip_account account
               SET balance = account.balance + net.amount, version = account.version + net.lines
              FROM (SELECT account_id, sum(amount)::bigint AS amount, count(*) AS lines
                      FROM lines GROUP BY account_id) AS net
             WHERE account.id = net.account_id
        )
        SELECT count(*) = transfer_count AND bool_and(line_count >= 2 AND checked.is_regular)
          INTO is_regular FROM checked;
        IF is_regular IS DISTINCT FROM true THEN
            PERFORM ledger_refuse('not_regular', '{}');
        END IF;
    EXCEPTION
        WHEN SQLSTATE 'JETON' OR integrity_constraint_violation OR numeric_value_out_of_range THEN
            entered := NULL;
    END;

    IF entered IS NULL THEN
        RETURN QUERY SELECT many.transfer_id, many.replayed FROM ledger_post_many(
            p_keys, p_kinds, p_sizes, p_accounts, p_amounts, p_actors, p_memos) AS many;
    ELSE
        RETURN QUERY SELECT id, false FROM unnest(entered) AS id;
    END IF;
END
$$;

REVOKE ALL ON FUNCTION
    ledger_post_set(text[], text[], int[], bigint[], bigint[], bigint[], jsonb[])
FROM PUBLIC;
