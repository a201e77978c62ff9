-- What a director has ordered stays, like what has been posted: the same guard as the ledger's.
DROP TRIGGER IF EXISTS tournaments_deskact_stays ON tournaments_deskact;
CREATE TRIGGER tournaments_deskact_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tournaments_deskact
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
