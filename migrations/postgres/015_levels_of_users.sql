-- What a user had answered at their level when they got it: only what came after that counts. Of
-- levels of earlier releases, everything counts.
BEGIN;

ALTER TABLE spatial_user_profiles
    ADD COLUMN level_began_completed bigint NOT NULL DEFAULT 0,
    ADD COLUMN level_began_passed bigint NOT NULL DEFAULT 0;

UPDATE tessera_schema SET version = 15 WHERE version = 14;

COMMIT;
