-- Integrity looks at the latest tables that were played for stakes. By the JSON of its terms
-- the planner cannot tell how many tables those are, and would read them all.
CREATE INDEX IF NOT EXISTS games_table_staked_over
    ON games_table (id) WHERE status = 'finished' AND terms ->> 'settlement' = 'stakes';
