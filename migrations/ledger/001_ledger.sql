-- The ledger: what is spent, what nodes have counted together, who they are, and since when all of that is known.
--
-- `tessera migrate` takes the files of this folder where store.ledger is a PostgreSQL, which may be the records' database
-- or another one. Each file is one transaction, and the table ledger_schema says which was the last. A file that was
-- released never changes. Moments are milliseconds since 1970.
BEGIN;

CREATE TABLE ledger_schema(
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version integer NOT NULL
);
INSERT INTO ledger_schema(version) VALUES (1);

-- A row for each token that was used up. The key is a hash, so that rows and the one index are small:
-- substr(encode(sha256('challenge_used:' || ID), 'hex'), 1, 32)::uuid. Servers delete rows in the order in which they
-- lie, which is about that of their expiry; there is no index on that, which would cost as much again as the table. Room
-- that is free is used again, so the file is never cut: that would lock out everybody for a moment.
CREATE TABLE ledger_spent(
    key uuid PRIMARY KEY,
    expires_at bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 0.5, vacuum_truncate = off);

-- Budgets. They may start anew after a crash, so they are not worth a log; each row is changed often, in its page.
CREATE UNLOGGED TABLE ledger_counted(
    ends_at bigint NOT NULL,
    key bigint NOT NULL,
    count bigint NOT NULL,
    change bigint NOT NULL, -- the last one
    PRIMARY KEY (ends_at, key)
) WITH (fillfactor = 50);

-- Who is there, and how far their clocks are ahead of this one.
CREATE TABLE ledger_nodes(
    id text PRIMARY KEY CHECK (length(id) <= 32),
    text text NOT NULL,
    said_at bigint NOT NULL,
    ahead_ms bigint NOT NULL
) WITH (fillfactor = 50);

-- Since when the ledger knows all that was spent, and of which server that was true: a copy, or a standby that became
-- the primary, may lack what was written last. docs/operations.md tells what follows from it.
CREATE TABLE ledger_about(
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id uuid NOT NULL,
    moves bigint NOT NULL, -- how often knows_from has moved
    knows_from bigint NOT NULL,
    doubt smallint NOT NULL, -- why it moved last: enum ledger_doubt
    alive_at bigint NOT NULL,
    system bigint NOT NULL,
    timeline text NOT NULL,
    started_at timestamptz NOT NULL,
    durability smallint NOT NULL, -- 0: nothing is flushed; 1: it survives a crash; 2: a standby has it as well
    count_key bytea NOT NULL CHECK (length(count_key) = 16),
    written_by xid8 NOT NULL -- the transaction; a row that was copied in has another one
) WITH (fillfactor = 10);

COMMIT;
