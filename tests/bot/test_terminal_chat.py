import signal
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.settings import Settings
from bot.terminal.chat import TerminalChat
from bot.terminal.console import Interrupted, LineTooLong, OutputGone
from bot.terminal.person import at_terminal
from bot.terminal.screen import Style
from memory_core.concurrency import Nursery
from memory_core.errors import ModelUnavailable, StorageUnavailable
from memory_core.model import Commit, TurnRecord
from memory_core.ports import Turns
from memory_core.testing import FakeClock, Gate, ScriptedModel, in_memory_storage, seen
from memory_core.testing.in_memory.turns import InMemoryTurns
from tests.bot.terminals import ANN, ScriptedConsole, ann, app_with, talk


async def test_an_answer_is_shown_and_the_next_question_knows_it() -> None:
    model = ScriptedModel("Hello Ann.", "Ann.")
    said = await talk(app_with(model), "I am Ann.", "Who am I?")
    assert said == "Hello Ann.\nAnn."
    assert "I am Ann." in seen(model.prompts[1])


async def test_a_message_is_asked_in_the_persons_language() -> None:
    model = ScriptedModel("你好")
    assert await talk(app_with(model), "你好", person=ann("zh")) == "你好"
    assert model.prompts[0].language == "zh"


async def test_empty_lines_are_skipped() -> None:
    assert await talk(app_with(ScriptedModel()), "", "   ", "\t") == ""


async def test_a_path_is_a_message_and_no_command() -> None:
    model = ScriptedModel("Then install it.")
    assert await talk(app_with(model), "/usr/bin/x is missing") == "Then install it."


async def test_quit_leaves_before_what_follows() -> None:
    assert await talk(app_with(ScriptedModel()), "/quit", "not asked any more") == ""


async def test_lone_surrogates_and_nul_are_replaced_before_anything_is_kept() -> None:
    model = ScriptedModel("Fine.")
    assert await talk(app_with(model), "a\ud800b\0c") == "Fine."
    assert model.prompts[0].question == "a\ufffdb\ufffdc"


async def test_a_message_over_the_limit_is_refused_with_both_numbers() -> None:
    settings = Settings.model_validate({"limits": {"input_chars": 1500}})
    said = await talk(app_with(ScriptedModel(), settings=settings), "x" * 2000)
    assert "2,000 characters" in said
    assert "1,500" in said


async def test_a_skipped_line_is_named_and_the_chat_goes_on() -> None:
    said = await talk(app_with(ScriptedModel("Here.")), LineTooLong(5_000_000, 4_000_000), "hi")
    assert "5,000,000 bytes" in said
    assert said.endswith("Here.")


async def test_a_failed_answer_tells_why_and_retry_asks_the_kept_question_again() -> None:
    model = ScriptedModel(ModelUnavailable("down"), "Now it works.")
    said = await talk(app_with(model), "Are you there?", "/retry")
    assert "cannot be reached" in said
    assert "/retry" in said
    assert said.endswith("Now it works.")
    assert model.prompts[1].question == "Are you there?"


async def test_an_answer_that_breaks_off_is_shown_as_far_as_it_got() -> None:
    model = ScriptedModel(("Half an answer", ModelUnavailable("down")))
    said = await talk(app_with(model), "Tell me.")
    assert said.startswith("Half an answer\n")
    assert "broke off" in said


async def test_an_answer_cleared_from_another_terminal_says_so() -> None:
    gate = Gate()
    app = app_with(ScriptedModel((gate, "too late")))
    console = ScriptedConsole("A question")
    task = Nursery().spawn(TerminalChat(app, ANN, console).run(), "first terminal")
    await gate.reached.wait()
    assert "fresh already" in await talk(app, "/clear")
    gate.open.set()
    await task
    assert len(console.said) == 1
    assert "cleared" in console.said[0]


async def test_a_session_begun_in_another_terminal_is_followed() -> None:
    model = ScriptedModel("Noted.", "Nothing yet.")
    app = app_with(model)
    await talk(app, "The code is 7.")
    await talk(app, "/new")
    await talk(app, "What is the code?")
    assert "The code is 7." not in seen(model.prompts[1])


async def test_a_named_chat_is_a_chat_of_its_own() -> None:
    model = ScriptedModel("Noted.", "I do not know.")
    app = app_with(model)
    await talk(app, "The code is 7.")
    await talk(app, "What is the code?", person=at_terminal("ann", "work", "en"))
    assert "The code is 7." not in seen(model.prompts[1])


class FullOnce(InMemoryTurns):
    """Turns on a disk that is full for one commit."""

    full = True

    async def commit(self, record: TurnRecord) -> Commit:
        if self.full:
            self.full = False
            raise StorageUnavailable("full", "no space left")
        return await super().commit(record)


def full_once(turns: Turns) -> Turns:
    assert isinstance(turns, InMemoryTurns)
    return FullOnce(turns._database)


async def test_a_full_disk_is_one_sentence_and_the_chat_works_once_there_is_space() -> None:
    storage = in_memory_storage()
    storage = replace(storage, turns=full_once(storage.turns))
    model = ScriptedModel("One.", "Two.")
    console = ScriptedConsole("first", "second")
    await TerminalChat(app_with(model, storage=storage), ANN, console).run()
    assert len(console.said) == 2
    assert "disk is full" in console.said[0]
    assert console.said[1] == "Two."


async def test_a_mistake_of_the_program_is_logged_and_the_chat_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    said = await talk(app_with(ScriptedModel(ZeroDivisionError("bug"), "Fine.")), "one", "two")
    assert said.startswith("Something went wrong on my side")
    assert said.endswith("Fine.")
    assert "ZeroDivisionError" in caplog.text


async def test_ctrl_c_stops_the_answer_keeps_the_half_and_offers_retry() -> None:
    gate = Gate()
    model = ScriptedModel(("Half", gate), "Whole.")
    app = app_with(model)
    console = ScriptedConsole("A question", "/retry", interactive=True)
    chat = TerminalChat(app, ANN, console)
    task = Nursery().spawn(chat.run(), "chat")
    await gate.reached.wait()
    chat.interrupt()
    assert await task == 0
    assert "Half" in console.said
    assert any("Stopped" in text and "/retry" in text for text in console.said)
    assert "Whole." in console.said


async def test_ctrl_c_stops_a_one_off_too() -> None:
    gate = Gate()
    console = ScriptedConsole("/ask What is it?", interactive=True)
    chat = TerminalChat(app_with(ScriptedModel(("Ha", gate))), ANN, console)
    task = Nursery().spawn(chat.run(), "chat")
    await gate.reached.wait()
    chat.interrupt()
    assert await task == 0
    assert "Stopped." in console.said


async def test_a_stopped_retry_does_not_claim_to_replace_the_whole_answer() -> None:
    gate = Gate()
    model = ScriptedModel("Whole.", ("Ha", gate))
    console = ScriptedConsole("A question", "/retry", interactive=True)
    chat = TerminalChat(app_with(model), ANN, console)
    task = Nursery().spawn(chat.run(), "chat")
    await gate.reached.wait()
    chat.interrupt()
    assert await task == 0
    assert "Stopped. /retry asks again." in console.said


async def test_ctrl_c_in_a_pipe_keeps_the_half_and_leaves_with_130() -> None:
    gate = Gate()
    app = app_with(ScriptedModel(("Half", gate)))
    console = ScriptedConsole("A question", "not asked any more")
    chat = TerminalChat(app, ANN, console)
    task = Nursery().spawn(chat.run(), "chat")
    await gate.reached.wait()
    chat.interrupt()
    assert await task == 130
    [info] = await app.queries.overview(ANN.chat)
    kept = await app.queries.transcript(info.session.id)
    assert [(message.content, message.state) for message in kept] == [
        ("A question", "complete"),
        ("Half", "interrupted"),
    ]


async def test_a_second_sigterm_does_not_wait_for_anything() -> None:
    gate = Gate()
    console = ScriptedConsole("A question")
    chat = TerminalChat(app_with(ScriptedModel(gate)), ANN, console)
    task = Nursery().spawn(chat.run(), "chat")
    await gate.reached.wait()
    chat.leave(signal.SIGTERM)
    chat.leave(signal.SIGTERM)
    assert await task == 143


async def test_ctrl_c_at_an_empty_prompt_says_how_to_leave_and_then_leaves() -> None:
    said = await talk(
        app_with(ScriptedModel("Hi.")),
        Interrupted(),
        "hello",
        Interrupted(),
        Interrupted(),
        "not asked any more",
        interactive=True,
    )
    assert said.count("Ctrl-C once more") == 2
    assert said.endswith("See you! I keep our conversation.")


class DeafConsole(ScriptedConsole):
    """A console whose reader has gone."""

    async def say(self, _text: str, _style: Style = "plain") -> None:
        raise OutputGone


async def test_a_reader_that_has_gone_ends_the_chat_quietly() -> None:
    assert await TerminalChat(app_with(ScriptedModel()), ANN, DeafConsole("/help", "x")).run() == 0


async def test_somebody_who_comes_back_sees_where_they_were() -> None:
    clock = FakeClock()
    app = app_with(ScriptedModel("In sales.orders.\nReally."), clock=clock)
    await talk(app, "Where are\nour orders?")
    clock.advance(timedelta(minutes=3))
    said = await talk(app, interactive=True)
    assert "You were here 3 min ago:" in said
    assert "› Where are our orders?\n  In sales.orders. Really." in said


async def test_after_clear_nothing_is_shown_that_the_bot_no_longer_sees() -> None:
    app = app_with(ScriptedModel("In sales.orders."))
    await talk(app, "Where are our orders?", "/clear")
    assert "orders" not in await talk(app, interactive=True)


async def test_a_superseded_answer_is_not_shown_to_somebody_who_comes_back() -> None:
    app = app_with(ScriptedModel("Wrong.", "Right."))
    await talk(app, "Which?", "/retry")
    said = await talk(app, interactive=True)
    assert "Right." in said
    assert "Wrong." not in said
