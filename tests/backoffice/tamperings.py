"""The catalogue of tamperings: what was tried on the books, by whom.

`{anna}` and `{berta}` are players who have played a match at `{table}`; `{wallet}` and `{other}`
are their wallets, `{pot}` the stakes of a table they sit at, `{mint}` the mint.
"""

# As the web's role and as the worker's: every one is refused to both.
BY_THE_APPLICATION = {
    "a wallet is emptied into another": (
        "SELECT ledger_post('x', 'settle', ARRAY[{wallet}, {other}], ARRAY[-5, 5]::bigint[])"
    ),
    "a wallet is emptied as a round of a tournament": (
        "SELECT ledger_post('x', 'round', ARRAY[{wallet}, {other}], ARRAY[-5, 5]::bigint[])"
    ),
    "welcome chips a second time": (
        "SELECT ledger_post('grant:{anna}:2', 'grant', ARRAY[{mint}, {wallet}],"
        " ARRAY[-5, 5]::bigint[])"
    ),
    "welcome chips for somebody else's name": (
        "SELECT ledger_post('grant:{berta}0', 'grant', ARRAY[{mint}, {wallet}],"
        " ARRAY[-5, 5]::bigint[])"
    ),
    "a refill of another day": (
        "SELECT ledger_post('refill:{anna}:2020-01-01', 'refill', ARRAY[{mint}, {wallet}],"
        " ARRAY[-5, 5]::bigint[])"
    ),
    "a correction nobody asked for": (
        "SELECT ledger_post('correction:999', 'correction', ARRAY[{mint}, {wallet}],"
        " ARRAY[-5, 5]::bigint[], {anna})"
    ),
    "a bonus into a wallet": (
        "SELECT ledger_post('added:x', 'bonus', ARRAY[{mint}, {wallet}], ARRAY[-5, 5]::bigint[])"
    ),
    "a prize out of a pot": (
        "SELECT ledger_post('x', 'prize', ARRAY[{pot}, {wallet}], ARRAY[-5, 5]::bigint[])"
    ),
    "a pot for somebody who has not paid in": (
        "SELECT ledger_post('x', 'settle', ARRAY[{pot}, {other}], ARRAY[-5, 5]::bigint[])"
    ),
    "many at once, one of them a theft": (
        "SELECT ledger_post_set(array_agg('x' || i), array_agg('round'::text), array_agg(2),"
        " array_agg((CASE i %% 2 WHEN 0 THEN {wallet} ELSE {other} END)::bigint),"
        " array_agg(((-1)^i)::bigint),"
        " array_agg(NULL::bigint), array_agg('{{}}'::jsonb)) FROM generate_series(1, 64) AS i"
    ),
    "a balance": "UPDATE chip_account SET balance = balance + 1",
    "a posting": "DELETE FROM chip_posting",
    "a transfer": "INSERT INTO chip_transfer (key, kind) VALUES ('x', 'grant')",
    "an event": "UPDATE games_tableevent SET at_ms = at_ms + 1",
    "an event is taken out": "DELETE FROM games_tableevent",
    "a finished round's score": "UPDATE games_round SET score = '{{}}'",
    "a finished round's seed": "UPDATE games_round SET server_seed = repeat('0', 256)",
    "a promise before the deal": "UPDATE games_round SET commitment = repeat('0', 64)",
    "a finished round is taken out": "DELETE FROM games_round",
    "a payout": "UPDATE games_seat SET payout_chips = 1",
    "somebody else has won": "UPDATE games_seat SET player_id = {berta}",
    "the staff's log": "UPDATE staff_act SET reason = 'x'",
    "a line of the staff's log": "DELETE FROM staff_act",
    "a director's order": "DELETE FROM tournaments_deskact",
    "a superuser": "UPDATE accounts_player SET is_superuser = true",
    "a new superuser": (
        "INSERT INTO accounts_player (username, password, is_superuser, email, is_staff,"
        " is_active, date_joined, is_guest, is_bot, bot_key, language, skeleton)"
        " VALUES ('root', '!', true, '', true, true, now(), false, false, '', '', 'root')"
    ),
    "staff": "UPDATE accounts_player SET is_staff = true",
    "a role": (
        "INSERT INTO accounts_player_groups (player_id, group_id)"
        " SELECT {anna}, id FROM auth_group LIMIT 1"
    ),
    "a right of one's own": (
        "INSERT INTO accounts_player_user_permissions (player_id, permission_id)"
        " SELECT {anna}, id FROM auth_permission LIMIT 1"
    ),
    "a right of a role": (
        "INSERT INTO auth_group_permissions (group_id, permission_id)"
        " SELECT g.id, p.id FROM auth_group g, auth_permission p"
        " ON CONFLICT (group_id, permission_id) DO UPDATE SET group_id = excluded.group_id"
    ),
    "a link of the chain": "UPDATE chain_link SET hash = repeat('0', 64)",
    "a link too many": (
        "INSERT INTO chain_link SELECT number + 1, at, content, hash, hash FROM chain_link"
    ),
    "a round that never was": "INSERT INTO chain_round (round_id) VALUES (0)",
    "another role": "SET ROLE jeton_owner",
    "a program of the server": "COPY (SELECT 1) TO PROGRAM 'true'",
    "a function": (
        "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql"
        " AS 'BEGIN RETURN NULL; END'"
    ),
    "a guard": "ALTER TABLE games_tableevent DISABLE TRIGGER ALL",
    "no guards at all": "SET session_replication_role = replica",
    "a setting of the server": "ALTER SYSTEM SET fsync = off",
    "everything": "TRUNCATE games_tableevent, games_round CASCADE",
}

# What only the worker does: every one is refused to the web's role.
BY_THE_WEB = {
    "a seal": "SELECT chain_seal()",
    "an audit that found nothing": "INSERT INTO audit_run (seconds, faults) VALUES (1, 0)",
    "an audit's faults": "UPDATE audit_run SET faults = 0",
    "a figure": "DELETE FROM minute_figures",
    "a rating": "UPDATE accounts_career SET mu = 99",
    "a match that counts": "INSERT INTO accounts_matchrecord SELECT * FROM accounts_matchrecord",
    "a match that counts more than it did": (
        "INSERT INTO accounts_careeramendment (player_id, match, cause, rating_change,"
        " league_points, wins, at) VALUES ({anna}, 'table:{table}', 'x', 300, 0, 1, now())"
    ),
    "a match that counts no more": "DELETE FROM accounts_matchrecord",
    "a round that counts twice": "DELETE FROM accounts_countedround",
    "an achievement": (
        "INSERT INTO accounts_earnedachievement SELECT * FROM accounts_earnedachievement"
    ),
    "a place in the league": "UPDATE accounts_seasonstanding SET points = 999",
    "the end of a season": "UPDATE accounts_season SET ends_at = now()",
    "a match that was left": "DELETE FROM accounts_conduct",
    "a bot's rating": "UPDATE games_arenastanding SET mu = 99",
    "what a webhook tells": "UPDATE accounts_webhookevent SET facts = '{{}}'",
    "what a webhook was answered": "UPDATE accounts_webhookattempt SET status = 200",
    "a settled round of a tournament": (
        "INSERT INTO tournaments_playedround SELECT * FROM tournaments_playedround"
    ),
    "a level": "UPDATE tournaments_level SET pcr = 1",
    "chips of a tournament": (
        "SELECT ledger_post('x', 'round', ARRAY[{stack}, {rival}], ARRAY[-5, 5]::bigint[])"
    ),
    "chips of many in a tournament": (
        "SELECT ledger_post_set(ARRAY['x'], ARRAY['round'], ARRAY[2], ARRAY[{stack}, {rival}],"
        " ARRAY[-5, 5]::bigint[], ARRAY[NULL]::bigint[], ARRAY['{{}}']::jsonb[])"
    ),
    "prizes from the house": (
        "SELECT ledger_post('added:tournament:1', 'bonus',"
        " ARRAY[{mint}, ledger_account('prize_pool', NULL, 'tournament:1')],"
        " ARRAY[-5, 5]::bigint[])"
    ),
    "a task": "SELECT pgmq.send('jeton', '{{}}'::jsonb)",
    "all tasks": "SELECT pgmq.purge_queue('jeton')",
}

# What only people do, through the web: every one is refused to the worker's role.
BY_THE_WORKER = {
    "a line in the staff's log": (
        "INSERT INTO staff_act (actor_id, act, subject) VALUES ({anna}, 'roles_set', 'player:1')"
    ),
    "a request for a correction": "INSERT INTO chip_correction (status) VALUES ('requested')",
    "a consent": "UPDATE staff_consent SET used_at = NULL",
    "a setting": "INSERT INTO run_setting (name) VALUES ('x')",
    "a wish for a setting": "DELETE FROM setting_wish",
    "an announcement": "UPDATE announcement SET words_en = 'x'",
    "a sanction": "DELETE FROM player_sanction",
    "a note": "UPDATE player_note SET words = 'x'",
    "rules of the house": "UPDATE house_rule_set SET retired_at = now()",
    "a director's order": "INSERT INTO tournaments_deskact (key) VALUES ('x')",
    "that a round is void": "UPDATE tournaments_playedround SET voided = true",
    "a group": "INSERT INTO auth_group (name) VALUES ('x')",
    "a role given": "DELETE FROM accounts_player_groups",
    "a token": "UPDATE accounts_apitoken SET user_id = {anna}",
    "a program": "UPDATE accounts_oauthapp SET name = 'x'",
    "a program's grant": "UPDATE accounts_oauthgrant SET player_id = {anna}",
    "a session": "UPDATE accounts_session SET session_data = ''",
    "a second factor, looked at": "SELECT data FROM mfa_authenticator",
    "a second factor, taken away": "DELETE FROM mfa_authenticator",
    "an address": "UPDATE account_emailaddress SET verified = true",
    "a friend": "INSERT INTO accounts_friendship SELECT * FROM accounts_friendship",
    "premium": "UPDATE accounts_membership SET ends_at = now()",
    "a premium ticket": "INSERT INTO accounts_premiumticket SELECT * FROM accounts_premiumticket",
    "where webhooks go": "DELETE FROM accounts_webhookendpoint",
    "a report": "INSERT INTO games_chatreport SELECT * FROM games_chatreport",
    "a refill": (
        "SELECT ledger_post(format('refill:%%s:%%s', {anna}, (now() AT TIME ZONE 'UTC')::date),"
        " 'refill', ARRAY[{mint}, {wallet}], ARRAY[-5, 5]::bigint[])"
    ),
}

_CONSISTENT = (
    "UPDATE chip_posting SET amount = amount * 2, balance_after = balance_after"
    " + CASE WHEN account_id = {pot} THEN 5 ELSE -5 END"
    " WHERE transfer_id = (SELECT id FROM chip_transfer WHERE key = 'stake')",
    "UPDATE chip_account SET balance = balance + CASE WHEN id = {pot} THEN 5 ELSE -5 END"
    " WHERE id IN ({pot}, {wallet})",
)
_MINTED = (
    "INSERT INTO chip_transfer (key, kind) VALUES ({key}, {kind})",
    "UPDATE chip_account SET balance = balance + CASE WHEN id = {mint} THEN -77 ELSE 77 END,"
    " version = version + 1 WHERE id IN ({mint}, {wallet})",
    "INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)"
    " SELECT (SELECT max(id) FROM chip_transfer), id, CASE WHEN id = {mint} THEN -77 ELSE 77 END,"
    " balance, version FROM chip_account WHERE id IN ({mint}, {wallet})",
)


def _minted(key: str, kind: str) -> tuple[str, ...]:
    return tuple(line.replace("{key}", key).replace("{kind}", kind) for line in _MINTED)


# As a superuser with every guard switched off: every one is found.
BY_A_SUPERUSER = {
    "a transfer's memo": ("UPDATE chip_transfer SET memo = '{{\"why\": 1}}'",),
    "a transfer's time": ("UPDATE chip_transfer SET created_at = created_at - interval '1 day'",),
    "a transfer's actor": ("UPDATE chip_transfer SET actor_id = {berta}",),
    "a transfer's key": ("UPDATE chip_transfer SET key = key || '!'",),
    "a transfer's kind": ("UPDATE chip_transfer SET kind = 'entry' WHERE kind = 'hold'",),
    "postings, consistently to the last balance": _CONSISTENT,
    "a match that counts more than it did": (
        "INSERT INTO accounts_careeramendment (player_id, match, cause, rating_change,"
        " league_points, wins, at) VALUES ({anna}, 'table:{table}', 'x', 300, 0, 0, now())",
    ),
    "wallets change their owners": (
        "UPDATE chip_account SET kind = 'tournament_stack', ref = 'x' WHERE id = {wallet}",
        "UPDATE chip_account SET player_id = {anna} WHERE id = {other}",
        "UPDATE chip_account SET kind = 'wallet', ref = '', player_id = {berta}"
        " WHERE id = {wallet}",
    ),
    "chips minted as a second welcome": _minted("'grant:{anna}:2'", "'grant'"),
    "chips minted as a correction": _minted("'correction:999'", "'correction'"),
    "chips minted as a correction under another key": _minted("'gift'", "'correction'"),
    "a line of the staff's log, changed": ("UPDATE staff_act SET reason = 'other'",),
    "a line of the staff's log, taken out": ("DELETE FROM staff_act",),
    "a line of the staff's log, dated back": ("UPDATE staff_act SET at = at - interval '1 hour'",),
    "a line of the staff's log, put between": (
        "INSERT INTO staff_act (id, actor_id, act, subject, reason, before, after)"
        " SELECT min(id) - 1, {berta}, 'x', '', '', '{{}}', '{{}}' FROM staff_act",
    ),
    "an event's time": ("UPDATE games_tableevent SET at_ms = at_ms + 1",),
    "an event's words": ("UPDATE games_tableevent SET payload = payload || '{{\"x\": 1}}'",),
    "an event is taken out": ("DELETE FROM games_tableevent WHERE seq = 5",),
    "a score swapped with its seeds": (
        "UPDATE games_round SET server_seed = reverse(server_seed), score = '{{\"lines\": []}}'",
    ),
    "the end of a round": ("UPDATE games_round SET ended_at = ended_at + interval '1 hour'",),
    "a payout": ("UPDATE games_seat SET payout_chips = payout_chips + 1",),
    "a round is taken out": (
        "DELETE FROM games_round WHERE table_id = {table}",
        "DELETE FROM chain_round",
    ),
    "a link": ("UPDATE chain_link SET content = replace(content, 'transfers', 'transfer ')",),
    "a link's time": ("UPDATE chain_link SET at = at - interval '1 hour'",),
    "the first link": ("DELETE FROM chain_link WHERE number = 1",),
}

# As a superuser, in the schema itself: every one is found.
IN_THE_SCHEMA = {
    "a grant that opens the books": ("GRANT UPDATE ON chip_account TO jeton_web",),
    "a grant of the worker's to the web": (
        "GRANT EXECUTE ON FUNCTION chain_seal(bigint) TO jeton_web",
    ),
    "a grant of the web's to the worker": ("GRANT INSERT ON staff_act TO jeton_worker",),
    "a role that is both": ("GRANT jeton_worker TO jeton_web",),
    "a grant to everybody": ("GRANT SELECT ON games_roundsecret TO PUBLIC",),
    "a grant of one column": ("GRANT UPDATE (balance) ON chip_account TO jeton_web",),
    "a function for everybody": (
        "GRANT EXECUTE ON FUNCTION ledger_move(bigint, text, text, bigint[], bigint[], bigint)"
        " TO jeton_web",
    ),
    "a weaker constraint of the same name": (
        "ALTER TABLE chip_account DROP CONSTRAINT chip_account_not_negative",
        "ALTER TABLE chip_account ADD CONSTRAINT chip_account_not_negative CHECK (true)",
    ),
    "a constraint that is not checked": (
        "ALTER TABLE chip_posting DROP CONSTRAINT chip_posting_moves",
        "ALTER TABLE chip_posting ADD CONSTRAINT chip_posting_moves CHECK (amount <> 0) NOT VALID",
    ),
    "a guard switched off": ("ALTER TABLE games_round DISABLE TRIGGER games_round_stays",),
    "a guard taken away": ("DROP TRIGGER staff_act_stays ON staff_act",),
    "a trigger of one's own": (
        "CREATE TRIGGER mine AFTER INSERT ON chip_transfer"
        " FOR EACH ROW EXECUTE FUNCTION chain_note_round()",
    ),
    "a function's body": (
        "CREATE OR REPLACE FUNCTION ledger_flows(p_kind text, p_account text, p_gives boolean)"
        " RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'",
    ),
    "a backdoor": (
        "CREATE FUNCTION backdoor() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
    ),
    "a rule": ("CREATE RULE quiet AS ON INSERT TO staff_act DO INSTEAD NOTHING",),
    "a default": ("ALTER TABLE chip_account ALTER COLUMN balance SET DEFAULT 1000",),
    "rows that are not shown": ("ALTER TABLE staff_act ENABLE ROW LEVEL SECURITY",),
    "a table that is a view": (
        "ALTER TABLE player_note RENAME TO hidden",
        "CREATE VIEW player_note AS SELECT * FROM hidden",
    ),
}
