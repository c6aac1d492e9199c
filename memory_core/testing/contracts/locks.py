"""One turn at a time in a session."""

import asyncio

from memory_core.concurrency import Nursery
from memory_core.model import Session, SessionId
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import OTHER_CHAT, begin, visit

SECONDS = 20
"""How long a test waits for a lock before it fails."""


class LocksContract:
    """Promises of ``ports.SessionLocks``."""

    async def test_a_held_lock_makes_the_second_wait(self, storage: Storage) -> None:
        session = await begin(storage)
        told: list[str] = []
        async with asyncio.timeout(SECONDS):
            async with storage.locks.hold(session.id):
                second = Nursery().spawn(_visit(storage, session.id, told, "second"), "second")
                await _meanwhile(storage, session)
                told.append("first leaves")
            await second
        assert told == ["first leaves", "second enters", "second leaves"]

    async def test_different_sessions_do_not_wait(self, storage: Storage) -> None:
        here, there = await begin(storage), await begin(storage, OTHER_CHAT)
        async with (
            asyncio.timeout(SECONDS),
            storage.locks.hold(here.id),
            storage.locks.hold(there.id),
        ):
            pass

    async def test_a_lock_can_be_held_again(self, storage: Storage) -> None:
        session = await begin(storage)
        async with asyncio.timeout(SECONDS):
            for _ in range(3):
                async with storage.locks.hold(session.id):
                    await _meanwhile(storage, session)

    async def test_those_who_wait_enter_in_order_of_asking(self, storage: Storage) -> None:
        session = await begin(storage)
        told: list[str] = []
        nursery = Nursery()
        async with asyncio.timeout(SECONDS):
            async with storage.locks.hold(session.id):
                waiting = [
                    nursery.spawn(_visit(storage, session.id, told, str(number)), str(number))
                    for number in range(6)
                ]
                await _meanwhile(storage, session)
            await asyncio.gather(*waiting)
        assert told == [f"{number} {what}" for number in range(6) for what in ("enters", "leaves")]

    async def test_a_lock_is_free_after_an_error(self, storage: Storage) -> None:
        session = await begin(storage)
        async with asyncio.timeout(SECONDS):
            try:
                async with storage.locks.hold(session.id):
                    raise LookupError  # noqa: TRY301 - the block's own error
            except LookupError:
                pass
            async with storage.locks.hold(session.id):
                pass

    async def test_one_who_gives_up_waiting_leaves_the_lock_usable(self, storage: Storage) -> None:
        session = await begin(storage)
        told: list[str] = []
        nursery = Nursery()
        async with asyncio.timeout(SECONDS):
            async with storage.locks.hold(session.id):
                gives_up = nursery.spawn(_visit(storage, session.id, told, "impatient"), "one")
                stays = nursery.spawn(_visit(storage, session.id, told, "patient"), "two")
                await _meanwhile(storage, session)
                gives_up.cancel()
                await asyncio.wait([gives_up])
                await _meanwhile(storage, session)
                told.append("first leaves")
            await stays
            async with storage.locks.hold(session.id):
                pass
        assert told == ["first leaves", "patient enters", "patient leaves"]

    async def test_a_cancelled_holder_lets_go(self, storage: Storage) -> None:
        session = await begin(storage)
        inside, never = asyncio.Event(), asyncio.Event()

        async def hold() -> None:
            async with storage.locks.hold(session.id):
                inside.set()
                await never.wait()

        async with asyncio.timeout(SECONDS):
            holder = Nursery().spawn(hold(), "holder")
            await inside.wait()
            holder.cancel()
            await asyncio.wait([holder])
            async with storage.locks.hold(session.id):
                pass


async def _visit(storage: Storage, session: SessionId, told: list[str], name: str) -> None:
    async with storage.locks.hold(session):
        told.append(f"{name} enters")
        await asyncio.sleep(0)
        told.append(f"{name} leaves")


async def _meanwhile(storage: Storage, session: Session) -> None:
    """Let others come as far as they can: some reads take long enough for that."""
    for _ in range(10):
        await visit(storage, session)
