"""Where settings come from, which one wins, and what the rest of the program sees."""

import contextlib
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from bot import settings
from bot.settings import Settings
from memory_core.errors import SettingsError
from memory_core.model import Agent, AgentId
from memory_core.policy import DEFAULT

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_without_file_and_environment_everything_has_its_default(tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        loaded = settings.load(environ={})
    assert loaded == Settings()
    assert loaded.policy() == DEFAULT
    assert loaded.agents == (Agent(id=AgentId("default"), name="Assistant"),)
    assert loaded.storage.path == Path("data/dbridge.db")
    assert loaded.llm.chosen == "offline"


def test_config_toml_of_the_working_folder_is_read_unasked(config: Path) -> None:
    config.write_text("[memory]\ncontext_window = 9000")
    with contextlib.chdir(config.parent):
        assert settings.load(environ={}).memory.context_window == 9000


def test_dbridge_config_names_the_file_and_a_path_beats_it(config: Path) -> None:
    config.write_text("[memory]\ncontext_window = 9000")
    other = config.with_name("other.toml")
    other.write_text("[memory]\ncontext_window = 8000")
    environ = {"DBRIDGE_CONFIG": str(config)}
    assert settings.load(environ=environ).memory.context_window == 9000
    assert settings.load(other, environ).memory.context_window == 8000


def test_a_byte_order_mark_of_an_editor_is_no_error(config: Path) -> None:
    config.write_bytes(b"\xef\xbb\xbf[log]\r\nlevel = 'ERROR'\r\n")
    assert settings.load(config, {}).log.level == "ERROR"


def test_environment_beats_file_key_by_key(config: Path) -> None:
    config.write_text("[memory]\ncontext_window = 9000\nl1_head = 10")
    loaded = settings.load(config, {"DBRIDGE_MEMORY__L1_HEAD": "20"})
    assert (loaded.memory.context_window, loaded.memory.l1_head) == (9000, 20)


def test_names_people_already_have_beat_the_file_and_yield_to_ours(config: Path) -> None:
    config.write_text("[log]\nlevel = 'ERROR'\n[storage]\nurl = 'sqlite:///file.db'")
    short = {"LOG_LEVEL": "debug", "DATABASE_URL": "sqlite:////var/lib/bot.db"}
    loaded = settings.load(config, short)
    assert (loaded.log.level, loaded.storage.path) == ("DEBUG", Path("/var/lib/bot.db"))
    loaded = settings.load(config, short | {"DBRIDGE_LOG__LEVEL": "WARNING"})
    assert loaded.log.level == "WARNING"


def test_an_empty_short_name_counts_as_unset(config: Path) -> None:
    config.write_text("[log]\nlevel = 'ERROR'")
    loaded = settings.load(config, {"LOG_LEVEL": "", "DATABASE_URL": ""})
    assert loaded.log.level == "ERROR"


def test_an_empty_variable_of_ours_empties_the_key(config: Path) -> None:
    config.write_text("[log]\nfile = 'bot.log'")
    assert settings.load(config, {"DBRIDGE_LOG__FILE": ""}).log.file == ""


def test_agents_of_the_environment_are_json_and_replace_those_of_the_file(config: Path) -> None:
    config.write_text("[[agents]]\nid = 'a'\n[[agents]]\nid = 'b'\nmodel = 'm'")
    assert [each.model for each in settings.load(config, {}).agents] == [None, "m"]
    loaded = settings.load(config, {"DBRIDGE_AGENTS": '[{"id": "c", "runner_type": "lite"}]'})
    assert loaded.agents == (Agent(id=AgentId("c"), name="c", runner_type="lite"),)


def test_ids_are_numbers_or_text_and_an_asterisk_means_everybody(config: Path) -> None:
    config.write_text(
        "[telegram]\nallowed_users = [5, '6']\nallowed_chats = [-7, '-1008', '*']\noperators = [9]"
    )
    telegram = settings.load(config, {"DBRIDGE_TELEGRAM__ALLOWED_USERS": '["*"]'}).telegram
    assert telegram.allowed_users == ("*",)
    assert telegram.allowed_chats == ("-7", "-1008", "*")
    assert telegram.operators == ("9",)
    assert settings.load(config, {}).telegram.allowed_users == ("5", "6")


def test_the_token_comes_from_where_people_have_it_and_is_never_shown(config: Path) -> None:
    config.touch()
    secret = "123456:" + "A" * 35
    proxy = "http://me:hunter2@proxy:3128"
    loaded = settings.load(config, {"TELEGRAM_BOT_TOKEN": secret, "TELEGRAM_PROXY": proxy})
    assert loaded.telegram.token.get_secret_value() == secret
    assert loaded.telegram.proxy == proxy
    assert "AAAA" not in f"{loaded!r} {loaded}"
    assert "hunter2" not in f"{loaded!r} {loaded}"


def test_limits_and_thresholds_reach_the_core(config: Path) -> None:
    config.write_text(
        "[memory]\ncontext_window = 9000\nl1_max_chars = 50\nl1_head = 20\nl1_tail = 10\n"
        "[limits]\ninput_chars = 0"
    )
    policy = settings.load(config, {}).policy()
    assert (policy.context_window, policy.input_chars) == (9000, 0)
    assert (policy.l1_max_chars, policy.l1_head, policy.l1_tail) == (50, 20, 10)


def test_foreign_variables_and_service_links_of_kubernetes_are_left_alone(config: Path) -> None:
    config.touch()
    links = {
        "LOG": "x",
        "MEMORY": "16G",
        "DBRIDGE_BOT_SERVICE_HOST": "10.0.0.1",
        "DBRIDGE_BOT_SERVICE_PORT_HTTP": "80",
        "DBRIDGE_BOT_PORT": "tcp://10.0.0.1:80",
        "DBRIDGE_BOT_PORT_80_TCP": "tcp://10.0.0.1:80",
        "DBRIDGE_BOT_PORT_80_TCP_ADDR": "10.0.0.1",
    }
    assert settings.load(config, links) == Settings()


def test_a_port_that_is_no_service_link_is_a_misspelt_key(config: Path) -> None:
    config.touch()
    with pytest.raises(SettingsError, match="DBRIDGE_HTTP_PORT: no such key"):
        settings.load(config, {"DBRIDGE_HTTP_PORT": "8003"})


def test_settings_never_show_the_password_of_a_url() -> None:
    storage = settings.Storage.model_construct(url="postgresql://me:hunter2@db/x")
    assert "hunter2" not in repr(storage)
    assert "hunter2" not in str(Settings.model_construct(storage=storage))


def test_copying_the_example_changes_nothing() -> None:
    assert settings.load(EXAMPLE, {}) == Settings()


def test_the_example_shows_exactly_the_keys_there_are_with_their_defaults(config: Path) -> None:
    config.write_text(_uncommented(EXAMPLE.read_text()))
    defaults = Settings().model_dump(mode="json", by_alias=True)
    assert tomllib.loads(config.read_text()) == defaults
    assert settings.load(config, {}) == Settings()


def test_the_example_says_something_about_every_key() -> None:
    lines = EXAMPLE.read_text().splitlines()
    groups = {"#l1_head", "#l1_tail"}  # explained together with l1_max_chars
    undocumented = {
        line.split(" ")[0]
        for before, line in pairwise(lines)
        if line.startswith("#") and " = " in line and not before.startswith("# ")
        if line[1].isalpha()
    }
    assert undocumented == groups


def _uncommented(example: str) -> str:
    """Documentation is "# text", a default is "#key = value"."""
    lines = example.splitlines()
    return "\n".join(
        line[1:] if line.startswith("#") and line[1:2].strip() else line for line in lines
    )
