"""The twin's world as Bot API JSON."""

from typing import Any

from . import utf16
from .chats import Chat
from .messages import Message
from .users import Member, User

Json = dict[str, Any]

GROUP_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
    "can_edit_stories", "can_delete_stories", "can_send_welcome_messages", "can_pin_messages",
    "can_manage_topics", "can_manage_tags",
)  # fmt: skip
CHANNEL_RIGHTS = (*GROUP_RIGHTS[:-3], "can_post_messages", "can_edit_messages")
RESTRICTED_RIGHTS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos",
    "can_send_videos", "can_send_video_notes", "can_send_voice_notes", "can_send_polls",
    "can_send_other_messages", "can_add_web_page_previews", "can_change_info",
    "can_invite_users", "can_pin_messages", "can_manage_topics", "can_react_to_messages",
    "can_edit_tag",
)  # fmt: skip


def some(**fields: Any) -> Json:
    """Only the fields that say something: the Bot API sends no nulls."""
    return {name: value for name, value in fields.items() if value is not None and value != []}


def user_json(user: User) -> Json:
    """User."""
    return some(
        id=user.id,
        is_bot=user.is_bot,
        first_name=user.first_name,
        last_name=user.last_name,
        username=user.username,
        language_code=user.language,
    )


def chat_json(chat: Chat) -> Json:
    """Chat."""
    if chat.user is not None:
        user = chat.user
        return some(
            id=chat.id,
            first_name=user.first_name,
            last_name=user.last_name,
            username=user.username,
            type="private",
        )
    return some(
        id=chat.id,
        title=chat.title,
        username=chat.username,
        type=chat.type,
        is_forum=chat.has_topics or None,
    )


def message_json(message: Message, *, nested: bool = False) -> Json:
    """Message; a nested one (a reply's target) shows no reply of its own."""
    topic = message.topic is not None
    return {
        "message_id": message.id if message.only_for is None else 0,
        **_from(message),
        "chat": chat_json(message.chat),
        "date": int(message.at),
        **some(
            message_thread_id=_thread(message),
            is_topic_message=topic or None,
            edit_date=None if message.edited_at is None else int(message.edited_at),
            **_ephemeral(message),
        ),
        **({} if nested else _reply(message)),
        **message.extra,
        **_content(message),
        **some(reply_markup=_inline(message.reply_markup)),
    }


def _ephemeral(message: Message) -> Json:
    """An ephemeral message has no message id, but one of its own kind."""
    if message.only_for is None:
        return {}
    return {"receiver_user": user_json(message.only_for), "ephemeral_message_id": message.id}


def _from(message: Message) -> Json:
    sender = None if message.sender is None else user_json(message.sender)
    chat = None if message.sender_chat is None else chat_json(message.sender_chat)
    return some(**{"from": sender}, sender_chat=chat)


def _thread(message: Message) -> int | None:
    """Topics have one; so does every reply in a supergroup without topics."""
    if message.topic is not None:
        return message.topic
    if message.chat.type == "supergroup" and not message.chat.has_topics and message.reply_to:
        return message.thread_root.id
    return None


def _reply(message: Message) -> Json:
    """The target; in a topic every message that replies to nothing replies to its creation."""
    if message.reply_to is not None and not message.reply_to.deleted:
        return {"reply_to_message": message_json(message.reply_to, nested=True)}
    topic = message.chat.topics.get(message.topic) if message.topic is not None else None
    if topic is None or message.id == topic.id:
        return {}
    created = {"name": topic.name, "icon_color": 7322096}
    return {
        "reply_to_message": {
            "message_id": topic.id,
            "from": user_json(topic.creator),
            "chat": chat_json(message.chat),
            "date": topic.created,
            "message_thread_id": topic.id,
            "forum_topic_created": created,
            "is_topic_message": True,
        }
    }


def _content(message: Message) -> Json:
    if message.text is not None:
        return some(text=message.text, entities=message.entities)
    caption = some(caption=message.caption, caption_entities=message.entities)
    return {**message.media, **message.service, **caption}


def _inline(markup: Json | None) -> Json | None:
    return markup if markup and "inline_keyboard" in markup else None


def inaccessible_json(message: Message) -> Json:
    """InaccessibleMessage: deleted, or too old."""
    return {"chat": chat_json(message.chat), "message_id": message.id, "date": 0}


def member_json(member: Member, chat: Chat) -> Json:
    """ChatMember, by status."""
    found: Json = {"user": user_json(member.user), "status": member.status}
    if member.status == "creator":
        found["is_anonymous"] = member.anonymous
    elif member.status == "administrator":
        rights = CHANNEL_RIGHTS if chat.type == "channel" else GROUP_RIGHTS
        found |= {"can_be_edited": False, "is_anonymous": member.anonymous}
        found |= {right: right in member.rights for right in rights}
    elif member.status == "restricted":
        found |= {"is_member": True, "until_date": 0}
        found |= {right: right in member.rights for right in RESTRICTED_RIGHTS}
    elif member.status == "kicked":
        found["until_date"] = 0
    return found


def origin_json(message: Message) -> Json:
    """MessageOrigin of a forwarded or externally replied message."""
    if "forward_origin" in message.extra:
        return dict(message.extra["forward_origin"])
    date = int(message.at)
    if message.chat.type == "channel":
        chat = chat_json(message.chat)
        return {"type": "channel", "chat": chat, "message_id": message.id, "date": date}
    if message.sender_chat is not None:
        return {"type": "chat", "sender_chat": chat_json(message.sender_chat), "date": date}
    sender = message.sender or SENDERLESS
    return {"type": "user", "sender_user": user_json(sender), "date": date}


SENDERLESS = User(id=0, first_name="")


def quote_json(message: Message, words: str) -> Json:
    """TextQuote: `words` must occur in the message."""
    index = message.shown.find(words)
    if index < 0:
        raise ValueError(f"{words!r} does not occur in {message.shown!r}")
    position = utf16.length(message.shown[:index])
    return {"text": words, "position": position, "is_manual": True}
