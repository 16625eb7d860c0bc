-- The keys that tokens are sealed with, themselves sealed under a secret that is not in this database.
BEGIN;

CREATE TABLE signing_keys(
    key_id bigint PRIMARY KEY CHECK (key_id BETWEEN 0 AND 4294967295),
    created_ms bigint NOT NULL CHECK (created_ms > 0), -- authenticated with the key
    sealed_by bigint NOT NULL CHECK (sealed_by BETWEEN 0 AND 4294967295),
    sealed bytea NOT NULL CHECK (length(sealed) BETWEEN 32 AND 512),
    added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    signs_from timestamptz -- since when tokens are sealed with it; NULL: none was
);

UPDATE tessera_schema SET version = 9 WHERE version = 8;

COMMIT;
