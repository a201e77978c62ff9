-- Who follows something is told through NOTIFY: a player's inbox, a tournament.
--
-- It says whose inbox and which tournament, never what happened, and cannot be forgotten by whoever
-- writes to these tables.

CREATE FUNCTION jeton_tell_people() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  people bigint[];
BEGIN
  SELECT array_agg(DISTINCT player_id) INTO people FROM changed;
  IF people IS NOT NULL THEN
    -- Too many for one message: everybody looks.
    PERFORM pg_notify('jeton_people',
                      CASE WHEN cardinality(people) > 300 THEN '[]'
                           ELSE array_to_json(people)::text END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_of_notices AFTER INSERT ON accounts_notice
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION jeton_tell_people();
CREATE TRIGGER tell_of_notices_read AFTER UPDATE ON accounts_notice
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION jeton_tell_people();
CREATE TRIGGER tell_of_seats_taken AFTER INSERT ON games_seat
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION jeton_tell_people();
CREATE TRIGGER tell_of_seats_left AFTER DELETE ON games_seat
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION jeton_tell_people();
CREATE TRIGGER tell_of_entries AFTER INSERT ON tournaments_entry
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION jeton_tell_people();

CREATE FUNCTION jeton_tell_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jeton_tournaments', json_build_array(NEW.id, NEW.version)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER tell_of_steps AFTER UPDATE OF version ON tournaments_tournament
  FOR EACH ROW EXECUTE FUNCTION jeton_tell_tournament();
