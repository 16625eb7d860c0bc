-- What a site asks and takes; NULL: as the config says.
BEGIN;

ALTER TABLE sites
    ADD COLUMN types text CHECK (length(types) BETWEEN 1 AND 255),
    ADD COLUMN strength text CHECK (strength IN ('friction', 'off-the-shelf')),
    ADD COLUMN alternatives text CHECK (length(alternatives) BETWEEN 1 AND 255),
    ADD COLUMN rounds integer CHECK (rounds BETWEEN 1 AND 99);

UPDATE tessera_schema SET version = 8 WHERE version = 7;

COMMIT;
