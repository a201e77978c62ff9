-- What the running application's role {role} may do: everything with ordinary tables, and with the
-- ledger read and post. Run as the owner of the tables; may be run again.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO {role};

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role};

REVOKE ALL ON chip_account, chip_transfer, chip_posting, django_migrations FROM {role}, PUBLIC;
GRANT SELECT ON chip_account, chip_transfer, chip_posting, django_migrations TO {role};
REVOKE ALL ON SEQUENCE
    chip_account_id_seq, chip_transfer_id_seq, chip_posting_id_seq FROM {role}, PUBLIC;

GRANT EXECUTE ON FUNCTION
    ledger_account(text, bigint, text),
    ledger_post(text, text, bigint[], bigint[], bigint, jsonb),
    ledger_post_many(text[], text[], int[], bigint[], bigint[], bigint[], jsonb[]),
    ledger_post_set(text[], text[], int[], bigint[], bigint[], bigint[], jsonb[])
TO {role};
