"""Answering arrivals: once, with their replies."""

import asyncio

from memory_core.concurrency import Nursery
from memory_core.ports import Storage
from memory_core.testing.contracts.mail import arrive, left, reply, to_send
from memory_core.testing.contracts.makers import CHAT, OTHER_CHAT, at


class Settling:
    """Arrivals and replies go together."""

    async def test_what_is_settled_no_longer_waits(self, storage: Storage) -> None:
        first, second, third = await arrive(storage, 1, 2, 3)
        await storage.inbox.begin([first])
        await storage.inbox.settle([first, second], [], at(1))
        assert [found.id for found in await storage.inbox.unfinished()] == [third]

    async def test_replies_are_queued_in_order_each_in_its_lane(self, storage: Storage) -> None:
        replies = [reply("one"), reply("elsewhere", OTHER_CHAT), reply("two")]
        await storage.inbox.settle(await arrive(storage, 1), replies, at(1))
        assert await to_send(storage, CHAT) == ["one", "two"]
        assert await to_send(storage, OTHER_CHAT) == ["elsewhere"]

    async def test_settling_twice_queues_replies_once(self, storage: Storage) -> None:
        ids = await arrive(storage, 1, 2)
        await storage.inbox.settle(ids, [reply("one")], at(1))
        await storage.inbox.settle(ids, [reply("again")], at(2))
        assert await to_send(storage) == ["one"]

    async def test_settling_at_the_same_time_queues_replies_once(self, storage: Storage) -> None:
        ids = await arrive(storage, 1)
        replies = [reply("one"), reply("two")]
        await asyncio.gather(*(storage.inbox.settle(ids, replies, at(1)) for _ in range(5)))
        assert await to_send(storage) == ["one", "two"]

    async def test_replies_are_queued_when_one_of_several_was_settled_before(
        self, storage: Storage
    ) -> None:
        for numbers in ((1, 2), (3, 4)):
            ids = await arrive(storage, *numbers)
            already = ids[0] if numbers == (1, 2) else ids[-1]
            await storage.inbox.settle([already], [], at(1))
            await storage.inbox.settle(ids, [reply(f"to {numbers}")], at(2))
        assert await to_send(storage) == ["to (1, 2)", "to (3, 4)"]
        assert await left(storage) == []

    async def test_a_notice_that_answers_nothing_is_queued_each_time(
        self, storage: Storage
    ) -> None:
        for _ in range(2):
            await storage.inbox.settle([], [reply("notice")], at(1))
        assert await to_send(storage) == ["notice", "notice"]

    async def test_a_cancelled_callers_arrivals_are_still_settled(self, storage: Storage) -> None:
        ids = await arrive(storage, 1)
        settling = storage.inbox.settle(ids, [reply("one")], at(1))
        caller = Nursery().spawn(settling, "settle")
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
        await storage.inbox.settle(ids, [reply("again")], at(2))
        assert await to_send(storage) == ["one"]
