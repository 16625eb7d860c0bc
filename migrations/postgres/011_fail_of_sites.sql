-- What a site wants while the ledger is away; NULL: as the config says.
BEGIN;

ALTER TABLE sites ADD COLUMN fail text CHECK (fail IN ('open', 'closed'));

UPDATE tessera_schema SET version = 11 WHERE version = 10;

COMMIT;
