"""Groups, supergroups and channels, and what happens in them beside messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .chats import Chat
from .detect import detect
from .messages import Message
from .people import Person
from .users import SERVICE_ACCOUNT, Member, Topic, User
from .wire import GROUP_RIGHTS, chat_json, message_json, origin_json, user_json

Json = dict[str, Any]


@dataclass(eq=False, kw_only=True)
class Group(Chat):
    """A group, supergroup or channel."""

    def standing(self, user: User) -> Member:
        """How somebody stands here."""
        return self.members.get(user.id) or Member(user=user, status="left")

    def service(self, fields: Json, by: User, *, topic: int | None = None) -> Message:
        """A service message such as {"new_chat_title": "…"}."""
        message = Message(
            chat=self,
            id=self.world.new_message_id(self),
            at=self.world.clock.now(),
            sender=None if self.type == "channel" else by,
            sender_chat=self if self.type == "channel" else None,
            service=fields,
            topic=topic,
        )
        return self.world.post(message)

    async def add(self, person: Person, by: User | None = None) -> Message:
        """Somebody joins or is added: chat_member and a service message."""
        by = by or person
        self.world.stand(self, Member(user=person, status="member"), by)
        found = [user_json(person)]
        fields = {"new_chat_participant": found[0], "new_chat_member": found[0]}
        return self.service({**fields, "new_chat_members": found}, by)

    async def remove(self, person: Person, by: User | None = None) -> Message:
        """Somebody leaves, or is removed by another."""
        status = "left" if by in {None, person} else "kicked"
        self.world.stand(self, Member(user=person, status=status), by or person)
        return self.service({"left_chat_member": user_json(person)}, by or person)

    async def add_bot(self, by: User) -> None:
        """Somebody adds the bot."""
        bot = self.world.bot
        self.world.stand(self, Member(user=bot, status="member"), by)
        found = user_json(bot)
        self.service({"new_chat_member": found, "new_chat_members": [found]}, by)

    async def remove_bot(self, by: User) -> None:
        """Somebody removes the bot; only my_chat_member tells it."""
        self.world.stand(self, Member(user=self.world.bot, status="kicked"), by)

    async def promote_bot(self, by: User, *rights: str) -> None:
        """The bot becomes an administrator; all rights unless some are named."""
        kept = frozenset(rights or GROUP_RIGHTS)
        member = Member(user=self.world.bot, status="administrator", rights=kept)
        self.world.stand(self, member, by)

    async def demote_bot(self, by: User) -> None:
        """The bot is a plain member again."""
        self.world.stand(self, Member(user=self.world.bot, status="member"), by)

    async def mute_bot(self, by: User) -> None:
        """The bot may stay and read, not write."""
        self.world.stand(self, Member(user=self.world.bot, status="restricted"), by)

    async def promote(self, person: Person, by: User) -> None:
        """A person becomes an administrator."""
        rights = frozenset(GROUP_RIGHTS)
        self.world.stand(self, Member(user=person, status="administrator", rights=rights), by)

    async def rename(self, title: str, by: User) -> Message:
        """A new title."""
        self.title = title
        return self.service({"new_chat_title": title}, by)

    async def pin(self, message: Message, by: User) -> Message:
        """Pin a message."""
        return self.service({"pinned_message": message_json(message, nested=True)}, by)

    async def open_topic(self, name: str, by: User) -> Topic:
        """Create a topic; its service message has the topic's id."""
        topic_id = self.world.new_message_id(self)
        now = self.world.clock.now()
        topic = Topic(id=topic_id, name=name, creator=by, created=int(now))
        self.topics[topic_id] = topic
        created = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        message = Message(
            chat=self, id=topic_id, at=now, sender=by, service=created, topic=topic_id
        )
        self.world.post(message)
        return topic

    async def close_topic(self, topic_id: int, by: User) -> None:
        """Only admins write there now."""
        self.topics[topic_id].closed = True
        self.service({"forum_topic_closed": {}}, by, topic=topic_id)

    async def delete_topic(self, topic_id: int) -> None:
        """The topic and its messages are gone; no update tells of it."""
        self.topics[topic_id].deleted = True
        for message in self.messages:
            if message.topic == topic_id:
                self.world.remove(message)

    async def migrate(self) -> Group:
        """A small group becomes a supergroup with another id; two service messages tell it."""
        by = next(member.user for member in self.members.values() if not member.user.is_bot)
        new = Group(
            world=self.world,
            id=-(10**12 + self.world.new_id() % 10**10),
            type="supergroup",
            title=self.title,
            members=dict(self.members),
            migrated_from=self.id,
        )
        self.world.chats[new.id] = new
        self.service({"migrate_to_chat_id": new.id}, by)
        self.migrated_to = new.id
        new.service({"migrate_from_chat_id": self.id}, by)
        return new

    async def publish(self, text: str, *, signature: str | None = None) -> Message:
        """A channel post; a linked group gets it as an automatic forward."""
        extra = {} if signature is None else {"author_signature": signature}
        post = Message(
            chat=self,
            id=self.world.new_message_id(self),
            at=self.world.clock.now(),
            sender_chat=self,
            text=text,
            entities=detect(text),
            extra=extra,
        )
        self.world.post(post)
        if isinstance(self.linked, Group):
            self.linked.mirror(post)
        return post

    def mirror(self, post: Message) -> Message:
        """The automatic forward of a channel post into this group."""
        origin = origin_json(post)
        return self.world.post(
            Message(
                chat=self,
                id=self.world.new_message_id(self),
                at=self.world.clock.now(),
                sender=SERVICE_ACCOUNT,
                sender_chat=post.chat,
                text=post.text,
                entities=list(post.entities),
                extra={
                    "is_automatic_forward": True,
                    "forward_origin": origin,
                    "forward_from_chat": chat_json(post.chat),
                    "forward_from_message_id": post.id,
                    "forward_date": int(post.at),
                },
            )
        )
