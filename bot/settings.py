"""Settings from config file and environment; nothing else in the program reads either."""

import os
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from bot import settings_problems, settings_sources
from bot.settings_llm import Llm
from bot.settings_section import Section
from bot.settings_sources import Written
from bot.settings_types import (
    Amount,
    Count,
    Database,
    GroupOrAny,
    Level,
    Operator,
    PersonOrAny,
    Proxy,
    WebAddress,
    Word,
)
from memory_core.errors import SettingsError
from memory_core.model import Agent, AgentId, RunnerType
from memory_core.policy import DEFAULT, Policy

__all__ = ["ALIASES", "Groups", "Llm", "Log", "Section", "Settings", "Telegram", "load", "load_as"]

ALIASES = {
    "ANTHROPIC_API_KEY": "llm.api_key",
    "ANTHROPIC_BASE_URL": "llm.base_url",
    "DATABASE_URL": "storage.url",
    "LOG_LEVEL": "log.level",
    "TELEGRAM_BOT_TOKEN": "telegram.token",
    "TELEGRAM_PROXY": "telegram.proxy",
}
"""Names of the environment that people have already; ``DBRIDGE_SECTION__KEY`` beats them."""

_S = TypeVar("_S", bound=BaseSettings)


def load(path: Path | None = None, environ: Mapping[str, str] = os.environ) -> "Settings":
    """Return the settings of the file at ``path`` and of ``environ``, which beats the file.

    Without ``path`` it is the file that ``DBRIDGE_CONFIG`` names, or ./config.toml if there is
    one. Raises SettingsError with all problems, one per line.
    """
    return load_as(Settings, path, environ)


def written(path: Path | None, environ: Mapping[str, str]) -> Written:
    """Return where the settings come from: the file, and the names of the environment."""
    return settings_sources.read(settings_sources.keys_of(Settings), ALIASES, path, environ)


def load_as(model: type[_S], path: Path | None, environ: Mapping[str, str]) -> _S:
    """Load any settings model; ``load`` is this for ours."""
    keys = settings_sources.keys_of(model)
    written = settings_sources.read(keys, ALIASES, path, environ)
    problems = list(settings_problems.unknown_variables(written, keys))
    layers = (written.from_environment, written.from_file)
    sources = tuple(InitSettingsSource(model, layer) for layer in layers)
    try:
        loaded = model(_build_sources=(sources, {}))
    except ValidationError as error:
        problems.extend(settings_problems.refused(error, written, keys))
    if problems:
        raise SettingsError("\n".join(problems))  # unchained: the cause repeats what was given
    return loaded


class Log(Section):
    """What is written about the program's work, and where; an empty ``file`` is stderr."""

    level: Level = "INFO"
    format: Literal["text", "json"] = "text"
    file: str = ""


class Storage(Section):
    """Where everything is kept, and how surely."""

    url: Database = "sqlite:///data/dbridge.db"
    durability: Literal["full", "normal"] = "full"

    @property
    def path(self) -> Path:
        """The database file."""
        return Path(self.url.removeprefix("sqlite:///")).expanduser()


class Memory(Section):
    """What the model sees of a conversation: tokens of a prompt, characters of a message."""

    context_window: Count = Field(DEFAULT.context_window, ge=1_000, le=10_000_000)
    l1_max_chars: Count = Field(DEFAULT.l1_max_chars, ge=1, le=10_000_000)
    l1_head: Count = Field(DEFAULT.l1_head, ge=0)
    l1_tail: Count = Field(DEFAULT.l1_tail, ge=0)
    l2_ratio: Amount = Field(DEFAULT.l2_ratio, gt=0, le=1)
    l3_ratio: Amount = Field(DEFAULT.l3_ratio, gt=0, le=1)
    keep_recent: Count = Field(DEFAULT.keep_recent, ge=1, le=1_000)
    pending_ttl_s: Amount = Field(DEFAULT.compaction_lease.total_seconds(), ge=1, le=86_400)

    @model_validator(mode="after")
    def _head_and_tail_fit(self) -> Self:
        kept = self.l1_head + self.l1_tail
        if kept > self.l1_max_chars:
            raise ValueError(
                f"memory.l1_head + memory.l1_tail: {self.l1_head} + {self.l1_tail} = {kept}, "
                f"must be at most memory.l1_max_chars, which is {self.l1_max_chars}"
            )
        return self


class Limits(Section):
    """What one person may do; 0 means no limit."""

    input_chars: Count = Field(DEFAULT.input_chars, ge=0, le=10_000_000)


class Telegram(Section):
    """The bot on Telegram, and who may use it; without a token it is not there.

    Ids are kept as text: those of people are positive, those of groups negative.
    """

    token: SecretStr = SecretStr("")
    api_base: WebAddress = "https://api.telegram.org"
    proxy: Proxy = ""
    allowed_users: tuple[PersonOrAny, ...] = ()
    allowed_chats: tuple[GroupOrAny, ...] = ()
    operators: tuple[Operator, ...] = ()
    stream: Literal["edit", "off"] = "edit"
    grace_s: Count = Field(25, ge=0, le=3_600)


class Groups(Section):
    """What members of a group may do."""

    reset_by: Literal["members", "admins"] = "members"


class Scheduler(Section):
    """How often work in the background is done, in seconds."""

    sweep_s: Amount = Field(30.0, ge=1, le=86_400)
    snapshot_s: Amount = Field(300.0, ge=1, le=86_400)


class AgentTable(Section):
    """One [[agents]] table; without a name the agent is called by its id."""

    id: Word
    name: str = ""
    prompt: str = ""
    model: str = ""
    runner_type: RunnerType = "sdk"

    def agent(self, usual_model: str | None) -> Agent:
        """Return the agent as the core knows it."""
        return Agent(
            id=AgentId(self.id),
            name=self.name or self.id,
            prompt=self.prompt,
            model=self.model or usual_model,
            runner_type=self.runner_type,
        )


def _at_least_one_and_different(agents: tuple[AgentTable, ...]) -> tuple[AgentTable, ...]:
    if not agents:
        raise ValueError("must have at least one entry")
    twice = [repr(id_) for id_, times in Counter(each.id for each in agents).items() if times > 1]
    if twice:
        raise ValueError(f"must have different ids; more than once: {', '.join(twice)}")
    return agents


class Settings(BaseSettings):
    """All settings, checked."""

    model_config = SettingsConfigDict(
        case_sensitive=True, extra="forbid", frozen=True, hide_input_in_errors=True
    )

    log: Log = Log()
    storage: Storage = Storage()
    memory: Memory = Memory()
    limits: Limits = Limits()
    llm: Llm = Llm()
    scheduler: Scheduler = Scheduler()
    telegram: Telegram = Telegram()
    groups: Groups = Groups()
    agent_tables: Annotated[
        tuple[AgentTable, ...], Field(alias="agents"), AfterValidator(_at_least_one_and_different)
    ] = (AgentTable(id="default", name="Assistant"),)

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The characters the bot can have; the first one is the default."""
        usual = None if self.llm.chosen == "offline" else self.llm.model
        return tuple(table.agent(usual) for table in self.agent_tables)

    def policy(self) -> Policy:
        """Return the limits and thresholds of the memory core."""
        return Policy(
            context_window=self.memory.context_window,
            l1_max_chars=self.memory.l1_max_chars,
            l1_head=self.memory.l1_head,
            l1_tail=self.memory.l1_tail,
            l2_ratio=self.memory.l2_ratio,
            l3_ratio=self.memory.l3_ratio,
            keep_recent=self.memory.keep_recent,
            compaction_lease=timedelta(seconds=self.memory.pending_ttl_s),
            input_chars=self.limits.input_chars,
            turn_timeout_s=self.llm.turn_timeout_s,
        )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the framework's signature
        init_settings: PydanticBaseSettingsSource,
        *_others: PydanticBaseSettingsSource,
        **_more: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read nothing behind the caller's back: ``Settings()`` is the defaults."""
        return (init_settings,)
