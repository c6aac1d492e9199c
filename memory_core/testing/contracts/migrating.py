"""A chat gets another key: all that belongs to it and its topics goes along."""

from memory_core.model import ChatKey
from memory_core.ports import Storage
from memory_core.testing.contracts.mail import arrive, queued, reply, to_send
from memory_core.testing.contracts.makers import (
    AGENT,
    ANNA,
    BEN,
    WITHIN,
    answered,
    asked,
    at,
    begin,
    heard,
    listed,
    record,
    say,
    visit,
)

OLD, NEW = ChatKey("telegram:-1001"), ChatKey("telegram:-2002")
TOPIC, NEW_TOPIC = ChatKey("telegram:-1001:7"), ChatKey("telegram:-2002:7")
LONGER, LONGER_TOPIC = ChatKey("telegram:-10012"), ChatKey("telegram:-10012:7")
TO = {OLD: NEW, TOPIC: NEW_TOPIC}


class Migrating:
    """Promises of ``migrate``."""

    async def test_sessions_and_bindings_move_with_their_topics(self, storage: Storage) -> None:
        for old, new in TO.items():
            former = await begin(storage, old)
            await say(storage, former, f"former {old}")
            session, _ = await storage.sessions.open(old, ANNA, AGENT, "", at(1))
            await say(storage, session, f"said {old}", now=at(2))
            await storage.chats.migrate(OLD, NEW)
            assert await listed(storage, new) == [session.id, former.id]
            assert (await begin(storage, new)).id == session.id
            assert (await visit(storage, session)).chat == new
            assert await listed(storage, old) == []

    async def test_moves_are_known_in_order_and_once(self, storage: Storage) -> None:
        further = ChatKey("telegram:-1009")
        assert await storage.chats.moves() == ()
        for old, new in ((OLD, NEW), (NEW, further), (OLD, NEW), (NEW, NEW)):
            await storage.chats.migrate(old, new)
        assert await storage.chats.moves() == ((OLD, NEW), (NEW, further))

    async def test_a_turn_begun_before_is_stored_after(self, storage: Storage) -> None:
        session = await begin(storage, OLD)
        turn = record(session, "t", asked("q"), answered("a"))
        await storage.chats.migrate(OLD, NEW)
        assert await storage.turns.commit(turn) == "stored"
        assert await heard(storage, session) == ["q", "a"]

    async def test_a_reset_can_be_undone_under_the_new_key(self, storage: Storage) -> None:
        session = await begin(storage, OLD)
        await say(storage, session, "said")
        await storage.sessions.reset(session.id, ANNA, at(1))
        await storage.chats.migrate(OLD, NEW)
        await storage.sessions.undo(NEW, ANNA, at(2), WITHIN)
        assert await heard(storage, session) == ["said?", "said!"]

    async def test_a_deleted_session_can_be_brought_back_under_the_new_key(
        self, storage: Storage
    ) -> None:
        session = await begin(storage, TOPIC)
        await storage.sessions.delete(TOPIC, session.id, ANNA, at(1))
        await storage.chats.migrate(OLD, NEW)
        await storage.sessions.undo(NEW_TOPIC, ANNA, at(2), WITHIN)
        assert (await begin(storage, NEW_TOPIC)).id == session.id

    async def test_what_waits_moves(self, storage: Storage) -> None:
        for number, (old, new) in enumerate(TO.items()):
            await arrive(storage, number, lane=old)
            await queued(storage, f"part {number}", lane=old)
            await storage.chats.migrate(OLD, NEW)
            assert await to_send(storage, old) == []
            assert await to_send(storage, new) == [f"part {number}"]
        assert [found.lane for found in await storage.inbox.unfinished()] == [NEW, NEW_TOPIC]
        assert sorted(await storage.outbox.lanes()) == [NEW, NEW_TOPIC]

    async def test_an_uncertain_part_is_sent_again_to_the_new_key(self, storage: Storage) -> None:
        [part] = await queued(storage, "one", lane=OLD)
        await storage.outbox.uncertain(part.id)
        await storage.chats.migrate(OLD, NEW)
        assert await storage.outbox.again(part.id) == NEW

    async def test_what_was_delivered_stays_where_it_was_numbered(self, storage: Storage) -> None:
        answer = record(None, "t", replies=(reply("one", OLD),))
        await storage.turns.commit(answer)
        [part] = await storage.outbox.due(OLD)
        await storage.outbox.delivered(part.id, 70, at(1))
        await storage.chats.migrate(OLD, NEW)
        assert await storage.outbox.turn_of(OLD, 70) == answer.turn_id
        assert await storage.outbox.turn_of(NEW, 70) is None

    async def test_language_reachability_and_names_move(self, storage: Storage) -> None:
        for old, new in TO.items():
            await storage.chats.choose_language(old, "zh")
            await storage.chats.set_reachable(old, reachable=False)
            await storage.chats.alias(old, ANNA, "Anna")
            await storage.chats.alias(old, BEN, "Anna")
            await storage.chats.migrate(OLD, NEW)
            assert await storage.chats.language(new) == "zh"
            assert not await storage.chats.reachable(new)
            assert await storage.chats.alias(new, BEN, "Ben") == "Anna 2"
            assert await storage.chats.language(old) is None
            assert await storage.chats.reachable(old)

    async def test_chats_whose_keys_begin_alike_stay(self, storage: Storage) -> None:
        for number, key in enumerate((LONGER, LONGER_TOPIC)):
            await begin(storage, key)
            await arrive(storage, number, lane=key)
            await queued(storage, "part", lane=key)
            await storage.chats.choose_language(key, "zh")
            await storage.chats.alias(key, ANNA, "Anna")
        await storage.chats.migrate(OLD, NEW)
        for key in (LONGER, LONGER_TOPIC):
            assert len(await listed(storage, key)) == 1
            assert await to_send(storage, key) == ["part"]
            assert await storage.chats.language(key) == "zh"
            assert await storage.chats.alias(key, ANNA, "Annabel") == "Anna"
        lanes = [found.lane for found in await storage.inbox.unfinished()]
        assert lanes == [LONGER, LONGER_TOPIC]

    async def test_what_the_new_chat_has_already_stays(self, storage: Storage) -> None:
        moved, bound = await begin(storage, OLD), await begin(storage, NEW)
        await storage.chats.choose_language(OLD, "zh")
        await storage.chats.choose_language(NEW, "en")
        await storage.chats.alias(OLD, ANNA, "Anna")
        await storage.chats.alias(NEW, ANNA, "Annabel")
        await storage.chats.migrate(OLD, NEW)
        assert (await begin(storage, NEW)).id == bound.id
        assert set(await listed(storage, NEW)) == {moved.id, bound.id}
        assert await storage.chats.language(NEW) == "en"
        assert await storage.chats.alias(NEW, ANNA, "Anna") == "Annabel"

    async def test_a_name_that_the_new_chat_gave_to_another_is_numbered_when_asked_for(
        self, storage: Storage
    ) -> None:
        await storage.chats.alias(OLD, ANNA, "Sam")
        await storage.chats.alias(NEW, BEN, "Sam")
        await storage.chats.migrate(OLD, NEW)
        assert await storage.chats.alias(NEW, ANNA, "Sam") == "Sam 2"
        assert await storage.chats.alias(NEW, BEN, "Ben") == "Sam"

    async def test_the_language_moves_into_a_chat_of_which_only_reachability_is_known(
        self, storage: Storage
    ) -> None:
        await storage.chats.choose_language(OLD, "zh")
        await storage.chats.set_reachable(OLD, reachable=False)
        await storage.chats.set_reachable(NEW, reachable=True)
        await storage.chats.migrate(OLD, NEW)
        assert await storage.chats.language(NEW) == "zh"
        assert await storage.chats.reachable(NEW)

    async def test_reachability_moves_into_a_chat_of_which_only_the_language_is_known(
        self, storage: Storage
    ) -> None:
        await storage.chats.set_reachable(OLD, reachable=False)
        await storage.chats.choose_language(NEW, "zh")
        assert await storage.chats.reachable(NEW)
        await storage.chats.migrate(OLD, NEW)
        assert await storage.chats.language(NEW) == "zh"
        assert not await storage.chats.reachable(NEW)

    async def test_nothing_is_left_under_the_old_key(self, storage: Storage) -> None:
        moved = await begin(storage, OLD)
        await begin(storage, NEW)
        await storage.chats.alias(OLD, ANNA, "Anna")
        await storage.chats.alias(NEW, ANNA, "Annabel")
        await storage.chats.migrate(OLD, NEW)
        assert (await begin(storage, OLD)).id != moved.id
        assert await storage.chats.alias(OLD, ANNA, "A.") == "A."

    async def test_migrating_again_or_to_itself_changes_nothing(self, storage: Storage) -> None:
        session = await begin(storage, OLD)
        await storage.chats.alias(OLD, ANNA, "Anna")
        await storage.chats.choose_language(OLD, "zh")
        await storage.chats.migrate(OLD, OLD)
        await storage.chats.migrate(OLD, NEW)
        await storage.chats.migrate(OLD, NEW)
        assert (await begin(storage, NEW)).id == session.id
        assert await storage.chats.alias(NEW, ANNA, "A.") == "Anna"
        assert await storage.chats.language(NEW) == "zh"
