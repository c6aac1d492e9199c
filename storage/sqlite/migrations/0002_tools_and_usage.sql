-- What a turn did with tools, and what models have cost.

-- How many tool rounds an answer took; they are in turn_steps.
ALTER TABLE ai_messages ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;

CREATE TABLE turn_steps (
    message_seq INTEGER NOT NULL,  -- the answer they belong to
    round       INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    said        TEXT NOT NULL,     -- before the calls of the round
    call_id     TEXT NOT NULL,
    name        TEXT NOT NULL,
    arguments   TEXT NOT NULL,
    result      TEXT NOT NULL,
    failed      INTEGER NOT NULL,
    PRIMARY KEY (message_seq, round, position)
) WITHOUT ROWID;

CREATE TABLE usage (
    id                    INTEGER PRIMARY KEY,
    day                   TEXT NOT NULL,
    user_id               TEXT NOT NULL,
    turn_id               TEXT,
    model                 TEXT NOT NULL,
    input_tokens          INTEGER NOT NULL,
    cache_creation_tokens INTEGER NOT NULL,
    cache_read_tokens     INTEGER NOT NULL,
    output_tokens         INTEGER NOT NULL,
    cost_usd              REAL
);
CREATE INDEX usage_by_day ON usage (day, user_id);
