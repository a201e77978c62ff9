-- The running application writes the staff's log, and never touches what stands there.
REVOKE ALL ON staff_act FROM {role}, PUBLIC;
GRANT SELECT, INSERT ON staff_act TO {role};
REVOKE DELETE, TRUNCATE ON chip_correction FROM {role};
-- The chain grows by its function alone.
REVOKE ALL ON chain_link, chain_round FROM {role}, PUBLIC;
GRANT SELECT ON chain_link, chain_round TO {role};
GRANT EXECUTE ON FUNCTION chain_seal(bigint) TO {role};
