"""Edits and deletions: editMessageText, -Caption, -ReplyMarkup, deleteMessage(s)."""

from typing import Any

from tests.peers.telegram import access
from tests.peers.telegram.chats import Chat
from tests.peers.telegram.errors import bad_request
from tests.peers.telegram.formatted import check_caption, check_text
from tests.peers.telegram.keyboards import keyboard
from tests.peers.telegram.messages import Message
from tests.peers.telegram.params import Params
from tests.peers.telegram.wire import message_json
from tests.peers.telegram.world import World

from .sending import body

Json = dict[str, Any]

DELETABLE_FOR = 48 * 3600
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message"
)


def edit_message_text(world: World, params: Params) -> Json | bool:
    """New text; a keyboard that is not sent again disappears."""
    if not params.text("text"):
        raise bad_request("message text is empty")
    value = body(world, params, "text", "entities")
    markup = keyboard(params, inline_only=True)
    if params.text("inline_message_id"):
        check_text(value)
        return True
    message = _own(world, params)
    check_text(value)
    if message.text is None:
        raise bad_request("there is no text in the message to edit")
    return _change(world, message, markup, text=value.text, entities=value.entities)


def edit_message_caption(world: World, params: Params) -> Json | bool:
    """New caption, or none."""
    value = body(world, params, "caption", "caption_entities")
    markup = keyboard(params, inline_only=True)
    message = _own(world, params)
    check_caption(value)
    if message.text is not None:
        raise bad_request("there is no caption in the message to edit")
    return _change(world, message, markup, caption=value.text or None, entities=value.entities)


def edit_message_reply_markup(world: World, params: Params) -> Json | bool:
    """New keyboard, or none."""
    markup = keyboard(params, inline_only=True)
    if params.text("inline_message_id"):
        return True
    return _change(world, _own(world, params), markup)


def edit_ephemeral_message_text(world: World, params: Params) -> bool:
    """New text of a message only one person sees."""
    if not params.text("text"):
        raise bad_request("message text is empty")
    value = body(world, params, "text", "entities")
    markup = keyboard(params, inline_only=True)
    message = _ephemeral(world, params, "edit")
    check_text(value)
    _change(world, message, markup, text=value.text, entities=value.entities)
    return True


def delete_ephemeral_message(world: World, params: Params) -> bool:
    """Take back a message only one person sees."""
    world.remove(_ephemeral(world, params, "delete"))
    return True


def delete_message(world: World, params: Params) -> bool:
    """Delete one message."""
    chat = access.find_chat(world, params)
    access.check_reachable(world, chat)
    message = chat.message(_message_id(params))
    if message is None or message.only_for is not None:
        raise bad_request("message to delete not found")
    _check_deletable(world, chat, message)
    world.remove(message)
    return True


def delete_messages(world: World, params: Params) -> bool:
    """Delete up to a hundred; what cannot be found is skipped."""
    chat = access.find_chat(world, params)
    access.check_reachable(world, chat)
    wanted = params.value("message_ids")
    if not isinstance(wanted, list):
        raise bad_request("expected an Array of Numbers as message_ids")
    for message_id in wanted:
        message = chat.message(access.number(message_id))
        if message is not None:
            _check_deletable(world, chat, message)
            world.remove(message)
    return True


def _own(world: World, params: Params) -> Message:
    """The bot's own message that is to be edited."""
    if not params.text("message_id"):
        raise bad_request("message identifier is not specified")
    chat = access.writable_chat(world, params)
    message = chat.message(_message_id(params))
    if message is None or message.only_for is not None:
        raise bad_request("message to edit not found")
    if not message.from_bot:
        raise bad_request("message can't be edited")
    return message


def _ephemeral(world: World, params: Params, what: str) -> Message:
    chat = access.writable_chat(world, params)
    message = chat.message(params.number("ephemeral_message_id"))
    receiver = params.number("receiver_user_id")
    if message is None or message.only_for is None or message.only_for.id != receiver:
        raise bad_request(f"message to {what} not found")
    return message


def _change(world: World, message: Message, markup: Json | None, **fields: Any) -> Json:
    same = all(getattr(message, name) == value for name, value in fields.items())
    if same and markup == message.reply_markup:
        raise bad_request(NOT_MODIFIED)
    world.revise(message)
    for name, value in fields.items():
        setattr(message, name, value)
    message.reply_markup = markup
    message.edited_at = world.clock.now()
    world.bell.ring()
    return message_json(message)


def _message_id(params: Params) -> int:
    return params.number("message_id")


def _check_deletable(world: World, chat: Chat, message: Message) -> None:
    old = world.clock.now() - message.at > DELETABLE_FOR
    member = world.bot_member(chat)
    admin = member is not None and "can_delete_messages" in member.rights
    if chat.user is None and not message.from_bot and not admin:
        raise bad_request("message can't be deleted")
    if old and not admin:
        raise bad_request("message can't be deleted for everyone")
