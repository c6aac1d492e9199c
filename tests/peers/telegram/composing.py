"""Turns what a person writes into a message: who it seems to be from, what it replies to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import utf16
from .chats import Chat
from .detect import detect
from .messages import Message
from .users import ANONYMOUS_ADMIN, CHANNEL_BOT, User
from .wire import chat_json, origin_json, quote_json, some, user_json

if TYPE_CHECKING:
    from .people import Person

Json = dict[str, Any]


def compose(
    person: Person,
    *,
    chat: Chat | None = None,
    topic: int | None = None,
    reply_to: Message | None = None,
    quote: str | None = None,
    anonymous: bool = False,
    as_channel: Chat | None = None,
    text: str | None = None,
    caption: str = "",
    entities: list[Json] | None = None,
    media: Json | None = None,
    extra: Json | None = None,
) -> Message:
    """A person's message appears in a chat, the private one by default."""
    chat = chat or person.chat
    _check_may_write(person, chat)
    if topic is not None:
        person.world.topic(chat, topic, person)
    sender, sender_chat = _face(person, chat, anonymous=anonymous, as_channel=as_channel)
    more = dict(extra or {})
    if reply_to is not None and reply_to.chat is not chat:
        more["external_reply"] = _external(reply_to)
        reply_to = None
    elif reply_to is not None and quote is not None:
        more["quote"] = quote_json(reply_to, quote)
    message = Message(
        chat=chat,
        id=person.world.new_message_id(chat),
        at=person.world.clock.now(),
        sender=sender,
        sender_chat=sender_chat,
        text=text,
        caption=caption or None,
        entities=entities if entities is not None else detect(caption),
        media=dict(media or {}),
        extra=more,
        topic=topic,
        reply_to=reply_to,
    )
    return person.world.post(message)


def _check_may_write(person: Person, chat: Chat) -> None:
    if chat.user is person:
        if person.blocked:
            raise PermissionError(f"{person.name} has blocked the bot")
        person.started = True
    elif chat.migrated_to is not None:
        raise PermissionError("this group is a supergroup now")
    elif person.id not in chat.members or not chat.members[person.id].present:
        raise PermissionError(f"{person.name} is not in {chat.title}")


def _face(
    person: Person, chat: Chat, *, anonymous: bool, as_channel: Chat | None
) -> tuple[User | None, Chat | None]:
    if chat.type == "channel":
        return None, chat
    if as_channel is not None:
        return CHANNEL_BOT, as_channel
    return (ANONYMOUS_ADMIN, chat) if anonymous else (person, None)


def mentioning(
    user: User, text: str, entities: list[Json] | None
) -> tuple[str, list[Json] | None]:
    if user.username:
        return f"@{user.username} {text}", entities
    name = user.name
    size = utf16.length(name)
    entity = {"type": "text_mention", "offset": 0, "length": size, "user": user_json(user)}
    return f"{name} {text}", [entity, *(entities or [])]


def with_found(text: str, entities: list[Json] | None) -> list[Json]:
    found = [*(entities or []), *detect(text)]
    return sorted(found, key=lambda entity: (entity["offset"], -entity["length"]))


def _external(message: Message) -> Json:
    return some(
        origin=origin_json(message),
        chat=None if message.chat.user else chat_json(message.chat),
        message_id=None if message.chat.user else message.id,
        **message.media,
    )


def old_forward_fields(origin: Json) -> Json:
    """The fields of before 7.0, which the server still sends."""
    return some(
        forward_date=origin["date"],
        forward_from=origin.get("sender_user"),
        forward_sender_name=origin.get("sender_user_name"),
        forward_from_chat=origin.get("chat") or origin.get("sender_chat"),
        forward_from_message_id=origin.get("message_id"),
    )
