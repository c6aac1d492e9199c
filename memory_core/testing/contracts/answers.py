"""A turn settles the arrivals it answers and queues its replies, all or nothing."""

import asyncio

from memory_core.model import Commit, InboxId, Session, TurnId, TurnRecord
from memory_core.ports import Storage
from memory_core.testing.contracts.mail import arrive, left, reply, to_send
from memory_core.testing.contracts.makers import (
    ANNA,
    CHAT,
    OTHER_CHAT,
    WITHIN,
    answered,
    asked,
    at,
    begin,
    heard,
    record,
    say,
    visit,
)


class Answers:
    """Messages, arrivals and replies in one transaction."""

    async def test_a_stored_turn_settles_its_arrivals_and_queues_its_replies(
        self, storage: Storage
    ) -> None:
        session, ids = await begin(storage), await arrive(storage, 1, 2, 3)
        await storage.inbox.begin(ids[:2])
        assert await storage.turns.commit(_turn(session, *ids[:2])) == "stored"
        assert await left(storage) == ["update 3"]
        assert await to_send(storage) == ["one", "two"]
        assert await heard(storage, session) == ["q", "a"]

    async def test_replies_go_to_the_lanes_they_name(self, storage: Storage) -> None:
        replies = (reply("here"), reply("there", OTHER_CHAT))
        await storage.turns.commit(record(await begin(storage), "t", replies=replies))
        assert await to_send(storage) == ["here"]
        assert await to_send(storage, OTHER_CHAT) == ["there"]

    async def test_replies_carry_the_turns_own_id(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        question = await storage.turns.last_question(session.id, ANNA)
        turn = record(
            session, "t2", answer=answered("better"), retries=question, replies=(reply("better"),)
        )
        await storage.turns.commit(turn)
        [part] = await storage.outbox.due(CHAT)
        await storage.outbox.delivered(part.id, 70, at(1))
        assert await storage.outbox.turn_of(CHAT, 70) == TurnId("t2")

    async def test_a_one_off_settles_and_replies_too(self, storage: Storage) -> None:
        assert await storage.turns.commit(_turn(None, *await arrive(storage, 1))) == "stored"
        assert await left(storage) == []
        assert await to_send(storage) == ["one", "two"]

    async def test_a_failed_turn_settles_and_replies_too(self, storage: Storage) -> None:
        session, ids = await begin(storage), await arrive(storage, 1)
        turn = record(
            session,
            "t",
            asked("q", state="unanswered"),
            answers=tuple(ids),
            replies=(reply("Sorry."),),
        )
        assert await storage.turns.commit(turn) == "stored"
        assert await left(storage) == []
        assert await to_send(storage) == ["Sorry."]

    async def test_a_dropped_turn_settles_its_arrivals_without_replies(
        self, storage: Storage
    ) -> None:
        session, ids = await begin(storage), await arrive(storage, 1, 2)
        await storage.sessions.reset(session.id, ANNA, at(1))
        await _refused(storage, _turn(session, ids[0]), "dropped")
        assert await left(storage) == ["update 2"]

    async def test_a_turn_of_a_deleted_session_settles_its_arrivals_without_replies(
        self, storage: Storage
    ) -> None:
        session, ids = await begin(storage), await arrive(storage, 1)
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        await _refused(storage, _turn(session, *ids), "dropped")
        assert await left(storage) == []

    async def test_a_turn_that_is_to_be_run_again_leaves_its_arrivals_alone(
        self, storage: Storage
    ) -> None:
        session, ids = await begin(storage), await arrive(storage, 1)
        await say(storage, session, "early")
        await storage.sessions.reset(session.id, ANNA, at(1))
        between = await visit(storage, session)
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        await _refused(storage, _turn(between, *ids), "rerun")
        assert await left(storage) == ["update 1"]
        now = await visit(storage, session)
        assert await storage.turns.commit(_turn(now, *ids)) == "stored"
        assert await left(storage) == []
        assert await to_send(storage) == ["one", "two"]

    async def test_the_same_turn_twice_replies_once_and_settles_nothing_more(
        self, storage: Storage
    ) -> None:
        session, ids = await begin(storage), await arrive(storage, 1, 2)
        await storage.turns.commit(_turn(session, ids[0]))
        assert await storage.turns.commit(_turn(session, *ids)) == "duplicate"
        assert await left(storage) == ["update 2"]
        assert await to_send(storage) == ["one", "two"]

    async def test_the_same_turn_at_the_same_time_replies_once(self, storage: Storage) -> None:
        turn = _turn(await begin(storage), *await arrive(storage, 1))
        await asyncio.gather(*(storage.turns.commit(turn) for _ in range(5)))
        assert await to_send(storage) == ["one", "two"]

    async def test_what_a_turn_settled_is_not_answered_once_more(self, storage: Storage) -> None:
        ids = await arrive(storage, 1)
        await storage.turns.commit(_turn(await begin(storage), *ids))
        await storage.inbox.settle(ids, [reply("Sorry.")], at(1))
        assert await to_send(storage) == ["one", "two"]


def _turn(session: Session | None, *ids: InboxId) -> TurnRecord:
    replies = (reply("one"), reply("two"))
    return record(session, "t", asked("q"), answered("a"), answers=ids, replies=replies)


async def _refused(storage: Storage, turn: TurnRecord, expected: Commit) -> None:
    assert await storage.turns.commit(turn) == expected
    assert await storage.outbox.lanes() == ()
