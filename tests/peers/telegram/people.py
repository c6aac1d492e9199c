"""A person and what people do: write, reply, tap buttons, forward, block."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import utf16
from .chats import Chat
from .composing import compose, mentioning, old_forward_fields, with_found
from .interactions import Click, Inline
from .messages import Message
from .users import Member, User
from .wire import (
    chat_json,
    inaccessible_json,
    message_json,
    origin_json,
    some,
    user_json,
)

if TYPE_CHECKING:
    from .world import World

Json = dict[str, Any]

MAX_TEXT = 4096


@dataclass(eq=False, kw_only=True)
class Person(User):
    """Somebody with a phone in the hand. Other bots in a group are people with `is_bot`."""

    world: World = field(repr=False)

    @property
    def chat(self) -> Chat:
        """The private chat with the bot."""
        return self.world.private(self)

    async def say(
        self,
        text: str,
        *,
        chat: Chat | None = None,
        topic: int | None = None,
        reply_to: Message | None = None,
        quote: str | None = None,
        mention: User | None = None,
        entities: list[Json] | None = None,
        anonymous: bool = False,
        as_channel: Chat | None = None,
    ) -> Message:
        """Send a text. `mention` puts a name in front; `entities` are added to the found ones."""
        if mention is not None:
            text, entities = mentioning(mention, text, entities)
        if utf16.length(text) > MAX_TEXT:
            raise ValueError("clients cut texts at 4096: use paste()")
        return compose(
            self,
            text=text,
            entities=with_found(text, entities),
            chat=chat,
            topic=topic,
            reply_to=reply_to,
            quote=quote,
            anonymous=anonymous,
            as_channel=as_channel,
        )

    async def paste(self, text: str, *, chat: Chat | None = None) -> list[Message]:
        """A text of any length, cut by the client into messages of 4096."""
        pieces = [
            utf16.part(text, start, MAX_TEXT) for start in range(0, utf16.length(text), MAX_TEXT)
        ]
        return [await self.say(piece, chat=chat) for piece in pieces]

    async def start(self, payload: str = "") -> Message:
        """Press Start, perhaps by a link with a payload."""
        return await self.say(f"/start {payload}".strip())

    async def send_photo(
        self, data: bytes = b"\xff\xd8\xff", *, caption: str = "", **where: Any
    ) -> Message:
        """A picture."""
        stored = self.world.files.add(data, name="p.jpg", mime="image/jpeg", folder="photos")
        return compose(self, media=self.world.files.photo(stored), caption=caption, **where)

    async def send_document(
        self,
        data: bytes,
        name: str,
        mime: str = "application/octet-stream",
        *,
        caption: str = "",
        size: int = 0,
        **where: Any,
    ) -> Message:
        """A file; `size` claims more than `data` holds."""
        stored = self.world.files.add(data, name=name, mime=mime, size=size)
        return compose(self, media=self.world.files.document(stored), caption=caption, **where)

    async def send_album(
        self, pictures: list[bytes], *, caption: str = "", **where: Any
    ) -> list[Message]:
        """Several pictures in one go; the first carries the caption."""
        group = {"media_group_id": str(secrets.randbelow(10**17))}
        sent = []
        for number, data in enumerate(pictures):
            stored = self.world.files.add(data, name="a.jpg", mime="image/jpeg", folder="photos")
            media = self.world.files.photo(stored)
            words = "" if number else caption
            sent.append(compose(self, media=media, caption=words, extra=group, **where))
        return sent

    async def send_media(self, media: Json, *, caption: str = "", **where: Any) -> Message:
        """Anything else by its Bot API fields, such as {"voice": {…}} or {"sticker": {…}}."""
        return compose(self, media=media, caption=caption, **where)

    async def forward(
        self, message: Message, *, comment: str = "", hidden: bool = False, **where: Any
    ) -> Message:
        """Forward a message; a comment goes first, as clients do. Hidden: only a name is shown."""
        if comment:
            await self.say(comment, **where)
        origin = origin_json(message)
        if hidden and message.sender is not None:
            date = origin["date"]
            origin = {"type": "hidden_user", "sender_user_name": message.sender.name, "date": date}
        return compose(
            self,
            text=message.text,
            caption=message.caption or "",
            entities=list(message.entities),
            media=message.media,
            extra={"forward_origin": origin, **old_forward_fields(origin)},
            **where,
        )

    async def click(self, message: Message, label: str = "", *, data: str | None = None) -> Click:
        """Tap a button by its label; `data` sends any payload, as an old client may."""
        if data is None:
            button = message.button(label)
            if "callback_data" not in button:
                raise LookupError(f"{label!r} is no callback button: {button}")
            data = str(button["callback_data"])
        now = self.world.clock.now()
        click = Click(
            world=self.world,
            id=str(secrets.randbelow(10**18)),
            by=self,
            message=message,
            data=data,
            at=now,
        )
        self.world.clicks[click.id] = click
        shown = inaccessible_json(message) if message.deleted else message_json(message)
        self.world.updates.put(
            "callback_query",
            {
                "id": click.id,
                "from": user_json(self),
                "message": shown,
                "chat_instance": str(-(message.chat.id**2) % 10**18),
                "data": data,
            },
        )
        return click

    async def block(self) -> None:
        """Stop and block the bot."""
        self._standing("member", "kicked", blocked=True)

    async def unblock(self) -> None:
        """Restart the bot after a block."""
        self._standing("kicked", "member", blocked=False)

    async def react(self, message: Message, emoji: str) -> None:
        """Put a reaction on a message; bots must ask for these updates."""
        self.world.updates.put(
            "message_reaction",
            {
                "chat": chat_json(message.chat),
                "message_id": message.id,
                "user": user_json(self),
                "date": int(self.world.clock.now()),
                "old_reaction": [],
                "new_reaction": [{"type": "emoji", "emoji": emoji}],
            },
        )

    async def stop_generation(self, draft_id: int) -> None:
        """Press Stop under a streamed draft."""
        draft = self.chat.drafts[draft_id]
        if not draft.can_stop:
            raise LookupError(f"draft {draft_id} has no Stop button")
        found = some(chat=chat_json(self.chat), draft_id=draft_id, message_thread_id=draft.topic)
        self.world.updates.put("stopped_message_generation", found)

    async def inline(self, query: str) -> Inline:
        """Type "@bot query" somewhere."""
        inline = Inline(
            world=self.world,
            id=str(secrets.randbelow(10**18)),
            by=self,
            query=query,
            at=self.world.clock.now(),
        )
        self.world.inlines[inline.id] = inline
        found = {"id": inline.id, "from": user_json(self), "query": query, "offset": ""}
        self.world.updates.put("inline_query", {**found, "chat_type": "sender"})
        return inline

    async def choose(self, inline: Inline, index: int = 0) -> str | None:
        """Take one of the offered results; the inline message id, if it has a keyboard."""
        result = (inline.results or [])[index]
        sent = secrets.token_urlsafe(16) if "reply_markup" in result else None
        self.world.updates.put(
            "chosen_inline_result",
            some(
                result_id=result["id"],
                query=inline.query,
                inline_message_id=sent,
                **{"from": user_json(self)},
            ),
        )
        return sent

    def _standing(self, old: str, new: str, *, blocked: bool) -> None:
        self.blocked = blocked
        before = Member(user=self.world.bot, status=old)
        after = Member(user=self.world.bot, status=new)
        self.world.standing(self.chat, before, after, self)
