"""What is remembered of chats and of people in them."""

import asyncio

from memory_core.model import UserId
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import ANNA, BEN, CHAT, OTHER_CHAT, at

CLARA = UserId("telegram:3")


class ChatNotes:
    """Languages, names, hints and reachability."""

    async def test_a_chat_has_the_language_chosen_last(self, storage: Storage) -> None:
        assert await storage.chats.language(CHAT) is None
        await storage.chats.choose_language(CHAT, "zh")
        assert await storage.chats.language(CHAT) == "zh"
        await storage.chats.choose_language(CHAT, "en")
        assert await storage.chats.language(CHAT) == "en"
        assert await storage.chats.language(OTHER_CHAT) is None

    async def test_a_chat_nothing_is_known_of_may_be_written_to(self, storage: Storage) -> None:
        assert await storage.chats.reachable(CHAT)

    async def test_a_chat_may_be_written_to_as_was_noted_last(self, storage: Storage) -> None:
        await storage.chats.set_reachable(CHAT, reachable=False)
        assert not await storage.chats.reachable(CHAT)
        assert await storage.chats.reachable(OTHER_CHAT)
        await storage.chats.set_reachable(CHAT, reachable=True)
        assert await storage.chats.reachable(CHAT)

    async def test_language_and_reachability_leave_each_other_alone(
        self, storage: Storage
    ) -> None:
        await storage.chats.set_reachable(CHAT, reachable=False)
        assert await storage.chats.language(CHAT) is None
        await storage.chats.choose_language(CHAT, "zh")
        assert not await storage.chats.reachable(CHAT)
        await storage.chats.set_reachable(CHAT, reachable=True)
        assert await storage.chats.language(CHAT) == "zh"

    async def test_a_person_keeps_the_first_name(self, storage: Storage) -> None:
        assert await storage.chats.alias(CHAT, ANNA, "Anna") == "Anna"
        assert await storage.chats.alias(CHAT, ANNA, "Annabel") == "Anna"

    async def test_equal_names_are_numbered(self, storage: Storage) -> None:
        names = [await storage.chats.alias(CHAT, who, "Anna") for who in (ANNA, BEN, CLARA)]
        assert names == ["Anna", "Anna 2", "Anna 3"]
        assert await storage.chats.alias(CHAT, BEN, "Anna") == "Anna 2"

    async def test_a_number_that_somebody_has_as_a_name_is_left_out(
        self, storage: Storage
    ) -> None:
        names = [
            await storage.chats.alias(CHAT, ANNA, "Anna 2"),
            await storage.chats.alias(CHAT, BEN, "Anna"),
            await storage.chats.alias(CHAT, CLARA, "Anna"),
        ]
        assert names == ["Anna 2", "Anna", "Anna 3"]

    async def test_names_are_numbered_in_each_chat_by_itself(self, storage: Storage) -> None:
        await storage.chats.alias(CHAT, ANNA, "Anna")
        assert await storage.chats.alias(OTHER_CHAT, BEN, "Anna") == "Anna"
        assert await storage.chats.alias(OTHER_CHAT, ANNA, "Anna") == "Anna 2"

    async def test_two_with_one_name_at_the_same_time_get_different_ones(
        self, storage: Storage
    ) -> None:
        people = (ANNA, BEN, ANNA, BEN)
        asked = (storage.chats.alias(CHAT, who, "Anna") for who in people)
        names = await asyncio.gather(*asked)
        assert names[:2] == names[2:]
        assert sorted(names[:2]) == ["Anna", "Anna 2"]

    async def test_a_stranger_is_due_a_hint_once_a_day(self, storage: Storage) -> None:
        today, tomorrow = at(0).date(), at(24 * 60).date()
        assert await storage.chats.hint_is_due(ANNA, today)
        assert not await storage.chats.hint_is_due(ANNA, today)
        assert await storage.chats.hint_is_due(BEN, today)
        assert await storage.chats.hint_is_due(ANNA, tomorrow)
        assert not await storage.chats.hint_is_due(ANNA, tomorrow)

    async def test_several_messages_at_the_same_time_make_one_hint_due(
        self, storage: Storage
    ) -> None:
        today = at(0).date()
        due = await asyncio.gather(*(storage.chats.hint_is_due(ANNA, today) for _ in range(4)))
        assert sorted(due) == [False, False, False, True]
