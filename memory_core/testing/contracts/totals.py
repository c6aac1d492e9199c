"""``Session.tokens_since_reset``: what the visible raw history adds up to."""

from memory_core.model import Session
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    ANNA,
    CHAT,
    WITHIN,
    answered,
    asked,
    at,
    begin,
    history,
    record,
    retry,
    say,
    visit,
)


class Totals:
    """The running total follows what is visible."""

    async def test_the_total_grows_with_each_turn(self, storage: Storage) -> None:
        session = await begin(storage)
        assert await _total(storage, session) == 0
        await say(storage, session, "first")
        one = await _total(storage, session)
        await say(storage, session, "a longer second turn")
        assert 0 < one < await _total(storage, session)

    async def test_an_unanswered_question_counts(self, storage: Storage) -> None:
        session = await begin(storage)
        await storage.turns.commit(record(session, "t", asked("q?", state="unanswered")))
        assert await _total(storage, session) == asked("q?").tokens

    async def test_a_duplicate_is_counted_once(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        once = await _total(storage, session)
        await say(storage, session, "q")
        assert await _total(storage, session) == once

    async def test_the_total_is_nothing_after_a_reset(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        reset = await storage.sessions.reset(session.id, ANNA, at(1))
        assert reset.session.tokens_since_reset == 0
        await say(storage, session, "new")
        await _total(storage, session)

    async def test_undo_restores_the_total_with_what_came_since(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        old = await _total(storage, session)
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "something new")
        new = await _total(storage, session)
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await _total(storage, session) == old + new

    async def test_undoing_two_resets_restores_the_total(self, storage: Storage) -> None:
        session = await begin(storage)
        totals = []
        for word in ("one", "number two", "and here is three"):
            await say(storage, session, word)
            totals.append(await _total(storage, session))
            await storage.sessions.reset(session.id, ANNA, at(1))
        for left in (2, 1, 0):
            await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
            assert await _total(storage, session) == sum(totals[left:])

    async def test_a_superseded_answer_counts_no_more(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q?"), answered("a long answer " * 20))
        await storage.turns.commit(turn)
        await retry(storage, session, "t2", answered("short"))
        assert await _total(storage, session) == asked("q?").tokens + answered("short").tokens

    async def test_a_retry_without_an_answer_leaves_the_total(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        before = await _total(storage, session)
        await retry(storage, session, "t2", None)
        assert await _total(storage, session) == before

    async def test_the_total_survives_deletion_and_return(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        before = await _total(storage, session)
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await _total(storage, session) == before


async def _total(storage: Storage, session: Session) -> int:
    """Return the running total, which must be the sum over the visible messages."""
    total = (await visit(storage, session)).tokens_since_reset
    assert total == sum(message.tokens for message in await history(storage, session))
    return total
