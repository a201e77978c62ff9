-- A consent stays as it was given: that it was used is written once, and none is deleted.
CREATE OR REPLACE FUNCTION consent_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.used_at IS NULL
       AND to_jsonb(OLD) - 'used_at' = to_jsonb(NEW) - 'used_at' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'consent_stays',
        DETAIL = jsonb_build_object('consent', OLD.id, 'operation', TG_OP)::text;
END
$$;

DROP TRIGGER IF EXISTS staff_consent_stays ON staff_consent;
CREATE TRIGGER staff_consent_stays
    BEFORE UPDATE OR DELETE ON staff_consent
    FOR EACH ROW EXECUTE FUNCTION consent_refuse_change();
