-- Between a messenger and the core: what came, what is to be delivered, who may do what.

CREATE TABLE inbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- order of arrival
    update_id   INTEGER NOT NULL UNIQUE,            -- a set: ids need not rise
    lane        TEXT,                               -- NULL: not for us, only the id is kept
    message     TEXT,                               -- names the message, for edits
    payload     TEXT NOT NULL,                      -- emptied once answered
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'begun', 'settled', 'dead')),
    deaths      INTEGER NOT NULL DEFAULT 0,
    failures    INTEGER NOT NULL DEFAULT 0,
    preview     INTEGER,
    reason      TEXT,
    received_at TEXT NOT NULL,
    settled_at  TEXT
);
CREATE INDEX inbox_open ON inbox (id) WHERE state IN ('waiting', 'begun');
CREATE INDEX inbox_by_message ON inbox (message) WHERE state = 'waiting';

CREATE TABLE outbox (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,  -- order of delivery within a lane
    lane         TEXT NOT NULL,
    turn_id      TEXT,
    kind         TEXT NOT NULL,
    payload      TEXT NOT NULL,                      -- emptied once delivered
    state        TEXT NOT NULL
                 CHECK (state IN ('waiting', 'delivered', 'uncertain', 'refused')),
    message_id   INTEGER,
    reason       TEXT,
    created_at   TEXT NOT NULL,
    delivered_at TEXT
);
CREATE INDEX outbox_waiting ON outbox (lane, id) WHERE state = 'waiting';
CREATE INDEX outbox_by_message ON outbox (lane, message_id) WHERE message_id IS NOT NULL;

CREATE TABLE operators (
    user_id TEXT PRIMARY KEY,
    since   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE claims (
    id        INTEGER PRIMARY KEY,
    code_hash TEXT NOT NULL UNIQUE,
    until     TEXT NOT NULL,
    wrong     INTEGER NOT NULL DEFAULT 0,
    ended     INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE chats (
    chat_key  TEXT PRIMARY KEY,
    language  TEXT,
    reachable INTEGER  -- NULL: nobody tried, as with 1
) WITHOUT ROWID;

CREATE TABLE aliases (
    chat_key TEXT NOT NULL,
    user_id  TEXT NOT NULL,
    alias    TEXT NOT NULL,
    PRIMARY KEY (chat_key, user_id),
    UNIQUE (chat_key, alias)
) WITHOUT ROWID;

CREATE TABLE hints (
    user_id TEXT PRIMARY KEY,
    day     TEXT NOT NULL
) WITHOUT ROWID;
