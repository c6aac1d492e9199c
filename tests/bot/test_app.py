from datetime import timedelta
from pathlib import Path

from bot.app import open_app
from bot.settings import Settings
from memory_core.model import AgentId
from memory_core.testing import FakeClock, ScriptedModel
from tests.bot.terminals import ANN, talk


def settings_in(folder: Path) -> Settings:
    return Settings.model_validate({"storage": {"url": f"sqlite:///{folder}/bot.db"}})


async def test_what_was_said_is_there_after_a_restart(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    async with open_app(settings, model=ScriptedModel("Noted.")) as app:
        await talk(app, "The code is 7.")
    model = ScriptedModel("7.")
    async with open_app(settings, model=model) as app:
        assert await talk(app, "What is the code?") == "7."
    assert [message.content for message in model.prompts[0].history] == [
        "The code is 7.",
        "Noted.",
    ]


async def test_a_deleted_session_can_be_undone_after_a_restart_within_ten_minutes(
    tmp_path: Path,
) -> None:
    settings, clock = settings_in(tmp_path), FakeClock()
    async with open_app(settings, clock=clock, model=ScriptedModel("Hi.")) as app:
        await talk(app, "hello", "/sessions delete 1")
    clock.advance(timedelta(minutes=9))
    async with open_app(settings, clock=clock, model=ScriptedModel()) as app:
        assert "“hello” is back" in await talk(app, "/clear undo")


async def test_a_session_deleted_longer_ago_is_erased_at_the_next_start(tmp_path: Path) -> None:
    settings, clock = settings_in(tmp_path), FakeClock()
    async with open_app(settings, clock=clock, model=ScriptedModel("Hi.")) as app:
        await talk(app, "hello")
        [info] = await app.queries.overview(ANN.chat)
        await talk(app, "/sessions delete 1")
    clock.advance(timedelta(minutes=11))
    async with open_app(settings, clock=clock, model=ScriptedModel()):
        """Starting erases; closing waits for it."""
    async with open_app(settings, clock=clock, model=ScriptedModel()) as app:
        assert await app.queries.transcript(info.session.id) == ()


async def test_an_agent_that_is_no_longer_configured_is_replaced_by_the_default(
    tmp_path: Path,
) -> None:
    async with open_app(settings_in(tmp_path), model=ScriptedModel()) as app:
        assert app.agent(AgentId("gone")) == app.agent() == app.settings.agents[0]


async def test_the_settings_choose_the_model(tmp_path: Path) -> None:
    async with open_app(settings_in(tmp_path)) as app:
        assert "offline model" in await talk(app, "hello")
