-- The running application reads a director's orders and adds to them.
REVOKE INSERT, UPDATE, DELETE ON tournaments_deskact FROM {web}, {worker};
GRANT INSERT ON tournaments_deskact TO {web};
-- What came of one that waited for the end of a round is written by who settles rounds.
REVOKE INSERT, UPDATE, DELETE ON tournaments_deskoutcome FROM {web}, {worker};
GRANT INSERT ON tournaments_deskoutcome TO {worker};
REVOKE INSERT, UPDATE ON tournaments_directorcall FROM {worker};
GRANT INSERT, UPDATE ON tournaments_directorcall TO {web};
-- Rounds are settled and levels raised by the worker; that a round is void, a director says.
REVOKE INSERT, DELETE ON tournaments_playedround FROM {web};
GRANT INSERT, DELETE ON tournaments_playedround TO {worker};
REVOKE UPDATE ON tournaments_playedround FROM {worker};
GRANT UPDATE ON tournaments_playedround TO {web};
REVOKE INSERT, UPDATE, DELETE ON tournaments_level FROM {web};
GRANT INSERT, UPDATE, DELETE ON tournaments_level TO {worker};
