"""Summaries and what people do: /clear, /new, Undo, deletion, and going back a version."""

from memory_core.errors import NothingToUndo, SessionNotFound
from memory_core.model import CompactionState, Session, SessionId
from memory_core.ports import Storage
from memory_core.testing.contracts.compacting import (
    claim,
    claimed,
    compact,
    current,
    fail,
    state,
    summary_of,
    sums,
    talk,
    watched,
)
from memory_core.testing.contracts.makers import (
    AGENT,
    ANNA,
    CHAT,
    WITHIN,
    answered,
    asked,
    at,
    begin_another,
    heard,
    record,
    say,
    visit,
)


class SummariesAndResets:
    """A summary belongs to its context: it goes with it and comes back with it."""

    async def test_a_reset_leaves_no_summary(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await compact(storage, session, "s")
        reset = await storage.sessions.reset(session.id, ANNA, at(1))
        assert reset.messages == 4
        assert await current(storage, session) is None
        assert await storage.summaries.versions(session.id) == ()
        await say(storage, session, "new")
        assert await heard(storage, session) == ["new?", "new!"]

    async def test_undo_restores_the_former_summary(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        made = await compact(storage, session, "s")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "between")
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await current(storage, session) == made
        assert await storage.summaries.versions(session.id) == (made,)
        assert await heard(storage, session) == ["two?", "two!", "between?", "between!"]

    async def test_undo_shows_again_what_a_summary_made_in_between_covered(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        former = await compact(storage, session, "former")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "three")
        await say(storage, session, "four")
        between = await compact(storage, session, "between", now=at(1))
        assert await storage.summaries.versions(session.id) == (between,)
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await current(storage, session) == former
        texts = ["two?", "two!", "three?", "three!", "four?", "four!"]
        assert await heard(storage, session) == texts

    async def test_two_resets_are_undone_with_their_summaries(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        made = []
        for word in ("three", "four", "five"):
            made.append(await compact(storage, session, word, keep=1))
            await storage.sessions.reset(session.id, ANNA, at(1))
            await say(storage, session, word)
        for summary in reversed(made):
            await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
            assert await current(storage, session) == summary

    async def test_versions_rise_even_over_resets(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        first = await compact(storage, session, "first")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "three")
        second = await compact(storage, session, "second", keep=1)
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        third = await compact(storage, session, "third")
        assert first.version < second.version < third.version

    async def test_a_reset_ends_a_compaction_and_blocks_none(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        late = await claimed(storage, session)
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await sums(storage) == (0, 0, 1, 0)
        await say(storage, session, "new")
        assert await claim(storage, session, at(1)) is not None
        assert not await storage.summaries.succeed(late.id, summary_of(2), at(1))
        assert await current(storage, session) is None
        assert await heard(storage, session) == ["new?", "new!"]

    async def test_a_compaction_does_not_outlive_reset_and_undo(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        late = await claimed(storage, session)
        await storage.sessions.reset(session.id, ANNA, at(1))
        await storage.sessions.undo(CHAT, ANNA, at(1), WITHIN)
        assert not await storage.summaries.succeed(late.id, summary_of(2), at(1))
        assert await current(storage, session) is None

    async def test_undo_ends_a_compaction_begun_in_between(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await say(storage, session, "between")
        late = await claimed(storage, session, at(1))
        await storage.sessions.undo(CHAT, ANNA, at(1), WITHIN)
        assert await sums(storage) == (0, 0, 1, 0)
        assert not await storage.summaries.succeed(late.id, summary_of(6), at(1))
        assert len(await heard(storage, session)) == 6

    async def test_a_reset_forgets_failures_and_undo_remembers_them(
        self, storage: Storage
    ) -> None:
        session = await talk(storage, "one", "two")
        await fail(storage, session, at(0))
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await state(storage, session) == CompactionState()
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await state(storage, session) == CompactionState(failures=1, failed_at=at(0))

    async def test_a_new_session_ends_the_compaction_of_the_former_and_keeps_its_summary(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        made = await compact(storage, session, "s")
        late = await claimed(storage, session, at(1))
        fresh = await begin_another(storage, at(1))
        assert await sums(storage) == (1, 0, 1, 0)
        assert await current(storage, fresh) is None
        await storage.sessions.switch(CHAT, session.id, at(2))
        assert not await storage.summaries.succeed(late.id, summary_of(4), at(2))
        assert await current(storage, session) == made

    async def test_a_session_used_again_ends_its_compaction(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage)
        await claimed(storage, session)
        await storage.sessions.open(CHAT, ANNA, AGENT, "", at(1))
        assert await sums(storage) == (0, 0, 1, 0)

    async def test_a_deletion_ends_a_compaction_and_undo_keeps_the_summary(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        made = await compact(storage, session, "s")
        late = await claimed(storage, session, at(1))
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        assert await sums(storage) == (1, 0, 1, 0)
        assert not await storage.summaries.succeed(late.id, summary_of(4), at(2))
        assert await storage.summaries.versions(session.id) == ()
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await current(storage, session) == made

    async def test_purging_keeps_the_sums_and_nothing_else(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await compact(storage, session, "s")
        await fail(storage, session, at(1))
        await claimed(storage, session, at(2))
        await storage.sessions.delete(CHAT, session.id, ANNA, at(3))
        before = await storage.summaries.counts()
        assert await storage.sessions.purge_deleted(at(4)) == 1
        assert await storage.summaries.counts() == before
        assert await storage.summaries.versions(session.id) == ()

    async def test_a_renaming_and_a_switch_leave_a_compaction_alone(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session)
        await storage.sessions.rename(CHAT, session.id, "by hand")
        await storage.sessions.switch(CHAT, session.id, at(1))
        assert await storage.summaries.succeed(attempt.id, summary_of(2), at(1))


class Versions:
    """``versions`` and ``restore_previous``."""

    async def test_versions_come_newest_first(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        assert await storage.summaries.versions(session.id) == ()
        first = await compact(storage, session, "first")
        await say(storage, session, "three")
        second = await compact(storage, session, "second")
        assert await storage.summaries.versions(session.id) == (second, first)

    async def test_the_version_before_is_current_again(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        first = await compact(storage, session, "first")
        await say(storage, session, "three")
        second = await compact(storage, session, "second")
        assert await storage.summaries.restore_previous(session.id, ANNA, at(1)) == first
        assert await current(storage, session) == first
        assert await heard(storage, session) == ["two?", "two!", "three?", "three!"]
        assert await storage.summaries.versions(session.id) == (second, first)

    async def test_before_the_first_version_there_was_none(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await compact(storage, session, "first")
        assert await storage.summaries.restore_previous(session.id, ANNA, at(1)) is None
        assert await current(storage, session) is None
        assert await heard(storage, session) == ["one?", "one!", "two?", "two!"]
        await _nothing_to_restore(storage, session)

    async def test_a_version_after_a_restored_one_follows_that(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        first = await compact(storage, session, "first")
        await say(storage, session, "three")
        withdrawn = await compact(storage, session, "withdrawn")
        await storage.summaries.restore_previous(session.id, ANNA, at(1))
        third = await compact(storage, session, "third", now=at(1))
        assert third.version > withdrawn.version
        assert await storage.summaries.restore_previous(session.id, ANNA, at(2)) == first

    async def test_a_version_from_before_a_reset_is_not_restored(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        await compact(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await _nothing_to_restore(storage, session)
        await say(storage, session, "three")
        await compact(storage, session, "new", keep=1)
        assert await storage.summaries.restore_previous(session.id, ANNA, at(1)) is None

    async def test_a_restored_version_is_what_a_reset_remembers(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        first = await compact(storage, session, "first")
        await say(storage, session, "three")
        await compact(storage, session, "second")
        await storage.summaries.restore_previous(session.id, ANNA, at(1))
        await storage.sessions.reset(session.id, ANNA, at(2))
        await storage.sessions.undo(CHAT, ANNA, at(3), WITHIN)
        assert await current(storage, session) == first

    async def test_restoring_ends_a_compaction(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await compact(storage, session, "first")
        late = await claimed(storage, session, at(1))
        await storage.summaries.restore_previous(session.id, ANNA, at(1))
        assert await sums(storage) == (1, 0, 1, 0)
        assert not await storage.summaries.succeed(late.id, summary_of(4), at(2))
        assert await claim(storage, session, at(1)) is not None

    async def test_turns_begun_before_a_restoring_are_run_again(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        await compact(storage, session, "first")
        before = await visit(storage, session)
        await storage.summaries.restore_previous(session.id, ANNA, at(1))
        late = record(before, "late", asked("late?"), answered("late!"))
        assert await storage.turns.commit(late) == "rerun"
        again = record(await visit(storage, session), "late", asked("late?"), answered("late!"))
        assert await storage.turns.commit(again) == "stored"

    async def test_restoring_leaves_a_line_in_the_audit_log(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        await compact(storage, session, "first")
        await storage.summaries.restore_previous(session.id, ANNA, at(1))
        [line] = await storage.audit.recent(1)
        assert (line.operation, line.user_id) == ("summary_restore", ANNA)
        assert line.details == {"session_id": session.id}

    async def test_nothing_is_restored_in_a_session_without_summary(
        self, storage: Storage
    ) -> None:
        session = await talk(storage, "one", "two")
        await _nothing_to_restore(storage, session)
        assert await visit(storage, session) == session

    async def test_nothing_is_restored_in_an_unknown_session(self, storage: Storage) -> None:
        try:
            await storage.summaries.restore_previous(SessionId("nobody's"), ANNA, at(1))
        except SessionNotFound:
            return
        raise AssertionError("something was restored")


async def _nothing_to_restore(storage: Storage, session: Session) -> None:
    try:
        await storage.summaries.restore_previous(session.id, ANNA, at(4))
    except NothingToUndo:
        return
    raise AssertionError("something was restored")
