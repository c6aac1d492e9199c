"""A turn is answered, kept, and part of what comes after."""

from memory_core.errors import ModelUnavailable
from memory_core.model import Prompt, TurnId
from memory_core.ports import Storage
from memory_core.testing import ScriptedModel
from tests.flow.makers import ANNA, BEN, LITE_AGENT, OTHER_CHAT, Bot


def echo(prompt: Prompt) -> str:
    return f"you said: {prompt.question}"


async def test_an_answered_turn_is_stored_and_read_in_the_next(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel("Nice to meet you.", "Anna."))
    reply = await bot.ask("I am Anna.")
    assert (reply.outcome, reply.text, reply.error) == ("answered", "Nice to meet you.", None)
    await bot.ask("What is my name?")
    assert [part.content for part in bot.model.prompts[1].history] == [
        "I am Anna.",
        "Nice to meet you.",
    ]
    assert await bot.texts() == ["I am Anna.", "Nice to meet you.", "What is my name?", "Anna."]
    assert [prompt.first for prompt in bot.model.prompts] == [True, False]


async def test_the_first_question_becomes_the_title(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=echo))
    await bot.ask("Where are the orders kept in our old database?\nThanks!")
    await bot.ask("second")
    assert (await bot.session()).title == "Where are the orders kept in our old da…"


async def test_a_title_by_hand_stays(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=echo))
    await bot.commands.rename((await bot.session()).chat, (await bot.session()).id, "Mine")
    await bot.ask("first")
    assert (await bot.session()).title == "Mine"


async def test_chats_know_nothing_of_each_other(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=echo))
    await bot.ask("the code is 4711")
    await bot.ask("hello", chat=OTHER_CHAT)
    assert "4711" not in bot.read()


async def test_speakers_of_a_group_are_told_apart(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=echo))
    await bot.ask("I like tea", speaker="Anna")
    await bot.ask("I like coffee", user_id=BEN, speaker="Ben")
    assert '"Anna": I like tea' in bot.read()
    assert '"Ben": I like coffee' in bot.read()


async def test_a_failed_turn_keeps_its_question_which_is_read_once(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(ModelUnavailable("down"), "Now I see."))
    reply = await bot.ask("where is table zebra?")
    assert (reply.outcome, reply.text) == ("failed", "")
    assert isinstance(reply.error, ModelUnavailable)
    [question] = await bot.rows()
    assert (question.content, question.state) == ("where is table zebra?", "unanswered")
    await bot.ask("are you there?")
    assert bot.read().count("zebra") == 1
    assert "down" not in bot.read()


async def test_half_an_answer_before_a_failure_is_kept_as_interrupted(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(("The table is", ModelUnavailable("down")), "ok"))
    reply = await bot.ask("where?")
    assert (reply.outcome, reply.text) == ("interrupted", "The table is")
    assert isinstance(reply.error, ModelUnavailable)
    assert [row.state for row in await bot.rows()] == ["complete", "interrupted"]
    await bot.ask("go on")
    assert "The table is\n[interrupted]" in bot.read()


async def test_an_empty_answer_is_a_failure(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(" \n "))
    reply = await bot.ask("hello?")
    assert (reply.outcome, reply.text) == ("failed", "")
    assert [row.state for row in await bot.rows()] == ["unanswered"]


async def test_a_turn_that_comes_twice_is_stored_once(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel("one", "two"))
    for _ in range(2):
        await bot.ask("hello", id=TurnId("same"))
    assert await bot.texts() == ["hello", "one"]


async def test_a_one_off_sees_no_history_and_stores_no_message(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=echo))
    await bot.ask("the code is 4711")
    reply = await bot.run("quick question", mode="lite")
    assert (reply.outcome, reply.runner, reply.memory) == ("answered", "lite", False)
    assert bot.model.prompts[-1].history == ()
    assert "quick question" not in await bot.texts()
    assert len(await storage.audit.recent(9)) == 2


async def test_a_one_off_uses_the_runner_of_its_agent(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=echo))
    lite, sdk = await bot.run("hi", agent=LITE_AGENT), await bot.run("hi")
    assert [(r.runner, r.memory) for r in (lite, sdk)] == [("lite", False), ("sdk", False)]


async def test_a_turn_of_a_session_remembers_whatever_its_agent_says(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=echo))
    await bot.ask("the code is 4711", agent=LITE_AGENT, mode="lite")
    reply = await bot.ask("which code?", agent=LITE_AGENT)
    assert (reply.runner, reply.memory) == ("sdk", True)
    assert "4711" in bot.read()


async def test_a_long_message_is_read_shortened_and_stored_whole(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: "ok"))
    long = "start " + "filler " * 600 + " end"
    await bot.ask(long)
    assert long in bot.read()
    await bot.ask("and now?")
    assert "...[truncated]..." in bot.read()
    assert long not in bot.read()
    assert (await bot.texts())[0] == long


async def test_the_audit_line_of_a_turn_has_numbers_and_ids_only(storage: Storage) -> None:
    model = ScriptedModel(by=lambda _: "fine")
    bot = Bot(storage, model)
    await bot.ask("secret words")
    [entry] = await storage.audit.recent(9)
    assert (entry.module, entry.operation, entry.user_id) == ("ai", "agent_run", ANNA)
    details = dict(entry.details)
    estimate = details.pop("token_estimate")
    assert estimate == details.pop("input_tokens")
    assert details == {
        "agent_id": "helper",
        "session_id": (await bot.session()).id,
        "memory": True,
        "runner_used": "sdk",
        "duration_ms": 0,
        "outcome": "answered",
        "model": "scripted",
        "output_tokens": 2,
    }


async def test_the_audit_line_tells_how_long_it_took_and_what_failed(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: _later(bot)))
    await bot.ask("hello")
    [entry] = await storage.audit.recent(9)
    assert entry.details["duration_ms"] == 1250
    assert (entry.details["outcome"], entry.details["error"]) == ("failed", "ModelUnavailable")


def _later(bot: Bot) -> Exception:
    bot.clock.advance(seconds=1.25)
    return ModelUnavailable("down")
