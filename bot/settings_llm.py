"""[llm]: who writes the answers, and what that costs."""

from typing import Self

from pydantic import Field, SecretStr, model_validator

from bot.settings_section import Section
from bot.settings_types import Amount, BaseUrl, Count, Name, Provider
from memory_core.policy import DEFAULT
from memory_core.pricing import Price, Prices


class PriceTable(Section):
    """USD per million tokens of one model; cached input costs the usual shares unless said."""

    input: Amount = Field(ge=0)
    output: Amount = Field(ge=0)
    cache_write: Amount | None = Field(None, ge=0)
    cache_read: Amount | None = Field(None, ge=0)


_CLAUDE = {
    "claude-fable-5-2": PriceTable(input=8, output=40, cache_write=10, cache_read=0.2),
    "claude-opus-5-5": PriceTable(input=4, output=20, cache_write=5, cache_read=0.2),
    "claude-sonnet-5-5": PriceTable(input=2, output=10, cache_write=2.5, cache_read=0.1),
    "claude-haiku-5-5": PriceTable(input=0.1, output=0.5, cache_write=0.125, cache_read=0.01),
}
"""https://platform.claude.com/docs/en/about-claude/pricing, for prompts up to 100,000 tokens."""


class Llm(Section):
    """Who writes the answers; times in seconds."""

    provider: Provider = "auto"
    api_key: SecretStr = SecretStr("")
    base_url: BaseUrl = ""
    model: Name = "claude-sonnet-5-5"
    small_model: str = "claude-haiku-5-5"
    reserve_tokens: Count = Field(4096, ge=1, le=1_000_000)
    turn_timeout_s: Amount = Field(DEFAULT.turn_timeout_s, gt=0, le=86_400)
    first_token_timeout_s: Amount = Field(60.0, gt=0, le=86_400)
    prices: dict[str, PriceTable] = _CLAUDE

    @property
    def chosen(self) -> str:
        """The provider that "auto" stands for."""
        if self.provider != "auto":
            return self.provider
        return "anthropic" if self.api_key.get_secret_value() or self.base_url else "offline"

    @property
    def described(self) -> str:
        """Provider and model, for the log."""
        return self.chosen if self.chosen == "offline" else f"{self.model} by {self.chosen}"

    @property
    def small(self) -> str:
        """The model for work in the background."""
        return self.small_model or self.model

    def priced(self) -> Prices:
        """Return the prices as the core knows them."""
        return {model: Price(**table.model_dump()) for model, table in self.prices.items()}

    @model_validator(mode="after")
    def _has_a_way_in(self) -> Self:
        way_in = self.api_key.get_secret_value() or self.base_url
        if self.provider == "anthropic" and not way_in:
            raise ValueError("llm.api_key: is missing; llm.provider is 'anthropic'")
        return self
