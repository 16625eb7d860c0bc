-- Networks that get nothing, by the operator's word; and a number that grows with each change of
-- them, whoever makes it.
BEGIN;

CREATE TABLE bans(
    network text PRIMARY KEY CHECK (length(network) BETWEEN 1 AND 49),
    reason text CHECK (length(reason) BETWEEN 1 AND 200),
    created_at timestamptz NOT NULL,
    expires_at timestamptz
);

CREATE TABLE ban_changes(
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    count bigint NOT NULL
);
INSERT INTO ban_changes(count) VALUES (1);

CREATE FUNCTION count_ban_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ban_changes SET count = count + 1;
    RETURN NULL;
END
$$;
CREATE TRIGGER bans_changed AFTER INSERT OR UPDATE OR DELETE ON bans
    FOR EACH STATEMENT EXECUTE FUNCTION count_ban_change();

UPDATE tessera_schema SET version = 10 WHERE version = 9;

COMMIT;
