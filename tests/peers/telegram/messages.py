"""A message: what it says now, what it said before, and what its author does with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import utf16
from .users import User

if TYPE_CHECKING:
    from .chats import Chat

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Revision:
    """What a message said before an edit, and since when."""

    text: str
    buttons: list[list[str]]
    at: float


@dataclass(eq=False, kw_only=True)
class Message:
    """A message as everybody in the chat sees it, now and in its earlier versions."""

    chat: Chat
    id: int
    at: float
    sender: User | None = None
    sender_chat: Chat | None = None
    text: str | None = None
    caption: str | None = None
    entities: list[Json] = field(default_factory=list)
    media: Json = field(default_factory=dict)
    service: Json = field(default_factory=dict)
    extra: Json = field(default_factory=dict)
    topic: int | None = None
    reply_to: Message | None = None
    reply_markup: Json | None = None
    only_for: User | None = None
    edited_at: float | None = None
    deleted: bool = False
    from_bot: bool = False
    revisions: list[Revision] = field(default_factory=list)

    @property
    def shown(self) -> str:
        """The text or caption on the screen."""
        return self.text if self.text is not None else self.caption or ""

    @property
    def edited(self) -> bool:
        """Carries the mark "edited"."""
        return self.edited_at is not None

    @property
    def buttons(self) -> list[list[str]]:
        """The labels of the inline keyboard, row by row."""
        rows = (self.reply_markup or {}).get("inline_keyboard", [])
        return [[str(button["text"]) for button in row] for row in rows]

    @property
    def labels(self) -> list[str]:
        """All button labels in one row."""
        return [label for row in self.buttons for label in row]

    def button(self, label: str) -> Json:
        """The button with this label, else the first one that contains it."""
        rows = (self.reply_markup or {}).get("inline_keyboard", [])
        buttons: list[Json] = [button for row in rows for button in row]
        exact = [button for button in buttons if button["text"] == label]
        near = [button for button in buttons if label in button["text"]]
        if not exact and not near:
            raise LookupError(f"no button {label!r}, only {self.labels}")
        return (exact or near)[0]

    def marked(self, kind: str) -> list[str]:
        """The parts of the text under entities of this type."""
        return [
            utf16.part(self.shown, entity["offset"], entity["length"])
            for entity in self.entities
            if entity["type"] == kind
        ]

    @property
    def thread_root(self) -> Message:
        """The first message of a chain of replies."""
        return self if self.reply_to is None else self.reply_to.thread_root

    async def edit(self, text: str) -> None:
        """Its author changes the text or caption; the bot hears of it."""
        self.chat.world.rewrite(self, text)

    async def delete(self) -> None:
        """Its author deletes it; bots are not told."""
        self.chat.world.remove(self)

    async def next_edit(self, timeout: float = 5.0) -> Revision:  # noqa: ASYNC109
        """Wait until it is edited once more; returns what it said before."""
        known = len(self.revisions)
        await self.chat.world.bell.until(lambda: len(self.revisions) > known, timeout)
        return self.revisions[known]
