-- Conversations (sections 3.1, 3.2, 8.4 of the original description, with columns of ours).
-- Times are UTC text with milliseconds, so that operators can read and sort them.

CREATE TABLE ai_sessions (
    id                 TEXT PRIMARY KEY,
    chat_key           TEXT NOT NULL,
    user_id            TEXT NOT NULL,
    agent_id           TEXT NOT NULL,
    title              TEXT NOT NULL DEFAULT '',
    reset_at           TEXT,
    created_at         TEXT NOT NULL,
    updated_at         TEXT NOT NULL,
    reset_seq          INTEGER NOT NULL DEFAULT 0,  -- messages up to here are not visible
    tokens_since_reset INTEGER NOT NULL DEFAULT 0,
    epoch              INTEGER NOT NULL DEFAULT 0,  -- fences late writes, only grows
    dropped_epoch      INTEGER NOT NULL DEFAULT 0,  -- turns begun before it are forgotten
    deleted_at         TEXT
) WITHOUT ROWID;
CREATE INDEX ai_sessions_by_chat ON ai_sessions (chat_key);

CREATE TABLE chat_bindings (
    chat_key   TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    bound_at   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE session_resets (
    id                 INTEGER PRIMARY KEY,
    session_id         TEXT NOT NULL,
    user_id            TEXT NOT NULL,
    at                 TEXT NOT NULL,
    epoch              INTEGER NOT NULL,
    reset_seq          INTEGER NOT NULL,  -- this and the next two: as they were before
    reset_at           TEXT,
    tokens_since_reset INTEGER NOT NULL,
    undone_at          TEXT
);
CREATE INDEX session_resets_by_session ON session_resets (session_id);

CREATE TABLE ai_messages (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT GENERATED ALWAYS AS ('m' || seq) VIRTUAL,
    session_id   TEXT NOT NULL,
    turn_id      TEXT NOT NULL,
    role         TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
    content      TEXT NOT NULL,
    user_id      TEXT,
    speaker      TEXT,
    origin       TEXT NOT NULL DEFAULT 'typed',
    state        TEXT NOT NULL
                 CHECK (state IN ('complete', 'interrupted', 'unanswered', 'superseded')),
    token_count  INTEGER NOT NULL,
    sql_content  TEXT,
    query_result TEXT,
    approval     TEXT,
    created_at   TEXT NOT NULL
);
-- The rowid, which is seq, ends every index entry: newest-first reads of a session need no sort.
CREATE INDEX ai_messages_by_session ON ai_messages (session_id);

CREATE TABLE audit_logs (
    id         INTEGER PRIMARY KEY,
    created_at TEXT NOT NULL,
    module     TEXT NOT NULL,
    operation  TEXT NOT NULL,
    user_id    TEXT NOT NULL,
    turn_id    TEXT,
    details    TEXT NOT NULL
);
-- Also what makes storing a turn idempotent.
CREATE UNIQUE INDEX audit_logs_by_turn ON audit_logs (turn_id) WHERE turn_id IS NOT NULL;
