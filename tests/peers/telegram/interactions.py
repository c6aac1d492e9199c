"""What a person waits for after a tap or an inline query."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .messages import Message
from .users import User

if TYPE_CHECKING:
    from .world import World

Json = dict[str, Any]


@dataclass(eq=False, kw_only=True)
class Click:
    """A tapped button; the client shows a spinner until the bot answers the query."""

    world: World
    id: str
    by: User
    message: Message | None
    data: str
    at: float
    answer: Json | None = None

    @property
    def expired(self) -> bool:
        """Too old to be answered."""
        return self.world.clock.now() - self.at > self.world.callback_timeout

    async def answered(self, timeout: float = 5.0) -> Json:  # noqa: ASYNC109
        """What the bot answered: {} or text, show_alert, url."""
        await self.world.bell.until(lambda: self.answer is not None, timeout)
        return self.answer or {}


@dataclass(eq=False, kw_only=True)
class Inline:
    """An inline query, typed in any chat."""

    world: World
    id: str
    by: User
    query: str
    at: float
    results: list[Json] | None = None
    options: Json = field(default_factory=dict)

    async def answered(self, timeout: float = 5.0) -> list[Json]:  # noqa: ASYNC109
        """The results the bot offered."""
        await self.world.bell.until(lambda: self.results is not None, timeout)
        return self.results or []
