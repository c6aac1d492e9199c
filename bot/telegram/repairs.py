"""What to leave out so that a refused message arrives all the same."""

from collections.abc import Iterable
from typing import Any, TypeVar

from aiogram.methods import TelegramMethod

from bot.telegram.errors import SendRefused

Method = TypeVar("Method", bound=TelegramMethod[Any])

_REPLY = ("reply_parameters", "reply_to_message_id")
_TOPIC = ("message_thread_id",)
_ENTITIES = ("entities", "caption_entities", "parse_mode")
_REPAIRS = (
    ("message to be replied not found", _REPLY),
    ("reply message not found", _REPLY),
    ("message to reply not found", _REPLY),
    ("message thread not found", _TOPIC),
    ("topic_deleted", _TOPIC),
    ("topic_id_invalid", _TOPIC),
    ("can't parse entities", _ENTITIES),
    ("can't parse messageentity", _ENTITIES),
    ("an entity with incorrect", _ENTITIES),
    ("array of entities", _ENTITIES),
    ("entity_", _ENTITIES),
    ("entities_", _ENTITIES),
)
"""Telegram's words, lower case, and the parameters they are about."""
_ACHIEVED = ("message is not modified", "message to delete not found")


def achieved(refusal: SendRefused) -> bool:
    """Whether things already are as the call wanted them."""
    said = refusal.description.lower()
    return any(words in said for words in _ACHIEVED)


def without_cause(method: Method, refusal: SendRefused) -> Method | None:
    """Return ``method`` without what Telegram objects to; None when that cannot be left out."""
    said = refusal.description.lower()
    for words, fields in _REPAIRS:
        if words in said and (present := _present(method, fields)):
            return method.model_copy(update=dict.fromkeys(present))
    return None


def _present(method: TelegramMethod[Any], fields: Iterable[str]) -> list[str]:
    return [field for field in fields if getattr(method, field, None)]
