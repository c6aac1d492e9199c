"""Who can write the answers: a name for ``llm.provider``, and the module that opens its models.

A module is imported only when it is chosen. It has ``open_models`` as below, and may have
``examine`` for the doctor.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, Literal, Protocol, cast

from memory_core.ports import ChatModel, Clock, JsonModel

if TYPE_CHECKING:  # the settings ask this module for the names
    from bot.settings import Llm

PROVIDERS: dict[str, str] = {
    "anthropic": "bot.llm.anthropic_provider",
    "offline": "bot.llm.offline_model",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Models:
    """What a provider opens: who answers, and who gives answers of a shape, if it has one."""

    chat: ChatModel
    json: JsonModel | None = None


class Provider(Protocol):
    """What a provider's module offers."""

    def open_models(self, llm: "Llm", clock: Clock) -> AbstractAsyncContextManager[Models]:
        """Open the models that the settings describe, and close them after the block."""
        ...


ModelState = Literal["active", "deprecated", "retired", "unknown", "untold"]
"""``untold``: the server has no list of models."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelCheck:
    """What a server says of a model."""

    model: str
    state: ModelState
    ends: date | None = None
    nearest: str | None = None


class Examined(Protocol):
    """A provider that can be looked at from outside."""

    def address(self, llm: "Llm") -> str:
        """Return where the server is."""
        ...

    async def examine(self, llm: "Llm", models: Sequence[str]) -> tuple[ModelCheck, ...]:
        """Ask the server for each of ``models``. Raises ModelError when it cannot be asked."""
        ...


def open_models(llm: "Llm", clock: Clock) -> AbstractAsyncContextManager[Models]:
    """Open the models that the settings choose, and close them after the block."""
    return cast("Provider", import_module(PROVIDERS[llm.chosen])).open_models(llm, clock)


def examined(llm: "Llm") -> Examined | None:
    """Return the chosen provider if it can be examined."""
    module = import_module(PROVIDERS[llm.chosen])
    return cast("Examined", module) if hasattr(module, "examine") else None
