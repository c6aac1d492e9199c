"""What the log says: to the operator once, to nobody a secret or a word of a conversation."""

import logging
from pathlib import Path

import pytest

from bot import logs, texts
from bot.settings import Log
from tests.bot.model_talks import talking
from tests.peers.anthropic import FaultName, MessagesTwin, says
from tests.peers.anthropic.faults import NAMES

KEY = "hunter2-is-my-key"
SECRET_WORDS = "the launch code is 7391"


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_refused_key_is_told_once_and_not_with_every_message(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin, api_key="wrong") as talk:
        for _ in range(3):
            assert (await talk.ask("hello?")).outcome == "failed"
    (told,) = complaints(caplog)
    assert "401 authentication_error: invalid x-api-key" in told
    assert "llm.api_key" in told
    assert "dbridge-bot doctor" in told


async def test_it_is_told_again_when_it_changes_and_when_it_comes_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    story: tuple[FaultName | None, ...] = (
        "unauthorized_401",
        "forbidden_403",
        "forbidden_403",
        None,
        None,
        "forbidden_403",
    )
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        for fault in story:
            twin.once(fault=fault)
            await talk.ask("hello?")
    assert [told[told.index(": ") + 2 :][:3] for told in complaints(caplog)] == [
        "401",
        "403",
        "403",
    ]
    assert caplog.text.count("takes our requests again") == 1


async def test_a_model_that_does_not_exist_is_no_news_when_another_one_answers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        for _ in range(2):
            assert (await talk.ask("hello?", model="claude-no-such")).outcome == "failed"
            assert (await talk.ask("hello?")).outcome == "answered"
    (told,) = complaints(caplog)
    assert "claude-no-such" in told


@pytest.fixture
def everything(tmp_path: Path) -> Path:
    """Log at the lowest level, as an operator who looks for a mistake."""
    file = tmp_path / "bot.log"
    logs.configure(Log(level="DEBUG", file=str(file)), chat=False)
    return file


@pytest.mark.parametrize("fault", NAMES)
async def test_neither_key_nor_conversation_is_ever_logged_or_told(
    tmp_path: Path, everything: Path, fault: FaultName
) -> None:
    silent = fault in ("hang_before_headers", "stall_mid_stream")
    async with (
        MessagesTwin(api_key=KEY) as twin,
        talking(tmp_path, twin, api_key=KEY, read_s=0.05 if silent else 10) as talk,
    ):
        twin.on(reply=says("Well, ", "7391", " it is."), fault=fault)
        reply = await talk.ask(SECRET_WORDS)
    told = texts.explain(reply.error, texts.of("en")) if reply.error else ""
    for text in (everything.read_text(), told, repr(reply.error)):
        assert KEY not in text
        assert "7391" not in text


async def test_a_server_that_repeats_the_key_does_not_bring_it_into_the_log(
    tmp_path: Path, everything: Path
) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin, api_key=KEY, model=KEY) as talk:
        twin.api_key = KEY
        await talk.ask("hello?", model=KEY)
    assert "not_found_error" in everything.read_text()
    assert f"model: {KEY}" not in everything.read_text()
