"""``/compact`` in the terminal."""

import pytest

from bot.app import App
from bot.terminal.chat import TerminalChat
from memory_core.errors import ModelUnavailable
from memory_core.model import Language
from memory_core.testing import Gate, ScriptedJsonModel, ScriptedModel, seen
from tests.bot.terminals import ANN, ScriptedConsole, ann, app_with, talk

SUMMARY = {"decisions": ["Orders live in sales.orders."], "todos": [f"Task {n}" for n in range(5)]}
LONG = "We decided that the orders live in sales.orders. Please remember it. " * 10
TALK = [f"{number} {LONG}" for number in range(4)]


def bot_with(json_model: ScriptedJsonModel | None) -> tuple[App, ScriptedModel]:
    model = ScriptedModel(by=lambda _: "Noted.")
    return app_with(model, json_model=json_model), model


async def test_compact_tells_what_was_folded_and_what_it_saves() -> None:
    json_model = ScriptedJsonModel(SUMMARY)
    app, model = bot_with(json_model)
    said = await talk(app, *TALK, "/compact the orders", "And now?")
    assert "Compacting …" in said
    assert "3 messages folded, 5 kept; it took 1 second." in said
    assert "░ " in said
    assert " tokens (−" in said
    assert "the orders" in json_model.requests[0].text
    assert "Orders live in sales.orders." in seen(model.prompts[-1])
    assert TALK[0] not in seen(model.prompts[-1])


async def test_show_has_only_the_parts_that_hold_something_three_lines_each() -> None:
    app, _ = bot_with(ScriptedJsonModel(SUMMARY))
    said = await talk(app, *TALK, "/compact", "/compact show")
    shown = said[said.index("Summary of 3 messages") :]
    assert shown == (
        "Summary of 3 messages\n\n"
        "Decisions and conclusions\n- Orders live in sales.orders.\n\n"
        "To do · 3/5\n- Task 2\n- Task 3\n- Task 4"
    )


async def test_a_summary_made_offline_says_so() -> None:
    app, _ = bot_with(None)
    said = await talk(app, *TALK, "/compact", "/compact show")
    assert "Made offline, of sentences as they were written." in said
    assert "sales.orders" in said[said.index("Made offline") :]


async def test_restore_names_what_is_current_now() -> None:
    app, model = bot_with(ScriptedJsonModel(SUMMARY, SUMMARY))
    said = await talk(
        app,
        *TALK,
        "/compact",
        *TALK,
        "/compact",
        "/compact restore",
        "/compact RESTORE",
        "/compact restore",
        "And now?",
    )
    assert "The previous summary is current now; it stands for 3 messages." in said
    assert "No summary is current now; I read the messages themselves again." in said
    assert said.count("This conversation has no summary; /compact makes one.") == 1
    assert TALK[0] in seen(model.prompts[-1])


NOTHING: list[tuple[Language, str, str]] = [
    ("en", "There is nothing to compact", "This conversation has no summary"),
    ("zh", "没有可压缩的", "这段对话没有摘要"),
]


@pytest.mark.parametrize(("language", "nothing", "none"), NOTHING)
async def test_a_short_conversation_has_nothing_to_compact(
    language: Language, nothing: str, none: str
) -> None:
    app, _ = bot_with(ScriptedJsonModel())
    said = await talk(
        app, "one", "two", "/compact", "/compact show", "/compact restore", person=ann(language)
    )
    assert said.count(nothing) == 1
    assert said.count(none) == 2


async def test_a_failure_is_said_with_its_reason_and_changes_nothing() -> None:
    app, model = bot_with(ScriptedJsonModel(ModelUnavailable("down")))
    said = await talk(app, *TALK, "/compact", "/compact show", "And now?")
    assert "no new summary and nothing has changed: the model cannot be reached." in said
    assert "This conversation has no summary" in said
    assert TALK[0] in seen(model.prompts[-1])


async def test_ctrl_c_ends_a_compaction_and_another_may_begin_at_once() -> None:
    gate = Gate()
    app, _ = bot_with(ScriptedJsonModel((gate, SUMMARY), SUMMARY))
    said = await talk_interrupted(app, gate)
    assert "Stopped; nothing has changed." in said
    assert "3 messages folded" in await talk(app, "/compact")


async def talk_interrupted(app: App, gate: Gate) -> str:
    """Type Ctrl-C while the model is at work."""
    console = ScriptedConsole(*TALK, "/compact", interactive=True)
    chat = TerminalChat(app, ANN, console)

    async def interrupt() -> None:
        await gate.reached.wait()
        chat.interrupt()

    interrupting = app.nursery.spawn(interrupt(), "Ctrl-C")
    await chat.run()
    await interrupting
    return "\n".join(console.said)


async def test_a_second_terminal_is_told_that_it_is_under_way() -> None:
    gate = Gate()
    app, _ = bot_with(ScriptedJsonModel((gate, SUMMARY)))
    await talk(app, *TALK)
    first = app.nursery.spawn(talk(app, "/compact"), "first")
    await gate.reached.wait()
    assert "is being compacted already" in await talk(app, "/compact")
    gate.open.set()
    assert "3 messages folded" in await first


async def test_compact_speaks_chinese() -> None:
    app, _ = bot_with(ScriptedJsonModel(SUMMARY))
    said = await talk(
        app, *TALK, "/compact", "/compact show", "/compact restore", person=ann("zh")
    )
    for part in (
        "正在压缩……",
        "已折叠 3 条消息，保留 5 条，用时 1 秒。",
        "3 条消息的摘要",
        "决定与结论",
        "待办 · 3/5",
        "现在不用摘要了",
    ):
        assert part in said
