-- A version stays as it was stored; only that it is offered no more is written later, and once.
CREATE OR REPLACE FUNCTION rule_set_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.retired_at IS NULL AND NEW.retired_at IS NOT NULL
       AND to_jsonb(OLD) - 'retired_at' = to_jsonb(NEW) - 'retired_at' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'rule_set_is_stored',
        DETAIL = jsonb_build_object('rule_set', OLD.id, 'operation', TG_OP)::text;
END
$$;

CREATE TRIGGER house_rule_set_stays
    BEFORE UPDATE OR DELETE ON house_rule_set
    FOR EACH ROW EXECUTE FUNCTION rule_set_refuse_change();
