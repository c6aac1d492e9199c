"""What /stop keeps, and whose turns it ends."""

from dataclasses import replace

from memory_core.ports import Storage
from memory_core.testing import Gate, ScriptedModel
from tests.flow.makers import ANNA, BEN, CHAT, Bot, HeldTurns


async def test_stop_keeps_half_an_answer_and_the_next_prompt_marks_it(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel(("Once upon a time", gate, "the end"), "ok"))
    running = await bot.begin_and_reach("tell me a tale", gate)
    assert bot.commands.stop((await bot.session()).id, ANNA) == 1
    reply = await running
    assert (reply.outcome, reply.text, reply.error) == ("interrupted", "Once upon a time", None)
    assert [row.state for row in await bot.rows()] == ["complete", "interrupted"]
    await bot.ask("go on")
    assert "Once upon a time\n[interrupted]" in bot.read()
    assert "the end" not in bot.read()


async def test_stop_before_any_text_leaves_the_question_unanswered(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "late"), "ok"))
    running = await bot.begin_and_reach("papaya?", gate)
    bot.commands.stop((await bot.session()).id, ANNA)
    reply = await running
    assert (reply.outcome, reply.text) == ("interrupted", "")
    assert [(row.content, row.state) for row in await bot.rows()] == [("papaya?", "unanswered")]


async def test_stop_drops_a_turn_that_waits(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "to anna"), "ok"))
    running = await bot.begin_and_reach("anna's", gate)
    waiting = await bot.begin("ben's", user_id=BEN)
    session = (await bot.session()).id
    assert bot.commands.stop(session, BEN) == 1
    assert (await waiting).outcome == "dropped"
    gate.open.set()
    assert (await running).outcome == "answered"
    assert await bot.texts() == ["anna's", "to anna"]
    assert len(bot.model.prompts) == 1


async def test_stop_drops_a_turn_that_is_still_reading_its_history(storage: Storage) -> None:
    gate = Gate()
    slow = replace(storage, turns=HeldTurns(turns=storage.turns, loading=gate))
    bot = Bot(slow, ScriptedModel())
    running = await bot.begin_and_reach("papaya?", gate)
    assert bot.commands.stop((await bot.session()).id, ANNA) == 1
    assert (await running).outcome == "dropped"
    assert await bot.texts() == []


async def test_stop_ends_only_the_turns_of_the_person(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "to anna")))
    running = await bot.begin_and_reach("anna's", gate)
    assert bot.commands.stop((await bot.session()).id, BEN) == 0
    gate.open.set()
    assert (await running).text == "to anna"


async def test_stopping_twice_counts_once_and_after_the_end_not_at_all(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel(("half", gate)))
    running = await bot.begin_and_reach("papaya?", gate)
    session = (await bot.session()).id
    assert [bot.commands.stop(session, ANNA) for _ in range(2)] == [1, 0]
    await running
    assert bot.commands.stop(session, ANNA) == 0


async def test_the_session_is_free_after_a_stop(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "late"), "to ben"))
    running = await bot.begin_and_reach("anna's", gate)
    waiting = await bot.begin("ben's", user_id=BEN)
    bot.commands.stop((await bot.session()).id, ANNA)
    assert (await running).outcome == "interrupted"
    assert (await waiting).text == "to ben"


async def test_a_stopped_turn_is_not_run_again_after_an_undo(storage: Storage) -> None:
    gate, committing = Gate(), Gate()
    slow = replace(storage, turns=HeldTurns(turns=storage.turns, committing=committing))
    await Bot(storage, ScriptedModel("ok")).ask("old")
    bot = Bot(slow, ScriptedModel(("half", gate)))
    await bot.clear()
    running = await bot.begin_and_reach("papaya?", gate)
    bot.commands.stop((await bot.session()).id, ANNA)
    await committing.reached.wait()
    await bot.commands.undo(CHAT, ANNA)
    committing.open.set()
    assert (await running).outcome == "dropped"
    assert len(bot.model.prompts) == 1
