"""The provider that the documentation shows, run as somebody would who followed it."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from aiohttp import web

from bot.app import open_app
from bot.llm.providers import PROVIDERS
from bot.settings import Settings
from memory_core.errors import ModelUnavailable
from memory_core.model import ChatKey, Turn, TurnId
from tests.bot.model_talks import ANN

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"


async def hear(_piece: str) -> None:
    """Nobody reads it."""


@pytest.fixture
def lines_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what the page says."""
    code, line = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(code.splitlines()) < 60
    [(name, place)] = re.findall(r'"(\w+)": "([\w.]+)",', line)
    module = ModuleType(place)
    exec(compile(code, place, "exec"), module.__dict__)  # noqa: S102 - our own page
    monkeypatch.setitem(sys.modules, place, module)
    monkeypatch.setitem(PROVIDERS, name, place)


@pytest.mark.usefixtures("lines_provider")
async def test_the_provider_of_the_page_answers(tmp_path: Path) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(text=f"I was told: {await request.text()}\nThat is all.\n")

    app = web.Application()
    app.router.add_post("/answer", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    loaded = Settings.model_validate(
        {
            "storage": {"url": f"sqlite:///{tmp_path}/bot.db"},
            "llm": {"provider": "lines", "base_url": url},
        }
    )
    async with open_app(loaded) as opened:
        turn = Turn(
            id=TurnId("t"),
            chat=ChatKey("c"),
            user_id=ANN,
            agent=opened.agent(),
            text="hello",
        )
        assert (await opened.executor.run(turn, hear)).text == (
            "I was told: user: hello\nThat is all."
        )
        await runner.cleanup()
        assert isinstance((await opened.executor.run(turn, hear)).error, ModelUnavailable)
