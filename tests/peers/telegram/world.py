"""Everything the twin knows, and the few things that happen to it from the people's side."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

from .bell import Bell
from .chats import Chat
from .clock import TwinClock
from .detect import detect
from .entities import INSIDE_CODE
from .files import FileStore
from .messages import Message, Revision
from .privacy import reaches_bot
from .updates import UpdateQueue
from .users import ANONYMOUS_ADMIN, CHANNEL_BOT, SERVICE_ACCOUNT, Member, Topic, User
from .wire import chat_json, member_json, message_json, user_json

if TYPE_CHECKING:
    from .interactions import Click, Inline

Json = dict[str, Any]


class World:
    """People, chats, files and updates; the Bot API methods and the stories both act on it."""

    def __init__(self, *, bot: User, privacy_mode: bool, private_topics: bool) -> None:
        self.clock = TwinClock()
        self.bell = Bell()
        self.bot = bot
        self.privacy_mode = privacy_mode
        self.private_topics = private_topics
        self.updates = UpdateQueue(self.clock, self.bell)
        self.files = FileStore()
        known = (bot, ANONYMOUS_ADMIN, CHANNEL_BOT, SERVICE_ACCOUNT)
        self.users: dict[int, User] = {user.id: user for user in known}
        self.chats: dict[int, Chat] = {}
        self.clicks: dict[str, Click] = {}
        self.inlines: dict[str, Inline] = {}
        self.dropped_entities: list[tuple[Json, str]] = []
        self.cut_styles: list[Json] = []
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.descriptions: dict[tuple[str, str], str] = {}
        self.callback_timeout = 30.0
        self._ids = itertools.count(5_000_000_001, 1_000_003)
        self._shared_message_ids = itertools.count(101)
        self._chat_message_ids: dict[int, itertools.count[int]] = {}

    def new_id(self) -> int:
        """An id nobody has yet: users positive, chats negate it."""
        return next(self._ids)

    def new_message_id(self, chat: Chat) -> int:
        """Supergroups and channels count their own; private chats and small groups share."""
        if chat.type in {"private", "group"}:
            return next(self._shared_message_ids)
        numbers = self._chat_message_ids.setdefault(chat.id, itertools.count(1))
        return next(number for number in numbers if number not in chat.topics)

    def drop(self, entity: Json, why: str) -> None:
        """An entity the server discards silently; styles cut out of code are no loss."""
        if why == INSIDE_CODE:
            self.cut_styles.append(entity)
        else:
            self.dropped_entities.append((entity, why))

    def private(self, user: User) -> Chat:
        """The private chat of a person with the bot."""
        if user.id not in self.chats:
            self.chats[user.id] = Chat(
                world=self, id=user.id, type="private", user=user, has_topics=self.private_topics
            )
        return self.chats[user.id]

    def bot_member(self, chat: Chat) -> Member | None:
        """How the bot stands in a group or channel."""
        return chat.members.get(self.bot.id)

    def topic(self, chat: Chat, topic_id: int, creator: User) -> Topic:
        """The topic with this id, made on first use."""
        if not chat.has_topics:
            raise ValueError(f"{chat.title or chat.type} has no topics")
        if topic_id not in chat.topics:
            if any(message.id == topic_id for message in chat.messages):
                raise ValueError(f"message {topic_id} exists and is no topic")
            now = int(self.clock.now())
            chat.topics[topic_id] = Topic(
                id=topic_id, name=f"Topic {topic_id}", creator=creator, created=now
            )
        return chat.topics[topic_id]

    def post(self, message: Message) -> Message:
        """A message appears in its chat; people's messages become updates."""
        message.chat.messages.append(message)
        if message.from_bot:
            message.chat.drafts.clear()
        else:
            self.tell(message, edited=False)
        self.bell.ring()
        return message

    def tell(self, message: Message, *, edited: bool) -> None:
        """Queue the update about a new or edited message, if it reaches the bot at all."""
        if not reaches_bot(message):
            return
        kind = "channel_post" if message.chat.type == "channel" else "message"
        self.updates.put(f"edited_{kind}" if edited else kind, message_json(message))

    def rewrite(self, message: Message, text: str) -> None:
        """A person edits a message."""
        self.revise(message)
        if message.text is not None:
            message.text = text
        else:
            message.caption = text
        message.entities = detect(text)
        message.edited_at = self.clock.now()
        self.tell(message, edited=True)
        self.bell.ring()

    def revise(self, message: Message) -> None:
        """Remember what the message said until now."""
        message.revisions.append(
            Revision(text=message.shown, buttons=message.buttons, at=self.clock.now())
        )

    def remove(self, message: Message) -> None:
        """A message disappears; no update tells of it."""
        message.deleted = True
        self.bell.ring()

    def stand(self, chat: Chat, member: Member, by: User) -> None:
        """Somebody's standing changes: my_chat_member for the bot, chat_member for others."""
        old = chat.members.get(member.user.id)
        old = old or Member(user=member.user, status="left")
        chat.members[member.user.id] = member
        self.standing(chat, old, member, by)

    def standing(self, chat: Chat, old: Member, new: Member, by: User) -> None:
        """Queue the update about a changed standing."""
        kind = "my_chat_member" if new.user is self.bot else "chat_member"
        self.updates.put(
            kind,
            {
                "chat": chat_json(chat),
                "from": user_json(by),
                "date": int(self.clock.now()),
                "old_chat_member": member_json(old, chat),
                "new_chat_member": member_json(new, chat),
            },
        )
        self.bell.ring()

    def changed(self, member: Member, **fields: Any) -> Member:
        """A copy of a standing with other fields."""
        return dataclasses.replace(member, **fields)
