"""What an update is to us, from the update itself and who may talk to the bot: nothing is asked.

https://core.telegram.org/bots/api#update
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiogram.types import CallbackQuery, ChatMemberUpdated, Message, MessageEntity, Update
from pydantic import ValidationError

from bot import slash
from bot.slash import Call
from bot.telegram import keys
from bot.telegram.access import Access
from bot.telegram.claims import is_claim
from bot.telegram.places import Place
from memory_core.model import ChatKey

log = logging.getLogger(__name__)

UPDATE_TYPES = ("message", "edited_message", "callback_query", "my_chat_member")
"""What is asked for; each of them is handled below."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Chatter:
    """A message the model is to answer."""

    message: Message
    text: str
    """Its text or caption without the bot's own name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A slash command."""

    message: Message
    call: Call


@dataclass(frozen=True, kw_only=True, slots=True)
class Click:
    """A button that somebody pressed."""

    query: CallbackQuery
    message: Message


@dataclass(frozen=True, kw_only=True, slots=True)
class Expired:
    """A button under a message so old that Telegram does not show it any more."""

    query: CallbackQuery
    chat_id: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """A message that was for us has another text now."""

    message: Message


@dataclass(frozen=True, kw_only=True, slots=True)
class Unreadable:
    """Something in a private chat that cannot be read, such as a picture without words."""

    message: Message


@dataclass(frozen=True, kw_only=True, slots=True)
class Stranger:
    """Somebody in a private chat who may not talk to the bot, but may ask for their id."""

    message: Message
    asks_id: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Membership:
    """The bot was let into a chat, blocked or removed."""

    change: ChatMemberUpdated


@dataclass(frozen=True, kw_only=True, slots=True)
class Migration:
    """A group became a supergroup with another id."""

    old: int
    new: int


Incoming = (
    Chatter | Command | Click | Expired | Edit | Unreadable | Stranger | Membership | Migration
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Me:
    """Who the bot is on Telegram."""

    id: int
    username: str


def classify(update: Mapping[str, Any], me: Me, access: Access) -> Incoming | None:
    """Return what an update is to us; None when it is nothing, or makes no sense."""
    try:
        parsed = Update.model_validate(update)
    except ValidationError:
        log.warning("an update of unknown shape was passed over")
        return None
    if parsed.message is not None:
        return _message(parsed.message, me, access)
    if parsed.edited_message is not None:
        found = _message(parsed.edited_message, me, access)
        return Edit(message=found.message) if isinstance(found, Chatter | Command) else None
    if parsed.callback_query is not None:
        return _click(parsed.callback_query, access)
    if parsed.my_chat_member is not None:
        return _membership(parsed.my_chat_member, access)
    return None


def place_of(incoming: Incoming) -> Place:
    """Return where something happened."""
    match incoming:
        case Membership(change=change):
            return Place(change.chat.id)
        case Migration(old=old):
            return Place(old)
        case Expired(chat_id=chat_id):
            return Place(chat_id)
        case _:
            return place_of_message(incoming.message)


def place_of_message(message: Message) -> Place:
    """Return where a message stands; only a topic message belongs to a topic."""
    topic = message.message_thread_id if message.is_topic_message else None
    return Place(message.chat.id, topic)


def sender_id(message: Message) -> int | None:
    """Return who speaks: a person, or the chat that an anonymous admin or a channel speaks for."""
    if message.sender_chat is not None:
        return message.sender_chat.id
    return None if message.from_user is None else message.from_user.id


def _message(message: Message, me: Me, access: Access) -> Incoming | None:
    sender = sender_id(message)
    if sender is None or _is_machine(message):
        return None
    if message.migrate_to_chat_id is not None:
        return _migration(message, message.migrate_to_chat_id, access)
    text, entities = _text(message)
    said = _Said(message=message, text=text, entities=entities, call=_call(text, entities, me))
    private = message.chat.type == "private"
    allowed = access.may_talk(sender, message.chat.id, private=private)
    if private:
        return _private(said, me) if allowed or said.is_claim else said.stranger()
    return _in_group(said, me) if allowed else None


def _private(said: "_Said", me: Me) -> Incoming | None:
    if said.call is not None:
        return Command(message=said.message, call=said.call)
    if said.is_foreign:
        return None
    if said.text.strip():
        return said.chatter(me)
    return Unreadable(message=said.message) if _has_media(said.message) else None


def _in_group(said: "_Said", me: Me) -> Incoming | None:
    if said.message.chat.type not in ("group", "supergroup"):
        return None
    if said.call is not None:
        known = slash.find(said.call.word, terminal=False) is not None
        return Command(message=said.message, call=said.call) if known else None
    if said.is_foreign or not said.text.strip():
        return None
    return said.chatter(me) if _is_addressed(said, me) else None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Said:
    """A message with what it says; ``call`` is a command that may be ours."""

    message: Message
    text: str
    entities: list[MessageEntity]
    call: Call | None

    @property
    def is_foreign(self) -> bool:
        """Whether it is a command of another bot."""
        return self.call is None and _first_command(self.entities) is not None

    @property
    def is_claim(self) -> bool:
        """Whether somebody may be claiming the bot: strangers may do that."""
        own = self.message.text is not None and self.message.forward_origin is None
        return own and self.call is not None and is_claim(self.call)

    def stranger(self) -> Stranger:
        """Return it as somebody's who may not talk to the bot."""
        asks_id = self.call is not None and self.call.word == "whoami"
        return Stranger(message=self.message, asks_id=asks_id)

    def chatter(self, me: Me) -> Chatter:
        """Return it as a message for the model."""
        return Chatter(message=self.message, text=_without_name(self.text, self.entities, me))


def _is_machine(message: Message) -> bool:
    """Whether no person wrote it: a bot, or a channel's post that Telegram copied here."""
    if message.is_automatic_forward:
        return True
    by_bot = message.from_user is not None and message.from_user.is_bot
    return by_bot and message.sender_chat is None


def _text(message: Message) -> tuple[str, list[MessageEntity]]:
    if message.text is not None:
        return message.text, message.entities or []
    return message.caption or "", message.caption_entities or []


def _first_command(entities: list[MessageEntity]) -> MessageEntity | None:
    return next((e for e in entities if e.type == "bot_command" and e.offset == 0), None)


def _call(text: str, entities: list[MessageEntity], me: Me) -> Call | None:
    """Return the command a text begins with, None for another bot's."""
    first = _first_command(entities)
    if first is None:
        return None
    command = first.extract_from(text)
    word, _, addressee = command.removeprefix("/").partition("@")
    if addressee and addressee.lower() != me.username.lower():
        return None
    return Call(word=word.lower(), rest=text[len(command) :].strip())


def _is_addressed(said: _Said, me: Me) -> bool:
    replied = said.message.reply_to_message
    if replied is not None and replied.from_user is not None and replied.from_user.id == me.id:
        return replied.forum_topic_created is None
    return any(_names_me(entity, said.text, me) for entity in said.entities)


def _names_me(entity: MessageEntity, text: str, me: Me) -> bool:
    if entity.type == "text_mention":
        return entity.user is not None and entity.user.id == me.id
    if entity.type != "mention":
        return False
    return entity.extract_from(text).lower() == f"@{me.username}".lower()


def _without_name(text: str, entities: list[MessageEntity], me: Me) -> str:
    """Return the text without the bot's own name; a bare name stays."""
    names = [entity.extract_from(text) for entity in entities if _names_me(entity, text, me)]
    rest = text
    for name in names:
        rest = rest.replace(name, "", 1)
    return rest.strip() or text.strip()


def _has_media(message: Message) -> bool:
    """Whether a person sent something; service messages are no such thing."""
    media = (
        message.photo,
        message.video,
        message.voice,
        message.audio,
        message.document,
        message.sticker,
        message.animation,
        message.video_note,
        message.location,
        message.contact,
        message.poll,
        message.dice,
        message.venue,
    )
    return any(each is not None for each in media)


def _click(query: CallbackQuery, access: Access) -> Click | Expired | None:
    message = query.message
    if message is None:
        return None
    private = message.chat.type == "private"
    if not access.may_talk(query.from_user.id, message.chat.id, private=private):
        return None
    if isinstance(message, Message):
        return Click(query=query, message=message)
    return Expired(query=query, chat_id=message.chat.id)


def _membership(change: ChatMemberUpdated, access: Access) -> Membership | None:
    by, chat = change.from_user.id, change.chat
    if chat.type == "channel" or not access.may_talk(by, chat.id, private=chat.type == "private"):
        return None
    return Membership(change=change)


def _migration(message: Message, new: int, access: Access) -> Migration | None:
    old = message.chat.id
    if not access.may_talk(sender_id(message) or 0, old, private=False):
        return None
    return Migration(old=old, new=new)


def lane_of(incoming: Incoming) -> ChatKey:
    """Return the lane in which something is handled."""
    return keys.lane(place_of(incoming))
