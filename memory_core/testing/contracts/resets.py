"""What /clear does to a session."""

from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    ANNA,
    OTHER_CHAT,
    answered,
    asked,
    at,
    begin,
    begin_another,
    heard,
    record,
    rows,
    say,
    visit,
)


class Resets:
    """A reset ends a context and erases nothing."""

    async def test_a_reset_hides_all_that_was_said_and_keeps_it(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        reset = await storage.sessions.reset(session.id, ANNA, at(3))
        assert (reset.messages, reset.session.reset_at) == (2, at(3))
        assert await heard(storage, session) == []
        assert await rows(storage, session) == ["old?", "old!"]
        assert reset.session == await visit(storage, session)

    async def test_what_is_said_after_a_reset_is_visible(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "new")
        assert await heard(storage, session) == ["new?", "new!"]

    async def test_a_reset_leaves_other_sessions_alone(self, storage: Storage) -> None:
        first, there = await begin(storage), await begin(storage, OTHER_CHAT)
        await say(storage, first, "one")
        await say(storage, there, "elsewhere")
        second = await begin_another(storage)
        await say(storage, second, "two")
        await storage.sessions.reset(second.id, ANNA, at(1))
        assert await heard(storage, first) == ["one?", "one!"]
        assert await heard(storage, there) == ["elsewhere?", "elsewhere!"]

    async def test_a_reset_counts_only_what_was_visible(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "new")
        assert (await storage.sessions.reset(session.id, ANNA, at(2))).messages == 2
        assert (await storage.sessions.reset(session.id, ANNA, at(3))).messages == 0

    async def test_a_reset_of_nothing_still_fences_running_turns(self, storage: Storage) -> None:
        session = await begin(storage)
        running = record(session, "running", asked("slow?"), answered("late"))
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await storage.turns.commit(running) == "dropped"
        assert await heard(storage, session) == []

    async def test_an_epoch_never_decreases(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        first = (await storage.sessions.reset(session.id, ANNA, at(1))).session.epoch
        second = (await storage.sessions.reset(session.id, ANNA, at(2))).session.epoch
        assert session.epoch < first < second
