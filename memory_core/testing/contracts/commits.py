"""Storing a turn: all of it, once."""

import asyncio
from dataclasses import replace

from memory_core.concurrency import Nursery
from memory_core.model import StoredContext
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    ANNA,
    BEN,
    CHAT,
    answered,
    asked,
    at,
    begin,
    heard,
    history,
    record,
    say,
    visit,
)


class Commits:
    """One call is one transaction, and a turn is stored once however often it is sent."""

    async def test_a_turn_leaves_messages_title_time_and_audit_line(
        self, storage: Storage
    ) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q"), answered("a"), title="About q", now=at(4))
        assert await storage.turns.commit(turn) == "stored"
        after = await visit(storage, session)
        assert (after.title, after.updated_at, after.epoch) == ("About q", at(4), session.epoch)
        assert await heard(storage, session) == ["q", "a"]
        assert await storage.audit.recent(9) == (turn.audit,)

    async def test_who_spoke_and_where_it_came_from_is_kept(self, storage: Storage) -> None:
        session = await begin(storage)
        question = replace(asked("q", BEN), speaker="Ben 2", origin="forwarded")
        await storage.turns.commit(record(session, "t", question, answered("a")))
        stored = (await history(storage, session))[0]
        assert (stored.user_id, stored.speaker, stored.origin) == (BEN, "Ben 2", "forwarded")

    async def test_a_title_is_given_only_to_a_session_without(self, storage: Storage) -> None:
        session = await begin(storage)
        for turn in ("", "first", "second"):
            await storage.turns.commit(record(session, f"t {turn}", asked("q"), title=turn))
        assert (await visit(storage, session)).title == "first"
        named = await storage.sessions.rename(CHAT, session.id, "by hand")
        await storage.turns.commit(record(named, "t4", asked("q"), title="third"))
        assert (await visit(storage, session)).title == "by hand"

    async def test_an_unanswered_question_is_kept(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q", state="unanswered"))
        assert await storage.turns.commit(turn) == "stored"
        [question] = await history(storage, session)
        assert (question.content, question.state) == ("q", "unanswered")
        assert await storage.turns.last_question(session.id, ANNA) == question

    async def test_the_same_turn_twice_changes_nothing(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q"), answered("a"))
        await storage.turns.commit(turn)
        before = await visit(storage, session)
        again = replace(turn, answer=answered("another"), title="late", at=at(9))
        assert await storage.turns.commit(again) == "duplicate"
        assert await heard(storage, session) == ["q", "a"]
        assert await visit(storage, session) == before
        assert "run late" not in [line.operation for line in await storage.audit.recent(9)]

    async def test_a_failed_turn_twice_changes_nothing(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q", state="unanswered"))
        await storage.turns.commit(turn)
        assert await storage.turns.commit(turn) == "duplicate"
        assert await heard(storage, session) == ["q"]

    async def test_a_one_off_leaves_only_its_audit_line_and_once(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(None, "t")
        assert await storage.turns.commit(turn) == "stored"
        assert await storage.turns.commit(turn) == "duplicate"
        assert await storage.audit.recent(9) == (turn.audit,)
        assert await heard(storage, session) == []

    async def test_the_same_turn_at_the_same_time_is_stored_once(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q"), answered("a"))
        outcomes = await asyncio.gather(*(storage.turns.commit(turn) for _ in range(5)))
        assert sorted(outcomes) == ["duplicate"] * 4 + ["stored"]
        assert await heard(storage, session) == ["q", "a"]

    async def test_a_stored_turn_is_a_duplicate_even_when_fenced(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q"), answered("a"))
        await storage.turns.commit(turn)
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await storage.turns.commit(turn) == "duplicate"

    async def test_nobody_ever_sees_half_a_turn(self, storage: Storage) -> None:
        session = await begin(storage)
        loads = [storage.turns.load(session.id, 99, lambda _: 1) for _ in range(20)]
        commits = [say(storage, session, str(number)) for number in range(5)]
        work = [call for pair in zip(loads[:5], commits, strict=True) for call in pair]
        results = await asyncio.gather(*work, *loads[5:])
        seen = [result for result in results if isinstance(result, StoredContext)]
        assert len(seen) == 20
        assert all(len(context.history) % 2 == 0 for context in seen)

    async def test_many_turns_at_once_are_all_stored_whole(self, storage: Storage) -> None:
        session = await begin(storage)
        await asyncio.gather(*(say(storage, session, str(number)) for number in range(30)))
        texts = await heard(storage, session)
        assert len(texts) == 60
        assert [text[:-1] for text in texts[::2]] == [text[:-1] for text in texts[1::2]]

    async def test_a_cancelled_callers_turn_is_still_stored(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t", asked("q"), answered("a"))
        caller = Nursery().spawn(storage.turns.commit(turn), "commit")
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
        assert await storage.turns.commit(turn) == "duplicate"
        assert await heard(storage, session) == ["q", "a"]
