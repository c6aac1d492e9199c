"""What the doctor finds, and what to do about it."""

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot import cli, doctor, settings
from bot.doctor import Finding
from bot.settings import Settings
from bot.settings_sources import Written
from memory_core.model import Language
from storage import open_storage
from storage.examining import Condition
from tests.bot.processes import run
from tests.peers.anthropic import CATALOGUE, MessagesTwin, Model

KEY = "hunter2-key"


class Ending(Model):
    """A model with a lifecycle."""

    lifecycle: str = "deprecated"

    def as_json(self) -> dict[str, Any]:
        ends = datetime(2026, 12, 24, tzinfo=UTC).isoformat()
        return super().as_json() | {"lifecycle": self.lifecycle, "retires_at": ends}


class Ended(Ending):
    """A model that answers no more."""

    lifecycle = "retired"


async def look(folder: Path, *, language: Language = "en", **llm: Any) -> list[Finding]:
    loaded = Settings.model_validate(
        {"storage": {"url": f"sqlite:///{folder}/bot.db"}, "llm": llm}
    )
    written = Written(file=None, from_file={}, from_environment={}, variables={}, unknown=())
    found = [each async for each in doctor.findings(loaded, written, language)]
    return [each for each in found if "Telegram" not in each.text]


def states(findings: list[Finding]) -> list[str]:
    return [finding.state for finding in findings]


def trouble(findings: list[Finding]) -> str:
    """Return the one finding that is not well."""
    (found,) = (str(finding) for finding in findings if finding.state != "well")
    return found


async def test_a_fresh_installation_is_well_with_the_offline_model(tmp_path: Path) -> None:
    findings = await look(tmp_path)
    assert states(findings) == ["well"] * 3
    assert "made at the first start" in findings[1].text
    assert "offline" in findings[2].text
    assert not (tmp_path / "bot.db").exists()


async def test_a_database_in_use_is_well(tmp_path: Path) -> None:
    async with open_storage(f"sqlite:///{tmp_path}/bot.db"):
        findings = await look(tmp_path)
    assert "can be written, schema" in findings[1].text


async def test_an_older_schema_is_brought_up_to_date_by_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "bot.db").touch()
    assert "the next start brings it to" in (await look(tmp_path))[1].text
    assert (tmp_path / "bot.db").stat().st_size == 0


async def test_a_database_of_a_newer_release_is_named(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "bot.db") as conn:
        conn.execute("PRAGMA user_version = 999")
    conn.close()
    assert "✗ Database" in trouble(await look(tmp_path))
    assert "schema 999" in trouble(await look(tmp_path))


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "bot.db").write_text("not a database, but long enough to be looked at " * 99)
    assert "looks damaged" in trouble(await look(tmp_path))


async def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    found = trouble(await look(tmp_path / "data"))
    assert "cannot reach the database" in found
    assert "is no folder" in found


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "may not write" in trouble(await look(tmp_path))


async def test_a_disk_that_is_nearly_full_asks_for_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nearly_full(_path: Path) -> Condition:
        return Condition(schema=2, newest=2, free_bytes=9 * 10**8, disk_bytes=10**11)

    monkeypatch.setattr(doctor, "examine", nearly_full)
    assert trouble(await look(tmp_path)).startswith("! Disk: only 0.8 GB free. Make room")


async def test_a_server_that_answers_takes_the_key_and_knows_the_models_is_well(
    tmp_path: Path,
) -> None:
    async with MessagesTwin() as twin:
        findings = await look(tmp_path, base_url=twin.base_url, api_key=twin.api_key)
    assert states(findings) == ["well"] * 5
    assert "takes the key" in findings[2].text
    assert [finding.text.split()[0] for finding in findings[3:]] == [
        "llm.model",
        "llm.small_model",
    ]
    assert not twin.requests


async def test_a_wrong_key_is_named_but_not_told(tmp_path: Path) -> None:
    async with MessagesTwin() as twin:
        found = trouble(await look(tmp_path, base_url=twin.base_url, api_key=KEY))
    assert "401 authentication_error" in found
    assert "llm.api_key" in found
    assert KEY not in found


async def test_an_address_where_nobody_answers_is_named(tmp_path: Path) -> None:
    found = trouble(await look(tmp_path, base_url="http://127.0.0.1:9"))
    assert found.startswith("✗ Model server http://127.0.0.1:9: no answer")


async def test_models_at_their_end_and_unknown_ones_are_named(tmp_path: Path) -> None:
    models = (*CATALOGUE, Ending(id="old", display_name="Old"), Ended(id="gone", display_name=""))
    async with MessagesTwin(models=models) as twin:
        to: dict[str, Any] = {"base_url": twin.base_url, "api_key": twin.api_key, "prices": {}}
        old = await look(tmp_path, **to, model="old", small_model="gone")
        typo = await look(tmp_path, **to, model="claude-sonet-5-5", small_model="")
    assert states(old)[3:] == ["soon", "now", "unsure"]
    assert "llm.model old: deprecated, ends on 2026-12-24" in old[3].text
    assert "llm.small_model gone: retired" in old[4].text
    assert "no price for" in old[5].text
    assert "Did you mean claude-sonnet-5-5?" in typo[3].text
    assert states(typo)[3:] == ["now", "unsure"]


async def test_a_server_without_a_list_of_models_is_no_trouble(tmp_path: Path) -> None:
    prices = {"qwen3": {"input": 0, "output": 0}}
    async with MessagesTwin(models_endpoint=False) as twin:
        findings = await look(
            tmp_path, base_url=twin.base_url, model="qwen3", small_model="", prices=prices
        )
    assert states(findings) == ["well", "well", "well", "unsure"]
    assert "takes the key" not in findings[2].text
    assert "cannot tell" in findings[3].text


LISTS = [
    ({"object": "list", "data": [{"id": "qwen3", "object": "model"}]}, "qwen3", "well"),
    ({"object": "list", "data": [{"id": "qwen3", "object": "model"}]}, "qwen4", "now"),
    ({"error": "Unexpected endpoint or method. Returning 200 anyway"}, "qwen3", "unsure"),
]


@pytest.mark.parametrize(("listed", "model", "state"), LISTS)
async def test_servers_that_only_list_their_models_are_understood(
    tmp_path: Path, listed: dict[str, Any], model: str, state: str
) -> None:
    async def models(request: web.Request) -> web.Response:
        if "error" in listed or request.path == "/v1/models":
            return web.json_response(listed)
        raise web.HTTPNotFound

    app = web.Application()
    app.router.add_get("/v1/models{rest:.*}", models)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url, prices = f"http://127.0.0.1:{runner.addresses[0][1]}", {model: {"input": 0, "output": 0}}
    found = await look(tmp_path, base_url=url, model=model, small_model="", prices=prices)
    await runner.cleanup()
    assert states(found)[3:] == [state]


async def test_models_of_agents_are_looked_at_too(tmp_path: Path) -> None:
    async with MessagesTwin() as twin:
        loaded = Settings.model_validate(
            {
                "storage": {"url": f"sqlite:///{tmp_path}/bot.db"},
                "llm": {"base_url": twin.base_url, "api_key": twin.api_key},
                "agents": [{"id": "helper", "model": "claude-no-such"}],
            }
        )
        written = settings.written(None, {})
        found = [each async for each in doctor.findings(loaded, written, "en")]
    assert any("agents[helper].model claude-no-such" in finding.text for finding in found)


async def test_the_command_prints_marks_in_the_language_and_ends_with_1(tmp_path: Path) -> None:
    async with MessagesTwin() as twin:
        out, err, status = await run(
            "doctor",
            folder=tmp_path,
            LC_ALL="zh_CN.UTF-8",
            ANTHROPIC_BASE_URL=twin.base_url,
            ANTHROPIC_API_KEY=KEY,
        )
    assert (status, err) == (1, "")
    assert "环境变量：ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL" in out
    assert "✗ 模型服务器" in out
    assert out.endswith("有 1 处需要处理。\n")
    assert KEY not in out


def test_the_exit_status_is_0_when_well_and_2_for_unusable_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert cli.main(["doctor", "--lang", "en"]) == 0
    assert capsys.readouterr().out.endswith("All well.\n")
    (tmp_path / "config.toml").write_text("[llm]\nmodle = 'x'\n")
    assert cli.main(["doctor", "--lang", "en"]) == 2
    assert "did you mean llm.model?" in capsys.readouterr().err
