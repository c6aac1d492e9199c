"""What a compaction leads to: a summary in use, or nothing changed at all."""

from dataclasses import replace

from memory_core.model import CompactionState, Seq, Summary
from memory_core.ports import Storage
from memory_core.summaries import AttemptId
from memory_core.testing.contracts.compacting import (
    LEASE,
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
    ANNA,
    BEN,
    CHAT,
    OTHER_CHAT,
    answered,
    asked,
    at,
    begin,
    heard,
    history,
    record,
    retry,
    rows,
    say,
    visit,
)
from memory_core.testing.contracts.usage import ROUNDS


class Compactions:
    """``material``, ``succeed`` and ``fail``."""

    async def test_a_success_becomes_the_current_summary(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session, at(1))
        new = replace(summary_of(2, "一 and two"), extractive=True)
        assert await storage.summaries.succeed(attempt.id, new, at(1.5))
        assert await current(storage, session) == Summary(
            version=1,
            text="一 and two",
            dimensions=new.dimensions,
            covers_seq=Seq(2),
            messages=2,
            tokens=10,
            tokens_before=70,
            made_at=at(1.5),
            extractive=True,
        )
        assert await sums(storage) == (1, 0, 0, 0)

    async def test_what_a_summary_covers_is_not_shown_and_the_rest_is(
        self, storage: Storage
    ) -> None:
        session = await talk(storage, "one", "two", "three")
        await compact(storage, session, "s", keep=3)
        assert await heard(storage, session) == ["two!", "three?", "three!"]
        assert len(await rows(storage, session)) == 6

    async def test_what_is_said_meanwhile_is_shown_once_afterwards(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session)
        await say(storage, session, "meanwhile")
        assert await storage.summaries.succeed(attempt.id, summary_of(2), at(1))
        assert await heard(storage, session) == ["two?", "two!", "meanwhile?", "meanwhile!"]

    async def test_a_turn_begun_before_a_compaction_ended_is_stored(
        self, storage: Storage
    ) -> None:
        session = await talk(storage, "one", "two")
        running = record(session, "running", asked("running?"), answered("running!"))
        await compact(storage, session, "s")
        assert await storage.turns.commit(running) == "stored"
        assert await heard(storage, session) == ["two?", "two!", "running?", "running!"]

    async def test_a_summary_stands_in_its_session_only(self, storage: Storage) -> None:
        here, there = await talk(storage, "one", "two"), await begin(storage, OTHER_CHAT)
        await say(storage, there, "there")
        await compact(storage, here, "s")
        assert await current(storage, there) is None
        assert await heard(storage, there) == ["there?", "there!"]
        assert await state(storage, there) == CompactionState()

    async def test_a_summary_changes_neither_totals_nor_counts_of_messages(
        self, storage: Storage
    ) -> None:
        session = await talk(storage, "one", "two")
        await compact(storage, session, "s")
        assert await visit(storage, session) == session
        assert session.tokens_since_reset > 0
        [info] = await storage.sessions.of_chat(CHAT)
        assert info.messages == 4

    async def test_material_is_the_summary_and_all_after_it_with_tool_rounds(
        self, storage: Storage
    ) -> None:
        session = await talk(storage, "one", "two")
        made = await compact(storage, session, "s")
        with_tools = replace(answered("found"), rounds=ROUNDS)
        await storage.turns.commit(record(session, "t", asked("find"), with_tools))
        await retry(storage, session, "again", replace(with_tools, content="found again"))
        material = await storage.summaries.material(session.id)
        assert material.summary == made
        texts = [message.content for message in material.messages]
        assert texts == ["two?", "two!", "find", "found again"]
        assert material.messages[-1].rounds == ROUNDS

    async def test_a_failure_changes_neither_summary_nor_history(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        made = await compact(storage, session, "s")
        await say(storage, session, "three")
        before = await history(storage, session)
        await fail(storage, session, at(3))
        assert await current(storage, session) == made
        assert await history(storage, session) == before
        assert await sums(storage) == (1, 1, 0, 0)

    async def test_an_attempt_is_ended_once(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session)
        assert await storage.summaries.succeed(attempt.id, summary_of(2), at(1))
        assert not await storage.summaries.succeed(attempt.id, summary_of(3), at(1))
        assert not await storage.summaries.fail(attempt.id, "late", at(1))
        assert await sums(storage) == (1, 0, 0, 0)
        made = await current(storage, session)
        assert made is not None
        assert made.covers_seq == 2

    async def test_a_failed_attempt_does_not_succeed_later(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session)
        assert await storage.summaries.fail(attempt.id, "no", at(1))
        assert not await storage.summaries.fail(attempt.id, "no", at(1))
        assert not await storage.summaries.succeed(attempt.id, summary_of(2), at(1))
        assert await current(storage, session) is None
        assert await sums(storage) == (0, 1, 0, 0)

    async def test_an_unknown_attempt_is_not_ended(self, storage: Storage) -> None:
        storage = watched(storage)
        assert not await storage.summaries.succeed(AttemptId(999), summary_of(2), at(1))
        assert not await storage.summaries.fail(AttemptId(999), "no", at(1))
        assert await sums(storage) == (0, 0, 0, 0)

    async def test_the_next_summary_takes_the_place_of_the_former(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        first = await compact(storage, session, "first")
        await say(storage, session, "three")
        second = await compact(storage, session, "second", now=at(1))
        assert second.version > first.version
        assert await heard(storage, session) == ["three?", "three!"]

    async def test_a_boundary_never_goes_back(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two", "three")
        made = await compact(storage, session, "s", keep=2)
        attempt = await claimed(storage, session, at(1))
        back = summary_of(made.covers_seq - 1)
        assert not await storage.summaries.succeed(attempt.id, back, at(1))
        assert await current(storage, session) == made
        assert await sums(storage) == (1, 0, 1, 0)
        assert not (await state(storage, session)).pending

    async def test_a_boundary_may_stay(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two", "three")
        made = await compact(storage, session, "s", keep=2)
        attempt = await claimed(storage, session, at(1))
        shorter = summary_of(made.covers_seq, "shorter")
        assert await storage.summaries.succeed(attempt.id, shorter, at(1))

    async def test_a_question_that_a_summary_covers_is_no_last_one(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        await say(storage, session, "from ben", user=BEN)
        await compact(storage, session, "s", keep=2)
        assert await storage.turns.last_question(session.id, ANNA) is None
        question = await storage.turns.last_question(session.id, BEN)
        assert question is not None
        assert question.content == "from ben?"

    async def test_failures_are_counted_until_a_success(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        assert await state(storage, session) == CompactionState()
        await fail(storage, session, at(1))
        assert await state(storage, session) == CompactionState(failures=1, failed_at=at(1))
        await fail(storage, session, at(4))
        await claimed(storage, session, at(5))
        pending = CompactionState(pending=True, failures=2, failed_at=at(4))
        assert await state(storage, session) == pending
        await storage.summaries.sweep(at(9))
        assert await state(storage, session) == CompactionState(failures=3, failed_at=at(9))
        await compact(storage, session, "s", now=at(10))
        assert await state(storage, session) == CompactionState()
        await fail(storage, session, at(11))
        assert await state(storage, session) == CompactionState(failures=1, failed_at=at(11))
        assert await sums(storage) == (1, 4, 0, 0)

    async def test_counts_tell_the_oldest_pending_and_what_was_saved(
        self, storage: Storage
    ) -> None:
        here, there = await talk(storage, "one", "two"), await begin(storage, OTHER_CHAT)
        assert (await storage.summaries.counts()).oldest_pending is None
        await compact(storage, here, "s")
        await say(storage, here, "three")
        await compact(storage, here, "t", now=at(1))
        await claimed(storage, here, at(3))
        await claimed(storage, there, at(2))
        counts = await storage.summaries.counts()
        assert (counts.oldest_pending, counts.tokens_saved) == (at(2), 120)
        later = await storage.summaries.counts(at(3))
        assert (later.trigger, later.oldest_pending, later.tokens_saved) == (1, at(3), 0)

    async def test_attempts_are_counted_from_when_they_began(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await fail(storage, session, at(1))
        attempt = await claimed(storage, session, at(2))
        assert await storage.summaries.fail(attempt.id, "no", at(3.5))
        assert await claim(storage, session, at(4)) is not None
        assert await sums(storage, at(1)) == (0, 2, 0, 1)
        assert await sums(storage, at(1.01)) == (0, 1, 0, 1)
        assert await sums(storage, at(3)) == (0, 0, 0, 1)
        assert await sums(storage, at(4) + LEASE) == (0, 0, 0, 0)
