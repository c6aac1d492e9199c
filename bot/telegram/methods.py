"""The Bot API calls the bot makes itself, with plain values in and out.

What is sent is exactly what stands here, and an answer with a field of tomorrow's Bot API is no
error after the message was sent.
"""

from typing import Any

from aiogram.methods import TelegramMethod
from aiogram.types import InputFile

Json = dict[str, Any]


class Passing:
    """Marks calls worth nothing later: never waited for, never repeated."""


class GetRawUpdates(TelegramMethod[list[Json]]):
    """Updates as they came: one that nobody understands must not spoil the others."""

    __returning__ = list[Json]
    __api_method__ = "getUpdates"

    offset: int | None = None
    limit: int | None = None
    timeout: int | None = None
    allowed_updates: list[str] | None = None


class SendText(TelegramMethod[Json]):
    """A message; the answer holds its ``message_id``."""

    __returning__ = Json
    __api_method__ = "sendMessage"

    chat_id: int
    message_thread_id: int | None = None
    text: str
    entities: list[Json] | None = None
    reply_parameters: Json | None = None
    reply_markup: Json | None = None


class SendFile(TelegramMethod[Json]):
    """A document; the answer holds its ``message_id``."""

    __returning__ = Json
    __api_method__ = "sendDocument"

    chat_id: int
    message_thread_id: int | None = None
    document: InputFile
    caption: str | None = None
    caption_entities: list[Json] | None = None
    reply_parameters: Json | None = None
    reply_markup: Json | None = None


class EditText(TelegramMethod[Any]):
    """New text; a keyboard that is not sent again disappears."""

    __returning__ = Any
    __api_method__ = "editMessageText"

    chat_id: int
    message_id: int
    text: str
    entities: list[Json] | None = None
    reply_markup: Json | None = None


class Delete(TelegramMethod[Any]):
    """Take a message back."""

    __returning__ = Any
    __api_method__ = "deleteMessage"

    chat_id: int
    message_id: int


class AnswerTap(TelegramMethod[Any]):
    """Stop the spinner on a button, perhaps with a short notice."""

    __returning__ = Any
    __api_method__ = "answerCallbackQuery"

    callback_query_id: str
    text: str | None = None
    show_alert: bool | None = None


class PreviewText(Passing, SendText):
    """The first message of an answer that is still being written."""


class PreviewEdit(Passing, EditText):
    """More of it."""


class Typing(Passing, TelegramMethod[Any]):
    """Show that the bot is typing."""

    __returning__ = Any
    __api_method__ = "sendChatAction"

    chat_id: int
    message_thread_id: int | None = None
    action: str = "typing"


class GetMember(TelegramMethod[Json]):
    """How somebody stands in a chat; the answer holds their ``status``."""

    __returning__ = Json
    __api_method__ = "getChatMember"

    chat_id: int
    user_id: int
