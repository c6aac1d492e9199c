"""Who is asked, with which key, and with nothing that was not set on purpose."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import settings
from bot.app import open_app
from bot.llm.anthropic_provider import ANTHROPIC, client
from bot.llm.offline_model import OfflineModel
from bot.llm.providers import PROVIDERS, open_models
from bot.settings import Llm, Settings
from memory_core.errors import ModelMisconfigured, SettingsError
from memory_core.model import Agent, ChatKey, Prompt, Turn, TurnId
from memory_core.testing import FakeClock
from tests.bot.model_talks import ANN
from tests.peers.anthropic import MessagesTwin

DOCS = Path(__file__).parents[2] / "docs" / "models.md"
PROMPT = Prompt(system="s", question="hello?")


async def ignore(_piece: str) -> None:
    """Nobody reads it."""


async def ask(llm: Llm) -> str:
    async with open_models(llm, FakeClock()) as models:
        return (await models.chat.answer(PROMPT, ignore)).model


async def test_without_key_and_server_the_built_in_model_answers() -> None:
    assert await ask(Llm()) == "offline"
    async with open_models(Llm(), FakeClock()) as models:
        assert isinstance(models.chat, OfflineModel)
        assert models.json is None


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
async def test_a_base_url_is_asked_with_the_key_in_any_spelling(ending: str) -> None:
    async with MessagesTwin(api_key="k") as twin:
        llm = Llm.model_validate({"base_url": twin.base_url + ending, "api_key": "k"})
        assert await ask(llm) == "claude-sonnet-5-5"
    assert len(twin.requests) == 1
    assert twin.requests[0].body["max_tokens"] == 4096


async def test_a_server_without_keys_gets_a_placeholder() -> None:
    async with MessagesTwin(api_key="none") as twin:
        assert await ask(Llm(base_url=twin.base_url))


async def test_the_environment_of_the_sdk_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "from the environment")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "from the environment")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "x-foreign: yes")
    monkeypatch.setenv("ANTHROPIC_CONFIG_DIR", str(tmp_path))
    async with MessagesTwin(api_key="none") as twin:
        await ask(Llm(base_url=twin.base_url))
    assert "x-foreign" not in twin.requests[0].headers
    async with client(Llm.model_validate({"api_key": "k"}), read_s=1) as sdk:
        assert (str(sdk.base_url), sdk.api_key) == (ANTHROPIC, "k")
        assert (sdk.auth_token, sdk.credentials, sdk.max_retries) == (None, None, 0)


async def test_a_redirect_is_not_followed_with_the_key() -> None:
    from aiohttp import web  # noqa: PLC0415 - only this server

    async def moved(_request: web.Request) -> web.Response:
        raise web.HTTPTemporaryRedirect("http://127.0.0.1:9/v1/messages")

    app = web.Application()
    app.router.add_post("/v1/messages", moved)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    with pytest.raises(ModelMisconfigured, match="307"):
        await ask(Llm(base_url=f"http://127.0.0.1:{runner.addresses[0][1]}"))
    await runner.cleanup()


async def test_the_whole_app_answers_through_the_configured_server(tmp_path: Path) -> None:
    async with MessagesTwin() as twin:
        twin.on(reply="Hello from the server.")
        loaded = Settings.model_validate(
            {
                "storage": {"url": f"sqlite:///{tmp_path}/bot.db"},
                "llm": {"base_url": twin.base_url, "api_key": twin.api_key},
            }
        )
        async with open_app(loaded) as app:
            reply = await app.executor.run(_turn(app.agent()), ignore)
    assert reply.text == "Hello from the server."


def _turn(agent: Agent) -> Turn:
    return Turn(id=TurnId("t"), chat=ChatKey("c"), user_id=ANN, agent=agent, text="hello?")


def test_the_sdk_is_not_loaded_for_the_offline_model() -> None:
    code = (
        "import sys, bot.app, bot.settings as s\n"
        "from bot.llm.providers import open_models\n"
        "open_models(s.Llm(), None)\n"
        "sys.exit('anthropic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_key_or_a_server_chooses_the_provider_unless_it_is_named() -> None:
    assert Llm.model_validate({"api_key": "k"}).chosen == "anthropic"
    assert Llm(base_url="http://localhost:1").chosen == "anthropic"
    assert Llm.model_validate({"api_key": "k", "provider": "offline"}).chosen == "offline"
    assert set(PROVIDERS) == {"anthropic", "offline"}


def test_names_people_already_have_set_key_and_server(tmp_path: Path) -> None:
    environ = {"ANTHROPIC_API_KEY": "sk-ant-x", "ANTHROPIC_BASE_URL": "http://h:1/v1/"}
    (tmp_path / "config.toml").touch()
    loaded = settings.load(tmp_path / "config.toml", environ)
    assert loaded.llm.api_key.get_secret_value() == "sk-ant-x"
    assert loaded.llm.base_url == "http://h:1"
    assert [agent.model for agent in loaded.agents] == ["claude-sonnet-5-5"]
    assert "sk-ant-x" not in repr(loaded)


SETUPS = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("setup", SETUPS)
def test_every_set_up_of_the_documentation_can_be_used(tmp_path: Path, setup: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(setup)
    llm = settings.load(file, {"ANTHROPIC_API_KEY": "sk-ant-x"}).llm
    assert llm.chosen == "anthropic"
    assert llm.small == (llm.model if llm.base_url else "claude-haiku-5-5")
    assert len(SETUPS) == 6


WRONG = [
    ('provider = "openai"', "must be 'auto', 'anthropic' or 'offline'"),
    ('provider = "anthropic"', "llm.api_key: is missing"),
    ('base_url = "localhost:11434"', "must be http://HOST"),
    ('base_url = "http://me:hunter2@h"', "the key belongs in llm.api_key"),
    ('base_url = "http://hunter2@h"', "the key belongs in llm.api_key"),
    ('base_url = "http://h/?key=hunter2"', "the key belongs in llm.api_key"),
    ('model = " "', "must not be empty"),
    ("reserve_tokens = 0", "must be at least 1"),
    ("[llm.prices.m]\ninput = inf\noutput = 1", "must be a number"),
    ("[llm.prices.m]\ninput = 1", "output in m in llm.prices in"),
    ("[llm.prices.m]\ninput = 1\noutput = -1", "must be at least 0"),
    ("[llm.prices.m]\ninput = 1\noutput = 1\ncache = 1", "cache in m in llm.prices in"),
]


@pytest.mark.parametrize(("line", "problem"), WRONG)
def test_a_wrong_setting_is_named_without_the_secret(
    tmp_path: Path, line: str, problem: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f"[llm]\n{line}\n")
    with pytest.raises(SettingsError) as raised:
        settings.load(file, {})
    assert problem in str(raised.value)
    assert "hunter2" not in str(raised.value)
