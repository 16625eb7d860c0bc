#include "store/records/sqlite/records_schema.h"

#include <stddef.h>

#include "store/records/sqlite/records_sqlite.h"

/* Moments are ISO 8601 texts in UTC with milliseconds, so that their order is that of the text. */

/* What is kept of a challenge and its answer; who answered how well; the sites. The standard
 * deviation is the sample's, as in PostgreSQL: none for a single row. */
static const char first_tables[] =
    "CREATE TABLE sites("
    " name TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 64),"
    " sitekey TEXT UNIQUE NOT NULL,"
    " secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),"
    " created_at TEXT NOT NULL);"

    "CREATE TABLE site_hostnames("
    " site TEXT NOT NULL REFERENCES sites(name) ON DELETE CASCADE,"
    " position INTEGER NOT NULL,"
    " hostname TEXT NOT NULL CHECK (length(hostname) BETWEEN 1 AND 253),"
    " PRIMARY KEY (site, position)) WITHOUT ROWID;"

    "CREATE TABLE spatial_challenges("
    " challenge_id TEXT PRIMARY KEY NOT NULL,"
    " user_id TEXT,"
    " session_id TEXT,"
    " seed TEXT,"
    " difficulty TEXT NOT NULL CHECK (lower(difficulty) IN ('easy', 'medium', 'hard')),"
    " question_type TEXT,"
    " rotation_angle REAL CHECK (rotation_angle BETWEEN 0 AND 360),"
    " occlusion_enabled INTEGER CHECK (occlusion_enabled IN (0, 1)),"
    " objects TEXT,"
    " question_text TEXT,"
    " options TEXT,"
    " correct_answer TEXT,"
    " presented_at TEXT NOT NULL,"
    " png_path TEXT,"
    " user_answer TEXT,"
    " response_time_ms INTEGER CHECK (response_time_ms >= 0),"
    " is_correct INTEGER CHECK (is_correct IN (0, 1)),"
    " is_suspicious INTEGER NOT NULL DEFAULT 0 CHECK (is_suspicious IN (0, 1)),"
    " device_info TEXT,"
    " created_at TEXT NOT NULL,"
    " responded_at TEXT);"
    "CREATE INDEX spatial_challenges_user ON spatial_challenges(user_id);"
    "CREATE INDEX spatial_challenges_session ON spatial_challenges(session_id);"
    "CREATE INDEX spatial_challenges_presented_at ON spatial_challenges(presented_at);"
    "CREATE INDEX spatial_challenges_difficulty ON spatial_challenges(difficulty);"

    /* The sums are what is kept; averages and accuracies follow from them, so that an answer costs
     * the same however many came before. NULL: nothing is known yet. */
    "CREATE TABLE spatial_user_profiles("
    " user_id TEXT PRIMARY KEY NOT NULL,"
    " challenges_completed INTEGER NOT NULL CHECK (challenges_completed >= 0),"
    " challenges_passed INTEGER NOT NULL CHECK (challenges_passed >= 0),"
    " response_time_sum_ms INTEGER NOT NULL,"
    " easy_completed INTEGER NOT NULL, easy_passed INTEGER NOT NULL,"
    " medium_completed INTEGER NOT NULL, medium_passed INTEGER NOT NULL,"
    " hard_completed INTEGER NOT NULL, hard_passed INTEGER NOT NULL,"
    " average_response_time_ms REAL"
    "  AS (CAST(response_time_sum_ms AS REAL) / nullif(challenges_completed, 0)),"
    " easy_accuracy REAL AS (CAST(easy_passed AS REAL) / nullif(easy_completed, 0))"
    "  CHECK (easy_accuracy BETWEEN 0 AND 1),"
    " medium_accuracy REAL AS (CAST(medium_passed AS REAL) / nullif(medium_completed, 0))"
    "  CHECK (medium_accuracy BETWEEN 0 AND 1),"
    " hard_accuracy REAL AS (CAST(hard_passed AS REAL) / nullif(hard_completed, 0))"
    "  CHECK (hard_accuracy BETWEEN 0 AND 1),"
    " last_updated TEXT NOT NULL,"
    " created_at TEXT NOT NULL);"

    "CREATE VIEW spatial_challenge_stats AS"
    " SELECT difficulty,"
    "  count(*) AS total_challenges,"
    "  sum(is_correct = 1) AS passed,"
    "  sum(is_correct = 0) AS failed,"
    "  sum(is_suspicious) AS suspicious,"
    "  avg(response_time_ms) AS avg_response_time_ms,"
    "  sqrt(max(0.0, (total(1.0 * response_time_ms * response_time_ms)"
    "    - total(response_time_ms) * total(response_time_ms) / count(response_time_ms))"
    "   / nullif(count(response_time_ms) - 1, 0))) AS stddev_response_time_ms,"
    "  count(DISTINCT user_id) AS unique_users"
    " FROM spatial_challenges WHERE responded_at IS NOT NULL GROUP BY difficulty;"

    "CREATE VIEW spatial_user_performance AS"
    " SELECT user_id,"
    "  count(*) AS total_attempts,"
    "  sum(is_correct = 1) AS passed,"
    "  avg(is_correct = 1) AS pass_rate,"
    "  avg(response_time_ms) AS avg_response_time_ms,"
    "  sum(is_suspicious) AS suspicious_count,"
    "  max(responded_at) AS last_attempt_at"
    " FROM spatial_challenges WHERE responded_at IS NOT NULL AND user_id IS NOT NULL"
    " GROUP BY user_id;"

    "PRAGMA user_version = 1;";

/* Which site a challenge was for; and a number that grows with each change of the sites, whoever
 * makes it, so that a server learns of it without reading them all. */
static const char sites_watched[] =
    "ALTER TABLE spatial_challenges ADD COLUMN site TEXT;"
    "CREATE INDEX spatial_challenges_site ON spatial_challenges(site);"

    "CREATE TABLE site_changes("
    " only_row INTEGER PRIMARY KEY CHECK (only_row = 1),"
    " count INTEGER NOT NULL);"
    "INSERT INTO site_changes VALUES(1, 1);"
    "CREATE TRIGGER sites_inserted AFTER INSERT ON sites"
    " BEGIN UPDATE site_changes SET count = count + 1; END;"
    "CREATE TRIGGER sites_updated AFTER UPDATE ON sites"
    " BEGIN UPDATE site_changes SET count = count + 1; END;"
    "CREATE TRIGGER sites_deleted AFTER DELETE ON sites"
    " BEGIN UPDATE site_changes SET count = count + 1; END;"
    "CREATE TRIGGER site_hostnames_inserted AFTER INSERT ON site_hostnames"
    " BEGIN UPDATE site_changes SET count = count + 1; END;"
    "CREATE TRIGGER site_hostnames_updated AFTER UPDATE ON site_hostnames"
    " BEGIN UPDATE site_changes SET count = count + 1; END;"
    "CREATE TRIGGER site_hostnames_deleted AFTER DELETE ON site_hostnames"
    " BEGIN UPDATE site_changes SET count = count + 1; END;"

    "PRAGMA user_version = 2;";

/* Most sites send no user and no session; rows without need no place in their indexes. */
static const char smaller_indexes[] =
    "DROP INDEX spatial_challenges_user;"
    "DROP INDEX spatial_challenges_session;"
    "CREATE INDEX spatial_challenges_user ON spatial_challenges(user_id)"
    " WHERE user_id IS NOT NULL;"
    "CREATE INDEX spatial_challenges_session ON spatial_challenges(session_id)"
    " WHERE session_id IS NOT NULL;"

    "PRAGMA user_version = 3;";

/* Who named the user. Anybody can claim to be anybody, so what a visitor claims is counted apart
 * from what the site vouches for; rows from before this step are the visitor's. */
static const char users_vouched_for[] =
    "ALTER TABLE spatial_challenges ADD COLUMN user_source TEXT"
    " CHECK (user_source IN ('site', 'visitor'));"
    "DROP VIEW spatial_user_performance;"
    "CREATE VIEW spatial_user_performance AS"
    " SELECT user_id,"
    "  coalesce(user_source, 'visitor') AS user_source,"
    "  count(*) AS total_attempts,"
    "  sum(is_correct = 1) AS passed,"
    "  avg(is_correct = 1) AS pass_rate,"
    "  avg(response_time_ms) AS avg_response_time_ms,"
    "  sum(is_suspicious) AS suspicious_count,"
    "  max(responded_at) AS last_attempt_at"
    " FROM spatial_challenges WHERE responded_at IS NOT NULL AND user_id IS NOT NULL"
    " GROUP BY user_id, coalesce(user_source, 'visitor');"

    "PRAGMA user_version = 4;";

/* The oldest profiles go first. */
static const char profiles_by_age[] =
    "CREATE INDEX spatial_user_profiles_last_updated ON spatial_user_profiles(last_updated);"

    "PRAGMA user_version = 5;";

/* Challenges are kept from when they are handed out, with all that is known of them, and lie in the
 * file in the order in which that was: row_key is made from the moment and the id (RECORDS_ROW_KEY
 * in records_sqlite.h). So new rows are added at the end, an answer finds its row, and the oldest
 * are deleted at the beginning, all without an index; keyed by random ids, each row was written to
 * another page. What no query needs has no index any more. */
static const char challenges_by_time[] =
    "CREATE TABLE challenges_by_time("
    " row_key INTEGER PRIMARY KEY,"
    " challenge_id TEXT NOT NULL,"
    " user_id TEXT,"
    " user_source TEXT CHECK (user_source IN ('site', 'visitor')),"
    " session_id TEXT,"
    " site TEXT,"
    " seed TEXT,"
    " difficulty TEXT NOT NULL CHECK (difficulty IN ('easy', 'medium', 'hard')),"
    " question_type TEXT,"
    " scene_question TEXT,"
    " rotation_angle REAL CHECK (rotation_angle BETWEEN 0 AND 360),"
    " occlusion_enabled INTEGER,"
    " objects TEXT,"
    " question_text TEXT,"
    " options TEXT,"
    " correct_answer TEXT,"
    " presented_at TEXT NOT NULL,"
    " png_path TEXT,"
    " user_answer TEXT,"
    " response_time_ms INTEGER CHECK (response_time_ms >= 0),"
    " is_correct INTEGER,"
    " is_suspicious INTEGER NOT NULL DEFAULT 0,"
    " device_info TEXT,"
    " created_at TEXT NOT NULL,"
    " responded_at TEXT);"
    "INSERT OR IGNORE INTO challenges_by_time"
    " SELECT (max(0, coalesce(CAST(strftime('%s', presented_at) AS INTEGER) * 1000"
    "   + CAST(substr(presented_at, 21, 3) AS INTEGER), 0) - " RECORDS_ROW_KEY_EPOCH_MS_TEXT ")"
    "   << " RECORDS_ROW_KEY_ID_BITS_TEXT ")"
    "  | (rowid & ((1 << " RECORDS_ROW_KEY_ID_BITS_TEXT ") - 1)),"
    " challenge_id, user_id, user_source, session_id, site, seed, lower(difficulty), question_type,"
    " NULL, rotation_angle, occlusion_enabled, objects, question_text, options, correct_answer,"
    " presented_at, png_path, user_answer, response_time_ms, is_correct, is_suspicious, "
    "device_info,"
    " created_at, responded_at FROM spatial_challenges ORDER BY presented_at;"
    "DROP VIEW spatial_challenge_stats;"
    "DROP VIEW spatial_user_performance;"
    "DROP TABLE spatial_challenges;"
    "ALTER TABLE challenges_by_time RENAME TO spatial_challenges;"
    "CREATE INDEX spatial_challenges_user ON spatial_challenges(user_id)"
    " WHERE user_id IS NOT NULL;"

    "CREATE VIEW spatial_challenge_stats AS"
    " SELECT difficulty,"
    "  count(*) AS total_challenges,"
    "  sum(is_correct = 1) AS passed,"
    "  sum(is_correct = 0) AS failed,"
    "  sum(is_suspicious) AS suspicious,"
    "  avg(response_time_ms) AS avg_response_time_ms,"
    "  sqrt(max(0.0, (total(1.0 * response_time_ms * response_time_ms)"
    "    - total(response_time_ms) * total(response_time_ms) / count(response_time_ms))"
    "   / nullif(count(response_time_ms) - 1, 0))) AS stddev_response_time_ms,"
    "  count(DISTINCT user_id) AS unique_users"
    " FROM spatial_challenges WHERE responded_at IS NOT NULL GROUP BY difficulty;"

    "CREATE VIEW spatial_user_performance AS"
    " SELECT user_id,"
    "  coalesce(user_source, 'visitor') AS user_source,"
    "  count(*) AS total_attempts,"
    "  sum(is_correct = 1) AS passed,"
    "  avg(is_correct = 1) AS pass_rate,"
    "  avg(response_time_ms) AS avg_response_time_ms,"
    "  sum(is_suspicious) AS suspicious_count,"
    "  max(responded_at) AS last_attempt_at"
    " FROM spatial_challenges WHERE responded_at IS NOT NULL AND user_id IS NOT NULL"
    " GROUP BY user_id, coalesce(user_source, 'visitor');"

    "PRAGMA user_version = 6;";

/* How difficult a site's challenges are; profiles that belong to a site, since two sites may have a
 * user of the same name; what other parts keep of users; those who wait for a person. */
static const char users_and_reviews[] =
    "ALTER TABLE sites ADD COLUMN difficulty TEXT CHECK (difficulty IN ('easy', 'medium', 'hard'));"

    "DROP INDEX spatial_user_profiles_last_updated;"
    "DROP TABLE spatial_user_profiles;"
    "CREATE TABLE spatial_user_profiles("
    " user_id TEXT NOT NULL,"
    " site TEXT NOT NULL,"
    " challenges_completed INTEGER NOT NULL CHECK (challenges_completed >= 0),"
    " challenges_passed INTEGER NOT NULL CHECK (challenges_passed >= 0),"
    " response_time_sum_ms INTEGER NOT NULL,"
    " easy_completed INTEGER NOT NULL, easy_passed INTEGER NOT NULL,"
    " medium_completed INTEGER NOT NULL, medium_passed INTEGER NOT NULL,"
    " hard_completed INTEGER NOT NULL, hard_passed INTEGER NOT NULL,"
    " average_response_time_ms REAL"
    "  AS (CAST(response_time_sum_ms AS REAL) / nullif(challenges_completed, 0)),"
    " easy_accuracy REAL AS (CAST(easy_passed AS REAL) / nullif(easy_completed, 0))"
    "  CHECK (easy_accuracy BETWEEN 0 AND 1),"
    " medium_accuracy REAL AS (CAST(medium_passed AS REAL) / nullif(medium_completed, 0))"
    "  CHECK (medium_accuracy BETWEEN 0 AND 1),"
    " hard_accuracy REAL AS (CAST(hard_passed AS REAL) / nullif(hard_completed, 0))"
    "  CHECK (hard_accuracy BETWEEN 0 AND 1),"
    " recommended_difficulty TEXT CHECK (recommended_difficulty IN ('easy', 'medium', 'hard')),"
    " last_updated TEXT NOT NULL,"
    " created_at TEXT NOT NULL,"
    " PRIMARY KEY (user_id, site));"
    "CREATE INDEX spatial_user_profiles_last_updated ON spatial_user_profiles(last_updated);"
    "INSERT INTO spatial_user_profiles(user_id, site, challenges_completed, challenges_passed,"
    " response_time_sum_ms, easy_completed, easy_passed, medium_completed, medium_passed,"
    " hard_completed, hard_passed, last_updated, created_at)"
    " SELECT user_id, site, count(*), sum(is_correct), sum(response_time_ms),"
    " sum(difficulty = 'easy'), sum(difficulty = 'easy' AND is_correct),"
    " sum(difficulty = 'medium'), sum(difficulty = 'medium' AND is_correct),"
    " sum(difficulty = 'hard'), sum(difficulty = 'hard' AND is_correct),"
    " max(responded_at), min(responded_at) FROM spatial_challenges"
    " WHERE user_source = 'site' AND responded_at IS NOT NULL AND site IS NOT NULL"
    " GROUP BY user_id, site;"

    "CREATE TABLE user_states("
    " site TEXT NOT NULL,"
    " user_id TEXT NOT NULL,"
    " name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 32),"
    " bytes BLOB NOT NULL CHECK (length(bytes) <= 65536),"
    " updated_at TEXT NOT NULL,"
    " PRIMARY KEY (site, user_id, name));"
    "CREATE INDEX user_states_updated_at ON user_states(updated_at, length(bytes));"

    "CREATE TABLE reviews("
    " review_id TEXT PRIMARY KEY NOT NULL,"
    " site TEXT NOT NULL,"
    " hostname TEXT,"
    " reason TEXT NOT NULL,"
    " difficulty TEXT,"
    " question_type TEXT,"
    " question_text TEXT,"
    " user_answer TEXT,"
    " state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'rejected', 'expired')),"
    " created_at TEXT NOT NULL,"
    " decided_at TEXT);"
    "CREATE INDEX reviews_state ON reviews(state, created_at);"
    "CREATE INDEX reviews_created_at ON reviews(created_at);"

    "PRAGMA user_version = 7;";

/* What a site asks and takes; NULL: as the config says. Names of types and of other ways are read
 * by the server, which knows which there are. */
static const char wishes_of_sites[] =
    "ALTER TABLE sites ADD COLUMN types TEXT CHECK (length(types) BETWEEN 1 AND 255);"
    "ALTER TABLE sites ADD COLUMN strength TEXT CHECK (strength IN ('friction', 'off-the-shelf'));"
    "ALTER TABLE sites ADD COLUMN alternatives TEXT"
    " CHECK (length(alternatives) BETWEEN 1 AND 255);"
    "ALTER TABLE sites ADD COLUMN rounds INTEGER CHECK (rounds BETWEEN 1 AND 99);"

    "PRAGMA user_version = 8;";

/* Networks that get nothing, by the operator's word; and a number that grows with each change. */
static const char bans_watched[] =
    "CREATE TABLE bans("
    " network TEXT PRIMARY KEY NOT NULL CHECK (length(network) BETWEEN 1 AND 49),"
    " reason TEXT CHECK (length(reason) BETWEEN 1 AND 200),"
    " created_at TEXT NOT NULL,"
    " expires_at TEXT) WITHOUT ROWID;"

    "CREATE TABLE ban_changes("
    " only_row INTEGER PRIMARY KEY CHECK (only_row = 1),"
    " count INTEGER NOT NULL);"
    "INSERT INTO ban_changes VALUES(1, 1);"
    "CREATE TRIGGER bans_inserted AFTER INSERT ON bans"
    " BEGIN UPDATE ban_changes SET count = count + 1; END;"
    "CREATE TRIGGER bans_updated AFTER UPDATE ON bans"
    " BEGIN UPDATE ban_changes SET count = count + 1; END;"
    "CREATE TRIGGER bans_deleted AFTER DELETE ON bans"
    " BEGIN UPDATE ban_changes SET count = count + 1; END;"

    "PRAGMA user_version = 9;";

/* What a site wants while the ledger is away; NULL: as the config says. */
static const char fail_of_sites[] =
    "ALTER TABLE sites ADD COLUMN fail TEXT CHECK (fail IN ('open', 'closed'));"

    "PRAGMA user_version = 10;";

/* What a site is for; NULL: nothing in particular. */
static const char profile_of_sites[] =
    "ALTER TABLE sites ADD COLUMN profile TEXT CHECK (profile IN ('login'));"

    "PRAGMA user_version = 11;";

/* How a site looks, how long its passes are good, what networks may have of it, and the secret that
 * it had before, with the moment that ends it; NULL: as the config says, or none. */
static const char more_of_sites[] =
    "ALTER TABLE sites ADD COLUMN theme TEXT CHECK (theme IN ('light', 'dark', 'auto'));"
    "ALTER TABLE sites ADD COLUMN lifetime_s INTEGER CHECK (lifetime_s BETWEEN 30 AND 3600);"
    "ALTER TABLE sites ADD COLUMN renew_s INTEGER CHECK (renew_s BETWEEN 0 AND 7200);"
    "ALTER TABLE sites ADD COLUMN budgets TEXT CHECK (length(budgets) BETWEEN 1 AND 255);"
    "ALTER TABLE sites ADD COLUMN previous_hash BLOB CHECK (length(previous_hash) = 32);"
    "ALTER TABLE sites ADD COLUMN previous_until TEXT"
    " CHECK ((previous_until IS NULL) = (previous_hash IS NULL));"

    "PRAGMA user_version = 12;";

/* Short codes for passes, by their hashes. */
static const char codes_of_passes[] =
    "CREATE TABLE codes("
    " hash TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),"
    " site TEXT NOT NULL,"
    " token TEXT NOT NULL CHECK (length(token) BETWEEN 1 AND 4096),"
    " expires_at TEXT NOT NULL);"
    "CREATE INDEX codes_site ON codes(site);"
    "CREATE INDEX codes_expires_at ON codes(expires_at);"

    "PRAGMA user_version = 13;";

/* The counts that a user already had at a level when it began: only later answers count. For levels
 * of earlier releases they are 0, so that all answers count. */
static const char levels_of_users[] =
    "ALTER TABLE spatial_user_profiles ADD COLUMN level_began_completed INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE spatial_user_profiles ADD COLUMN level_began_passed INTEGER NOT NULL DEFAULT 0;"

    "PRAGMA user_version = 14;";

/* The shares of passed and of failed answers, by difficulty. */
static const char rates_of_challenges[] =
    "DROP VIEW spatial_challenge_stats;"
    "CREATE VIEW spatial_challenge_stats AS"
    " SELECT difficulty,"
    "  count(*) AS total_challenges,"
    "  sum(is_correct = 1) AS passed,"
    "  sum(is_correct = 0) AS failed,"
    "  sum(is_suspicious) AS suspicious,"
    "  avg(response_time_ms) AS avg_response_time_ms,"
    "  sqrt(max(0.0, (total(1.0 * response_time_ms * response_time_ms)"
    "    - total(response_time_ms) * total(response_time_ms) / count(response_time_ms))"
    "   / nullif(count(response_time_ms) - 1, 0))) AS stddev_response_time_ms,"
    "  count(DISTINCT user_id) AS unique_users,"
    "  total(is_correct = 1) / count(*) AS pass_rate,"
    "  total(is_correct = 0) / count(*) AS fail_rate"
    " FROM spatial_challenges WHERE responded_at IS NOT NULL GROUP BY difficulty;"

    "PRAGMA user_version = 15;";

const char *const records_schema_steps[] = {
    first_tables,       sites_watched,     smaller_indexes, users_vouched_for, profiles_by_age,
    challenges_by_time, users_and_reviews, wishes_of_sites, bans_watched,      fail_of_sites,
    profile_of_sites,   more_of_sites,     codes_of_passes, levels_of_users,   rates_of_challenges};

const int records_schema_step_count =
    (int)(sizeof records_schema_steps / sizeof records_schema_steps[0]);
