"""How often an arrival was tried, and the end of trying."""

from memory_core.ports import Storage
from memory_core.testing.contracts.mail import arrive, left, only_left, reply, to_send
from memory_core.testing.contracts.makers import at


class Tries:
    """Deaths, failures, previews and burials."""

    async def test_a_start_counts_a_death_only_for_what_was_begun(self, storage: Storage) -> None:
        first, _, third = await arrive(storage, 1, 2, 3)
        await storage.inbox.begin([first, third])
        found = await storage.inbox.unfinished()
        assert [(waiting.payload, waiting.deaths) for waiting in found] == [
            ("update 1", 1),
            ("update 2", 0),
            ("update 3", 1),
        ]

    async def test_a_death_is_counted_once_until_the_next_try(self, storage: Storage) -> None:
        ids = await arrive(storage, 1)
        await storage.inbox.begin(ids)
        await storage.inbox.begin(ids)
        assert (await only_left(storage)).deaths == 1
        assert (await only_left(storage)).deaths == 1
        await storage.inbox.begin(ids)
        assert (await only_left(storage)).deaths == 2

    async def test_a_failed_try_is_no_death(self, storage: Storage) -> None:
        ids = await arrive(storage, 1)
        for _ in range(2):
            await storage.inbox.begin(ids)
            await storage.inbox.failed(ids)
        waiting = await only_left(storage)
        assert (waiting.failures, waiting.deaths) == (2, 0)

    async def test_a_failure_without_a_try_is_not_counted(self, storage: Storage) -> None:
        ids = await arrive(storage, 1)
        await storage.inbox.failed(ids)
        assert (await only_left(storage)).failures == 0

    async def test_several_arrivals_are_tried_together(self, storage: Storage) -> None:
        ids = await arrive(storage, 1, 2, 3)
        await storage.inbox.begin(ids[:2])
        await storage.inbox.failed(ids[:2])
        assert [found.failures for found in await storage.inbox.unfinished()] == [1, 1, 0]

    async def test_the_preview_of_an_earlier_try_is_known(self, storage: Storage) -> None:
        ids = await arrive(storage, 1, 2)
        await storage.inbox.begin(ids)
        await storage.inbox.note_preview(ids, 70)
        await storage.inbox.note_preview(ids[:1], 71)
        await storage.inbox.failed(ids[:1])
        assert [found.preview for found in await storage.inbox.unfinished()] == [71, 70]

    async def test_the_buried_never_come_back(self, storage: Storage) -> None:
        waits, begun, lives = await arrive(storage, 1, 2, 3)
        await storage.inbox.begin([begun])
        await storage.inbox.bury([waits, begun], "died three times", at(1))
        await storage.inbox.begin([waits, begun])
        await storage.inbox.failed([waits, begun])
        assert [found.id for found in await storage.inbox.unfinished()] == [lives]
        assert await arrive(storage, 1, 2) == []

    async def test_a_reply_to_the_buried_is_not_queued(self, storage: Storage) -> None:
        ids = await arrive(storage, 1)
        await storage.inbox.bury(ids, "died three times", at(1))
        await storage.inbox.settle(ids, [reply("late")], at(2))
        assert await to_send(storage) == []
        assert await left(storage) == []

    async def test_what_is_settled_can_be_neither_begun_nor_failed_nor_buried(
        self, storage: Storage
    ) -> None:
        ids = await arrive(storage, 1)
        await storage.inbox.settle(ids, [], at(1))
        await storage.inbox.begin(ids)
        await storage.inbox.failed(ids)
        await storage.inbox.bury(ids, "late", at(2))
        assert await left(storage) == []
