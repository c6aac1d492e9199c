import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot import cli
from bot.settings import ALIASES, Settings
from bot.terminal import banner, screen
from bot.terminal import start as start_of_chat
from memory_core.errors import SettingsError
from tests.bot.processes import run, start


async def test_a_pipe_is_answered_line_by_line_until_it_ends(tmp_path: Path) -> None:
    out, err, status = await run(
        "chat", folder=tmp_path, typed=b"/whoami\n\n/sessions list\n/compact\n/clear"
    )
    assert status == 0
    assert err == ""
    assert "You: terminal:ann" in out
    assert "0 conversations in this chat" in out
    assert out.endswith("Nothing to set aside: this conversation is fresh already.\n")
    assert "\x1b" not in out


async def test_the_next_start_remembers(tmp_path: Path) -> None:
    await run("chat", folder=tmp_path, typed="我们的订单在 sales.orders 表里".encode())
    out, _, _ = await run("chat", folder=tmp_path, typed=b"/sessions")
    assert "1 conversation in this chat" in out
    assert "2 messages" in out


async def test_without_input_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert await run("chat", folder=tmp_path) == ("", "", 0)


async def test_what_is_no_text_does_not_end_the_chat(tmp_path: Path) -> None:
    typed = b"\xff\xfe\0\x1b[31m\n" + b"x" * 1_000_000 + b"\n" + b"y" * 5_000_000 + b"\n/whoami\n"
    out, err, status = await run("chat", folder=tmp_path, typed=typed)
    assert (status, err) == (0, "")
    assert "1,000,000 characters" in out
    assert "5,000,000 bytes" in out
    assert "You: terminal:ann" in out
    assert "\x1b" not in out


async def test_a_reader_that_leaves_early_ends_the_chat_quietly(tmp_path: Path) -> None:
    process = await start("chat", folder=tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"/whoami\n")
    assert await process.stdout.readline() == b"You: terminal:ann\n"
    process.stdout._transport.close()  # type: ignore[attr-defined]
    _, err = await process.communicate(b"/help\n" * 10)
    assert (process.returncode, err) == (0, b"")


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
async def test_a_signal_stops_the_answer_and_keeps_the_half(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    database = str(tmp_path / "bot.db")
    process = await start(database, module="tests.bot.slow_chat", folder=tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"/whoami\nA question\n")
    assert await process.stdout.readline() == b"You: terminal:ann\n"
    process.send_signal(number)
    _, err = await process.communicate()
    assert (process.returncode, err) == (status, b"")


async def test_the_locale_and_then_the_option_choose_the_language(tmp_path: Path) -> None:
    out, _, _ = await run("chat", folder=tmp_path, typed=b"/stop", LC_ALL="zh_CN.UTF-8")
    assert "没有可停止的" in out
    out, _, _ = await run("chat", "--lang", "en", folder=tmp_path, typed=b"/stop", LANG="zh_CN")
    assert "nothing to stop" in out


async def test_a_misspelt_key_is_named_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[storage]\nulr = 'x'\n")
    out, err, status = await run("chat", folder=tmp_path)
    assert (status, out) == (2, "")
    assert "ulr" in err
    assert "Traceback" not in err


async def test_a_database_that_cannot_be_opened_is_told_in_the_persons_language(
    tmp_path: Path,
) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    out, err, status = await run("chat", folder=tmp_path, LC_ALL="zh_CN.UTF-8")
    assert (status, out) == (2, "")
    assert re.match(r"[\u4e00-\u9fff]", err)
    assert "Traceback" not in err


async def test_another_chat_has_its_own_conversations(tmp_path: Path) -> None:
    out, _, _ = await run("chat", "--chat", "work", folder=tmp_path, typed=b"/whoami")
    assert "This chat: terminal:ann:work" in out


def test_serve_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["serve", "--lang", "en"]) == 2
    assert "telegram.token is empty" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", "  ", "a\tb", "x" * 65])
def test_a_chat_needs_a_name_that_can_be_shown(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["chat", "--chat", name])
    assert left.value.code == 2
    assert "printable characters" in capsys.readouterr().err


def test_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert re.fullmatch(r"dbridge-bot \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("language", "model"), [("en", "built-in offline model"), ("zh", "内置离线模型")]
)
def test_a_person_sees_the_first_line_before_anything_is_opened(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    model: str,
) -> None:
    async def fail(*_: object) -> int:
        raise SettingsError("not opened")

    monkeypatch.chdir(tmp_path)
    for name in (*ALIASES, "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(screen, "is_watched", lambda: True)
    monkeypatch.setattr(start_of_chat, "talk", fail)
    assert cli.main(["chat", "--lang", language]) == 2
    assert capsys.readouterr().out == f"dbridge-bot · {model} · data/dbridge.db\n"


def test_the_first_line_names_the_model_and_waits_for_no_library() -> None:
    shown = Settings.model_validate({"llm": {"base_url": "http://box:8080", "model": "qwen3"}})
    assert banner.line(shown, "en") == "dbridge-bot · qwen3 · http://box:8080 · data/dbridge.db"
    program = (
        "import sys, bot.terminal.banner; "
        "print({'anthropic', 'bot.app', 'prompt_toolkit'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"set()\n"
