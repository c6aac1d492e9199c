"""Which sessions a chat has, and which of them it is having."""

import asyncio
from collections.abc import Awaitable

from memory_core.errors import SessionNotFound
from memory_core.model import SessionId
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    AGENT,
    ANNA,
    BEN,
    CHAT,
    OTHER_CHAT,
    at,
    begin,
    begin_another,
    heard,
    listed,
    say,
    visit,
)


class Bindings:
    """Sessions come, go and stay with their chat."""

    async def test_a_new_chat_gets_a_session_of_its_own(self, storage: Storage) -> None:
        session = await storage.sessions.current(CHAT, ANNA, AGENT, at(3))
        assert (session.chat, session.user_id, session.agent_id) == (CHAT, ANNA, AGENT)
        assert (session.title, session.created_at, session.updated_at) == ("", at(3), at(3))
        assert (session.reset_seq, session.tokens_since_reset) == (0, 0)

    async def test_a_chat_keeps_its_session_whoever_speaks(self, storage: Storage) -> None:
        first = await begin(storage)
        assert await storage.sessions.current(CHAT, BEN, AGENT, at(5)) == first

    async def test_two_at_once_in_a_new_chat_get_the_same_session(self, storage: Storage) -> None:
        calls = [storage.sessions.current(CHAT, who, AGENT, at(0)) for who in (ANNA, BEN, ANNA)]
        assert len({session.id for session in await asyncio.gather(*calls)}) == 1
        assert len(await listed(storage)) == 1

    async def test_chats_have_different_sessions(self, storage: Storage) -> None:
        here, there = await begin(storage), await begin(storage, OTHER_CHAT)
        assert here.id != there.id
        assert await listed(storage) == [here.id]

    async def test_open_binds_a_fresh_session_reset_now(self, storage: Storage) -> None:
        former = await begin(storage)
        await say(storage, former, "old")
        fresh, left = await storage.sessions.open(CHAT, ANNA, AGENT, "Trip", at(7))
        assert left is not None
        assert left.id == former.id != fresh.id
        assert (fresh.title, fresh.reset_at) == ("Trip", at(7))
        assert (await begin(storage)).id == fresh.id
        assert await heard(storage, fresh) == []

    async def test_open_keeps_the_former_session_whole(self, storage: Storage) -> None:
        former = await begin(storage)
        await say(storage, former, "old")
        await begin_another(storage)
        assert await heard(storage, former) == ["old?", "old!"]

    async def test_open_in_a_new_chat_has_no_former_session(self, storage: Storage) -> None:
        fresh, former = await storage.sessions.open(CHAT, ANNA, AGENT, "", at(0))
        assert former is None
        assert await begin(storage) == fresh

    async def test_open_uses_an_empty_session_again(self, storage: Storage) -> None:
        empty = await begin(storage)
        again, former = await storage.sessions.open(CHAT, ANNA, AGENT, "Trip", at(1))
        assert (again.id, again.title, former) == (empty.id, "Trip", None)
        untitled, _ = await storage.sessions.open(CHAT, ANNA, AGENT, "", at(2))
        assert (untitled.id, untitled.title) == (empty.id, "Trip")
        assert await listed(storage) == [empty.id]

    async def test_a_cleared_session_is_not_an_empty_one(self, storage: Storage) -> None:
        cleared = await begin(storage)
        await say(storage, cleared, "old")
        await storage.sessions.reset(cleared.id, ANNA, at(1))
        fresh, former = await storage.sessions.open(CHAT, ANNA, AGENT, "", at(2))
        assert fresh.id != cleared.id
        assert former is not None

    async def test_a_list_shows_last_used_first(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "one", now=at(1))
        second = await begin_another(storage, at(2))
        await say(storage, second, "two", now=at(3))
        third = await begin_another(storage, at(4))
        assert await listed(storage) == [third.id, second.id, first.id]
        await say(storage, first, "more", now=at(5))
        assert await listed(storage) == [first.id, third.id, second.id]
        await storage.sessions.switch(CHAT, second.id, at(6))
        assert await listed(storage) == [second.id, first.id, third.id]

    async def test_a_list_tells_messages_and_which_is_current(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "one")
        second = await begin_another(storage, at(1))
        shown = await storage.sessions.of_chat(CHAT)
        assert [(i.session.id, i.messages, i.current) for i in shown] == [
            (second.id, 0, True),
            (first.id, 2, False),
        ]
        assert shown[1].session == await visit(storage, first)

    async def test_a_list_counts_what_is_visible(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        [info] = await storage.sessions.of_chat(CHAT)
        assert info.messages == 0

    async def test_a_switch_binds_another_session(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "one")
        await begin_another(storage)
        assert (await storage.sessions.switch(CHAT, first.id, at(1))).id == first.id
        assert (await begin(storage)).id == first.id

    async def test_a_switch_fences_no_turn(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "one")
        second = await begin_another(storage)
        await storage.sessions.switch(CHAT, first.id, at(1))
        assert (await visit(storage, second)).epoch == second.epoch

    async def test_a_new_title_changes_nothing_else(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "one", now=at(1))
        second = await begin_another(storage, at(2))
        before = await visit(storage, first)
        renamed = await storage.sessions.rename(CHAT, first.id, "旅行 🧳")
        assert renamed.title == "旅行 🧳"
        assert (renamed.epoch, renamed.updated_at) == (before.epoch, before.updated_at)
        assert await visit(storage, first) == renamed
        assert await listed(storage) == [second.id, first.id]

    async def test_a_deleted_session_is_hidden_and_unbound(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        deleted = await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        assert deleted.id == session.id
        assert await listed(storage) == []
        assert (await begin(storage, now=at(2))).id != session.id

    async def test_deleting_another_session_keeps_the_current_one(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "one")
        second = await begin_another(storage)
        await storage.sessions.delete(CHAT, first.id, ANNA, at(1))
        assert await listed(storage) == [second.id]
        assert (await begin(storage)).id == second.id

    async def test_a_session_never_leaves_its_chat(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        sessions = storage.sessions
        await _not_found(sessions.switch(OTHER_CHAT, session.id, at(1)))
        await _not_found(sessions.rename(OTHER_CHAT, session.id, "mine"))
        await _not_found(sessions.delete(OTHER_CHAT, session.id, BEN, at(1)))
        assert (await begin(storage)).id == session.id
        assert (await visit(storage, session)).title == ""

    async def test_a_deleted_session_is_an_unknown_one(self, storage: Storage) -> None:
        session = await begin(storage)
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        await _unknown(storage, session.id)

    async def test_an_unknown_session_is_not_found(self, storage: Storage) -> None:
        await _unknown(storage, SessionId("nobody's"))


async def _unknown(storage: Storage, session: SessionId) -> None:
    sessions = storage.sessions
    await _not_found(sessions.switch(CHAT, session, at(2)))
    await _not_found(sessions.rename(CHAT, session, "again"))
    await _not_found(sessions.delete(CHAT, session, ANNA, at(2)))
    await _not_found(sessions.reset(session, ANNA, at(2)))
    await _not_found(storage.turns.load(session, 10, lambda _: 1))
    assert await storage.turns.last_question(session, ANNA) is None


async def _not_found(call: Awaitable[object]) -> None:
    try:
        await call
    except SessionNotFound:
        return
    raise AssertionError("found a session that this chat does not have")
