from datetime import timedelta

import pytest

from bot import slash
from memory_core.testing import FakeClock, ScriptedModel, seen
from tests.bot.terminals import ann, app_with, talk


async def test_help_names_every_command_that_works_and_those_to_come() -> None:
    said = await talk(app_with(ScriptedModel()), "/help")
    for command in slash.COMMANDS:
        if command.group != "operators" and command.name not in {"exit", "stop"}:
            assert f"/{command.name}" in said


async def test_help_names_ctrl_c_instead_of_the_command_that_cannot_be_typed() -> None:
    said = await talk(app_with(ScriptedModel()), "/help")
    assert "Ctrl-C stops an answer" in said
    assert "/stop" not in said
    assert "Ctrl-C 停止" in await talk(app_with(ScriptedModel()), "/help", person=ann("zh"))


async def test_start_says_what_is_kept_and_who_reads_it() -> None:
    said = await talk(app_with(ScriptedModel()), "/start")
    assert "stored in this bot's database" in said
    assert "Whoever runs the bot can read it" in said


async def test_clear_tells_how_much_was_set_aside_and_undo_brings_it_back() -> None:
    model = ScriptedModel("Noted.", "No idea.", "7.")
    said = await talk(
        app_with(model),
        "The code is 7.",
        "/clear",
        "What is the code?",
        "/clear undo",
        "What is the code now?",
    )
    assert "2 messages set aside" in said
    assert "For 10 minutes /clear undo brings it back." in said
    assert "The code is 7." not in seen(model.prompts[1])
    assert "The code is 7." in seen(model.prompts[2])


async def test_undo_after_ten_minutes_is_refused() -> None:
    clock = FakeClock()
    later = lambda: (clock.advance(timedelta(minutes=11)), None)[1]  # noqa: E731
    said = await talk(
        app_with(ScriptedModel("Hi."), clock=clock), "hello", "/clear", later, "/clear undo"
    )
    assert "nothing to take back" in said


async def test_a_misspelt_clear_clears_nothing() -> None:
    model = ScriptedModel("Noted.", "7.")
    said = await talk(app_with(model), "The code is 7.", "/clear udno", "What is it?")
    assert "/clear undo" in said
    assert "The code is 7." in seen(model.prompts[1])


async def test_sessions_are_listed_with_title_size_age_and_a_mark() -> None:
    clock = FakeClock()
    app = app_with(ScriptedModel("One.", "Two."), clock=clock)
    await talk(app, "First things first")
    clock.advance(timedelta(days=3))
    said = await talk(app, "/new Second", "hello", "/sessions")
    assert "2 conversations in this chat" in said
    assert "● 1  Second · 2 messages · just now" in said
    assert "  2  First things first · 2 messages · 3 d ago" in said


async def test_numbers_mean_the_list_that_was_shown_last() -> None:
    clock = FakeClock()
    app = app_with(ScriptedModel("1.", "2.", "3."), clock=clock)
    tick = lambda: (clock.advance(seconds=1), None)[1]  # noqa: E731
    await talk(app, "alpha", tick, "/new", "beta", tick, "/new", "gamma")
    said = await talk(app, "/sessions", tick, "/sessions switch 3", "/sessions delete 2")
    assert "go on with “alpha”" in said
    assert "“beta” is deleted" in said


async def test_a_session_can_be_switched_to_without_listing_first() -> None:
    model = ScriptedModel("Noted.", "Hello.", "7.")
    clock = FakeClock()
    tick = lambda: (clock.advance(seconds=1), None)[1]  # noqa: E731
    await talk(
        app_with(model, clock=clock),
        "The code is 7.",
        tick,
        "/new",
        "hello",
        "/sessions switch 2",
        "What is the code?",
    )
    assert "The code is 7." in seen(model.prompts[2])


async def test_a_session_is_renamed_deleted_and_brought_back() -> None:
    said = await talk(
        app_with(ScriptedModel("Hi.")),
        "hello",
        "/sessions rename 1 Small talk",
        "/sessions delete 1",
        "/sessions undo",
        "/sessions",
    )
    assert "called “Small talk”" in said
    assert "“Small talk” is deleted. For 10 minutes /clear undo brings it back" in said
    assert "“Small talk” is back and goes on." in said
    assert "● 1  Small talk · 2 messages" in said


async def test_a_session_that_comes_back_beside_another_is_not_the_current_one() -> None:
    said = await talk(
        app_with(ScriptedModel("Hi.", "Ho.")), "one", "/sessions delete 1", "two", "/clear undo"
    )
    assert "“one” is back; /sessions leads there." in said


@pytest.mark.parametrize(
    "line",
    [
        "/sessions frobnicate",
        "/sessions switch",
        "/sessions switch one",
        "/sessions switch " + "9" * 5000,
        "/sessions rename 1",
        "/sessions list all",
        "/ask",
    ],
)
async def test_a_command_written_wrongly_shows_its_forms(line: str) -> None:
    assert "Write it like this:" in await talk(app_with(ScriptedModel("Hi.")), "hello", line)


async def test_a_number_that_is_not_in_the_list_is_refused() -> None:
    said = await talk(app_with(ScriptedModel("Hi.")), "hello", "/sessions switch 2")
    assert "There is no number 2; the list has 1." in said


async def test_a_session_deleted_from_another_terminal_is_gone() -> None:
    app = app_with(ScriptedModel("Hi."))
    await talk(app, "hello", "/sessions", "/sessions delete 1")
    said = await talk(app, "/sessions switch 1")
    assert "no number 1" in said


async def test_ask_neither_knows_the_session_nor_adds_to_it() -> None:
    model = ScriptedModel("Noted.", "42.", "7.")
    await talk(app_with(model), "The code is 7.", "/ask How much is 6 x 7?", "What is the code?")
    assert "The code is 7." not in seen(model.prompts[1])
    assert "6 x 7" not in seen(model.prompts[2])


async def test_new_keeps_the_former_session_and_names_it() -> None:
    said = await talk(app_with(ScriptedModel("Hi.")), "hello", "/new Budget")
    assert "“Budget”" in said
    assert "“hello” is kept; /sessions leads back." in said


async def test_a_command_to_come_says_so_and_an_unknown_one_names_the_nearest() -> None:
    said = await talk(app_with(ScriptedModel()), "/why", "/sesions", "/xyzzy")
    assert "/why (what an answer was based on) comes in a later release." in said
    assert "Did you mean /sessions?" in said
    assert "/help lists them" in said


async def test_whoami_names_person_role_and_chat() -> None:
    said = await talk(app_with(ScriptedModel()), "／WhoAmI")
    assert said == "You: terminal:ann\nRole: operator\nThis chat: terminal:ann"


async def test_commands_speak_chinese() -> None:
    said = await talk(app_with(ScriptedModel("好。")), "你好", "/clear", person=ann("zh"))
    assert "已把 2 条消息放到一边" in said
    assert "10 分钟内可以用 /clear undo 恢复。" in said


async def test_stop_and_retry_without_anything_to_do_say_so() -> None:
    said = await talk(app_with(ScriptedModel()), "/stop", "/retry")
    assert "nothing to stop" in said
    assert "no question of yours" in said
