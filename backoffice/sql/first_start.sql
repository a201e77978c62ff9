-- Makes this player the owner of a house that has none, for whoever holds the token of its first
-- start; a token counts once. It alone may: it runs as the owner of the tables, which the triggers
-- on rights ask for, so they are asked inside it. True where the house is theirs now.
CREATE OR REPLACE FUNCTION house_claim(p_digest text, p_player bigint)
RETURNS boolean
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE first_start SET done_at = clock_timestamp(), owner_id = p_player
     WHERE digest = p_digest AND done_at IS NULL AND until > clock_timestamp()
       AND NOT EXISTS (SELECT FROM accounts_player WHERE is_superuser);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    SET CONSTRAINTS rights_superuser, rights_staff IMMEDIATE;
    UPDATE accounts_player SET is_staff = true, is_superuser = true
     WHERE id = p_player AND is_active AND NOT is_guest AND NOT is_bot;
    IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'not_a_person';
    END IF;
    SET CONSTRAINTS rights_superuser, rights_staff DEFERRED;
    RETURN true;
END
$$;
REVOKE ALL ON FUNCTION house_claim(text, bigint) FROM PUBLIC;
