"""What comes is kept once and can be changed until a try begins."""

import asyncio

from memory_core.delivery import Waiting
from memory_core.ports import Storage
from memory_core.testing.contracts.mail import arrive, left, only_left, update
from memory_core.testing.contracts.makers import CHAT, OTHER_CHAT, at


class Arrivals:
    """Adding and replacing."""

    async def test_an_arrival_comes_back_with_all_it_says(self, storage: Storage) -> None:
        came = update(7, '{"text": "订单 🧾"}', lane=OTHER_CHAT, message="2:70")
        [waiting] = await storage.inbox.add([came], at(0))
        assert waiting == Waiting(
            id=waiting.id, lane=OTHER_CHAT, payload='{"text": "订单 🧾"}', message="2:70"
        )
        assert await storage.inbox.unfinished() == (waiting,)

    async def test_arrivals_keep_their_order_whatever_their_numbers(
        self, storage: Storage
    ) -> None:
        batch = await storage.inbox.add([update(50), update(9)], at(0))
        assert [waiting.payload for waiting in batch] == ["update 50", "update 9"]
        await storage.inbox.add([update(1_000_000_000_000), update(3)], at(1))
        assert await left(storage) == ["update 50", "update 9", "update 1000000000000", "update 3"]

    async def test_an_update_that_came_before_changes_nothing(self, storage: Storage) -> None:
        await storage.inbox.add([update(7, "first")], at(0))
        assert await storage.inbox.add([update(7, "again", lane=OTHER_CHAT)], at(1)) == ()
        waiting = await only_left(storage)
        assert (waiting.payload, waiting.lane) == ("first", CHAT)

    async def test_an_older_number_that_never_came_is_new(self, storage: Storage) -> None:
        await storage.inbox.add([update(900)], at(0))
        [waiting] = await storage.inbox.add([update(900), update(7), update(900)], at(1))
        assert waiting.payload == "update 7"

    async def test_the_same_update_twice_in_a_batch_comes_once(self, storage: Storage) -> None:
        batch = [update(7, "first"), update(8), update(7, "again")]
        added = await storage.inbox.add(batch, at(0))
        assert [waiting.payload for waiting in added] == ["first", "update 8"]
        assert await left(storage) == ["first", "update 8"]

    async def test_the_same_update_at_the_same_time_is_added_once(self, storage: Storage) -> None:
        calls = (storage.inbox.add([update(7)], at(0)) for _ in range(5))
        added = await asyncio.gather(*calls)
        assert sorted(map(len, added)) == [0, 0, 0, 0, 1]

    async def test_a_settled_update_does_not_come_again(self, storage: Storage) -> None:
        await storage.inbox.settle(await arrive(storage, 7), [], at(0))
        assert await arrive(storage, 7) == []
        assert await left(storage) == []

    async def test_what_is_not_for_us_does_not_wait_and_comes_once(self, storage: Storage) -> None:
        stranger = update(7, "secret", lane=None, message="9:7")
        assert await storage.inbox.add([stranger], at(0)) == ()
        assert await left(storage) == []
        assert await storage.inbox.add([update(7)], at(1)) == ()
        assert not await storage.inbox.replace("9:7", "edited")

    async def test_of_a_batch_only_what_is_for_us_comes_back(self, storage: Storage) -> None:
        batch = [update(1), update(2, lane=None), update(3, lane=OTHER_CHAT)]
        added = await storage.inbox.add(batch, at(0))
        assert [waiting.lane for waiting in added] == [CHAT, OTHER_CHAT]

    async def test_an_empty_batch_is_nothing(self, storage: Storage) -> None:
        assert await storage.inbox.add([], at(0)) == ()

    async def test_an_edit_replaces_what_waits_and_nothing_else(self, storage: Storage) -> None:
        await arrive(storage, 1, 2)
        assert await storage.inbox.replace("message 1", "edited")
        assert await left(storage) == ["edited", "update 2"]

    async def test_an_edit_of_an_unknown_message_finds_nothing(self, storage: Storage) -> None:
        await arrive(storage, 1)
        assert not await storage.inbox.replace("message 9", "edited")
        assert await left(storage) == ["update 1"]

    async def test_an_edit_does_not_reach_what_was_begun(self, storage: Storage) -> None:
        await storage.inbox.begin(await arrive(storage, 1))
        assert not await storage.inbox.replace("message 1", "edited")
        assert await left(storage) == ["update 1"]

    async def test_an_edit_reaches_what_waits_again_after_a_failure(
        self, storage: Storage
    ) -> None:
        ids = await arrive(storage, 1)
        await storage.inbox.begin(ids)
        await storage.inbox.failed(ids)
        assert await storage.inbox.replace("message 1", "edited")
        assert await left(storage) == ["edited"]

    async def test_an_edit_does_not_reach_what_is_settled_or_buried(
        self, storage: Storage
    ) -> None:
        answered, given_up = await arrive(storage, 1, 2)
        await storage.inbox.settle([answered], [], at(1))
        await storage.inbox.bury([given_up], "too often", at(1))
        assert not await storage.inbox.replace("message 1", "edited")
        assert not await storage.inbox.replace("message 2", "edited")
