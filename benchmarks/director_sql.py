"""The SQL that the director's bulk writes are held to: the field, and one statement for each."""

PEOPLE = """
INSERT INTO accounts_player (username, skeleton, password, is_superuser, email, is_staff, is_active,
                             date_joined, is_guest, is_bot, bot_key, language)
SELECT 'bench %(run)s ' || i, 'bench %(run)s ' || i, '!', false, '', false, true, now(), false,
       true, 'safe', ''
FROM generate_series(1, %(entries)s) AS i;
INSERT INTO chip_account (kind, player_id, ref)
SELECT kind, id, CASE kind WHEN 'wallet' THEN '' ELSE 'tournament:%(tournament)s' END
FROM accounts_player, unnest(ARRAY['wallet', 'tournament_stack']) AS kind
WHERE username LIKE 'bench %(run)s %%';
INSERT INTO tournaments_entry (tournament_id, number, player_id, stack_chips, stack_account,
                               entered_at, met)
SELECT %(tournament)s, row_number() OVER (ORDER BY a.id), a.player_id, 1000, a.id, now(), '{}'
FROM chip_account a WHERE a.ref = 'tournament:%(tournament)s';
INSERT INTO chip_transfer (key, kind) VALUES ('bench issue %(run)s', 'issue');
INSERT INTO chip_account (kind, ref) VALUES ('mint', 'tournament:%(tournament)s'),
                                            ('prize_pool', 'tournament:%(tournament)s');
INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
SELECT currval('chip_transfer_id_seq'), id,
       CASE kind WHEN 'mint' THEN -1000 * %(entries)s ELSE 1000 END,
       CASE kind WHEN 'mint' THEN -1000 * %(entries)s ELSE 1000 END, 1
FROM chip_account WHERE ref = 'tournament:%(tournament)s' AND kind <> 'prize_pool';
UPDATE chip_account SET version = 1,
       balance = CASE kind WHEN 'mint' THEN -1000 * %(entries)s ELSE 1000 END
WHERE ref = 'tournament:%(tournament)s' AND kind <> 'prize_pool';
ANALYZE tournaments_entry; ANALYZE chip_account; ANALYZE accounts_player;
"""
FUND = """
SELECT ledger_post('added:tournament:%(tournament)s', 'bonus',
    ARRAY[ledger_account('mint', NULL, ''),
          ledger_account('prize_pool', NULL, 'tournament:%(tournament)s')],
    ARRAY[-100 * %(entries)s, 100 * %(entries)s]::bigint[])
"""
TELL_ALL = """
UPDATE tournaments_tournamenttable SET result =
    '{"dealer": 0, "scores": [[60,0,0,0],[40,0,0,0],[30,0,0,0],[0,0,0,0]]}'
WHERE tournament_id = %(tournament)s AND is_open AND size = 4
"""
# Everybody a rank of their own, as after rounds of different scores.
DISTINCT_STACKS = """
UPDATE tournaments_entry SET stack_chips = number WHERE tournament_id = %(tournament)s
"""
_BARE_SEAT = """
WITH opened AS (
  INSERT INTO tournaments_tournamenttable
         (tournament_id, number, size, resting, rounds, pcr, dealt, stacks)
  SELECT %(tournament)s, i, 4, false, 1, 2, '{1,2,3,4}', '{1000,1000,1000,1000}'
  FROM generate_series(1, %(entries)s / 4) AS i RETURNING number)
UPDATE tournaments_entry e SET table_number = 1 + drawn.place %% (%(entries)s / 4),
       seat = drawn.place / (%(entries)s / 4)
FROM (SELECT id, row_number() OVER (ORDER BY random()) - 1 AS place
      FROM tournaments_entry WHERE tournament_id = %(tournament)s) AS drawn
WHERE e.id = drawn.id
"""
_BARE_SETTLE = """
WITH paid AS (
  SELECT e.id, e.stack_account, e.table_number, a.balance, a.version,
         CASE e.seat WHEN 0 THEN 220 WHEN 1 THEN -40 WHEN 2 THEN -60 ELSE -120 END AS chips
  FROM tournaments_entry e JOIN chip_account a ON a.id = e.stack_account
  WHERE e.tournament_id = %(tournament)s
), moved AS (
  INSERT INTO chip_transfer (key, kind, memo)
  SELECT 'round:tournament:%(tournament)s:' || table_number || ':1', 'round',
         jsonb_build_object('table', table_number, 'round', 1)
  FROM paid GROUP BY table_number RETURNING id, memo
), posted AS (
  INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
  SELECT moved.id, paid.stack_account, paid.chips, paid.balance + paid.chips, paid.version + 1
  FROM paid JOIN moved ON (moved.memo ->> 'table')::int = paid.table_number
), balanced AS (
  UPDATE chip_account a SET balance = a.balance + paid.chips, version = a.version + 1
  FROM paid WHERE a.id = paid.stack_account
), recorded AS (
  INSERT INTO tournaments_playedround (tournament_id, table_number, number, pcr, entries,
         stacks_chips, scores, changes_chips, decided_by, capped, settled_at)
  SELECT %(tournament)s, table_number, 1, 2, array_agg(id), '{1000,1000,1000,1000}',
         '[[60,0,0,0],[40,0,0,0],[30,0,0,0],[0,0,0,0]]', array_agg(chips), 'score', 0, now()
  FROM paid GROUP BY table_number
), rested AS (
  UPDATE tournaments_tournamenttable SET resting = true, result = NULL
  WHERE tournament_id = %(tournament)s
)
UPDATE tournaments_entry e SET stack_chips = e.stack_chips + paid.chips
FROM paid WHERE e.id = paid.id
"""
_BARE_PAY = """
WITH ranked AS (
  SELECT e.id, row_number() OVER (ORDER BY stack_chips DESC, e.number) AS place,
         a.id AS wallet, a.balance, a.version
  FROM tournaments_entry e JOIN chip_account a ON a.player_id = e.player_id AND a.kind = 'wallet'
  WHERE e.tournament_id = %(tournament)s
), won AS (SELECT * FROM ranked WHERE place <= %(entries)s / 10
), pool AS (
  SELECT id, balance, version FROM chip_account
  WHERE kind = 'prize_pool' AND ref = 'tournament:%(tournament)s'
), moved AS (
  INSERT INTO chip_transfer (key, kind, memo)
  SELECT 'prize:tournament:%(tournament)s:' || id, 'prize', jsonb_build_object('rank', place)
  FROM won RETURNING id, (memo ->> 'rank')::int AS place
), posted AS (
  INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
  SELECT moved.id, won.wallet, 1000, won.balance + 1000, won.version + 1
  FROM won JOIN moved USING (place)
  UNION ALL
  SELECT moved.id, pool.id, -1000, pool.balance - 1000 * moved.place, pool.version + moved.place
  FROM moved, pool
), emptied AS (
  UPDATE chip_account a SET balance = 0, version = a.version + %(entries)s / 10
  FROM pool WHERE a.id = pool.id
), balanced AS (
  UPDATE chip_account a SET balance = a.balance + 1000, version = a.version + 1
  FROM won WHERE a.id = won.wallet
), decided AS (
  INSERT INTO tournaments_decision (tournament_id, kind, code, facts, entry_id, at)
  SELECT %(tournament)s, 'Rank', 'rank_by_chips',
         jsonb_build_object('rank', place, 'chips', 1000, 'tied', 1), id, now() FROM ranked
  UNION ALL
  SELECT %(tournament)s, 'PayPrize', 'prize_of_rank',
         jsonb_build_object('rank', place, 'places', 1), id, now() FROM won
)
UPDATE tournaments_entry e
SET rank = ranked.place,
    won_chips = CASE WHEN ranked.place <= %(entries)s / 10 THEN 1000 ELSE 0 END
FROM ranked WHERE e.id = ranked.id
"""
BARE = {"seat": _BARE_SEAT, "settle": _BARE_SETTLE, "pay": _BARE_PAY}
