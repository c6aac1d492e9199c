"""What the doctor says: each finding in one sentence, with what to do where something is to do."""

from abc import ABC, abstractmethod
from datetime import date

from memory_core.model import Language


class DoctorTexts(ABC):
    """The doctor's sentences, in one language."""

    @abstractmethod
    def settings(self, file: str | None, variables: str) -> str:
        """Say where the settings come from."""

    @abstractmethod
    def database(self, place: str, schema: int, free: str) -> str:
        """Say that the database is there, with room to grow."""

    @abstractmethod
    def no_database(self, place: str, free: str) -> str:
        """Say that the database will be made."""

    @abstractmethod
    def old_database(self, place: str, schema: int, newest: int) -> str:
        """Say that the database will be brought up to date."""

    @abstractmethod
    def database_trouble(self, place: str, reason: str) -> str:
        """Say what is wrong with the database."""

    @abstractmethod
    def little_space(self, free: str) -> str:
        """Say that the disk is nearly full."""

    @abstractmethod
    def offline(self) -> str:
        """Say that the built-in model answers, and how to choose another."""

    @abstractmethod
    def unexamined(self, provider: str) -> str:
        """Say that a provider cannot be examined."""

    @abstractmethod
    def server(self, address: str, *, keyed: bool) -> str:
        """Say that the server of the model answers, and whether it surely takes the key."""

    @abstractmethod
    def unreachable(self, address: str, detail: str) -> str:
        """Say that nobody answers at the address."""

    @abstractmethod
    def refused(self, address: str, detail: str) -> str:
        """Say that the server does not take the key."""

    @abstractmethod
    def no_api(self, address: str) -> str:
        """Say that something else answers at the address."""

    @abstractmethod
    def limited(self, address: str) -> str:
        """Say that the server is busy now."""

    @abstractmethod
    def model(self, key: str, model: str) -> str:
        """Say that the server knows a model."""

    @abstractmethod
    def deprecated(self, key: str, model: str, ends: date | None) -> str:
        """Say that a model will come to its end."""

    @abstractmethod
    def retired(self, key: str, model: str) -> str:
        """Say that a model has come to its end."""

    @abstractmethod
    def unknown(self, key: str, model: str, nearest: str | None) -> str:
        """Say that the server does not know a model."""

    @abstractmethod
    def untold(self, key: str, model: str) -> str:
        """Say that the server does not tell which models it knows."""

    @abstractmethod
    def unpriced(self, models: str) -> str:
        """Say that there are no cost figures for some models."""

    @abstractmethod
    def all_well(self) -> str:
        """Say that nothing is to be done."""

    @abstractmethod
    def to_do(self, count: int) -> str:
        """Say how many findings ask for something to be done."""


class DoctorEnglish(DoctorTexts):
    """The doctor in English."""

    def settings(self, file: str | None, variables: str) -> str:
        place = f"Settings from {file}" if file else "Settings: the defaults, no config.toml"
        return place + (f", and from the environment: {variables}" if variables else "")

    def database(self, place: str, schema: int, free: str) -> str:
        return f"Database {place}: can be written, schema {schema}, {free} free"

    def no_database(self, place: str, free: str) -> str:
        return f"Database {place}: made at the first start, {free} free"

    def old_database(self, place: str, schema: int, newest: int) -> str:
        return f"Database {place}: schema {schema}, the next start brings it to {newest}"

    def database_trouble(self, place: str, reason: str) -> str:
        return f"Database {place}: {reason}"

    def little_space(self, free: str) -> str:
        return f"Disk: only {free} free. Make room before the database stops taking messages."

    def offline(self) -> str:
        return "Model: the built-in offline one. Set llm.api_key or llm.base_url for another."

    def unexamined(self, provider: str) -> str:
        return f"Model: by {provider!r}, which I cannot examine. Ask it something."

    def server(self, address: str, *, keyed: bool) -> str:
        return f"Model server {address}: answers" + (" and takes the key" if keyed else "")

    def unreachable(self, address: str, detail: str) -> str:
        return (
            f"Model server {address}: no answer ({detail}). Is it running, is llm.base_url right, "
            "is there a firewall or proxy in between?"
        )

    def refused(self, address: str, detail: str) -> str:
        return (
            f"Model server {address}: refuses us ({detail}). "
            "Check llm.api_key (ANTHROPIC_API_KEY) and what it may do."
        )

    def no_api(self, address: str) -> str:
        return (
            f"Model server {address}: something answers, but not as the Messages API. "
            "Check llm.base_url; it ends before /v1."
        )

    def limited(self, address: str) -> str:
        return f"Model server {address}: busy or limited right now. Try again in a minute."

    def model(self, key: str, model: str) -> str:
        return f"{key} {model}: known"

    def deprecated(self, key: str, model: str, ends: date | None) -> str:
        when = f"ends on {ends}" if ends else "will end"
        return f"{key} {model}: deprecated, {when}. Choose another model."

    def retired(self, key: str, model: str) -> str:
        return f"{key} {model}: retired, it answers no more. Choose another model."

    def unknown(self, key: str, model: str, nearest: str | None) -> str:
        hint = f" Did you mean {nearest}?" if nearest else ""
        return f"{key} {model}: the server does not know it.{hint} Choose another model."

    def untold(self, key: str, model: str) -> str:
        return f"{key} {model}: cannot tell, the server lists no models. Ask it something."

    def unpriced(self, models: str) -> str:
        return f"Cost: no price for {models}, so only tokens are counted. llm.prices takes one."

    def all_well(self) -> str:
        return "All well."

    def to_do(self, count: int) -> str:
        return "1 thing to act on." if count == 1 else f"{count:,} things to act on."


class DoctorChinese(DoctorTexts):
    """The doctor in Chinese."""

    def settings(self, file: str | None, variables: str) -> str:
        place = f"配置来自 {file}" if file else "配置：全是默认值，没有 config.toml"
        return place + (f"，以及环境变量：{variables}" if variables else "")

    def database(self, place: str, schema: int, free: str) -> str:
        return f"数据库 {place}：可以写入，结构版本 {schema}，剩余 {free}"

    def no_database(self, place: str, free: str) -> str:
        return f"数据库 {place}：第一次启动时创建，剩余 {free}"

    def old_database(self, place: str, schema: int, newest: int) -> str:
        return f"数据库 {place}：结构版本 {schema}，下次启动会升级到 {newest}"

    def database_trouble(self, place: str, reason: str) -> str:
        return f"数据库 {place}：{reason}"

    def little_space(self, free: str) -> str:
        return f"磁盘：只剩 {free}。请在数据库写不进消息之前腾出空间。"

    def offline(self) -> str:
        return "模型：内置离线模型。想用别的，请设置 llm.api_key 或 llm.base_url。"

    def unexamined(self, provider: str) -> str:
        return f"模型：由 {provider!r} 提供，我无法检查。直接问它一句试试。"

    def server(self, address: str, *, keyed: bool) -> str:
        return f"模型服务器 {address}：有响应" + ("，密钥有效" if keyed else "")

    def unreachable(self, address: str, detail: str) -> str:
        return (
            f"模型服务器 {address}：没有响应（{detail}）。"
            "它在运行吗？llm.base_url 对吗？中间有没有防火墙或代理？"
        )

    def refused(self, address: str, detail: str) -> str:
        return (
            f"模型服务器 {address}：拒绝了我们（{detail}）。"
            "请检查 llm.api_key（ANTHROPIC_API_KEY）和它的权限。"
        )

    def no_api(self, address: str) -> str:
        return (
            f"模型服务器 {address}：有响应，但不是 Messages API。"
            "请检查 llm.base_url，它不包含 /v1。"
        )

    def limited(self, address: str) -> str:
        return f"模型服务器 {address}：正忙或达到上限。请过一分钟再试。"

    def model(self, key: str, model: str) -> str:
        return f"{key} {model}：可用"

    def deprecated(self, key: str, model: str, ends: date | None) -> str:
        when = f"{ends} 停用" if ends else "将会停用"
        return f"{key} {model}：已弃用，{when}。请换一个模型。"

    def retired(self, key: str, model: str) -> str:
        return f"{key} {model}：已停用，不再回答。请换一个模型。"

    def unknown(self, key: str, model: str, nearest: str | None) -> str:
        hint = f"你是想用 {nearest} 吗？" if nearest else ""
        return f"{key} {model}：服务器不认识它。{hint}请换一个模型。"

    def untold(self, key: str, model: str) -> str:
        return f"{key} {model}：无法判断，服务器没有模型列表。直接问它一句试试。"

    def unpriced(self, models: str) -> str:
        return f"费用：{models} 没有价格，只统计 token 数。可以在 llm.prices 里填写。"

    def all_well(self) -> str:
        return "一切正常。"

    def to_do(self, count: int) -> str:
        return f"有 {count:,} 处需要处理。"


_TEXTS: dict[Language, DoctorTexts] = {"en": DoctorEnglish(), "zh": DoctorChinese()}


def of(language: Language) -> DoctorTexts:
    """Return the doctor's sentences of a language."""
    return _TEXTS[language]
