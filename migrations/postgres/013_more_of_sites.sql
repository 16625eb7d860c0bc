-- How a site looks, how long its passes are good, what networks may have of it, and the secret that
-- it had before, with the moment that ends it; NULL: as the config says, or none.
BEGIN;

ALTER TABLE sites
    ADD COLUMN theme text CHECK (theme IN ('light', 'dark', 'auto')),
    ADD COLUMN lifetime_s integer CHECK (lifetime_s BETWEEN 30 AND 3600),
    ADD COLUMN renew_s integer CHECK (renew_s BETWEEN 0 AND 7200),
    ADD COLUMN budgets text CHECK (length(budgets) BETWEEN 1 AND 255),
    ADD COLUMN previous_hash bytea CHECK (length(previous_hash) = 32),
    ADD COLUMN previous_until timestamptz
        CHECK ((previous_until IS NULL) = (previous_hash IS NULL));

UPDATE tessera_schema SET version = 13 WHERE version = 12;

COMMIT;
