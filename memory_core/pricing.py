"""What a call of a model costs."""

from collections.abc import Mapping
from dataclasses import dataclass

from memory_core.model import Spending, Usage

_PER = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Price:
    """USD per million tokens; cached input defaults to the usual shares of ``input``."""

    input: float
    output: float
    cache_write: float | None = None
    cache_read: float | None = None


Prices = Mapping[str, Price]


def spending(model: str, usage: Usage, prices: Prices) -> Spending | None:
    """Return what a turn has cost, None when it cost no tokens."""
    if usage == Usage():
        return None
    price = prices.get(model)
    cost = None if price is None else _cost(usage, price)
    return Spending(model=model, usage=usage, cost_usd=cost)


def _cost(usage: Usage, price: Price) -> float:
    write = price.input * 1.25 if price.cache_write is None else price.cache_write
    read = price.input * 0.1 if price.cache_read is None else price.cache_read
    total = (
        usage.input_tokens * price.input
        + usage.cache_creation_tokens * write
        + usage.cache_read_tokens * read
        + usage.output_tokens * price.output
    )
    return total / _PER
