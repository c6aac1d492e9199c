"""Which model answers: one factory per provider, imported only when it is chosen."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.settings import Llm
from memory_core.ports import ChatModel


@asynccontextmanager
async def _offline(_llm: Llm) -> AsyncIterator[ChatModel]:
    from bot.llm.offline_model import OfflineModel  # noqa: PLC0415 - see above

    yield OfflineModel()


_PROVIDERS: dict[str, Callable[[Llm], AbstractAsyncContextManager[ChatModel]]] = {
    "offline": _offline,
}


def open_model(llm: Llm) -> AbstractAsyncContextManager[ChatModel]:
    """Open the model that the settings choose, and close it after the block."""
    return _PROVIDERS[llm.chosen](llm)
