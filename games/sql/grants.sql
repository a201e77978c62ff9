-- Ratings of bots come from their results; a report from somebody.
REVOKE INSERT, UPDATE, DELETE ON games_arenastanding FROM {web};
GRANT INSERT, UPDATE, DELETE ON games_arenastanding TO {worker};
REVOKE INSERT, UPDATE ON games_chatreport FROM {worker};
GRANT INSERT, UPDATE ON games_chatreport TO {web};
