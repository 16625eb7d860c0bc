-- What a site is for; NULL: nothing in particular.
BEGIN;

ALTER TABLE sites ADD COLUMN profile text CHECK (profile IN ('login'));

UPDATE tessera_schema SET version = 12 WHERE version = 11;

COMMIT;
