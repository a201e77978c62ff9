-- Nobody becomes a superuser through the running application, and nobody becomes staff without a
-- line in the staff's log that somebody else has written in the same transaction. The owner of the
-- tables, which only commands at the server's own console are, may.
CREATE OR REPLACE FUNCTION player_is_ours(p_table oid)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
    SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class WHERE oid = p_table
$$;

CREATE OR REPLACE FUNCTION player_refuse_rights()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT player_is_ours(TG_RELID) THEN
        RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'rights_are_not_given_here',
            DETAIL = jsonb_build_object('table', TG_TABLE_NAME)::text;
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS rights_superuser ON accounts_player;
CREATE CONSTRAINT TRIGGER rights_superuser
    AFTER UPDATE ON accounts_player DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.is_superuser AND NOT OLD.is_superuser)
    EXECUTE FUNCTION player_refuse_rights();
DROP TRIGGER IF EXISTS rights_from_the_start ON accounts_player;
CREATE CONSTRAINT TRIGGER rights_from_the_start
    AFTER INSERT ON accounts_player DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.is_superuser OR NEW.is_staff)
    EXECUTE FUNCTION player_refuse_rights();
DROP TRIGGER IF EXISTS rights_of_one ON accounts_player_user_permissions;
CREATE CONSTRAINT TRIGGER rights_of_one
    AFTER INSERT OR UPDATE ON accounts_player_user_permissions DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION player_refuse_rights();
DROP TRIGGER IF EXISTS rights_of_role ON auth_group_permissions;
CREATE CONSTRAINT TRIGGER rights_of_role
    AFTER INSERT OR UPDATE ON auth_group_permissions DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION player_refuse_rights();

CREATE OR REPLACE FUNCTION player_role_is_logged()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
DECLARE
    raised bigint := (to_jsonb(NEW) ->> CASE TG_TABLE_NAME
        WHEN 'accounts_player' THEN 'id' ELSE 'player_id' END)::bigint;
BEGIN
    IF NOT player_is_ours(TG_RELID) AND NOT EXISTS (
        SELECT FROM staff_act WHERE subject = 'player:' || raised AND act = 'roles_set'
           AND actor_id <> raised AND at >= transaction_timestamp()) THEN
        RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'role_without_log',
            DETAIL = jsonb_build_object('player', raised)::text;
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS rights_staff ON accounts_player;
CREATE CONSTRAINT TRIGGER rights_staff
    AFTER UPDATE ON accounts_player DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.is_staff AND NOT OLD.is_staff)
    EXECUTE FUNCTION player_role_is_logged();
DROP TRIGGER IF EXISTS rights_role ON accounts_player_groups;
CREATE CONSTRAINT TRIGGER rights_role
    AFTER INSERT OR UPDATE ON accounts_player_groups DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION player_role_is_logged();
