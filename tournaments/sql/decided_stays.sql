-- What a director has ordered or the tournament has decided stays, like what has been posted.
DROP TRIGGER IF EXISTS tournaments_deskact_stays ON tournaments_deskact;
CREATE TRIGGER tournaments_deskact_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tournaments_deskact
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();
DROP TRIGGER IF EXISTS tournaments_deskoutcome_stays ON tournaments_deskoutcome;
CREATE TRIGGER tournaments_deskoutcome_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tournaments_deskoutcome
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();
DROP TRIGGER IF EXISTS tournaments_decision_stays ON tournaments_decision;
CREATE TRIGGER tournaments_decision_stays
    BEFORE UPDATE OR TRUNCATE ON tournaments_decision
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DROP TRIGGER IF EXISTS tournaments_courseevent_stays ON tournaments_courseevent;
CREATE TRIGGER tournaments_courseevent_stays
    BEFORE UPDATE OR TRUNCATE ON tournaments_courseevent
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DROP TRIGGER IF EXISTS tournaments_board_stays ON tournaments_board;
CREATE TRIGGER tournaments_board_stays
    BEFORE UPDATE OR TRUNCATE ON tournaments_board
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Of a tournament that nobody entered nothing is kept.
CREATE OR REPLACE FUNCTION decision_refuse_delete()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF EXISTS (SELECT FROM tournaments_entry WHERE tournament_id = OLD.tournament_id) THEN
        RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'append_only',
            DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'operation', TG_OP)::text;
    END IF;
    RETURN OLD;
END
$$;

DROP TRIGGER IF EXISTS tournaments_decision_kept ON tournaments_decision;
CREATE TRIGGER tournaments_decision_kept
    BEFORE DELETE ON tournaments_decision
    FOR EACH ROW EXECUTE FUNCTION decision_refuse_delete();

DROP TRIGGER IF EXISTS tournaments_courseevent_kept ON tournaments_courseevent;
CREATE TRIGGER tournaments_courseevent_kept
    BEFORE DELETE ON tournaments_courseevent
    FOR EACH ROW EXECUTE FUNCTION decision_refuse_delete();

DROP TRIGGER IF EXISTS tournaments_board_kept ON tournaments_board;
CREATE TRIGGER tournaments_board_kept
    BEFORE DELETE ON tournaments_board
    FOR EACH ROW EXECUTE FUNCTION decision_refuse_delete();

-- A settled round stays; that a director took it back is written later, and once. What a
-- tournament has promised before its first lot never changes.
CREATE OR REPLACE FUNCTION tournament_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_TABLE_NAME = 'tournaments_playedround' AND TG_OP = 'UPDATE'
       AND NOT (to_jsonb(OLD) ->> 'voided')::boolean
       AND to_jsonb(OLD) - 'voided' = to_jsonb(NEW) - 'voided' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'tournament_is_decided',
        DETAIL = jsonb_build_object('table', TG_TABLE_NAME, 'row', OLD.id)::text;
END
$$;

DROP TRIGGER IF EXISTS tournaments_playedround_stays ON tournaments_playedround;
CREATE TRIGGER tournaments_playedround_stays
    BEFORE UPDATE OR DELETE ON tournaments_playedround
    FOR EACH ROW EXECUTE FUNCTION tournament_refuse_change();
DROP TRIGGER IF EXISTS tournaments_tournament_promise ON tournaments_tournament;
CREATE TRIGGER tournaments_tournament_promise
    BEFORE UPDATE ON tournaments_tournament
    FOR EACH ROW WHEN (OLD.commitment <> '' AND OLD.commitment <> NEW.commitment
                       OR OLD.entrants_seed <> coalesce(NEW.entrants_seed, '?'))
    EXECUTE FUNCTION tournament_refuse_change();
