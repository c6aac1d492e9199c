"""What is remembered of chats and of people in them, beside what they say."""

import sqlite3
from datetime import date
from functools import partial

from memory_core.model import ChatKey, Language, UserId
from storage.sqlite.database import Database

_LANGUAGE = "SELECT language FROM chats WHERE chat_key = ?"
_CHOOSE = """
INSERT INTO chats (chat_key, language) VALUES (?, ?)
ON CONFLICT (chat_key) DO UPDATE SET language = excluded.language
"""
_REACHABLE = "SELECT reachable FROM chats WHERE chat_key = ? AND reachable IS NOT NULL"
_SET_REACHABLE = """
INSERT INTO chats (chat_key, reachable) VALUES (?, ?)
ON CONFLICT (chat_key) DO UPDATE SET reachable = excluded.reachable
"""
_ALIAS = "SELECT alias FROM aliases WHERE chat_key = ? AND user_id = ?"
_NAME = "INSERT INTO aliases (chat_key, user_id, alias) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_HINT = """
INSERT INTO hints (user_id, day) VALUES (?, ?)
ON CONFLICT (user_id) DO UPDATE SET day = excluded.day WHERE day <> excluded.day
"""
_KEYED = (
    ("ai_sessions", "chat_key", "true"),
    ("chat_bindings", "chat_key", "true"),
    ("aliases", "chat_key", "true"),
    ("inbox", "lane", "true"),
    ("outbox", "lane", "state IN ('waiting', 'uncertain')"),
)
"""Tables, their key and which of their rows move with a chat."""
_COPY_CHATS = """
INSERT INTO chats (chat_key, language, reachable)
SELECT :new || substr(chat_key, length(:old) + 1), language, reachable
FROM chats WHERE {belongs}
ON CONFLICT (chat_key) DO UPDATE SET
  language = coalesce(language, excluded.language),
  reachable = coalesce(reachable, excluded.reachable)
"""
_ONE_PER_KEY = ("chats", "chat_bindings", "aliases")
"""Tables whose rows may find their new place taken."""
_MOVED = "INSERT INTO chat_moves (old_key, new_key) VALUES (?, ?) ON CONFLICT DO NOTHING"
_MOVES = "SELECT old_key, new_key FROM chat_moves ORDER BY id"


class SqliteChatBook:
    """ChatBook over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def language(self, lane: ChatKey) -> Language | None:
        """Return the language chosen for a chat."""
        row = await self._database.read(lambda conn: conn.execute(_LANGUAGE, (lane,)).fetchone())
        return None if row is None else row[0]

    async def choose_language(self, lane: ChatKey, language: Language) -> None:
        """Choose the language of a chat."""
        await self._database.write(lambda conn: conn.execute(_CHOOSE, (lane, language)))

    async def alias(self, chat: ChatKey, user: UserId, wanted: str) -> str:
        """Return the name by which ``user`` is known in ``chat``."""
        known = await self._database.read(partial(_alias, chat, user))
        if known is not None:
            return known
        return await self._database.write(partial(_name, chat, user, wanted))

    async def hint_is_due(self, user: UserId, day: date) -> bool:
        """Whether a stranger was told nothing today yet; from now on they were."""
        return await self._database.write(
            lambda conn: conn.execute(_HINT, (user, day.isoformat())).rowcount > 0
        )

    async def set_reachable(self, chat: ChatKey, reachable: bool) -> None:
        """Note whether the bot may write to a chat."""
        await self._database.write(lambda conn: conn.execute(_SET_REACHABLE, (chat, reachable)))

    async def reachable(self, chat: ChatKey) -> bool:
        """Whether the bot may write to a chat."""
        row = await self._database.read(lambda conn: conn.execute(_REACHABLE, (chat,)).fetchone())
        return row is None or bool(row[0])

    async def migrate(self, old: ChatKey, new: ChatKey) -> None:
        """Give a chat and its topics another key; what the new one has already stays."""
        await self._database.write(partial(_migrate, old, new))

    async def moves(self) -> tuple[tuple[ChatKey, ChatKey], ...]:
        """Return the old and the new key of every chat that migrated, in order."""
        found = await self._database.read(lambda conn: conn.execute(_MOVES).fetchall())
        return tuple((ChatKey(old), ChatKey(new)) for old, new in found)


def _alias(chat: ChatKey, user: UserId, conn: sqlite3.Connection) -> str | None:
    row = conn.execute(_ALIAS, (chat, user)).fetchone()
    return None if row is None else row[0]


def _name(chat: ChatKey, user: UserId, wanted: str, conn: sqlite3.Connection) -> str:
    number = 1
    while (known := _alias(chat, user, conn)) is None:
        alias = wanted if number == 1 else f"{wanted} {number}"
        conn.execute(_NAME, (chat, user, alias))
        number += 1
    return known


def _migrate(old: ChatKey, new: ChatKey, conn: sqlite3.Connection) -> None:
    if old == new:
        return
    conn.execute(_MOVED, (old, new))
    keys = {"old": old, "new": new}
    conn.execute(_COPY_CHATS.format(belongs=_belongs("chat_key")), keys)
    for table, column, which in _KEYED:
        conn.execute(
            f"UPDATE OR IGNORE {table} SET {column} = :new || substr({column}, length(:old) + 1)"
            f" WHERE {which} AND {_belongs(column)}",
            keys,
        )
    for table in _ONE_PER_KEY:
        conn.execute(f"DELETE FROM {table} WHERE {_belongs('chat_key')}", keys)


def _belongs(column: str) -> str:
    """Return the condition for the keys of a chat and its topics."""
    return f"({column} = :old OR substr({column}, 1, length(:old) + 1) = :old || ':')"
