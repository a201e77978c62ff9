-- The chain: every minute what has been written since is sealed under one hash, which holds the
-- hash before it. Whoever keeps a published hash can tell later whether anything older was changed.
--
-- A book is a table whose rows are never changed and are numbered as they come.

-- Finished rounds get their numbers when they end.
CREATE OR REPLACE FUNCTION chain_note_round()
RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO chain_round (round_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS games_round_chained ON games_round;
CREATE TRIGGER games_round_chained
    AFTER UPDATE ON games_round
    FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
    EXECUTE FUNCTION chain_note_round();

DROP TRIGGER IF EXISTS chain_round_stays ON chain_round;
CREATE TRIGGER chain_round_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON chain_round
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();
DROP TRIGGER IF EXISTS chain_link_stays ON chain_link;
CREATE TRIGGER chain_link_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON chain_link
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The rows of a book as text, exactly as they are stored.
CREATE OR REPLACE FUNCTION chain_rows(p_book text, p_first bigint, p_last bigint)
RETURNS TABLE (row_id bigint, words text)
LANGUAGE plpgsql
STABLE
SET search_path = public, pg_temp
SET "TimeZone" = 'UTC'
AS $$
BEGIN
    CASE p_book
        WHEN 'accounts' THEN
            RETURN QUERY SELECT a.id, jsonb_build_array(a.id, a.kind, a.player_id, a.ref)::text
              FROM chip_account a WHERE a.id BETWEEN p_first AND p_last;
        WHEN 'transfers' THEN
            RETURN QUERY SELECT t.id, to_jsonb(t)::text || coalesce(string_agg(
                   format('|%s %s %s %s', p.account_id, p.amount, p.balance_after,
                          p.account_version), '' ORDER BY p.account_id), '')
              FROM chip_transfer t LEFT JOIN chip_posting p ON p.transfer_id = t.id
             WHERE t.id BETWEEN p_first AND p_last GROUP BY t.id;
        WHEN 'staff' THEN
            RETURN QUERY SELECT s.id, to_jsonb(s)::text
              FROM staff_act s WHERE s.id BETWEEN p_first AND p_last;
        WHEN 'orders' THEN
            RETURN QUERY SELECT o.id, to_jsonb(o)::text
              FROM tournaments_deskact o WHERE o.id BETWEEN p_first AND p_last;
        WHEN 'settlements' THEN
            RETURN QUERY SELECT r.id, (to_jsonb(r) - 'voided')::text
              FROM tournaments_playedround r WHERE r.id BETWEEN p_first AND p_last;
        WHEN 'courses' THEN
            RETURN QUERY SELECT e.id, to_jsonb(e)::text
              FROM tournaments_courseevent e WHERE e.id BETWEEN p_first AND p_last;
        WHEN 'rounds' THEN
            RETURN QUERY SELECT c.id, (to_jsonb(r) - 'booked_at')::text || encode(sha256(
                   coalesce(e.words, '')::bytea), 'hex')
              FROM chain_round c JOIN games_round r ON r.id = c.round_id
              LEFT JOIN LATERAL (
                   SELECT string_agg(sha256(convert_to(to_jsonb(e)::text, 'UTF8')), ''::bytea
                                     ORDER BY e.seq) AS words
                     FROM games_tableevent e WHERE e.table_id = r.table_id
                      AND e.seq BETWEEN coalesce(r.first_event, 1) AND r.last_event) AS e ON true
             WHERE c.id BETWEEN p_first AND p_last;
    END CASE;
END
$$;

CREATE OR REPLACE FUNCTION chain_digest(
    p_book text, p_first bigint, p_last bigint, OUT row_count bigint, OUT digest text)
LANGUAGE sql
STABLE
SET search_path = public, pg_temp
AS $$
    SELECT count(*), encode(sha256(coalesce(string_agg(
           sha256(convert_to(words, 'UTF8')), ''::bytea ORDER BY row_id), ''::bytea)), 'hex')
      FROM chain_rows(p_book, p_first, p_last)
$$;

-- Four lines under SHA-256: the link's number, the hash before it, the time in UTC, its content.
CREATE OR REPLACE FUNCTION chain_hash(
    p_number bigint, p_previous text, p_at timestamptz, p_content text)
RETURNS text
LANGUAGE sql
STABLE
SET "TimeZone" = 'UTC'
AS $$
    SELECT encode(sha256(convert_to(format(E'%s\n%s\n%s\n%s', p_number, p_previous,
           to_char(p_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_content), 'UTF8')), 'hex')
$$;

-- Seals what is new. NULL where nothing is, or where somebody is still writing: the numbers of
-- rows are given before they can be seen, so a link waits until nobody can add one below its end.
CREATE OR REPLACE FUNCTION chain_seal(p_most bigint DEFAULT 100000)
RETURNS bigint
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    books text[] := ARRAY['accounts', 'transfers', 'staff', 'orders', 'settlements', 'courses',
                          'rounds'];
    tables text[] := ARRAY['chip_account', 'chip_transfer', 'staff_act', 'tournaments_deskact',
                           'tournaments_playedround', 'tournaments_courseevent', 'chain_round'];
    ends bigint[] := '{}';
    writing text[];
    number_before bigint := 0;
    hash_before text := '';
    content_before text := '';
    lines text[] := '{}';
    sealed_to bigint;
    row_count bigint;
    digest text;
    now_at timestamptz := clock_timestamp();
    written text;
    is_new boolean := false;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('chain', 0)) THEN
        RETURN NULL;
    END IF;
    FOR i IN 1..cardinality(books) LOOP
        EXECUTE format('SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM %s',
                       pg_get_serial_sequence(tables[i], 'id')) INTO sealed_to;
        ends := ends || sealed_to;
    END LOOP;
    writing := ARRAY(
        SELECT DISTINCT virtualtransaction FROM pg_locks
         WHERE relation = ANY (tables::regclass[]::oid[]) AND mode = 'RowExclusiveLock'
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND pid <> pg_backend_pid());
    FOR patience IN REVERSE 40..0 LOOP
        EXIT WHEN NOT EXISTS (SELECT FROM pg_locks WHERE virtualtransaction = ANY (writing));
        IF patience = 0 THEN
            RETURN NULL;
        END IF;
        PERFORM pg_sleep(0.05);
    END LOOP;

    SELECT number, hash, content INTO number_before, hash_before, content_before
      FROM chain_link ORDER BY number DESC LIMIT 1;
    FOR i IN 1..cardinality(books) LOOP
        sealed_to := coalesce(
            split_part(split_part(content_before, E'\n', i), ' ', 3)::bigint, 0);
        ends[i] := greatest(least(ends[i], sealed_to + p_most), sealed_to);
        SELECT d.row_count, d.digest INTO row_count, digest
          FROM chain_digest(books[i], sealed_to + 1, ends[i]) AS d;
        is_new := is_new OR ends[i] > sealed_to;
        lines := lines || format(
            '%s %s %s %s %s', books[i], sealed_to + 1, ends[i], row_count, digest);
    END LOOP;
    IF NOT is_new THEN
        RETURN NULL;
    END IF;
    number_before := coalesce(number_before, 0);
    hash_before := coalesce(hash_before, '');
    written := array_to_string(lines, E'\n');
    INSERT INTO chain_link (number, at, content, previous, hash)
    VALUES (number_before + 1, now_at, written, hash_before,
            chain_hash(number_before + 1, hash_before, now_at, written));
    RETURN number_before + 1;
END
$$;

REVOKE ALL ON FUNCTION chain_note_round(), chain_seal(bigint) FROM PUBLIC;
