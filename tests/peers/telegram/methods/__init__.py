"""The Bot API methods by name."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.peers.telegram.params import Params
from tests.peers.telegram.webhook import Webhook
from tests.peers.telegram.world import World

from . import answering, chats, editing, profile, receiving, sending

Method = Callable[[World, Params], Any]
Receiving = Callable[[World, Params, Webhook], Any | Awaitable[Any]]

METHODS: dict[str, Method] = {
    "answerCallbackQuery": answering.answer_callback_query,
    "answerInlineQuery": answering.answer_inline_query,
    "createChatInviteLink": chats.create_chat_invite_link,
    "deleteEphemeralMessage": editing.delete_ephemeral_message,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "deleteMyCommands": profile.delete_my_commands,
    "editEphemeralMessageText": editing.edit_ephemeral_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "editMessageText": editing.edit_message_text,
    "getChat": chats.get_chat,
    "getChatAdministrators": chats.get_chat_administrators,
    "getChatMember": chats.get_chat_member,
    "getChatMemberCount": chats.get_chat_member_count,
    "getFile": chats.get_file,
    "getMe": profile.get_me,
    "getMyCommands": profile.get_my_commands,
    "leaveChat": chats.leave_chat,
    "sendChatAction": sending.send_chat_action,
    "sendDocument": sending.send_document,
    "sendMessage": sending.send_message,
    "sendMessageDraft": sending.send_message_draft,
    "sendPhoto": sending.send_photo,
    "setMyCommands": profile.set_my_commands,
    "setMyDescription": profile.set_my_description,
    "setMyName": profile.set_my_name,
    "setMyShortDescription": profile.set_my_short_description,
}

RECEIVING: dict[str, Receiving] = {
    "deleteWebhook": receiving.delete_webhook,
    "getUpdates": receiving.get_updates,
    "getWebhookInfo": receiving.get_webhook_info,
    "setWebhook": receiving.set_webhook,
}

# Both only say yes: the twin is one server for one bot.
SESSION = ("logOut", "close")

# Method names are case-insensitive.
NAMES = {name.lower(): name for name in (*METHODS, *RECEIVING, *SESSION)}

# Answers that carry a description beside their result.
DESCRIPTIONS = {"setWebhook": "Webhook was set", "deleteWebhook": "Webhook was deleted"}
