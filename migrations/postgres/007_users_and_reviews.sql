-- What other parts of the server keep of users, and visitors who wait for a person to let them in.
BEGIN;

CREATE TABLE user_states(
    site text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 32),
    bytes bytea NOT NULL CHECK (length(bytes) <= 65536),
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (site, user_id, name)
);
CREATE INDEX user_states_updated_at ON user_states(updated_at, length(bytes));

CREATE TABLE reviews(
    review_id text PRIMARY KEY,
    site text NOT NULL,
    hostname text,
    reason text NOT NULL,
    difficulty text,
    question_type text,
    question_text text,
    user_answer text,
    state text NOT NULL CHECK (state IN ('waiting', 'approved', 'rejected', 'expired')),
    created_at timestamptz NOT NULL,
    decided_at timestamptz
);
CREATE INDEX reviews_state ON reviews(state, created_at);
CREATE INDEX reviews_created_at ON reviews(created_at);

UPDATE tessera_schema SET version = 7 WHERE version = 6;

COMMIT;
