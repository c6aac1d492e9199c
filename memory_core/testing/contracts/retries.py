"""Asking again: one question, one answer in the context."""

from memory_core.ports import Storage
from memory_core.testing.contracts.makers import (
    ANNA,
    BEN,
    answered,
    asked,
    begin,
    heard,
    history,
    record,
    retry,
    rows,
    say,
    visit,
)


class Retries:
    """A retry uses the stored question again."""

    async def test_a_retry_answers_the_unanswered_question(self, storage: Storage) -> None:
        session = await begin(storage)
        await storage.turns.commit(record(session, "t1", asked("q?", state="unanswered")))
        assert await retry(storage, session, "t2", answered("at last")) == "stored"
        question, answer = await history(storage, session)
        assert (question.content, question.state) == ("q?", "complete")
        assert (answer.content, answer.state) == ("at last", "complete")
        assert await rows(storage, session) == ["q?", "at last"]

    async def test_a_retry_supersedes_the_former_answer_and_keeps_it(
        self, storage: Storage
    ) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        await retry(storage, session, "t2", answered("better"))
        assert await heard(storage, session) == ["q?", "better"]
        page = await storage.turns.page(session.id, None, 9)
        assert [(m.content, m.state) for m in page] == [
            ("better", "complete"),
            ("q!", "superseded"),
            ("q?", "complete"),
        ]

    async def test_the_new_answer_belongs_to_the_questions_turn(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        await retry(storage, session, "t2", answered("better"))
        assert {message.turn_id for message in await history(storage, session)} == {"q"}

    async def test_a_question_can_be_retried_again_and_again(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        for number in range(3):
            await retry(storage, session, f"retry {number}", answered(f"answer {number}"))
        assert await heard(storage, session) == ["q?", "answer 2"]

    async def test_a_retry_in_a_group_leaves_other_turns_alone(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "anna", user=ANNA)
        await say(storage, session, "ben", user=BEN)
        await retry(storage, session, "t3", answered("better"))
        assert await heard(storage, session) == ["anna?", "ben?", "ben!", "better"]

    async def test_a_retry_without_an_answer_changes_no_message(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        before = await storage.turns.page(session.id, None, 9)
        assert await retry(storage, session, "t2", None) == "stored"
        assert await storage.turns.page(session.id, None, 9) == before
        assert len(await storage.audit.recent(9)) == 2

    async def test_a_failed_retry_leaves_the_question_unanswered(self, storage: Storage) -> None:
        session = await begin(storage)
        await storage.turns.commit(record(session, "t1", asked("q?", state="unanswered")))
        await retry(storage, session, "t2", None)
        [question] = await history(storage, session)
        assert question.state == "unanswered"

    async def test_the_same_retry_twice_changes_nothing(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        await retry(storage, session, "t2", answered("better"))
        assert await retry(storage, session, "t2", answered("other")) == "duplicate"
        assert await retry(storage, session, "q", answered("other")) == "duplicate"
        assert await heard(storage, session) == ["q?", "better"]

    async def test_an_answer_that_was_superseded_costs_no_budget(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "one")
        await say(storage, session, "two")
        await retry(storage, session, "t3", answered("better"))
        loaded = await storage.turns.load(session.id, 4, lambda _: 1)
        assert [m.content for m in loaded.history] == ["one?", "one!", "two?", "better"]

    async def test_a_retry_is_fenced_like_any_turn(self, storage: Storage) -> None:
        session = await begin(storage)
        await say(storage, session, "q")
        known = await visit(storage, session)
        question = await storage.turns.last_question(session.id, ANNA)
        await storage.sessions.reset(session.id, ANNA, known.created_at)
        late = record(known, "t2", answer=answered("late"), retries=question)
        assert await storage.turns.commit(late) == "dropped"
        assert await rows(storage, session) == ["q?", "q!"]
