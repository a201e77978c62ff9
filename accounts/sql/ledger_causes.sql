-- What each kind of transfer may do, whoever asks: from which accounts to which, and why.
--
-- A process that has been broken into can call ledger_post with any kind. What it can reach that
-- way is written here: chips go only where their kind sends them, and chips out of the mint need a
-- cause that these tables themselves know.

CREATE OR REPLACE FUNCTION ledger_flows(p_kind text, p_account text, p_gives boolean)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
AS $$
    SELECT CASE p_kind
        WHEN 'round' THEN p_account = 'tournament_stack'
        WHEN 'hold' THEN p_account = CASE WHEN p_gives THEN 'wallet' ELSE 'hold' END
        WHEN 'release' THEN p_account = CASE WHEN p_gives THEN 'hold' ELSE 'wallet' END
        WHEN 'settle' THEN CASE WHEN p_gives THEN p_account IN ('hold', 'fee')
                                ELSE p_account IN ('wallet', 'fee', 'house') END
        WHEN 'entry' THEN CASE WHEN p_gives THEN p_account = 'wallet'
                               ELSE p_account IN ('prize_pool', 'fee') END
        WHEN 'refund' THEN CASE WHEN p_gives THEN p_account IN ('prize_pool', 'fee')
                                ELSE p_account = 'wallet' END
        WHEN 'prize' THEN p_account = CASE WHEN p_gives THEN 'prize_pool' ELSE 'wallet' END
        WHEN 'issue' THEN p_account = CASE WHEN p_gives THEN 'mint' ELSE 'tournament_stack' END
        WHEN 'bonus' THEN p_account = CASE WHEN p_gives THEN 'mint' ELSE 'prize_pool' END
        WHEN 'grant' THEN p_account = CASE WHEN p_gives THEN 'mint' ELSE 'wallet' END
        WHEN 'refill' THEN p_account = CASE WHEN p_gives THEN 'mint' ELSE 'wallet' END
        WHEN 'closure' THEN p_account = CASE WHEN p_gives THEN 'wallet' ELSE 'mint' END
        WHEN 'correction' THEN true  -- ledger_require_cause asks for more
        ELSE false
    END
$$;

-- Kinds whose flow alone does not say that a transfer is due.
CREATE OR REPLACE FUNCTION ledger_needs_cause(p_kind text)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
AS $$
    SELECT p_kind IN ('grant', 'refill', 'bonus', 'release', 'settle', 'correction')
$$;

-- Whether whoever has signed in here is the one of the two running roles that posts such a kind:
-- rounds are settled and prizes filled up by who may settle a round, a refill is given by who lets
-- people sign in. The grants alone say who that is.
CREATE OR REPLACE FUNCTION ledger_is_mine(p_kind text)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
    SELECT has_table_privilege(session_user, CASE p_kind
        WHEN 'refill' THEN 'public.accounts_oauthgrant'
        ELSE 'public.tournaments_playedround' END, 'INSERT')
$$;

-- No setting goes beyond these: what one gift may be, whatever else has been changed.
CREATE OR REPLACE FUNCTION ledger_gift_most(p_kind text, p_is_bot boolean)
RETURNS bigint
LANGUAGE sql
IMMUTABLE
AS $$
    SELECT CASE p_kind WHEN 'refill' THEN 10000
                       ELSE CASE WHEN p_is_bot THEN 10000000 ELSE 100000 END END
$$;

-- A gift goes to one player, once, under a key that says so: welcome chips once, a refill a day.
CREATE OR REPLACE FUNCTION ledger_gift_is_due(
    p_key text, p_kind text, p_accounts bigint[], p_amounts bigint[])
RETURNS boolean
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
    given record;
    today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
    SELECT w.player_id, player.is_bot, line.amount INTO STRICT given
      FROM ledger_lines(p_accounts, p_amounts) AS line
      JOIN chip_account w ON w.id = line.account_id AND w.kind = 'wallet'
      JOIN accounts_player player ON player.id = w.player_id;
    RETURN given.amount BETWEEN 1 AND ledger_gift_most(p_kind, given.is_bot)
       AND p_key IN (
           CASE p_kind WHEN 'grant' THEN 'grant:' || given.player_id END,
           CASE p_kind WHEN 'refill' THEN format('refill:%s:%s', given.player_id, today) END,
           -- The house's calendar may be a day before or behind.
           CASE p_kind WHEN 'refill' THEN format('refill:%s:%s', given.player_id, today - 1) END,
           CASE p_kind WHEN 'refill' THEN format('refill:%s:%s', given.player_id, today + 1) END);
EXCEPTION
    WHEN no_data_found OR too_many_rows THEN RETURN false;
END
$$;

-- Whether every wallet that is paid out of a pot has paid into it. A pot has as many postings as
-- a table has seats.
CREATE OR REPLACE FUNCTION ledger_paid_in_before(p_accounts bigint[], p_amounts bigint[])
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
    WITH line AS (
        SELECT given.account_id, given.amount, account.kind
          FROM ledger_lines(p_accounts, p_amounts) AS given
          JOIN chip_account account ON account.id = given.account_id)
    SELECT NOT EXISTS (
        SELECT FROM line AS paid WHERE paid.kind = 'wallet' AND NOT EXISTS (
            SELECT FROM line AS pot
              JOIN chip_posting came ON came.account_id = pot.account_id AND came.amount > 0
              JOIN chip_posting own ON own.transfer_id = came.transfer_id
                   AND own.account_id = paid.account_id AND own.amount < 0
             WHERE pot.kind = 'hold' AND pot.amount < 0))
$$;

CREATE OR REPLACE FUNCTION ledger_require_cause(
    p_key text, p_kind text, p_accounts bigint[], p_amounts bigint[], p_actor bigint)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    is_due boolean;
BEGIN
    CASE p_kind
        WHEN 'grant', 'refill' THEN
            is_due := ledger_gift_is_due(p_key, p_kind, p_accounts, p_amounts);
        WHEN 'bonus' THEN  -- what a tournament adds to its own prizes, once
            is_due := EXISTS (
                SELECT FROM chip_account pool
                 WHERE pool.id = ANY (p_accounts) AND pool.kind = 'prize_pool'
                   AND p_key = 'added:' || pool.ref);
        WHEN 'release', 'settle' THEN
            is_due := ledger_paid_in_before(p_accounts, p_amounts);
        WHEN 'correction' THEN
            -- Giving back to a mint makes nobody richer; a tournament's own chips are its own.
            is_due := NOT EXISTS (
                SELECT FROM ledger_lines(p_accounts, p_amounts) AS line
                  JOIN chip_account account ON account.id = line.account_id
                 WHERE line.amount > 0 AND account.kind <> 'mint' AND account.currency = 'chips')
                OR correction_is_asked_for(p_key, p_accounts, p_amounts, p_actor);
        ELSE
            is_due := true;
    END CASE;
    IF is_due IS NOT TRUE THEN
        PERFORM ledger_refuse(
            'transfer_without_cause', jsonb_build_object('key', p_key, 'kind', p_kind));
    END IF;
END
$$;

REVOKE ALL ON FUNCTION
    ledger_needs_cause(text),
    ledger_is_mine(text),
    ledger_gift_most(text, boolean),
    ledger_gift_is_due(text, text, bigint[], bigint[]),
    ledger_paid_in_before(bigint[], bigint[]),
    ledger_require_cause(text, text, bigint[], bigint[], bigint)
FROM PUBLIC;
