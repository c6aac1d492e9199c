from pathlib import Path

from tests.bot.processes import Screen, start_in_terminal

CTRL_C, CTRL_D, ALT_ENTER = "\x03", "\x04", "\x1b\r"


async def chat_in(folder: Path) -> Screen:
    screen = await start_in_terminal(
        str(folder / "bot.db"), module="tests.bot.slow_chat", folder=folder
    )
    await screen.shows("› ")
    return screen


async def test_ctrl_c_stops_an_answer_and_ctrl_d_leaves(tmp_path: Path) -> None:
    screen = await chat_in(tmp_path)
    screen.press("A question\r")
    await screen.shows("Half an answer")
    screen.press(CTRL_C)
    await screen.shows("Stopped; I keep the part above. /retry asks again.")
    await screen.shows("› ")
    screen.press("/retry\r")
    await screen.shows("A whole one.")
    await screen.shows("› ")
    screen.press(CTRL_D)
    await screen.shows("See you!")
    assert await screen.process.wait() == 0


async def test_ctrl_c_clears_a_line_then_explains_then_leaves(tmp_path: Path) -> None:
    screen = await chat_in(tmp_path)
    screen.press("never sent")
    await screen.shows("never sent")
    screen.press(CTRL_C + CTRL_C)
    await screen.shows("Ctrl-C once more or Ctrl-D leaves.")
    await screen.shows("› ")
    screen.press(CTRL_C)
    await screen.shows("See you!")
    assert await screen.process.wait() == 0


async def test_several_lines_can_be_typed_or_pasted_as_one_message(tmp_path: Path) -> None:
    screen = await chat_in(tmp_path)
    screen.press(f"/new one{ALT_ENTER}two\r")
    await screen.shows("A fresh conversation: “one”.")
    await screen.shows("› ")
    screen.press("\x1b[200~/new three\nfour\n\x1b[201~\r")
    await screen.shows("A fresh conversation: “three”.")
    await screen.shows("› ")
    screen.press(CTRL_D)
    assert await screen.process.wait() == 0


async def test_sigterm_at_the_prompt_ends_the_chat(tmp_path: Path) -> None:
    screen = await chat_in(tmp_path)
    screen.process.terminate()
    assert await screen.process.wait() == 143
