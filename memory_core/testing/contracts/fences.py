"""A turn that began before a reset, a deletion or an Undo is not stored after it."""

from dataclasses import replace

from memory_core.model import Commit, Session, SessionId, TurnRecord
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    AGENT,
    ANNA,
    CHAT,
    WITHIN,
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


class Fences:
    """What becomes of a late turn."""

    async def test_a_turn_begun_before_a_reset_is_dropped(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.reset(session.id, ANNA, at(1))
        await _refused(storage, _late(session), "dropped")

    async def test_a_turn_begun_before_a_new_session_is_dropped(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.open(CHAT, ANNA, AGENT, "", at(1))
        await _refused(storage, _late(session), "dropped")

    async def test_a_turn_of_a_deleted_session_is_dropped(self, storage: Storage) -> None:
        session = await _talk(storage)
        deleted = await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        assert await storage.turns.commit(_late(session)) == "dropped"
        assert await storage.turns.commit(_late(deleted)) == "dropped"
        assert "run late" not in [line.operation for line in await storage.audit.recent(9)]

    async def test_a_turn_of_a_session_deleted_and_back_is_dropped(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        await _refused(storage, _late(session), "dropped")

    async def test_a_turn_of_an_unknown_session_is_dropped(self, storage: Storage) -> None:
        session = await begin(storage)
        stranger = _late(session, SessionId("nobody's"))
        assert await storage.turns.commit(stranger) == "dropped"
        assert await storage.audit.recent(9) == ()

    async def test_a_turn_begun_before_an_undo_is_run_again(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.reset(session.id, ANNA, at(1))
        between = await visit(storage, session)
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        await _refused(storage, _late(between), "rerun")

    async def test_a_turn_begun_before_reset_and_undo_is_dropped(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.reset(session.id, ANNA, at(1))
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        await _refused(storage, _late(session), "dropped")

    async def test_a_turn_begun_before_undo_and_reset_is_dropped(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.reset(session.id, ANNA, at(1))
        between = await visit(storage, session)
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        await storage.sessions.reset(session.id, ANNA, at(3))
        await _refused(storage, _late(between), "dropped")

    async def test_a_turn_that_was_run_again_is_stored(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.reset(session.id, ANNA, at(1))
        between = await visit(storage, session)
        await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
        assert await storage.turns.commit(_late(between)) == "rerun"
        now = await visit(storage, session)
        assert await storage.turns.commit(_late(now)) == "stored"
        assert await heard(storage, session) == ["early?", "early!", "late?", "late!"]

    async def test_a_one_off_is_never_fenced(self, storage: Storage) -> None:
        session = await _talk(storage)
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await storage.turns.commit(record(None, "one-off")) == "stored"

    async def test_a_fence_stands_around_one_session_only(self, storage: Storage) -> None:
        first = await _talk(storage)
        second = await begin_another(storage)
        await storage.sessions.reset(first.id, ANNA, at(1))
        assert await storage.turns.commit(_late(second)) == "stored"


async def _talk(storage: Storage) -> Session:
    session = await begin(storage)
    await say(storage, session, "early")
    return session


def _late(session: Session, other: SessionId | None = None) -> TurnRecord:
    turn = record(session, "late", asked("late?"), answered("late!"), title="late")
    return turn if other is None else replace(turn, session_id=other)


async def _refused(storage: Storage, turn: TurnRecord, expected: Commit) -> None:
    """A fenced turn leaves no message, no title, no time of use and no line in the audit log."""
    assert turn.session_id is not None
    before = await visit(storage, turn.session_id)
    assert await storage.turns.commit(turn) == expected
    assert await visit(storage, turn.session_id) == before
    assert await rows(storage, before) == ["early?", "early!"]
    assert "run late" not in [line.operation for line in await storage.audit.recent(9)]
