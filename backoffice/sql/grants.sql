-- The running application writes the staff's log, and never touches what stands there.
REVOKE ALL ON staff_act FROM {web}, {worker}, PUBLIC;
GRANT SELECT ON staff_act TO {web}, {worker};
GRANT INSERT ON staff_act TO {web};
-- The chain grows by its function alone, which the worker calls.
REVOKE ALL ON chain_link, chain_round FROM {web}, {worker}, PUBLIC;
GRANT SELECT ON chain_link, chain_round TO {web}, {worker};
REVOKE ALL ON FUNCTION chain_seal(bigint) FROM {web};
GRANT EXECUTE ON FUNCTION chain_seal(bigint) TO {worker};
-- What was audited, counted and seen in rounds.
REVOKE INSERT, UPDATE, DELETE ON audit_run, minute_figures, round_behaviour FROM {web};
GRANT INSERT, UPDATE, DELETE ON audit_run, minute_figures TO {worker};
REVOKE UPDATE, DELETE ON round_behaviour FROM {worker};
GRANT INSERT ON round_behaviour TO {worker};
-- Backups are made, and noted, by the owner of the tables.
REVOKE INSERT, UPDATE, DELETE ON backup_run FROM {web}, {worker};
-- What the staff does.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON chip_correction FROM {web}, {worker};
GRANT INSERT, UPDATE ON chip_correction TO {web};
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON restitution, restitution_line FROM {web}, {worker};
GRANT INSERT, UPDATE ON restitution, restitution_line TO {web};
REVOKE INSERT, UPDATE, DELETE ON
    staff_consent, player_note, run_setting, setting_wish, announcement, house_rule_set
FROM {worker};
GRANT INSERT, UPDATE, DELETE ON
    staff_consent, player_note, run_setting, setting_wish, announcement, house_rule_set
TO {web};
REVOKE INSERT, DELETE ON player_sanction FROM {worker};
GRANT INSERT, DELETE ON player_sanction TO {web};
REVOKE INSERT, UPDATE ON player_seen FROM {worker};
GRANT INSERT, UPDATE ON player_seen TO {web};
-- The token of the first start is made at the console, and used up by its function alone.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON first_start FROM {web}, {worker};
REVOKE ALL ON FUNCTION house_claim(text, bigint) FROM {worker};
GRANT EXECUTE ON FUNCTION house_claim(text, bigint) TO {web};
