-- Challenges and their answers, what is known of users, and the views for people who look at them.
--
-- The first step of Tessera's schema on PostgreSQL: `psql -f` takes it on an empty database, and so does
-- `tessera migrate`, which then goes on with the files behind it. Each file is one transaction, and the
-- table tessera_schema says which was the last. A file that was released never changes.
BEGIN;

CREATE TABLE tessera_schema(
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version integer NOT NULL
);
INSERT INTO tessera_schema(version) VALUES (5);

-- A row is made when a challenge is handed out. What would tell its solution (correct_answer, objects)
-- comes with the answer: whoever can read this table must not be able to solve what is open.
CREATE TABLE spatial_challenges(
    challenge_id text PRIMARY KEY,
    user_id text,
    -- Who named the user: the site vouches for it, or the visitor says so, as anybody can.
    user_source text CHECK (user_source IN ('site', 'visitor')),
    session_id text,
    site text,
    seed text,
    difficulty text NOT NULL CHECK (difficulty IN ('easy', 'medium', 'hard')),
    question_type text,
    scene_question text,
    rotation_angle double precision CHECK (rotation_angle BETWEEN 0 AND 360),
    occlusion_enabled boolean,
    objects jsonb,
    question_text text,
    options jsonb,
    correct_answer text,
    presented_at timestamptz NOT NULL,
    png_path text,
    user_answer text,
    response_time_ms integer CHECK (response_time_ms >= 0),
    is_correct boolean,
    is_suspicious boolean NOT NULL DEFAULT false,
    device_info jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    responded_at timestamptz
);
CREATE INDEX spatial_challenges_presented_at ON spatial_challenges(presented_at);
-- Most sites send no user and no session, and few answers are suspicious: rows without need no place.
CREATE INDEX spatial_challenges_user ON spatial_challenges(user_id) WHERE user_id IS NOT NULL;
CREATE INDEX spatial_challenges_session ON spatial_challenges(session_id) WHERE session_id IS NOT NULL;
CREATE INDEX spatial_challenges_suspicious ON spatial_challenges(presented_at) WHERE is_suspicious;

-- A user of a site, by what was answered under a name that the site vouches for. The sums are what is
-- kept; averages and accuracies follow from them, so that an answer costs the same however many came
-- before. NULL: nothing is known yet.
CREATE TABLE spatial_user_profiles(
    user_id text NOT NULL,
    site text NOT NULL,
    challenges_completed bigint NOT NULL CHECK (challenges_completed >= 0),
    challenges_passed bigint NOT NULL CHECK (challenges_passed >= 0),
    response_time_sum_ms bigint NOT NULL,
    easy_completed bigint NOT NULL,
    easy_passed bigint NOT NULL,
    medium_completed bigint NOT NULL,
    medium_passed bigint NOT NULL,
    hard_completed bigint NOT NULL,
    hard_passed bigint NOT NULL,
    average_response_time_ms double precision
        GENERATED ALWAYS AS (response_time_sum_ms::double precision / nullif(challenges_completed, 0)) STORED,
    easy_accuracy double precision
        GENERATED ALWAYS AS (easy_passed::double precision / nullif(easy_completed, 0)) STORED
        CHECK (easy_accuracy BETWEEN 0 AND 1),
    medium_accuracy double precision
        GENERATED ALWAYS AS (medium_passed::double precision / nullif(medium_completed, 0)) STORED
        CHECK (medium_accuracy BETWEEN 0 AND 1),
    hard_accuracy double precision
        GENERATED ALWAYS AS (hard_passed::double precision / nullif(hard_completed, 0)) STORED
        CHECK (hard_accuracy BETWEEN 0 AND 1),
    recommended_difficulty text CHECK (recommended_difficulty IN ('easy', 'medium', 'hard')),
    last_updated timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, site)
);
CREATE INDEX spatial_user_profiles_last_updated ON spatial_user_profiles(last_updated);

CREATE VIEW spatial_challenge_stats AS
SELECT difficulty,
       count(*) AS total_challenges,
       count(*) FILTER (WHERE is_correct) AS passed,
       count(*) FILTER (WHERE NOT is_correct) AS failed,
       count(*) FILTER (WHERE is_suspicious) AS suspicious,
       avg(response_time_ms)::double precision AS avg_response_time_ms,
       stddev(response_time_ms)::double precision AS stddev_response_time_ms,
       count(DISTINCT user_id) AS unique_users
FROM spatial_challenges
WHERE responded_at IS NOT NULL
GROUP BY difficulty;

CREATE VIEW spatial_user_performance AS
SELECT user_id,
       coalesce(user_source, 'visitor') AS user_source,
       count(*) AS total_attempts,
       count(*) FILTER (WHERE is_correct) AS passed,
       count(*) FILTER (WHERE is_correct)::double precision / count(*) AS pass_rate,
       avg(response_time_ms)::double precision AS avg_response_time_ms,
       count(*) FILTER (WHERE is_suspicious) AS suspicious_count,
       max(responded_at) AS last_attempt_at
FROM spatial_challenges
WHERE responded_at IS NOT NULL AND user_id IS NOT NULL
GROUP BY user_id, coalesce(user_source, 'visitor');

COMMIT;
