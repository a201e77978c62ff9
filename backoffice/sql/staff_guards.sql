-- What staff did stays written.
DROP TRIGGER IF EXISTS staff_act_stays ON staff_act;
CREATE TRIGGER staff_act_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON staff_act
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- A decided correction stays as it was decided, and none is deleted.
CREATE OR REPLACE FUNCTION correction_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.status = 'requested'
       AND (OLD.id, OLD.account_id, OLD.counter_id, OLD.amount_chips, OLD.reason,
            OLD.needs_second, OLD.requested_by_id, OLD.requested_at)
         = (NEW.id, NEW.account_id, NEW.counter_id, NEW.amount_chips, NEW.reason,
            NEW.needs_second, NEW.requested_by_id, NEW.requested_at)
       AND OLD.reverses_id IS NOT DISTINCT FROM NEW.reverses_id THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'correction_is_decided',
        DETAIL = jsonb_build_object('correction', OLD.id, 'operation', TG_OP)::text;
END
$$;

DROP TRIGGER IF EXISTS chip_correction_stays ON chip_correction;
CREATE TRIGGER chip_correction_stays
    BEFORE UPDATE OR DELETE ON chip_correction
    FOR EACH ROW EXECUTE FUNCTION correction_refuse_change();

-- So does a restitution; its lines say from the first who is owed what, and learn once by which
-- correction it was given.
CREATE OR REPLACE FUNCTION restitution_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_TABLE_NAME = 'restitution' THEN
        IF TG_OP = 'UPDATE' AND OLD.status IN ('draft', 'proposed')
           AND (OLD.id, OLD.kind, OLD.tables, OLD.guilty, OLD.counter_id, OLD.drafted_by_id,
                OLD.drafted_at)
             = (NEW.id, NEW.kind, NEW.tables, NEW.guilty, NEW.counter_id, NEW.drafted_by_id,
                NEW.drafted_at)
           AND (OLD.tournament_id, OLD.reverses_id, OLD.sheet_id, OLD.points, OLD.points_before)
               IS NOT DISTINCT FROM
               (NEW.tournament_id, NEW.reverses_id, NEW.sheet_id, NEW.points, NEW.points_before)
           AND (OLD.status = 'draft'
                OR (OLD.reason, OLD.proposed_by_id) = (NEW.reason, NEW.proposed_by_id)) THEN
            RETURN NEW;
        END IF;
    ELSIF TG_OP = 'UPDATE' AND OLD.correction_id IS NULL
       AND to_jsonb(OLD) - 'correction_id' = to_jsonb(NEW) - 'correction_id' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'restitution_stays',
        DETAIL = jsonb_build_object('row', OLD.id, 'operation', TG_OP)::text;
END
$$;

DROP TRIGGER IF EXISTS restitution_stays ON restitution;
CREATE TRIGGER restitution_stays
    BEFORE UPDATE OR DELETE ON restitution
    FOR EACH ROW EXECUTE FUNCTION restitution_refuse_change();
DROP TRIGGER IF EXISTS restitution_line_stays ON restitution_line;
CREATE TRIGGER restitution_line_stays
    BEFORE UPDATE OR DELETE ON restitution_line
    FOR EACH ROW EXECUTE FUNCTION restitution_refuse_change();

-- Reports ask for days. Rows come in the order of time, so a summary of each range of pages is
-- enough to find them, and it costs the writer nothing.
CREATE INDEX IF NOT EXISTS chip_transfer_day
    ON chip_transfer USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX IF NOT EXISTS games_table_finished_day
    ON games_table USING brin (finished_at) WITH (pages_per_range = 16, autosummarize = on);
