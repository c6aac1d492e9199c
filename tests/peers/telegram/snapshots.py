"""The twin's objects as JSON for the control interface."""

from collections.abc import Callable
from typing import Any

from .chats import Chat
from .interactions import Click, Inline
from .messages import Message
from .server import Call
from .updates import Update
from .users import Topic, User

Json = dict[str, Any]


def snapshot(value: Any) -> Any:
    """JSON of whatever a verb returned."""
    if isinstance(value, list):
        return [snapshot(item) for item in value]
    if isinstance(value, dict):
        return {key: snapshot(item) for key, item in value.items()}
    shown = next((show for kind, show in _SHOWN.items() if isinstance(value, kind)), None)
    return value if shown is None else shown(value)


def _user(user: User) -> Json:
    return {"id": user.id, "name": user.name, "username": user.username, "blocked": user.blocked}


def _chat(chat: Chat) -> Json:
    return {
        "id": chat.id,
        "type": chat.type,
        "title": chat.title or (chat.user.name if chat.user else ""),
        "migrated_to": chat.migrated_to,
        "actions": [[action.name, action.topic] for action in chat.actions],
        "messages": len(chat.messages),
    }


def _message(message: Message) -> Json:
    return {
        "chat": message.chat.id,
        "id": message.id,
        "text": message.shown,
        "entities": message.entities,
        "buttons": message.buttons,
        "edited": message.edited,
        "versions": [revision.text for revision in message.revisions],
        "topic": message.topic,
        "reply_to": None if message.reply_to is None else message.reply_to.id,
        "deleted": message.deleted,
        "from_bot": message.from_bot,
        "sender": None if message.sender is None else message.sender.id,
        "media": sorted(message.media),
    }


def _call(call: Call) -> Json:
    return {
        "method": call.method,
        "params": call.params,
        "at": call.at,
        "status": call.status,
        "fault": call.fault,
        "executed": call.executed,
        "description": call.description,
    }


def _update(update: Update) -> Json:
    return {
        "id": update.id,
        "kind": update.kind,
        "payload": update.payload,
        "deliveries": update.deliveries,
        "confirmed_at": update.confirmed_at,
    }


def _asked(asked: Click | Inline) -> Json:
    return {"id": asked.id}


def _topic(topic: Topic) -> Json:
    return {"id": topic.id, "name": topic.name}


_SHOWN: dict[type, Callable[[Any], Json]] = {
    User: _user,
    Chat: _chat,
    Message: _message,
    Call: _call,
    Update: _update,
    Click: _asked,
    Inline: _asked,
    Topic: _topic,
}
