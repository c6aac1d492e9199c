"""Between Telegram's ids and the core's keys.

A lane is a conversation: a chat, or one topic of it. Its key is ``telegram:<chat>`` or
``telegram:<chat>:<topic>``.
"""

from bot.telegram.places import Place
from memory_core.model import ChatKey, UserId

_FACE = "telegram"


def lane(place: Place) -> ChatKey:
    """Return the lane of a place."""
    topic = "" if place.topic is None else f":{place.topic}"
    return ChatKey(f"{chat(place.chat_id)}{topic}")


def chat(chat_id: int) -> ChatKey:
    """Return the key of a whole chat."""
    return ChatKey(f"{_FACE}:{chat_id}")


def place(key: ChatKey) -> Place:
    """Return the place of a lane."""
    _, chat_id, *topic = key.split(":")
    return Place(int(chat_id), int(topic[0]) if topic else None)


def user(user_id: int) -> UserId:
    """Return the key of a person, or of a chat that speaks for itself."""
    return UserId(f"{_FACE}:{user_id}")


def message(chat_id: int, message_id: int) -> str:
    """Return the name of a message."""
    return f"{chat_id}/{message_id}"


def private_chat(user_id: UserId) -> ChatKey:
    """Return the lane of the private chat with a person, which has the person's id."""
    return ChatKey(user_id)
