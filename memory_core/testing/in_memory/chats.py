"""What is remembered of chats, in memory."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from typing import TypeVar

from memory_core.model import ChatKey, Language, UserId
from memory_core.testing.in_memory.database import Database
from memory_core.testing.in_memory.mail import Mail

V = TypeVar("V")
_Rename = Callable[[ChatKey], ChatKey]


class InMemoryChatBook:
    """What is remembered of chats and of people in them, beside what they say."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def language(self, lane: ChatKey) -> Language | None:
        """Return the language chosen for a chat."""
        await asyncio.sleep(0)
        return self._database.languages.get(lane)

    async def choose_language(self, lane: ChatKey, language: Language) -> None:
        """Choose the language of a chat."""
        self._database.languages[lane] = language
        await asyncio.sleep(0)

    async def alias(self, chat: ChatKey, user: UserId, wanted: str) -> str:
        """Return the name by which ``user`` is known in ``chat``."""
        names = self._database.aliases.setdefault(chat, {})
        if user not in names:
            names[user] = _free(wanted, frozenset(names.values()))
        await asyncio.sleep(0)
        return names[user]

    async def hint_is_due(self, user: UserId, day: date) -> bool:
        """Whether a stranger was told nothing on ``day`` yet; from now on they were."""
        due = self._database.hints.get(user) != day
        self._database.hints[user] = day
        await asyncio.sleep(0)
        return due

    async def set_reachable(self, chat: ChatKey, reachable: bool) -> None:
        """Note whether the bot may write to a chat."""
        self._database.reachable[chat] = reachable
        await asyncio.sleep(0)

    async def reachable(self, chat: ChatKey) -> bool:
        """Whether the bot may write to a chat."""
        await asyncio.sleep(0)
        return self._database.reachable.get(chat, True)

    async def migrate(self, old: ChatKey, new: ChatKey) -> None:
        """Give a chat and its topics another key; what the new one has already stays."""
        rename = partial(_renamed, old, new)
        _move_sessions(self._database, rename)
        _move_mail(self._database.mail, rename)
        database = self._database
        database.bindings = _rekeyed(database.bindings, rename)
        database.languages = _rekeyed(database.languages, rename)
        database.reachable = _rekeyed(database.reachable, rename)
        _move_names(database, rename)
        if old != new and (old, new) not in database.moves:
            database.moves.append((old, new))
        await asyncio.sleep(0)

    async def moves(self) -> tuple[tuple[ChatKey, ChatKey], ...]:
        """Return the old and the new key of every chat that migrated, in order."""
        await asyncio.sleep(0)
        return tuple(self._database.moves)


def _free(wanted: str, taken: frozenset[str]) -> str:
    """Return ``wanted``, numbered when another has it."""
    numbered = (wanted if number == 1 else f"{wanted} {number}" for number in count(1))
    return next(name for name in numbered if name not in taken)


def _renamed(old: ChatKey, new: ChatKey, key: ChatKey) -> ChatKey:
    return ChatKey(new + key[len(old) :]) if f"{key}:".startswith(f"{old}:") else key


def _rekeyed(table: dict[ChatKey, V], rename: _Rename) -> dict[ChatKey, V]:
    """Return the table under new keys; an entry that such a key has already stays."""
    stays = {key: value for key, value in table.items() if rename(key) == key}
    return {rename(key): value for key, value in table.items()} | stays


def _move_sessions(database: Database, rename: _Rename) -> None:
    for row in list(database.sessions.values()):
        moved = replace(row.session, chat=rename(row.session.chat))
        database.put(replace(row, session=moved))
    database.undo_points = [
        replace(point, before=replace(point.before, chat=rename(point.before.chat)))
        for point in database.undo_points
    ]


def _move_mail(mail: Mail, rename: _Rename) -> None:
    for number, row in mail.arrivals.items():
        waiting = replace(row.waiting, lane=rename(row.waiting.lane))
        mail.arrivals[number] = replace(row, waiting=waiting)
    for id_, part in mail.parts.items():
        if part.open:
            mail.parts[id_] = replace(part, due=replace(part.due, lane=rename(part.due.lane)))


def _move_names(database: Database, rename: _Rename) -> None:
    """Names move one by one: people and names that are known at the new place stay."""
    for chat in [chat for chat in database.aliases if rename(chat) != chat]:
        moving = database.aliases.pop(chat)
        names = database.aliases.setdefault(rename(chat), {})
        for user, name in moving.items():
            if name not in names.values():
                names.setdefault(user, name)
