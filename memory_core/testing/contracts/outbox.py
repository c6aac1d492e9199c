"""Parts of replies, from queued to delivered."""

import asyncio

from memory_core.delivery import OutboxId
from memory_core.model import TurnId
from memory_core.ports import Storage
from memory_core.testing.contracts.mail import queued, reply, to_send
from memory_core.testing.contracts.makers import CHAT, OTHER_CHAT, at, record


class OutboxContract:
    """Promises of ``ports.Outbox``."""

    async def test_a_part_comes_back_with_all_it_says(self, storage: Storage) -> None:
        [part] = await queued(storage, '{"text": "订单 🧾"}')
        assert (part.lane, part.kind, part.payload) == (CHAT, "send", '{"text": "订单 🧾"}')

    async def test_parts_of_a_lane_are_due_in_the_order_they_were_queued(
        self, storage: Storage
    ) -> None:
        await queued(storage, "one", "two")
        await queued(storage, "elsewhere", lane=OTHER_CHAT)
        await queued(storage, "three")
        assert await to_send(storage) == ["one", "two", "three"]
        assert await to_send(storage, OTHER_CHAT) == ["elsewhere"]

    async def test_only_lanes_in_which_something_waits_are_named_and_once(
        self, storage: Storage
    ) -> None:
        assert await storage.outbox.lanes() == ()
        await queued(storage, "one", "two")
        [part] = await queued(storage, "elsewhere", lane=OTHER_CHAT)
        assert sorted(await storage.outbox.lanes()) == [CHAT, OTHER_CHAT]
        await storage.outbox.delivered(part.id, 70, at(1))
        assert await storage.outbox.lanes() == (CHAT,)

    async def test_what_was_delivered_is_no_longer_due(self, storage: Storage) -> None:
        one, two = await queued(storage, "one", "two")
        await storage.outbox.delivered(one.id, 70, at(1))
        assert await storage.outbox.due(CHAT) == (two,)
        await storage.outbox.delivered(two.id, None, at(1))
        assert await storage.outbox.due(CHAT) == ()

    async def test_what_was_refused_is_no_longer_due(self, storage: Storage) -> None:
        one, two = await queued(storage, "one", "two")
        await storage.outbox.refused(one.id, "blocked")
        assert await storage.outbox.due(CHAT) == (two,)

    async def test_an_uncertain_part_waits_for_a_word_and_holds_up_no_other(
        self, storage: Storage
    ) -> None:
        one, two = await queued(storage, "one", "two")
        await storage.outbox.uncertain(one.id)
        assert await storage.outbox.due(CHAT) == (two,)
        assert await storage.outbox.again(one.id) == CHAT
        assert await storage.outbox.due(CHAT) == (one, two)

    async def test_a_lane_with_only_an_uncertain_part_is_not_named(self, storage: Storage) -> None:
        [part] = await queued(storage, "one")
        await storage.outbox.uncertain(part.id)
        assert await storage.outbox.lanes() == ()

    async def test_only_an_uncertain_part_is_sent_again(self, storage: Storage) -> None:
        sent, refused, waits = await queued(storage, "sent", "refused", "waits")
        await storage.outbox.delivered(sent.id, 70, at(1))
        await storage.outbox.refused(refused.id, "blocked")
        for part in (sent.id, refused.id, waits.id, OutboxId(99)):
            assert await storage.outbox.again(part) is None
        assert await storage.outbox.due(CHAT) == (waits,)

    async def test_another_lane_does_not_get_a_part_sent_again(self, storage: Storage) -> None:
        [part] = await queued(storage, "one")
        await storage.outbox.uncertain(part.id)
        assert await storage.outbox.again(part.id, only_in=OTHER_CHAT) is None
        assert await storage.outbox.due(CHAT) == ()
        assert await storage.outbox.again(part.id, only_in=CHAT) == CHAT
        assert await storage.outbox.due(CHAT) == (part,)

    async def test_several_who_ask_for_a_part_again_get_it_once(self, storage: Storage) -> None:
        [part] = await queued(storage, "one")
        await storage.outbox.uncertain(part.id)
        lanes = await asyncio.gather(*(storage.outbox.again(part.id) for _ in range(4)))
        assert [lane for lane in lanes if lane is not None] == [CHAT]
        assert await storage.outbox.due(CHAT) == (part,)

    async def test_an_uncertain_part_may_turn_out_delivered(self, storage: Storage) -> None:
        [part] = await queued(storage, "one")
        await storage.outbox.uncertain(part.id)
        await storage.outbox.delivered(part.id, 70, at(1))
        assert await storage.outbox.again(part.id) is None

    async def test_what_was_delivered_stays_delivered(self, storage: Storage) -> None:
        await _answer(storage, "t", "answer")
        [part] = await storage.outbox.due(CHAT)
        await storage.outbox.delivered(part.id, 70, at(1))
        await storage.outbox.uncertain(part.id)
        await storage.outbox.refused(part.id, "late")
        await storage.outbox.delivered(part.id, 71, at(2))
        assert await storage.outbox.again(part.id) is None
        assert await storage.outbox.turn_of(CHAT, 70) == TurnId("t")
        assert await storage.outbox.turn_of(CHAT, 71) is None

    async def test_what_was_refused_stays_refused(self, storage: Storage) -> None:
        await _answer(storage, "t", "answer")
        [part] = await storage.outbox.due(CHAT)
        await storage.outbox.refused(part.id, "blocked")
        await storage.outbox.uncertain(part.id)
        await storage.outbox.delivered(part.id, 70, at(1))
        assert await storage.outbox.again(part.id) is None
        assert await storage.outbox.turn_of(CHAT, 70) is None

    async def test_each_part_of_an_answer_leads_to_its_turn(self, storage: Storage) -> None:
        await _answer(storage, "t", "one", "two")
        for number, part in enumerate(await storage.outbox.due(CHAT), start=70):
            await storage.outbox.delivered(part.id, number, at(1))
        assert await storage.outbox.turn_of(CHAT, 70) == TurnId("t")
        assert await storage.outbox.turn_of(CHAT, 71) == TurnId("t")

    async def test_an_unknown_message_a_notice_and_another_chats_message_lead_to_no_turn(
        self, storage: Storage
    ) -> None:
        await _answer(storage, "t", "answer")
        answer, notice = await queued(storage, "notice")
        await storage.outbox.delivered(answer.id, 70, at(1))
        await storage.outbox.delivered(notice.id, 71, at(1))
        assert await storage.outbox.turn_of(CHAT, 71) is None
        assert await storage.outbox.turn_of(CHAT, 72) is None
        assert await storage.outbox.turn_of(OTHER_CHAT, 70) is None

    async def test_a_message_leads_to_the_turn_that_wrote_into_it_last(
        self, storage: Storage
    ) -> None:
        await queued(storage, "one moment")
        await _answer(storage, "t1", "answer")
        await _answer(storage, "t2", "better answer")
        for part in await queued(storage, "the same without buttons"):
            await storage.outbox.delivered(part.id, 70, at(1))
        assert await storage.outbox.turn_of(CHAT, 70) == TurnId("t2")


async def _answer(storage: Storage, turn: str, *texts: str) -> None:
    replies = tuple(reply(text) for text in texts)
    await storage.turns.commit(record(None, turn, replies=replies))
