-- A batch that did not write what it locked fails by itself.
CREATE FUNCTION games_require_moved(written bigint, asked bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF written <> asked THEN
    RAISE EXCEPTION 'lost update: % of % tables written', written, asked USING ERRCODE = '40001';
  END IF;
  RETURN written;
END
$$;
