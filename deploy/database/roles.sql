-- Once, where processes connect through PgBouncer: what they would otherwise ask for at the start of a
-- connection. As the owner or an administrator. The figures are those of LOCK_TIMEOUT_SECONDS and
-- STATEMENT_TIMEOUT_SECONDS, which have no effect through PgBouncer; `doctor` compares them.
ALTER ROLE jeton_web SET lock_timeout = '3s';
ALTER ROLE jeton_web SET statement_timeout = '10s';
ALTER ROLE jeton_web SET idle_in_transaction_session_timeout = '15s';
ALTER ROLE jeton_worker SET lock_timeout = '3s';
ALTER ROLE jeton_worker SET statement_timeout = '10s';
ALTER ROLE jeton_worker SET idle_in_transaction_session_timeout = '15s';
