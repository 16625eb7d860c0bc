-- Short codes for passes, by their hashes.
BEGIN;

CREATE TABLE codes(
    hash text PRIMARY KEY CHECK (length(hash) = 64),
    site text NOT NULL,
    token text NOT NULL CHECK (length(token) BETWEEN 1 AND 4096),
    expires_at timestamptz NOT NULL
);
CREATE INDEX codes_site ON codes(site);
CREATE INDEX codes_expires_at ON codes(expires_at);

UPDATE tessera_schema SET version = 14 WHERE version = 13;

COMMIT;
