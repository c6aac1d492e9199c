"""Messages that were shown shortened are counted once each."""

from memory_core.model import Seq
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import ANNA, begin, history, say


class Truncations:
    """``mark_truncated``."""

    async def test_a_message_is_new_to_truncation_once(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        await say(storage, session, "two")
        places = [message.seq for message in await history(storage, session)]
        assert await storage.turns.mark_truncated(places[:2]) == 2
        assert await storage.turns.mark_truncated(places[1:3]) == 1
        assert await storage.turns.mark_truncated(places[:3]) == 0

    async def test_a_message_named_twice_counts_once(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        place = (await history(storage, session))[0].seq
        assert await storage.turns.mark_truncated([place, place]) == 1

    async def test_no_messages_are_none(self, storage: Storage) -> None:
        assert await storage.turns.mark_truncated([]) == 0

    async def test_messages_that_are_gone_are_none(self, storage: Storage) -> None:
        assert await storage.turns.mark_truncated([Seq(999)]) == 0

    async def test_a_message_tells_whether_it_was_truncated_before(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        question, answer = await history(storage, session)
        assert not question.truncated_before
        await storage.turns.mark_truncated([question.seq])
        assert await history(storage, session) == (
            question._replace(truncated_before=True),
            answer,
        )
        last = await storage.turns.last_question(session.id, ANNA)
        assert last is not None
        assert last.truncated_before
        assert [m.truncated_before for m in await storage.turns.page(session.id, None, 9)] == [
            False,
            True,
        ]
