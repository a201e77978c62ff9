"""What a taken-over application might try on the ledger, statement by statement.

Every one of these runs as the running application's role, and every one must be refused.
"""

MOVE = "bigint, text, text, bigint[], bigint[], bigint"
POST = "ledger_post(text, text, bigint[], bigint[], bigint, jsonb)"

WRITES = (
    "UPDATE chip_account SET balance = 1000000",
    "UPDATE chip_account SET version = 0",
    "UPDATE chip_account SET kind = 'mint', player_id = NULL",
    "UPDATE chip_account SET ref = 'tournament:1' WHERE kind = 'mint'",
    "UPDATE chip_posting SET amount = amount * 2",
    "UPDATE chip_posting SET account_id = (SELECT max(id) FROM chip_account)",
    "UPDATE chip_transfer SET memo = '{}'",
    "UPDATE chip_transfer SET key = 'another'",
    "INSERT INTO chip_account (kind, ref, balance) VALUES ('house', 'x', 1000)",
    "INSERT INTO chip_transfer (key, kind) VALUES ('x', 'grant')",
    "INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)"
    " SELECT max(transfer_id), max(account_id), 5, 5, 99 FROM chip_posting",
    "INSERT INTO chip_account (id, kind, ref) SELECT id, kind, ref FROM chip_account"
    " ON CONFLICT (id) DO UPDATE SET balance = 1000000",
    "MERGE INTO chip_account a USING chip_posting p ON p.account_id = a.id"
    " WHEN MATCHED THEN UPDATE SET balance = 1000000",
    "WITH gone AS (DELETE FROM chip_posting RETURNING *) SELECT count(*) FROM gone",
    "DELETE FROM chip_account",
    "DELETE FROM chip_posting",
    "DELETE FROM chip_transfer",
    "TRUNCATE chip_posting",
    "TRUNCATE chip_transfer CASCADE",
    "TRUNCATE chip_account CASCADE",
    "COPY chip_account (kind, ref, balance) FROM PROGRAM 'echo house'",
    "COPY chip_posting FROM '/etc/hostname'",
    "COPY chip_account TO PROGRAM 'cat'",
    "DELETE FROM accounts_player",
    "DELETE FROM django_migrations",
    "SELECT setval('chip_transfer_id_seq', 1, false)",
    "SELECT nextval('chip_posting_id_seq')",
)

LOCKS = (
    "SELECT * FROM chip_account FOR UPDATE",
    "BEGIN; LOCK TABLE chip_account IN ACCESS EXCLUSIVE MODE",
)

GUARDS = (
    "ALTER TABLE chip_account DISABLE TRIGGER ALL",
    "ALTER TABLE chip_posting DISABLE TRIGGER chip_posting_stays",
    "DROP TRIGGER chip_transfer_balances ON chip_transfer",
    "ALTER TABLE chip_account DROP CONSTRAINT chip_account_not_negative",
    "ALTER TABLE chip_account ALTER balance SET DEFAULT 1000",
    "ALTER TABLE chip_account ADD COLUMN may_be_negative boolean DEFAULT true",
    "ALTER TABLE chip_account OWNER TO CURRENT_USER",
    "ALTER TABLE chip_account ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE chip_posting RENAME TO chip_posting_old",
    "ALTER TABLE chip_posting SET SCHEMA pg_temp",
    "DROP TABLE chip_posting CASCADE",
    "DROP INDEX chip_posting_version",
    "CREATE INDEX ON chip_account ((1 / 0))",
    "CREATE TRIGGER mine BEFORE UPDATE ON chip_account"
    " FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE RULE mine AS ON INSERT TO chip_posting DO INSTEAD NOTHING",
    "CREATE POLICY mine ON chip_account USING (false)",
    "CREATE TEMP TABLE child () INHERITS (chip_account)",
    "CREATE EVENT TRIGGER mine ON ddl_command_end EXECUTE FUNCTION append_only()",
    "CREATE PUBLICATION mine FOR TABLE chip_account",
    "SET session_replication_role = replica",
    "ALTER SYSTEM SET session_replication_role = replica",
)

FUNCTIONS = (
    "CREATE OR REPLACE FUNCTION ledger_require_balance() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    f"DROP FUNCTION {POST}",
    f"ALTER FUNCTION {POST} RESET search_path",
    f"ALTER FUNCTION {POST} SECURITY INVOKER",
    f"ALTER FUNCTION {POST} SET session_replication_role = replica",
    f"ALTER FUNCTION {POST} OWNER TO CURRENT_USER",
    f"ALTER FUNCTION ledger_move({MOVE}) RENAME TO moved",
    "SELECT ledger_move(1, 'x', 'grant', '{1,2}', '{-5,5}', 1)",
    "SELECT ledger_replay('x', 'grant', '{1,2}', '{-5,5}')",
    "SELECT ledger_check('x', '{1,2}', '{-5,5}')",
    "DROP FUNCTION ledger_post_set",
    "ALTER FUNCTION ledger_post_set SECURITY INVOKER",
    "CREATE OPERATOR public.+ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = int8mi)",
    "CREATE VIEW public.chip_accounts AS SELECT * FROM chip_account",
    "CREATE TABLE public.mine (id int)",
    "CREATE SCHEMA mine",
    "CREATE CAST (jsonb AS text) WITH INOUT AS IMPLICIT",
    "CREATE LANGUAGE mine HANDLER plpgsql_call_handler",
)

ROLES = (
    "SET ROLE jeton_owner",
    "SET SESSION AUTHORIZATION jeton_owner",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER ROLE jeton_owner SET search_path = pg_temp",
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = pg_temp', "
    "current_database()); END $$",
    "GRANT jeton_owner TO jeton_worker",
    "ALTER DEFAULT PRIVILEGES FOR ROLE jeton_owner GRANT ALL ON TABLES TO jeton_worker",
    "REASSIGN OWNED BY jeton_owner TO jeton_worker",
    "UPDATE pg_class SET relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)",
    "UPDATE pg_trigger SET tgenabled = 'D'",
    "SELECT pg_read_file('/etc/hostname')",
)

ALL = WRITES + LOCKS + GUARDS + FUNCTIONS + ROLES
