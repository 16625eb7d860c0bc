-- The sites, and a number that grows with each change of them, whoever makes it: servers learn of it
-- without reading them all.
BEGIN;

CREATE TABLE sites(
    name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
    sitekey text UNIQUE NOT NULL,
    secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
    difficulty text CHECK (difficulty IN ('easy', 'medium', 'hard')),
    created_at timestamptz NOT NULL
);

CREATE TABLE site_hostnames(
    site text NOT NULL REFERENCES sites(name) ON DELETE CASCADE,
    position integer NOT NULL,
    hostname text NOT NULL CHECK (length(hostname) BETWEEN 1 AND 253),
    PRIMARY KEY (site, position)
);

CREATE TABLE site_changes(
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    count bigint NOT NULL
);
INSERT INTO site_changes(count) VALUES (1);

CREATE FUNCTION count_site_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE site_changes SET count = count + 1;
    RETURN NULL;
END
$$;
CREATE TRIGGER sites_changed AFTER INSERT OR UPDATE OR DELETE ON sites
    FOR EACH STATEMENT EXECUTE FUNCTION count_site_change();
CREATE TRIGGER site_hostnames_changed AFTER INSERT OR UPDATE OR DELETE ON site_hostnames
    FOR EACH STATEMENT EXECUTE FUNCTION count_site_change();

UPDATE tessera_schema SET version = 6 WHERE version = 5;

COMMIT;
