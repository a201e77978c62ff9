-- The running application reads a director's orders and adds to them.
REVOKE UPDATE, DELETE ON tournaments_deskact FROM {role};
