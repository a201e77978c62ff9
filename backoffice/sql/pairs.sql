-- Pairs of people who share tables more often than chance would have it, over the latest tables.
-- With `tables` tables among everybody, two people who played `a` and `b` of them would share
-- a × b × (seats - 1) / (seats of all) by chance. Chips flow from who lost to who won, in proportion.
WITH recent AS (
  SELECT id FROM games_table
  WHERE status = 'finished' AND terms ->> 'settlement' = 'stakes'
  ORDER BY id DESC LIMIT %(tables)s
), seats AS (
  SELECT s.table_id, s.player_id, coalesce(s.payout_chips, 0) - s.stake_chips AS net
  FROM games_seat s JOIN recent r ON r.id = s.table_id
  JOIN accounts_player p ON p.id = s.player_id AND NOT p.is_bot
), won AS (
  SELECT table_id, sum(net) FILTER (WHERE net > 0) AS chips FROM seats GROUP BY table_id
), own AS (
  SELECT player_id, count(*) AS tables FROM seats GROUP BY player_id
), everything AS (
  SELECT greatest(1, count(*)) AS places, greatest(1, count(DISTINCT table_id)) AS tables FROM seats
), pairs AS (
  SELECT a.player_id AS one, b.player_id AS other, count(*) AS shared,
         sum(CASE WHEN a.net < 0 AND b.net > 0 AND won.chips > 0 THEN -a.net * b.net / won.chips
                  WHEN a.net > 0 AND b.net < 0 AND won.chips > 0 THEN b.net * a.net / won.chips
                  ELSE 0 END)::bigint AS flow,
         sum(CASE WHEN a.net < 0 AND b.net > 0 THEN 1 ELSE 0 END) AS lost,
         max(a.table_id) AS latest
  FROM seats a
  JOIN seats b ON b.table_id = a.table_id AND b.player_id > a.player_id
  JOIN won ON won.table_id = a.table_id
  WHERE %(player)s::bigint IS NULL OR %(player)s::bigint IN (a.player_id, b.player_id)
  GROUP BY 1, 2
)
SELECT pairs.one, p.username, pairs.other, q.username, pairs.shared,
       round(x.tables * y.tables::numeric * (e.places::numeric / e.tables - 1) / e.places, 1)::float8,
       pairs.flow, pairs.lost, pairs.latest,
       (SELECT count(*) FROM player_seen s JOIN player_seen t ON t.digest = s.digest
         WHERE s.player_id = pairs.one AND t.player_id = pairs.other)
FROM pairs
JOIN own x ON x.player_id = pairs.one JOIN own y ON y.player_id = pairs.other
JOIN accounts_player p ON p.id = pairs.one JOIN accounts_player q ON q.id = pairs.other
CROSS JOIN everything e
WHERE pairs.shared >= %(least)s
ORDER BY abs(pairs.flow)::numeric * pairs.shared
         / greatest(1, x.tables * y.tables::numeric / e.places) DESC, pairs.one, pairs.other
LIMIT %(most)s
