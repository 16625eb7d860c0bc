-- The shares of passed and of failed answers, by difficulty.
BEGIN;

CREATE OR REPLACE VIEW spatial_challenge_stats AS
SELECT difficulty,
       count(*) AS total_challenges,
       count(*) FILTER (WHERE is_correct) AS passed,
       count(*) FILTER (WHERE NOT is_correct) AS failed,
       count(*) FILTER (WHERE is_suspicious) AS suspicious,
       avg(response_time_ms)::double precision AS avg_response_time_ms,
       stddev(response_time_ms)::double precision AS stddev_response_time_ms,
       count(DISTINCT user_id) AS unique_users,
       count(*) FILTER (WHERE is_correct)::double precision / count(*) AS pass_rate,
       count(*) FILTER (WHERE NOT is_correct)::double precision / count(*) AS fail_rate
FROM spatial_challenges
WHERE responded_at IS NOT NULL
GROUP BY difficulty;

UPDATE tessera_schema SET version = 16 WHERE version = 15;

COMMIT;
