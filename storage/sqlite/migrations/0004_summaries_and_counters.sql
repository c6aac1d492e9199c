-- Summaries of sessions with the attempts to make them, and counters (sections 3.3, 3.4 and 8.1).

ALTER TABLE ai_sessions ADD COLUMN summary_version INTEGER NOT NULL DEFAULT 0;  -- 0: none
ALTER TABLE session_resets ADD COLUMN summary_version INTEGER NOT NULL DEFAULT 0;  -- as before
ALTER TABLE ai_messages ADD COLUMN l1_counted INTEGER NOT NULL DEFAULT 0;

CREATE TABLE compaction_attempts (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id    TEXT,              -- NULL once the session is erased: then only counted
    epoch         INTEGER NOT NULL,  -- this and the next two: as they were at the start
    reset_seq     INTEGER NOT NULL,
    base_version  INTEGER NOT NULL,
    started_at    TEXT NOT NULL,
    lease_since   TEXT NOT NULL,     -- a claim holds between these two times; outside of them its
    lease_until   TEXT NOT NULL,     -- owner is gone or the clock was set
    ended_at      TEXT,
    outcome       TEXT CHECK (outcome IN ('success', 'failed', 'discarded')),  -- NULL: pending
    reason        TEXT,
    version       INTEGER,           -- this and all that follow: of a success
    covers_seq    INTEGER,
    messages      INTEGER,
    tokens_before INTEGER,
    tokens_after  INTEGER,
    model         TEXT,
    extractive    INTEGER,
    summary       TEXT,
    dimensions    TEXT
);
CREATE UNIQUE INDEX compaction_attempts_open ON compaction_attempts (session_id)
    WHERE outcome IS NULL;
CREATE UNIQUE INDEX compaction_attempts_by_version ON compaction_attempts (session_id, version)
    WHERE version IS NOT NULL;
CREATE INDEX compaction_attempts_by_session ON compaction_attempts (session_id);
CREATE INDEX compaction_attempts_by_outcome ON compaction_attempts (outcome);

-- The summary in use with its boundary, and how the latest attempt stands. Attempts from before
-- the last reset, discarded ones and withdrawn summaries (above the version in use) do not show.
CREATE VIEW ai_session_memory AS
SELECT
    'c' || latest.id                        AS id,
    s.id                                    AS session_id,
    coalesce(used.summary, '')              AS summary,
    used.ended_at                           AS compressed_at,
    coalesce(used.tokens_after, 0)          AS token_count,
    coalesce(used.messages, 0)              AS message_count,
    'm' || used.covers_seq                  AS last_msg_id,
    coalesce(latest.outcome, 'pending')     AS status
FROM ai_sessions s
JOIN compaction_attempts latest ON latest.id = (
    SELECT max(a.id) FROM compaction_attempts a
    WHERE a.session_id = s.id AND a.reset_seq = s.reset_seq
      AND coalesce(a.outcome, 'pending') <> 'discarded'
      AND coalesce(a.version, 0) <= s.summary_version
)
LEFT JOIN compaction_attempts used
    ON used.session_id = s.id AND used.version = s.summary_version;

CREATE TABLE setting_values (
    key      TEXT PRIMARY KEY,
    category TEXT NOT NULL,
    value    TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO setting_values (key, category, value) VALUES
    ('memory.L1.truncation_trigger', 'memory_metrics', '0'),
    ('memory.L2.trigger', 'memory_metrics', '0');

CREATE VIEW settings (key, category, value) AS
SELECT key, category, value FROM setting_values
UNION ALL
SELECT 'memory.L3.trigger', 'memory_metrics', CAST(count(*) AS TEXT) FROM compaction_attempts
UNION ALL
SELECT 'memory.L3.success', 'memory_metrics', CAST(count(*) AS TEXT)
FROM compaction_attempts WHERE outcome = 'success'
UNION ALL
SELECT 'memory.L3.failure', 'memory_metrics', CAST(count(*) AS TEXT)
FROM compaction_attempts WHERE outcome = 'failed'
UNION ALL
SELECT 'memory.L3.discarded', 'memory_metrics', CAST(count(*) AS TEXT)
FROM compaction_attempts WHERE outcome = 'discarded';

CREATE TABLE metric_snapshots (
    at       TEXT PRIMARY KEY,
    counters TEXT NOT NULL  -- JSON object: name to number
) WITHOUT ROWID;
