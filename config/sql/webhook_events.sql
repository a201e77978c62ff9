-- What webhooks tell of is noted in the transaction of what happens, and only if an endpoint asked for it.

CREATE FUNCTION jeton_webhook_wanted(wanted text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM accounts_webhookendpoint WHERE is_on AND wanted = ANY(kinds)
  )
$$;

CREATE FUNCTION jeton_webhook_note(kind text, key text, facts jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO accounts_webhookevent (kind, key, facts, at, is_handed_out)
  SELECT kind, kind || ':' || key, facts, clock_timestamp(), false
  WHERE jeton_webhook_wanted(kind)
  ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION jeton_webhook_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM jeton_webhook_note('player.registered', NEW.id::text,
    jsonb_build_object('player', NEW.id, 'name', NEW.username));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_player_made AFTER INSERT ON accounts_player FOR EACH ROW
  WHEN (NOT NEW.is_guest AND NOT NEW.is_bot AND NEW.owner_id IS NULL)
  EXECUTE FUNCTION jeton_webhook_player();
CREATE TRIGGER webhook_player_kept AFTER UPDATE OF is_guest ON accounts_player FOR EACH ROW
  WHEN (OLD.is_guest AND NOT NEW.is_guest)
  EXECUTE FUNCTION jeton_webhook_player();

CREATE FUNCTION jeton_webhook_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM jeton_webhook_note('table.' || NEW.status, NEW.id::text, jsonb_build_object(
    'table', NEW.id, 'name', NEW.name, 'preset', NEW.preset, 'stake_chips', NEW.stake_chips,
    'players', (SELECT coalesce(jsonb_agg(player_id ORDER BY number), '[]')
                FROM games_seat WHERE table_id = NEW.id)));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_table_over AFTER UPDATE OF status ON games_table FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status IN ('finished', 'cancelled'))
  EXECUTE FUNCTION jeton_webhook_table();

CREATE FUNCTION jeton_webhook_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM jeton_webhook_note(
    'tournament.' || CASE NEW.phase WHEN 'entering' THEN 'published' WHEN 'running' THEN 'started'
                                    ELSE NEW.phase END,
    NEW.id::text,
    jsonb_build_object('tournament', NEW.id, 'name', NEW.name, 'phase', NEW.phase));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_tournament_made AFTER INSERT ON tournaments_tournament
  FOR EACH ROW EXECUTE FUNCTION jeton_webhook_tournament();
CREATE TRIGGER webhook_tournament_goes_on AFTER UPDATE OF phase ON tournaments_tournament
  FOR EACH ROW
  WHEN (OLD.phase <> NEW.phase AND NEW.phase IN ('running', 'finished', 'cancelled'))
  EXECUTE FUNCTION jeton_webhook_tournament();

CREATE FUNCTION jeton_webhook_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF jeton_webhook_wanted('tournament.entered') THEN
    PERFORM jeton_webhook_note('tournament.entered', id::text, jsonb_build_object(
      'tournament', tournament_id, 'entry', id, 'player', player_id)) FROM changed;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_entries AFTER INSERT ON tournaments_entry
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION jeton_webhook_entries();

CREATE FUNCTION jeton_webhook_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM jeton_webhook_note('director.called', NEW.id::text, jsonb_build_object(
    'call', NEW.id, 'tournament', NEW.tournament_id, 'player', NEW.player_id,
    'table', NEW.table_number, 'matter', NEW.matter));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_calls AFTER INSERT ON tournaments_directorcall
  FOR EACH ROW EXECUTE FUNCTION jeton_webhook_call();

CREATE FUNCTION jeton_webhook_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM jeton_webhook_note('chat.reported', NEW.id::text, jsonb_build_object(
    'report', NEW.id, 'table', NEW.table_id, 'message', NEW.number, 'reason', NEW.reason));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_reports AFTER INSERT ON games_chatreport
  FOR EACH ROW EXECUTE FUNCTION jeton_webhook_report();
