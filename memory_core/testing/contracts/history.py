"""What a session shows: in order, within a budget, unchanged."""

from memory_core.model import Message
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    ALL,
    ANNA,
    BEN,
    OTHER_CHAT,
    answered,
    asked,
    at,
    begin,
    begin_another,
    heard,
    history,
    record,
    rows,
    say,
    visit,
)

TEXTS = (
    "我们的订单表在哪里？",
    "👩‍👩‍👧‍👦 🇨🇭 e\u0301 각",
    "lost \ufffd here",
    "مرحبا שלום",
    "line\r\n\ttab 'quote' \"quotes\" ; -- %s ? :x",
    "长" * 100_000,
)


class History:
    """Reading back what was stored."""

    async def test_a_turn_is_read_back_as_it_was_said(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = record(session, "t1", asked("q?"), answered("a!", "interrupted"), now=at(1))
        await storage.turns.commit(turn)
        question, answer = await history(storage, session)
        assert _told(question) == ("user", "q?", "complete", ANNA, at(1), "t1")
        assert _told(answer) == ("assistant", "a!", "interrupted", None, at(1), "t1")
        assert turn.question is not None
        assert question.tokens == turn.question.tokens
        assert (question.speaker, question.origin, question.rounds) == (None, "typed", ())

    async def test_every_text_comes_back_identical(self, storage: Storage) -> None:
        session = await begin(storage)
        for number, text in enumerate(TEXTS):
            turn = record(session, str(number), asked(text), answered(text[::-1]))
            await storage.turns.commit(turn)
        expected = [said for text in TEXTS for said in (text, text[::-1])]
        assert await heard(storage, session) == expected
        assert await rows(storage, session) == expected

    async def test_history_is_in_the_order_of_storing(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one", now=at(5))
        await say(storage, session, "two", now=at(1))
        assert await heard(storage, session) == ["one?", "one!", "two?", "two!"]

    async def test_history_holds_nothing_of_other_sessions(self, storage: Storage) -> None:
        first, there = await begin(storage), await begin(storage, OTHER_CHAT)
        await say(storage, first, "here")
        await say(storage, there, "there")
        second = await begin_another(storage)
        await say(storage, second, "beside")
        assert await heard(storage, first) == ["here?", "here!"]
        assert await heard(storage, there) == ["there?", "there!"]
        assert await heard(storage, second) == ["beside?", "beside!"]

    async def test_reading_stops_with_the_first_message_over_budget(
        self, storage: Storage
    ) -> None:
        session = await begin(storage)
        for word in ("one", "two", "three"):
            await say(storage, session, word)
        for budget, expected in (
            (0, ["three!"]),
            (9, ["three!"]),
            (10, ["three?", "three!"]),
            (29, ["two!", "three?", "three!"]),
            (30, ["two?", "two!", "three?", "three!"]),
        ):
            loaded = await storage.turns.load(session.id, budget, lambda _: 10)
            assert [message.content for message in loaded.history] == expected

    async def test_a_budget_used_up_exactly_leaves_nothing_out(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        assert len((await storage.turns.load(session.id, 20, lambda _: 10)).history) == 2

    async def test_the_cost_is_asked_of_the_message_itself(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "long" * 50)
        await say(storage, session, "x")
        loaded = await storage.turns.load(session.id, 100, lambda message: len(message.content))
        assert [len(message.content) for message in loaded.history] == [201, 2, 2]

    async def test_messages_that_cost_nothing_are_all_read(self, storage: Storage) -> None:
        session = await begin(storage)
        for number in range(150):
            await say(storage, session, str(number))
        assert len((await storage.turns.load(session.id, 0, lambda _: 0)).history) == 300

    async def test_a_long_history_is_read_whole(self, storage: Storage) -> None:
        session = await begin(storage)
        for number in range(150):
            await say(storage, session, str(number))
        loaded = await storage.turns.load(session.id, ALL, lambda message: message.tokens)
        assert [m.content for m in loaded.history[::2]] == [f"{n}?" for n in range(150)]

    async def test_load_tells_the_session_as_it_is(self, storage: Storage) -> None:
        session = await begin(storage)
        loaded = await storage.turns.load(session.id, 10, lambda _: 1)
        assert (loaded.session, loaded.history) == (session, ())

    async def test_places_rise_over_all_sessions_and_are_not_reused(
        self, storage: Storage
    ) -> None:
        here, there = await begin(storage), await begin(storage, OTHER_CHAT)
        for number in range(3):
            await say(storage, here, f"here {number}")
            await say(storage, there, f"there {number}")
        latest = (await history(storage, there))[-1].seq
        await storage.sessions.delete(OTHER_CHAT, there.id, ANNA, at(1))
        await storage.sessions.purge_deleted(at(2))
        await say(storage, here, "after")
        places = [message.seq for message in await history(storage, here)]
        assert places == sorted(set(places))
        assert places[-2] > latest

    async def test_the_last_question_is_the_persons_newest(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "first")
        await say(storage, session, "second")
        await say(storage, session, "other", user=BEN)
        question = await storage.turns.last_question(session.id, ANNA)
        assert question == (await history(storage, session))[2]

    async def test_a_question_that_is_not_visible_is_no_last_one(self, storage: Storage) -> None:
        session = await begin(storage)
        assert await storage.turns.last_question(session.id, ANNA) is None
        await say(storage, session, "old")
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await storage.turns.last_question(session.id, ANNA) is None

    async def test_pages_go_back_from_the_newest(self, storage: Storage) -> None:
        session = await begin(storage)
        for word in ("one", "two"):
            await say(storage, session, word)
        newest = await storage.turns.page(session.id, None, 3)
        assert [message.content for message in newest] == ["two!", "two?", "one!"]
        older = await storage.turns.page(session.id, newest[-1].seq, 3)
        assert [message.content for message in older] == ["one?"]
        assert await storage.turns.page(session.id, older[-1].seq, 3) == ()

    async def test_pages_show_what_a_reset_hides(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "old")
        before = await storage.turns.page(session.id, None, 9)
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await storage.turns.page(session.id, None, 9) == before
        assert (await visit(storage, session)).reset_seq >= before[0].seq


def _told(message: Message) -> tuple[object, ...]:
    return (
        message.role,
        message.content,
        message.state,
        message.user_id,
        message.created_at,
        message.turn_id,
    )
