"""A chat as the people in it see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .messages import Message
from .users import Member, Topic, User

if TYPE_CHECKING:
    from .world import World


@dataclass(frozen=True, kw_only=True)
class Action:
    """A "typing…" the people in the chat could see."""

    name: str
    topic: int | None
    at: float


@dataclass(kw_only=True)
class Draft:
    """A streamed preview in a private chat."""

    id: int
    text: str
    topic: int | None
    can_stop: bool
    at: float
    versions: list[str] = field(default_factory=list)


@dataclass(eq=False, kw_only=True)
class Chat:
    """A private chat, group, supergroup or channel."""

    world: World = field(repr=False)
    id: int
    type: str
    title: str | None = None
    username: str | None = None
    user: User | None = None
    has_topics: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    messages: list[Message] = field(default_factory=list, repr=False)
    actions: list[Action] = field(default_factory=list)
    drafts: dict[int, Draft] = field(default_factory=dict)
    migrated_to: int | None = None
    migrated_from: int | None = None
    linked: Chat | None = field(default=None, repr=False)
    read: int = 0

    def message(self, message_id: int) -> Message | None:
        """A message that is still there."""
        found = (m for m in self.messages if m.id == message_id and not m.deleted)
        return next(found, None)

    @property
    def from_bot(self) -> list[Message]:
        """What the bot has sent, deleted messages included, oldest first."""
        return [message for message in self.messages if message.from_bot]

    def replies_to(self, message: Message) -> list[Message]:
        """What the bot has answered to one message."""
        return [answer for answer in self.from_bot if answer.reply_to is message]

    @property
    def visible(self) -> list[Message]:
        """What a person would see when scrolling up."""
        return [message for message in self.messages if not message.deleted]

    @property
    def texts(self) -> list[str]:
        """The visible texts of the bot."""
        return [message.shown for message in self.visible if message.from_bot]

    async def next_from_bot(self, timeout: float = 5.0) -> Message:  # noqa: ASYNC109
        """The oldest message of the bot that this method has not returned yet."""

        def unread() -> list[Message]:
            return self.from_bot[self.read :]

        message = (await self.world.bell.until(unread, timeout))[0]
        self.read += 1
        return message

    async def silent_until(self, condition: Callable[[], Any], timeout: float = 5.0) -> None:  # noqa: ASYNC109
        """Wait for `condition` and make sure that the bot said nothing here meanwhile."""
        before = len(self.from_bot)
        await self.world.bell.until(condition, timeout)
        said = [message.shown for message in self.from_bot[before:]]
        if said:
            raise AssertionError(f"expected silence, but the bot said {said}")
