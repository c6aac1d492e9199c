"""What the doctor finds about Telegram."""

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot import doctor, settings
from bot.doctor import Finding
from bot.settings import Settings
from bot.telegram import keys
from memory_core.clock import SystemClock
from memory_core.model import Language
from storage import open_storage
from tests.peers.telegram import BotApiTwin
from tests.peers.telegram.twin import TOKEN


async def look(folder: Path, language: Language = "en", **telegram: Any) -> list[Finding]:
    loaded = Settings.model_validate(
        {"storage": {"url": f"sqlite:///{folder}/bot.db"}, "telegram": telegram}
    )
    written = settings.written(None, {})
    found = [each async for each in doctor.findings(loaded, written, language)]
    return [each for each in found if each.text.startswith("Telegram")]


async def with_twin(
    folder: Path, language: Language = "en", *, privacy_mode: bool = False, **telegram: Any
) -> list[str]:
    async with BotApiTwin(privacy_mode=privacy_mode) as twin:
        found = await look(folder, language, token=TOKEN, api_base=twin.base_url, **telegram)
    return [str(each) for each in found]


@pytest.mark.parametrize(("language", "said"), [("en", "no token"), ("zh", "没有 token")])
async def test_without_a_token_there_is_a_note(
    tmp_path: Path, language: Language, said: str
) -> None:
    (found,) = await look(tmp_path, language)
    assert found.state == "note"
    assert said in found.text


async def test_a_bot_that_is_set_up_is_well(tmp_path: Path) -> None:
    reachable, privacy, operators, may_write = await with_twin(
        tmp_path, operators=[7], allowed_users=[8, 9], allowed_chats=["*"]
    )
    assert reachable.startswith("✓ Telegram http://127.0.0.1:")
    assert reachable.endswith("the bot is @dbridge_bot")
    assert privacy.startswith("· Telegram: privacy mode is off.")
    assert operators == "✓ Telegram: 1 operator runs the bot"
    assert "2 listed people and the operators may write, in groups everybody" in may_write


async def test_a_bot_that_nobody_runs_is_to_be_claimed(tmp_path: Path) -> None:
    _, privacy, operators, may_write = await with_twin(tmp_path, privacy_mode=True)
    assert "privacy mode is on" in privacy
    assert operators.startswith("! Telegram: nobody runs the bot yet. Claim it")
    assert "nobody but the operators may write" in may_write


async def test_the_doctor_speaks_chinese_about_telegram(tmp_path: Path) -> None:
    reachable, privacy, operators, may_write = await with_twin(tmp_path, "zh", allowed_users=["*"])
    assert "token 有效，机器人是 @dbridge_bot" in reachable
    assert "隐私模式已关闭" in privacy
    assert "请认领" in operators
    assert "私聊是所有人，群里是仅运维者" in may_write


async def test_operators_who_claimed_the_bot_are_known(tmp_path: Path) -> None:
    now = SystemClock().now()
    async with open_storage(f"sqlite:///{tmp_path}/bot.db") as storage:
        await storage.operators.offer("hash", now + timedelta(minutes=15))
        assert await storage.operators.claim("hash", keys.user(7), now) == "granted"
    operators = (await with_twin(tmp_path, operators=[7, 8]))[2]
    assert operators == "✓ Telegram: 2 operators run the bot"


@pytest.mark.parametrize("token", ["123456:" + "x" * 35, "no token"])
async def test_a_refused_token_is_named_but_not_told(tmp_path: Path, token: str) -> None:
    async with BotApiTwin() as twin:
        first, *_ = await look(tmp_path, token=token, api_base=twin.base_url)
    assert first.state == "now"
    assert "the token is refused" in str(first)
    assert "xxxx" not in str(first)


async def test_an_address_where_nobody_answers_is_named(tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{closed.getsockname()[1]}"
        first, *_ = await look(tmp_path, token=TOKEN, api_base=base)
    assert first.state == "now"
    assert f"Telegram {base}: cannot be reached" in first.text


async def test_a_webhook_is_named_by_its_host_alone(tmp_path: Path) -> None:
    async with BotApiTwin() as twin:
        twin.webhook.set("http://127.0.0.1:9/secret-path", "", 40)
        found = await look(tmp_path, token=TOKEN, api_base=twin.base_url)
    assert found[1].state == "unsure"
    assert "a webhook is set, to 127.0.0.1: another program" in found[1].text


FAULTS = [
    ("409", "another process uses the same token", "now"),
    ("429", "wants fewer calls", "unsure"),
    ("502", "cannot be reached", "now"),
    ("error", "answers with an error", "now"),
]


@pytest.mark.parametrize(("fault", "said", "state"), FAULTS)
async def test_what_telegram_refuses_is_said_plainly(
    tmp_path: Path, fault: Any, said: str, state: str
) -> None:
    async with BotApiTwin() as twin:
        twin.faults.add(fault, "getMe", times=None)
        first, *_ = await look(tmp_path, token=TOKEN, api_base=twin.base_url)
    assert said in first.text
    assert first.state == state
