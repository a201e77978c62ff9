-- Finished rounds of gin for two, one of them a person, that have not been looked through: of the
-- latest ones, so that the search stays short however many rounds there have been.
WITH recent AS (
  SELECT id, table_id FROM games_round
  WHERE ended_at IS NOT NULL AND score IS NOT NULL AND first_event IS NOT NULL
  ORDER BY id DESC LIMIT %(latest)s
)
SELECT recent.id
FROM recent JOIN games_table t ON t.id = recent.table_id
WHERE t.seats_max = 2 AND t.terms -> 'rules' ->> 'family' = 'knock'
  AND EXISTS (SELECT 1 FROM games_seat s JOIN accounts_player p ON p.id = s.player_id
              WHERE s.table_id = t.id AND NOT p.is_bot)
  AND NOT EXISTS (SELECT 1 FROM round_behaviour b WHERE b.round_id = recent.id)
ORDER BY recent.id DESC
LIMIT %(most)s
