-- What happened at a table stays as it happened, and a finished round as it ended.
DROP TRIGGER IF EXISTS games_tableevent_stays ON games_tableevent;
CREATE TRIGGER games_tableevent_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON games_tableevent
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- What was promised before the deal never changes; after the end only `booked_at` is written, when
-- the round has counted for its players' experience.
CREATE OR REPLACE FUNCTION round_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (
        CASE WHEN OLD.ended_at IS NULL
             THEN (OLD.id, OLD.table_id, OLD.number, OLD.commitment, OLD.shared_deal_id)
                  IS NOT DISTINCT FROM
                  (NEW.id, NEW.table_id, NEW.number, NEW.commitment, NEW.shared_deal_id)
             ELSE to_jsonb(OLD) - 'booked_at' = to_jsonb(NEW) - 'booked_at' END) THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND OLD.ended_at IS NULL THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'round_is_finished',
        DETAIL = jsonb_build_object('table', OLD.table_id, 'round', OLD.number)::text;
END
$$;

DROP TRIGGER IF EXISTS games_round_stays ON games_round;
CREATE TRIGGER games_round_stays
    BEFORE UPDATE OR DELETE ON games_round
    FOR EACH ROW EXECUTE FUNCTION round_refuse_change();

-- A shared deal is promised once and opened once.
CREATE OR REPLACE FUNCTION shared_deal_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (OLD IS NOT DISTINCT FROM NEW
        OR (OLD.id, OLD.created_at) = (NEW.id, NEW.created_at)
           AND OLD.opened_at IS NULL AND OLD.commitment IN ('', NEW.commitment)) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'deal_is_promised',
        DETAIL = jsonb_build_object('deal', OLD.id)::text;
END
$$;

DROP TRIGGER IF EXISTS games_shareddeal_stays ON games_shareddeal;
CREATE TRIGGER games_shareddeal_stays
    BEFORE UPDATE OR DELETE ON games_shareddeal
    FOR EACH ROW EXECUTE FUNCTION shared_deal_refuse_change();

-- A payout is written once.
CREATE OR REPLACE FUNCTION seat_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'seat_is_paid',
        DETAIL = jsonb_build_object('seat', OLD.id, 'chips', OLD.payout_chips)::text;
END
$$;

DROP TRIGGER IF EXISTS games_seat_paid ON games_seat;
CREATE TRIGGER games_seat_paid
    BEFORE UPDATE ON games_seat
    FOR EACH ROW WHEN (OLD.payout_chips IS NOT NULL AND (
        OLD.payout_chips, OLD.player_id, OLD.stake_chips, OLD.table_id) IS DISTINCT FROM (
        NEW.payout_chips, NEW.player_id, NEW.stake_chips, NEW.table_id))
    EXECUTE FUNCTION seat_refuse_change();
DROP TRIGGER IF EXISTS games_seat_stays ON games_seat;
CREATE TRIGGER games_seat_stays
    BEFORE DELETE ON games_seat
    FOR EACH ROW WHEN (OLD.payout_chips IS NOT NULL)
    EXECUTE FUNCTION seat_refuse_change();
