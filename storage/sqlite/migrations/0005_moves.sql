-- Groups that became supergroups: lists of chats may still name the old id.

CREATE TABLE chat_moves (
    id      INTEGER PRIMARY KEY,  -- in order: a group may move again
    old_key TEXT NOT NULL,
    new_key TEXT NOT NULL,
    UNIQUE (old_key, new_key)
);
