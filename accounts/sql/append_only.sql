-- What has been written stays: no row is changed or deleted, by anybody. Only the owner of the
-- table may empty it, whole: that is how a test database is reset, and an emptied book hides
-- nothing, for everything is gone with it.
CREATE OR REPLACE FUNCTION append_only()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_user = (
        SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'append_only',
        DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
END
$$;
