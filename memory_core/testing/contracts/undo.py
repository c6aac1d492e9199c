"""What Undo brings back, and what purging takes away for good."""

from datetime import timedelta

from memory_core.errors import NothingToUndo
from memory_core.model import ChatKey, Reset, Session
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    ANNA,
    BEN,
    CHAT,
    OTHER_CHAT,
    WITHIN,
    at,
    begin,
    begin_another,
    heard,
    listed,
    rows,
    say,
    visit,
)


class Undo:
    """The latest reset or deletion can be taken back for a while, then the one before it."""

    async def test_undo_of_one_session_leaves_later_ones_of_others(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "old")
        await storage.sessions.reset(first.id, ANNA, at(1))
        second = await begin_another(storage, at(2))
        await say(storage, second, "new")
        await storage.sessions.reset(second.id, ANNA, at(3))
        undone = await storage.sessions.undo(CHAT, ANNA, at(4), WITHIN, only=first.id)
        assert isinstance(undone, Reset)
        assert undone.session.id == first.id
        assert await heard(storage, first) == ["old?", "old!"]
        assert await heard(storage, second) == []

    async def test_undo_makes_visible_again_what_a_reset_hid(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        undone = await storage.sessions.undo(CHAT, BEN, at(2), WITHIN)
        assert isinstance(undone, Reset)
        assert undone.messages == 2
        assert undone.session == await visit(storage, session)
        assert await heard(storage, session) == ["old?", "old!"]

    async def test_undo_keeps_what_was_said_in_between_in_order(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "between")
        undone = await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert isinstance(undone, Reset)
        assert undone.messages == 2
        await say(storage, session, "after")
        texts = ["old?", "old!", "between?", "between!", "after?", "after!"]
        assert await heard(storage, session) == texts

    async def test_undo_raises_the_epoch(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        reset = await storage.sessions.reset(session.id, ANNA, at(1))
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert (await visit(storage, session)).epoch > reset.session.epoch

    async def test_two_resets_are_undone_one_after_another(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "two")
        await storage.sessions.reset(session.id, ANNA, at(2))
        await storage.sessions.undo(CHAT, ANNA, at(3), WITHIN)
        assert await heard(storage, session) == ["two?", "two!"]
        await storage.sessions.undo(CHAT, ANNA, at(3), WITHIN)
        assert await heard(storage, session) == ["one?", "one!", "two?", "two!"]
        await _nothing_to_undo(storage)

    async def test_a_reset_of_nothing_leaves_the_earlier_undo(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await storage.sessions.reset(session.id, ANNA, at(2))
        await storage.sessions.undo(CHAT, ANNA, at(3), WITHIN)
        assert await heard(storage, session) == ["old?", "old!"]
        await _nothing_to_undo(storage)

    async def test_undo_is_possible_until_the_last_moment(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(0))
        await _nothing_to_undo(storage, minutes=10.01)
        assert await heard(storage, session) == []
        await storage.sessions.undo(CHAT, ANNA, at(10), WITHIN)
        assert await heard(storage, session) == ["old?", "old!"]

    async def test_undo_belongs_to_the_chat(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await begin(storage, OTHER_CHAT)
        await storage.sessions.reset(session.id, ANNA, at(1))
        await _nothing_to_undo(storage, OTHER_CHAT)

    async def test_nothing_was_reset_so_nothing_is_undone(self, storage: Storage) -> None:
        await say(storage, await begin(storage), "one")
        await _nothing_to_undo(storage)

    async def test_undo_brings_a_deleted_session_back(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        back = await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert isinstance(back, Session)
        assert back == await visit(storage, session)
        assert (await begin(storage)).id == session.id
        assert await heard(storage, session) == ["one?", "one!"]

    async def test_a_session_that_is_back_does_not_push_in(self, storage: Storage) -> None:
        session = await begin(storage)
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        current = await begin(storage, now=at(2))
        await storage.sessions.undo(CHAT, ANNA, at(3), WITHIN)
        assert (await begin(storage)).id == current.id
        assert set(await listed(storage)) == {session.id, current.id}

    async def test_deletions_and_resets_are_undone_latest_first(self, storage: Storage) -> None:
        first = await begin(storage)
        await say(storage, first, "one")
        await storage.sessions.reset(first.id, ANNA, at(1))
        second = await begin_another(storage, at(2))
        await storage.sessions.delete(CHAT, second.id, ANNA, at(3))
        await storage.sessions.delete(CHAT, first.id, ANNA, at(4))
        for back, still_hidden in ((first, True), (second, True), (first, False)):
            undone = await storage.sessions.undo(CHAT, ANNA, at(5), WITHIN)
            got = undone.session if isinstance(undone, Reset) else undone
            assert got.id == back.id
            assert (await heard(storage, first) == []) is still_hidden
        await _nothing_to_undo(storage)

    async def test_purging_erases_a_deleted_session_for_good(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        await storage.sessions.reset(session.id, ANNA, at(0))
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        assert await storage.sessions.purge_deleted(at(2)) == 1
        assert await rows(storage, session) == []
        await _nothing_to_undo(storage, minutes=3)
        assert await storage.sessions.purge_deleted(at(2)) == 0

    async def test_purging_keeps_what_was_deleted_later_or_not(self, storage: Storage) -> None:
        kept = await begin(storage)
        await say(storage, kept, "kept")
        deleted = await begin_another(storage)
        await say(storage, deleted, "deleted")
        await storage.sessions.delete(CHAT, deleted.id, ANNA, at(5))
        assert await storage.sessions.purge_deleted(at(4)) == 0
        await storage.sessions.undo(CHAT, ANNA, at(6), WITHIN)
        assert await heard(storage, kept) == ["kept?", "kept!"]
        assert await heard(storage, deleted) == ["deleted?", "deleted!"]

    async def test_purging_spares_a_session_that_came_back(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await storage.sessions.purge_deleted(at(3)) == 0
        assert await heard(storage, session) == ["one?", "one!"]


async def _nothing_to_undo(
    storage: Storage, chat: ChatKey = CHAT, minutes: float = 4, within: timedelta = WITHIN
) -> None:
    try:
        await storage.sessions.undo(chat, ANNA, at(minutes), within)
    except NothingToUndo:
        return
    raise AssertionError("something was undone")
