-- What the running roles may do: everything with ordinary tables, and with the ledger read and post.
-- {web} answers people and programs and plays, {worker} does what follows; what one of the two alone
-- writes is refused to the other, here and in the files of the other apps. Where one role is both,
-- the second line gives it back what the first has taken. Run as the owner of the tables; may be
-- run again.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO {web}, {worker};

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {web}, {worker};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {web}, {worker};
ALTER DEFAULT PRIVILEGES IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {web}, {worker};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {web}, {worker};

REVOKE ALL ON chip_account, chip_transfer, chip_posting, django_migrations FROM {web}, {worker}, PUBLIC;
GRANT SELECT ON chip_account, chip_transfer, chip_posting, django_migrations TO {web}, {worker};
REVOKE ALL ON SEQUENCE
    chip_account_id_seq, chip_transfer_id_seq, chip_posting_id_seq FROM {web}, {worker}, PUBLIC;

GRANT EXECUTE ON FUNCTION
    ledger_account(text, bigint, text),
    ledger_post(text, text, bigint[], bigint[], bigint, jsonb),
    ledger_post_many(text[], text[], int[], bigint[], bigint[], bigint[], jsonb[]),
    ledger_post_set(text[], text[], int[], bigint[], bigint[], bigint[], jsonb[])
TO {web}, {worker};

-- What finished play counts for, and what webhooks were told.
REVOKE INSERT, UPDATE, DELETE ON
    accounts_career, accounts_careeramendment, accounts_countedround, accounts_earnedachievement,
    accounts_matchrecord, accounts_seasonstanding, accounts_conduct
FROM {web};
GRANT INSERT, UPDATE, DELETE ON
    accounts_career, accounts_careeramendment, accounts_countedround, accounts_earnedachievement,
    accounts_matchrecord, accounts_seasonstanding, accounts_conduct
TO {worker};
REVOKE UPDATE, DELETE ON accounts_season, accounts_webhookevent FROM {web};
GRANT UPDATE, DELETE ON accounts_season, accounts_webhookevent TO {worker};
REVOKE INSERT, UPDATE ON accounts_webhookattempt FROM {web};
GRANT INSERT, UPDATE ON accounts_webhookattempt TO {worker};

-- Who somebody is, whom they know, what they may do.
REVOKE INSERT, UPDATE, DELETE ON
    accounts_oauthapp, accounts_oauthgrant, accounts_friendship, accounts_ignored,
    accounts_membership, accounts_premiumticket, accounts_player_groups,
    accounts_player_user_permissions
FROM {worker};
GRANT INSERT, UPDATE, DELETE ON
    accounts_oauthapp, accounts_oauthgrant, accounts_friendship, accounts_ignored,
    accounts_membership, accounts_premiumticket, accounts_player_groups,
    accounts_player_user_permissions
TO {web};
-- Django unpacks what lies in its cache: whoever writes there tells web processes what to do.
REVOKE ALL ON accounts_cacheentry FROM {worker};
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts_cacheentry TO {web};
-- The worker forgets sessions that are over.
REVOKE INSERT, UPDATE ON accounts_apitoken, accounts_session FROM {worker};
GRANT INSERT, UPDATE ON accounts_apitoken, accounts_session TO {web};
REVOKE INSERT, DELETE ON accounts_webhookendpoint FROM {worker};
GRANT INSERT, DELETE ON accounts_webhookendpoint TO {web};
