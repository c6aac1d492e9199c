"""Claiming a session to compact it: one at a time, and never for ever."""

import asyncio
from datetime import timedelta

from memory_core.errors import SessionNotFound
from memory_core.model import SessionId
from memory_core.ports import Storage
from memory_core.summaries import AttemptId
from memory_core.testing.contracts.compacting import (
    LEASE,
    claim,
    claimed,
    compact,
    current,
    state,
    summary_of,
    sums,
    talk,
    watched,
)
from memory_core.testing.contracts.makers import ANNA, CHAT, at, begin_another, say

HOUR = timedelta(hours=1)


class Claims:
    """``begin``, ``renew`` and ``sweep``."""

    async def test_a_claim_tells_what_it_was_made_for(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session, at(1))
        assert attempt.session_id == session.id
        assert (attempt.epoch, attempt.base_version) == (session.epoch, 0)
        assert attempt.lease_until == at(1) + LEASE
        assert (await state(storage, session)).pending

    async def test_a_claimed_session_is_not_claimed_again(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await claimed(storage, session, at(0))
        assert await claim(storage, session, at(1.99)) is None
        assert await sums(storage) == (0, 0, 0, 1)

    async def test_of_many_who_claim_at_once_one_wins(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        begin = storage.summaries.begin
        begun = (begin(session.id, session.epoch, 0, at(1), LEASE) for _ in range(9))
        claims = await asyncio.gather(*begun)
        assert len([attempt for attempt in claims if attempt is not None]) == 1
        assert await sums(storage) == (0, 0, 0, 1)

    async def test_sessions_are_claimed_side_by_side(self, storage: Storage) -> None:
        storage = watched(storage)
        one = await talk(storage, "one")
        other = await begin_another(storage)
        first, second = await claimed(storage, one), await claimed(storage, other)
        assert first.id != second.id
        assert await sums(storage) == (0, 0, 0, 2)

    async def test_a_session_at_another_epoch_is_not_claimed(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await storage.sessions.reset(session.id, ANNA, at(1))
        late = storage.summaries.begin(session.id, session.epoch, 0, at(1), LEASE)
        assert await late is None
        assert await sums(storage) == (0, 0, 0, 0)

    async def test_a_session_at_another_version_is_not_claimed(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        made = await compact(storage, session, "first")
        for version in (0, made.version + 1):
            late = storage.summaries.begin(session.id, session.epoch, version, at(1), LEASE)
            assert await late is None

    async def test_a_deleted_or_unknown_session_is_not_claimed(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        deleted = await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
        for epoch in (session.epoch, deleted.epoch, deleted.epoch + 1):
            assert await storage.summaries.begin(session.id, epoch, 0, at(1), LEASE) is None
        unknown = SessionId("nobody's")
        assert await storage.summaries.begin(unknown, 0, 0, at(1), LEASE) is None

    async def test_a_claim_whose_lease_has_passed_is_failed_and_taken_over(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        former = await claimed(storage, session, at(0))
        takeover = await claimed(storage, session, at(2))
        assert takeover.id != former.id
        assert await sums(storage) == (0, 1, 0, 1)
        assert not await storage.summaries.renew(former.id, at(2), LEASE)

    async def test_a_lease_that_passed_is_failed_even_for_who_comes_too_late(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await claimed(storage, session, at(0))
        assert await storage.summaries.begin(session.id, 77, 0, at(2), LEASE) is None
        assert await sums(storage) == (0, 1, 0, 0)

    async def test_a_clock_set_forward_blocks_nobody(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await claimed(storage, session, at(0))
        await claimed(storage, session, at(0) + HOUR)
        assert await sums(storage) == (0, 1, 0, 1)

    async def test_a_clock_set_back_blocks_nobody(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await claimed(storage, session, at(0) + HOUR)
        await claimed(storage, session, at(0))
        assert await sums(storage) == (0, 1, 0, 1)

    async def test_clocks_that_differ_a_little_do_not_end_a_claim(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        await claimed(storage, session, at(1))
        assert await claim(storage, session, at(0.9)) is None
        assert await storage.summaries.sweep(at(0.9)) == 0
        assert await sums(storage) == (0, 0, 0, 1)

    async def test_a_renewed_lease_keeps_others_off_longer(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session, at(0))
        assert await storage.summaries.renew(attempt.id, at(1.5), LEASE)
        assert await claim(storage, session, at(3.4)) is None
        assert await claim(storage, session, at(3.5)) is not None

    async def test_a_lease_renewed_by_a_clock_set_back_holds(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session, at(0) + HOUR)
        assert await storage.summaries.renew(attempt.id, at(0), LEASE)
        assert await claim(storage, session, at(1)) is None
        assert await storage.summaries.sweep(at(1)) == 0

    async def test_a_lease_of_an_ended_or_unknown_attempt_is_not_renewed(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        attempt = await claimed(storage, session)
        await storage.summaries.fail(attempt.id, "no", at(1))
        assert not await storage.summaries.renew(attempt.id, at(1), LEASE)
        assert not await storage.summaries.renew(AttemptId(999), at(1), LEASE)
        assert not (await state(storage, session)).pending

    async def test_a_sweep_fails_all_claims_that_do_not_hold_any_more(
        self, storage: Storage
    ) -> None:
        storage = watched(storage)
        one = await talk(storage, "one")
        other = await begin_another(storage)
        await say(storage, other, "two")
        third = await begin_another(storage)
        await claimed(storage, one, at(0))
        await claimed(storage, other, at(1))
        await claimed(storage, third, at(0) + HOUR)
        assert await storage.summaries.sweep(at(2)) == 2
        assert await sums(storage) == (0, 2, 0, 1)
        assert not (await state(storage, one)).pending
        assert (await state(storage, other)).pending
        assert await storage.summaries.sweep(at(2)) == 0

    async def test_a_late_success_after_a_takeover_changes_nothing(self, storage: Storage) -> None:
        storage = watched(storage)
        session = await talk(storage, "one", "two")
        former = await claimed(storage, session, at(0))
        takeover = await claimed(storage, session, at(2))
        assert not await storage.summaries.succeed(former.id, summary_of(2), at(3))
        assert not await storage.summaries.fail(former.id, "late", at(3))
        assert await current(storage, session) is None
        assert await sums(storage) == (0, 1, 0, 1)
        assert await storage.summaries.succeed(takeover.id, summary_of(2), at(3))

    async def test_there_is_no_material_in_an_unknown_session(self, storage: Storage) -> None:
        try:
            await storage.summaries.material(SessionId("nobody's"))
        except SessionNotFound:
            return
        raise AssertionError("material of nothing")
